"""Whether every figure and date of a part is in its evidence."""

from __future__ import annotations

from pincite.checks.evidence import Evidence
from pincite.checks.quantities import Quantity, agrees, quantities, table_scale
from pincite.records import Check, Outcome
from pincite.text import Span

__all__ = ["absent_figures", "figures"]

_PRONOUNS = frozenset({"one", "zero"})


def absent_figures(part: str, evidence: Evidence) -> tuple[list[Quantity], list[Quantity]]:
    """The figures of a part that its evidence has, and those that it does not have."""
    found = quantities(evidence.text)
    scale = table_scale(evidence.text)
    present: list[Quantity] = []
    absent: list[Quantity] = []
    for claimed in quantities(part):
        if claimed.raw.lower() in _PRONOUNS:
            continue
        known = any(agrees(claimed, other, scale) for other in found)
        (present if known else absent).append(claimed)
    return present, absent


def figures(part: str, evidence: Evidence, *, index: int, offset: int) -> Check | None:
    """Pass where each figure is in the evidence, rounded as people round; None without figures.

    Args:
        part: The words of the part.
        evidence: What it cites.
        index: Of the part.
        offset: Where the part starts in the raw answer.
    """
    present, absent = absent_figures(part, evidence)
    if not present and not absent:
        return None
    if not absent:
        listed = ", ".join(q.raw for q in present)
        return Check("figures", Outcome.PASS, f"in the evidence: {listed}", part=index)
    reasons = [_reason(q, evidence) for q in absent]
    spans = tuple(Span(offset + q.start, offset + q.end) for q in absent)
    return Check("figures", Outcome.FAIL, "; ".join(reasons), spans=spans, part=index)


def _reason(claimed: Quantity, evidence: Evidence) -> str:
    alike = [q.raw for q in quantities(evidence.text) if q.unit == claimed.unit]
    listed = ", ".join(dict.fromkeys(alike[:4]))
    return f"{claimed.raw} is not in the evidence" + (f" (which has {listed})" if listed else "")
