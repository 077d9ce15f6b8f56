"""Answer and library → one verdict a claim, one decision an answer; does not generate.

Each check is a file of its own; `gate` turns what they found into statuses and decisions.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from pincite.checks.gate import Policy, decide
from pincite.checks.resolve import resolve
from pincite.checks.wording import wording
from pincite.ports import Entailment
from pincite.records import (
    NO_ANSWER,
    Answer,
    Check,
    CitationStatus,
    Claim,
    Decision,
    Library,
    Outcome,
    Pack,
    Status,
    Verdict,
)

__all__ = ["Judged", "Policy", "judge"]

VERIFIER = "checks/1"


@dataclass(frozen=True, slots=True)
class Judged:
    """What `judge` found.

    Attributes:
        answer: With its citations resolved.
        verdicts: One for each claim.
        decision: The worst claim's.
        answered: False where the answer has no claim or says that the documents do not answer.
        policy_sha256: Hash of the policy that decided.
        verifier: Name and version of what judged support.
    """

    answer: Answer
    verdicts: tuple[Verdict, ...]
    decision: Decision
    answered: bool
    policy_sha256: str
    verifier: str


def judge(
    answer: Answer,
    library: Library,
    *,
    pack: Pack | None = None,
    policy: Policy | None = None,
    entailment: Entailment | None = None,
) -> Judged:
    """Resolve the citations of an answer, check its claims, and decide.

    Args:
        answer: As parsed.
        library: What its markers refer to.
        pack: What its writer was shown; the whole library when None.
        policy: Turns findings into decisions.
        entailment: Judges support beyond what the checks can prove.
    """
    policy = policy or Policy()
    resolved = replace(answer, citations=tuple(resolve(c, library, pack) for c in answer.citations))
    verdicts = tuple(
        _verdict(row, resolved, library, policy) for row in range(len(resolved.claims))
    )
    answered = bool(verdicts) and not _is_refusal(resolved)
    decisions = [verdict.decision for verdict in verdicts]
    worst = max(decisions, key=list(Decision).index, default=Decision.REVIEW)
    if not answered:
        worst = max(worst, Decision.REVIEW, key=list(Decision).index)
    name = VERIFIER if entailment is None else f"{VERIFIER} {entailment.name}"
    return Judged(resolved, verdicts, worst, answered, policy.sha256, name)


def _is_refusal(answer: Answer) -> bool:
    return len(answer.claims) == 1 and answer.claims[0].text == NO_ANSWER


def _verdict(row: int, answer: Answer, library: Library, policy: Policy) -> Verdict:
    claim = answer.claims[row]
    checks = list(_broken(claim, answer))
    statuses = []
    for index, part in enumerate(claim.parts):
        ranges = [pair for i in part.citations for pair in answer.citations[i].evidence]
        if not part.citations:
            statuses.append(Status.UNCITED)
        elif not ranges:
            statuses.append(Status.UNSUPPORTED)
        else:
            evidence = " ".join(
                " ".join((*s.context, s.text))
                for first, last in ranges
                for s in library.sentences(first, last)
            )
            check = wording(part.text, evidence, index=index)
            checks.append(check)
            statuses.append(Status.SUPPORTED if check.outcome is Outcome.PASS else Status.UNCHECKED)
    status = _combine(statuses)
    if answer.claims[row].text == NO_ANSWER:
        status = Status.NO_CLAIM
    citations = [answer.citations[index] for index in claim.citations]
    decision, rule = decide(status, checks, citations, None, policy)
    return Verdict(row, status, tuple(statuses), tuple(checks), decision, rule)


def _broken(claim: Claim, answer: Answer) -> list[Check]:
    return [
        Check("resolve", Outcome.FAIL, answer.citations[index].reason)
        for index in claim.citations
        if answer.citations[index].status is not CitationStatus.OK
    ]


def _combine(statuses: list[Status]) -> Status:
    if len(set(statuses)) == 1:
        return statuses[0]
    for status in (Status.CONTRADICTED, Status.UNSUPPORTED):
        if status in statuses and Status.SUPPORTED not in statuses:
            return status
    return Status.PARTIAL if Status.UNCHECKED not in statuses else Status.UNCHECKED
