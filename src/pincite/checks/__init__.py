"""Answer and library → one verdict a claim, one decision an answer; does not generate.

Each check is a file of its own; `support` adds up those of a part, `gate` decides.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from pincite.checks.claims import is_claim, is_refusal
from pincite.checks.gate import Policy, combine, decide, worst
from pincite.checks.resolve import resolve
from pincite.checks.support import Examiner, Finding, check_pair
from pincite.context import merge_ranges
from pincite.records import (
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
from pincite.text import Span

__all__ = ["Finding", "Judged", "Policy", "check_pair", "judge"]

VERIFIER = "checks/1"


@dataclass(frozen=True, slots=True)
class Judged:
    """What `judge` found.

    Attributes:
        answer: With its citations resolved.
        verdicts: One for each claim.
        decision: The worst claim's; review where nothing was answered.
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
) -> Judged:
    """Resolve the citations of an answer, check its claims, and decide.

    Cost is linear in the answer and what it cites; conflicts and misplaced quotations index the
    library once, in linear time.

    Args:
        answer: As parsed.
        library: What its markers refer to.
        pack: What its writer was shown; the whole library when None.
        policy: Turns findings into decisions.
    """
    policy = policy or Policy()
    resolved = replace(answer, citations=tuple(resolve(c, library, pack) for c in answer.citations))
    examiner = Examiner(library)
    verdicts = tuple(
        _verdict(row, claim, resolved, examiner, policy)
        for row, claim in enumerate(resolved.claims)
    )
    claims = [claim for claim in resolved.claims if is_claim(claim)]
    answered = bool(claims) and not any(is_refusal(claim) for claim in resolved.claims)
    decisions = [verdict.decision for verdict in verdicts]
    if not answered:
        decisions.append(Decision.REVIEW)
    return Judged(resolved, verdicts, worst(decisions), answered, policy.sha256, VERIFIER)


def _verdict(row: int, claim: Claim, answer: Answer, examiner: Examiner, policy: Policy) -> Verdict:
    checks = list(_resolved(claim, answer))
    statuses: list[Status] = []
    for index, part in enumerate(claim.parts):
        if not part.citations:
            statuses.append(Status.UNCITED if is_claim(claim) else Status.NO_CLAIM)
            continue
        cited = [pair for i in part.citations for pair in answer.citations[i].evidence]
        finding = examiner.examine(part, index, merge_ranges(cited), answer.text)
        statuses.append(finding.status)
        checks.extend(finding.checks)
    status = combine(statuses)
    citations = [answer.citations[index] for index in claim.citations]
    decision, rule = decide(status, checks, citations, None, policy)
    return Verdict(row, status, tuple(statuses), tuple(checks), decision, rule)


def _resolved(claim: Claim, answer: Answer) -> Iterator[Check]:
    for row, part in enumerate(claim.parts):
        for index in part.citations:
            citation = answer.citations[index]
            if citation.status is not CitationStatus.OK:
                span = Span(citation.start, citation.end)
                yield Check("resolve", Outcome.FAIL, citation.reason, spans=(span,), part=row)
