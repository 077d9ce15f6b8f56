"""What a model that reads says of a part, beside what the other checks established."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pincite.checks.support import Finding
from pincite.ports import Judgement
from pincite.records import Check, Outcome, Status

__all__ = ["LEAST_SUPPORTED", "confidence", "settle"]

LEAST_SUPPORTED = 0.5
"""Calibrated probability from which a model's reading counts as support."""

_OTHERWISE = (Status.PARTIAL, Status.UNSUPPORTED, Status.CONTRADICTED)


def settle(
    finding: Finding,
    judgement: Judgement | None,
    *,
    index: int,
    least: float = LEAST_SUPPORTED,
) -> Finding:
    """A finding with the model's reading of the same part.

    What the other checks proved stays: a changed quotation, an absent figure, an opposite sense
    and a verbatim statement are not put to a vote. Where they left support open, or missed only a
    name, which other words may stand for, the model decides.

    Args:
        finding: Of the other checks.
        judgement: Of the same part; None where the model could not read it.
        index: Of the part in its claim.
        least: Probability from which a part counts as supported.
    """
    if judgement is None:
        reason = "the verifier could not read the claim with its evidence"
        return replace(
            finding,
            checks=(*finding.checks, Check("entailment", Outcome.UNKNOWN, reason, part=index)),
        )
    check = _check(judgement, index, least)
    status = _status(judgement, least) if _is_open(finding) else finding.status
    return replace(finding, status=status, checks=(*finding.checks, check))


def _is_open(finding: Finding) -> bool:
    failed = {check.name for check in finding.checks if check.outcome is Outcome.FAIL}
    return finding.status is Status.UNCHECKED or failed == {"names"}


def _status(judgement: Judgement, least: float) -> Status:
    if judgement.supported >= least:
        return Status.SUPPORTED
    return max(_OTHERWISE, key=lambda status: getattr(judgement, status.value))


def _check(judgement: Judgement, index: int, least: float) -> Check:
    status = _status(judgement, least)
    outcome = Outcome.PASS if status is Status.SUPPORTED else Outcome.FAIL
    reason = _REASONS[status]
    if judgement.truncated:
        reason += "; the evidence is long, and only its nearest sentences were read"
    score = round(judgement.supported, 4)
    return Check("entailment", outcome, reason, score=score, part=index)


_REASONS = {
    Status.SUPPORTED: "the verifier reads the evidence as saying this",
    Status.PARTIAL: "the verifier finds only a part of this in the evidence",
    Status.UNSUPPORTED: "the verifier does not find this in the evidence",
    Status.CONTRADICTED: "the verifier reads the evidence as saying otherwise",
}


def confidence(checks: Sequence[Check]) -> float | None:
    """The lowest probability of support among the parts that a model read; None where none was."""
    scores = [check.score for check in checks if check.name == "entailment"]
    read = [score for score in scores if score is not None]
    return min(read) if read and len(read) == len(scores) else None
