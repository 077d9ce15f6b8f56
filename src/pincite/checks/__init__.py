"""Answer and library → one verdict a claim, one decision an answer; does not generate.

Each check is a file of its own; `support` adds up those of a part, `gate` decides.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from pincite.checks.claims import is_claim, is_refusal
from pincite.checks.entailment import LEAST_SUPPORTED, confidence, settle
from pincite.checks.gate import Policy, combine, decide, worst
from pincite.checks.resolve import resolve
from pincite.checks.rewriting import Change, Rewritten, rewrite, suggested_marker, without_markers
from pincite.checks.suggestion import Wanting, evidence, suggest
from pincite.checks.support import Examiner, Finding, check_pair, words_of
from pincite.context import merge_ranges
from pincite.ports import Entailment
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

__all__ = [
    "Change",
    "Examiner",
    "Finding",
    "Judged",
    "Policy",
    "Rewritten",
    "check_pair",
    "evidence",
    "judge",
    "rewrite",
    "without_markers",
]

VERIFIER = "checks/1"


@dataclass(frozen=True, slots=True)
class Judged:
    """What `judge` found.

    Attributes:
        answer: With its citations resolved.
        verdicts: One for each claim.
        decision: The worst claim's; review where nothing was answered; what the policy says where
            the answer broke off, if that is harsher.
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
    examiner: Examiner | None = None,
    repair: bool = True,
    complete: bool = True,
    least_supported: float = LEAST_SUPPORTED,
) -> Judged:
    """Resolve the citations of an answer, check its claims, and decide.

    Cost is linear in the answer and what it cites; conflicts, repair and misplaced quotations index
    the library once, in linear time.

    Args:
        answer: As parsed.
        library: What its markers refer to.
        pack: What its writer was shown; the whole library when None.
        policy: Turns findings into decisions.
        entailment: Reads what the other checks leave open; all parts in one call, and what is
            suggested for them in another.
        examiner: Of the same library, where made before; it keeps what it indexed.
        repair: Whether to search for what unsupported parts should cite; no status depends on it.
        complete: False where the answer broke off; no status depends on it, the decision does.
        least_supported: Probability from which a part that was read counts as supported.
    """
    policy = policy or Policy()
    resolved = replace(answer, citations=tuple(resolve(c, library, pack) for c in answer.citations))
    examiner = examiner or Examiner(library)
    found = _examined(resolved, examiner, entailment, least_supported)
    repairs = _repairs(resolved, found, examiner, entailment) if repair else {}
    verdicts = tuple(
        _verdict(row, claim, resolved, found, repairs, policy=policy, library=library)
        for row, claim in enumerate(resolved.claims)
    )
    claims = [claim for claim in resolved.claims if is_claim(claim)]
    answered = bool(claims) and not any(is_refusal(claim) for claim in resolved.claims)
    decisions = [verdict.decision for verdict in verdicts]
    if not answered:
        decisions.append(Decision.REVIEW)
    if not complete:
        decisions.append(policy.truncated)
    verifier = f"{VERIFIER}, {entailment.name}" if entailment else VERIFIER
    return Judged(resolved, verdicts, worst(decisions), answered, policy.sha256, verifier)


def _examined(
    answer: Answer, examiner: Examiner, entailment: Entailment | None, least: float
) -> dict[tuple[int, int], Finding]:
    """What was found of each cited part, by the rows of its claim and of itself."""
    found: dict[tuple[int, int], Finding] = {}
    for row, claim in enumerate(answer.claims):
        for index, part in enumerate(claim.parts):
            if part.citations:
                cited = [pair for i in part.citations for pair in answer.citations[i].evidence]
                ranges = merge_ranges(cited, examiner.library.first_numbers)
                found[row, index] = examiner.examine(part, index, ranges, answer.text)
    if entailment is None:
        return found
    keys = [key for key, finding in found.items() if finding.pair]
    read = entailment.judge([found[key].pair or ("", "") for key in keys])
    for key, judgement in zip(keys, read, strict=True):
        found[key] = settle(found[key], judgement, index=key[1], least=least)
    return found


def _repairs(
    answer: Answer,
    found: dict[tuple[int, int], Finding],
    examiner: Examiner,
    entailment: Entailment | None,
) -> dict[tuple[int, int], Check]:
    """What each part should cite that is neither supported nor without a claim."""
    wanting: dict[tuple[int, int], Wanting] = {}
    for row, claim in enumerate(answer.claims):
        if not is_claim(claim):
            continue
        for index, part in enumerate(claim.parts):
            status = found[row, index].status if (row, index) in found else Status.UNCITED
            if status is not Status.SUPPORTED:
                cited = merge_ranges(
                    (r for i in part.citations for r in answer.citations[i].evidence),
                    examiner.library.first_numbers,
                )
                text = words_of(part, answer.text)
                wanting[row, index] = Wanting(text, cited, status, index)
    suggested = suggest(list(wanting.values()), examiner, entailment)
    pairs = zip(wanting, suggested, strict=True)
    return {key: check for key, check in pairs if check is not None}


def _verdict(
    row: int,
    claim: Claim,
    answer: Answer,
    found: dict[tuple[int, int], Finding],
    repairs: dict[tuple[int, int], Check],
    *,
    policy: Policy,
    library: Library,
) -> Verdict:
    checks = list(_resolved(claim, answer))
    statuses: list[Status] = []
    for index in range(len(claim.parts)):
        finding = found.get((row, index))
        if finding is None:
            statuses.append(Status.UNCITED if is_claim(claim) else Status.NO_CLAIM)
        else:
            statuses.append(finding.status)
            checks.extend(finding.checks)
        if (row, index) in repairs:
            checks.append(repairs[row, index])
    status = combine(statuses)
    citations = [answer.citations[index] for index in claim.citations]
    certain = confidence(checks)
    decision, rule = decide(status, checks, citations, certain, policy)
    suggestion = suggested_marker(claim, answer, checks, library)
    return Verdict(row, status, tuple(statuses), tuple(checks), decision, rule, certain, suggestion)


def _resolved(claim: Claim, answer: Answer) -> Iterator[Check]:
    for row, part in enumerate(claim.parts):
        for index in part.citations:
            citation = answer.citations[index]
            if citation.status is not CitationStatus.OK:
                span = Span(citation.start, citation.end)
                yield Check("resolve", Outcome.FAIL, citation.reason, spans=(span,), part=row)
