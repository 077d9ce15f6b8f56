"""Citation-on-fact: how much of an answer is cited, and how much of what is cited is right.

A cited claim is right if its evidence supports it and no cited range is broken or extraneous.
Precision = right / cited claims; recall = right / factual claims; F1 is their harmonic mean. An
answer without citations has no precision, recall 0 and F1 0. This module counts; what a verdict
stands on is `pincite.checks`'s to know.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from pincite.errors import CallerError
from pincite.measure.intervals import Interval, bootstrap_statistic, wilson
from pincite.records import (
    Answer,
    CitationStatus,
    Claim,
    Outcome,
    Proportion,
    Scores,
    Status,
    Verdict,
)

__all__ = [
    "BROKEN",
    "EXTRANEOUS",
    "CitationCounts",
    "PooledScores",
    "citation_counts",
    "citation_on_fact",
    "f1_score",
    "is_right",
    "pooled",
]

BROKEN = frozenset(
    {CitationStatus.PHANTOM, CitationStatus.BACKWARDS, CitationStatus.CROSS_DOCUMENT}
)
"""Statuses of a citation that points at nothing that could be evidence.

`outside_pack` and `gapped` point at sentences that exist; the gate sends them to review.
"""

EXTRANEOUS = "extraneous"
"""Name of the check that fails where a cited range adds nothing to a claim's support."""


@dataclass(frozen=True, slots=True)
class CitationCounts:
    """What the scores of one answer stand on, in claims.

    Attributes:
        factual: All that were not judged `no_claim`.
        cited: Factual ones with at least one citation.
        supported: Cited ones whose evidence supports them.
        right: Supported ones without a broken or an extraneous citation.
        unchecked: Cited ones whose support was not established.
    """

    factual: int = 0
    cited: int = 0
    supported: int = 0
    right: int = 0
    unchecked: int = 0


@dataclass(frozen=True, slots=True)
class PooledScores:
    """Citation-on-fact over many answers.

    Attributes:
        answers: How many.
        precision: Right cited claims among cited claims.
        precision_entailed: Supported cited claims among cited claims.
        recall: Right cited claims among factual claims.
        f1: Harmonic mean of the two, with a bootstrap interval over answers.
        f1_if_unchecked_right: What it would be if every unchecked claim were right.
        unchecked: Cited claims whose support was not established.
    """

    answers: int
    precision: Proportion
    precision_entailed: Proportion
    recall: Proportion
    f1: Interval
    f1_if_unchecked_right: float | None
    unchecked: Proportion


def citation_on_fact(answer: Answer, verdicts: Sequence[Verdict]) -> Scores:
    """The citation-on-fact scores of one answer.

    Factual claims are all whose status is not `no_claim`; cited claims are the factual ones with
    at least one citation. A claim that is `unchecked` is not right.

    Args:
        answer: With its citations resolved.
        verdicts: One for each claim, in any order.

    Raises:
        CallerError: When a citation is unresolved, or the verdicts are not the claims'.
    """
    counts = citation_counts(answer, verdicts)
    precision = wilson(counts.right, counts.cited)
    recall = wilson(counts.right, counts.factual)
    return Scores(
        precision=precision,
        precision_entailed=wilson(counts.supported, counts.cited),
        recall=recall,
        f1=f1_score(precision.value, recall.value),
        note=_note(len(verdicts), counts),
    )


def citation_counts(answer: Answer, verdicts: Sequence[Verdict]) -> CitationCounts:
    """What the citation-on-fact scores of one answer stand on; arguments and errors as there."""
    if sorted(verdict.claim for verdict in verdicts) != list(range(len(answer.claims))):
        raise CallerError(f"{len(verdicts)} verdicts do not match {len(answer.claims)} claims")
    if any(citation.status is None for citation in answer.citations):
        raise CallerError(
            "the answer has unresolved citations", remedy="resolve them against the library first"
        )
    factual = [verdict for verdict in verdicts if verdict.status is not Status.NO_CLAIM]
    cited = [verdict for verdict in factual if answer.claims[verdict.claim].citations]
    return CitationCounts(
        factual=len(factual),
        cited=len(cited),
        supported=sum(verdict.status is Status.SUPPORTED for verdict in cited),
        right=sum(is_right(answer, verdict) for verdict in cited),
        unchecked=sum(verdict.status is Status.UNCHECKED for verdict in cited),
    )


def is_right(answer: Answer, verdict: Verdict) -> bool:
    """Whether a cited claim is supported and nothing that it cites is broken or extraneous."""
    return (
        verdict.status is Status.SUPPORTED
        and not _has_broken(answer, answer.claims[verdict.claim])
        and not _has_extraneous(verdict)
    )


def pooled(counts: Sequence[CitationCounts]) -> PooledScores:
    """The citation-on-fact scores of many answers: shares of all their claims together."""
    table = [_columns(count) for count in counts]
    total = CitationCounts(*map(sum, zip(*table, strict=True)))

    def f1_with(extra: bool) -> Callable[[Iterable[int]], float | None]:
        def f1(rows: Iterable[int]) -> float | None:
            chosen = [table[row] for row in rows]
            factual, cited, _, right, unchecked = map(sum, zip(*chosen, strict=True))
            right += unchecked if extra else 0
            return f1_score(right / cited if cited else None, right / factual if factual else None)

        return f1

    return PooledScores(
        answers=len(counts),
        precision=wilson(total.right, total.cited),
        precision_entailed=wilson(total.supported, total.cited),
        recall=wilson(total.right, total.factual),
        f1=bootstrap_statistic(len(counts), f1_with(extra=False)),
        f1_if_unchecked_right=bootstrap_statistic(len(counts), f1_with(extra=True)).value,
        unchecked=wilson(total.unchecked, total.cited),
    )


def _columns(counts: CitationCounts) -> tuple[int, int, int, int, int]:
    return counts.factual, counts.cited, counts.supported, counts.right, counts.unchecked


def f1_score(precision: float | None, recall: float | None) -> float | None:
    """The harmonic mean; 0 without a precision, None without a recall.

    Example:
        >>> f1_score(0.5, 1.0)
        0.6666666666666666
        >>> f1_score(None, 0.0)
        0.0
    """
    if recall is None:
        return None
    if not precision or not recall:
        return 0.0
    return 2 * precision * recall / (precision + recall)


def _has_broken(answer: Answer, claim: Claim) -> bool:
    return any(answer.citations[row].status in BROKEN for row in claim.citations)


def _has_extraneous(verdict: Verdict) -> bool:
    return any(
        check.name == EXTRANEOUS and check.outcome is Outcome.FAIL for check in verdict.checks
    )


def _note(claims: int, counts: CitationCounts) -> str:
    return (
        f"{counts.factual} of {claims} claims count as factual (all that were not judged "
        f"no_claim), {counts.cited} of them are cited; {counts.unchecked} cited but unchecked, "
        "counted as not right"
    )
