"""Citation-on-fact: how much of an answer is cited, and how much of what is cited is right.

A cited claim is right if its evidence supports it and no cited range is broken or extraneous.
Precision = right / cited claims; recall = right / factual claims; F1 is their harmonic mean. An
answer without citations has no precision, recall 0 and F1 0. This module counts; what a verdict
stands on is `pincite.checks`'s to know.
"""

from __future__ import annotations

from collections.abc import Sequence

from pincite.errors import CallerError
from pincite.measure.intervals import wilson
from pincite.records import (
    Answer,
    CitationStatus,
    Claim,
    Outcome,
    Scores,
    Status,
    Verdict,
)

__all__ = ["BROKEN", "EXTRANEOUS", "citation_on_fact", "f1_score"]

BROKEN = frozenset(
    {CitationStatus.PHANTOM, CitationStatus.BACKWARDS, CitationStatus.CROSS_DOCUMENT}
)
"""Statuses of a citation that points at nothing that could be evidence.

`outside_pack` and `gapped` point at sentences that exist; the gate sends them to review.
"""

EXTRANEOUS = "extraneous"
"""Name of the check that fails where a cited range adds nothing to a claim's support."""


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
    if sorted(verdict.claim for verdict in verdicts) != list(range(len(answer.claims))):
        raise CallerError(f"{len(verdicts)} verdicts do not match {len(answer.claims)} claims")
    if any(citation.status is None for citation in answer.citations):
        raise CallerError(
            "the answer has unresolved citations", remedy="resolve them against the library first"
        )
    factual = [verdict for verdict in verdicts if verdict.status is not Status.NO_CLAIM]
    cited = [verdict for verdict in factual if answer.claims[verdict.claim].citations]
    supported = [verdict for verdict in cited if verdict.status is Status.SUPPORTED]
    right = [
        verdict
        for verdict in supported
        if not _has_broken(answer, answer.claims[verdict.claim]) and not _has_extraneous(verdict)
    ]
    precision = wilson(len(right), len(cited))
    recall = wilson(len(right), len(factual))
    return Scores(
        precision=precision,
        precision_entailed=wilson(len(supported), len(cited)),
        recall=recall,
        f1=f1_score(precision.value, recall.value),
        note=_note(verdicts, factual, cited),
    )


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


def _note(verdicts: Sequence[Verdict], factual: Sequence[Verdict], cited: Sequence[Verdict]) -> str:
    unchecked = sum(verdict.status is Status.UNCHECKED for verdict in cited)
    return (
        f"{len(factual)} of {len(verdicts)} claims count as factual (all that were not judged "
        f"no_claim), {len(cited)} of them are cited; {unchecked} cited but unchecked, counted as "
        "not right"
    )
