"""Whether every figure and date of a part is in its evidence."""

from __future__ import annotations

from collections.abc import Sequence

from pincite.checks.evidence import Evidence
from pincite.checks.quantities import (
    Quantity,
    agrees,
    comparison,
    quantities,
    satisfies,
    table_scale,
)
from pincite.rank import terms
from pincite.records import Check, Outcome
from pincite.text import Span

__all__ = ["absent_figures", "figures"]

_PRONOUNS = frozenset({"one", "zero"})
_COUNTS = frozenset("two three four five six seven eight nine ten".split())


def absent_figures(part: str, evidence: Evidence) -> tuple[list[Quantity], list[Quantity]]:
    """The figures of a part that its evidence has, and those that it does not have."""
    found = quantities(evidence.text)
    scale = table_scale(f"{evidence.text}\n{evidence.scale}")
    present: list[Quantity] = []
    absent: list[Quantity] = []
    for claimed in quantities(part):
        if claimed.raw.lower() in _PRONOUNS:
            continue
        bound = comparison(part, claimed)
        known = any(
            agrees(claimed, other, scale)
            or (satisfies(claimed, bound, other) and not comparison(evidence.text, other))
            for other in found
        )
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
    counts = [q for q in absent if _is_count(q, part) and not _rival(q, part, evidence)]
    absent = [q for q in absent if q not in counts]
    if counts and not absent:
        listed = ", ".join(q.raw for q in counts)
        reason = f"the evidence does not count what the claim counts: {listed}"
        return Check("figures", Outcome.UNKNOWN, reason, _spans(counts, offset), part=index)
    if not absent:
        listed = ", ".join(q.raw for q in present)
        return Check("figures", Outcome.PASS, f"in the evidence: {listed}", part=index)
    reasons = [_reason(q, evidence) for q in absent]
    reason = "; ".join(reasons)
    return Check("figures", Outcome.FAIL, reason, _spans(absent, offset), part=index)


def _spans(found: Sequence[Quantity], offset: int) -> tuple[Span, ...]:
    return tuple(Span(offset + q.start, offset + q.end) for q in found)


def _is_count(quantity: Quantity, part: str) -> bool:
    """Whether a figure is a small number in words, which may count what the evidence lists."""
    return not quantity.unit and quantity.raw.lower() in _COUNTS and quantity.start < len(part)


def _rival(quantity: Quantity, part: str, evidence: Evidence) -> bool:
    """Whether the evidence counts the same thing to another number."""
    counted = _following(part, quantity)
    return bool(counted) and any(
        _following(evidence.text, other) == counted for other in quantities(evidence.text)
    )


def _following(text: str, quantity: Quantity) -> str:
    """The stem of the word after a figure."""
    words = terms(text[quantity.end : quantity.end + 40])
    return words[0] if words else ""


def _reason(claimed: Quantity, evidence: Evidence) -> str:
    alike = [q.raw for q in quantities(evidence.text) if q.unit == claimed.unit]
    listed = ", ".join(dict.fromkeys(alike[:4]))
    return f"{claimed.raw} is not in the evidence" + (f" (which has {listed})" if listed else "")
