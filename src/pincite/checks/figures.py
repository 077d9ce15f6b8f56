"""Whether every figure and date of a part is in its evidence."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from pincite.checks.agreement import agrees, comparison, satisfies, table_scale
from pincite.checks.evidence import Evidence
from pincite.checks.quantities import Quantity, quantities
from pincite.rank import terms
from pincite.records import Check, Outcome
from pincite.text import Span

__all__ = ["Figures", "compare_figures", "figures"]

_MOST_COMPARED = 250_000
_MOST_LISTED = 5
_PRONOUNS = frozenset({"one", "zero"})
_COUNTS = frozenset("two three four five six seven eight nine ten".split())


@dataclass(frozen=True, slots=True)
class Figures:
    """The figures of a part, told apart.

    Attributes:
        present: Those that the evidence has, rounded as people round, or within a bound.
        absent: Those that it does not have.
        untried: Those left when there were too many to compare with.
    """

    present: tuple[Quantity, ...]
    absent: tuple[Quantity, ...]
    untried: tuple[Quantity, ...] = ()


def compare_figures(part: str, evidence: Evidence) -> Figures:
    """Tell the figures of a part apart; equal ones are compared once, at most 250,000 times."""
    found = list({(q.value, q.unit, q.per): q for q in quantities(evidence.text)}.values())
    scale = table_scale(f"{evidence.text}\n{evidence.scale}")
    known: dict[tuple[object, ...], bool | None] = {}
    kept: dict[bool | None, list[Quantity]] = {True: [], False: [], None: []}
    for claimed in quantities(part):
        if claimed.raw.lower() in _PRONOUNS:
            continue
        bound = comparison(part, claimed)
        key = (claimed.value, claimed.step, claimed.unit, claimed.per, bound)
        if key not in known:
            enough = len(known) * len(found) > _MOST_COMPARED
            known[key] = None if enough else _has(claimed, bound, found, scale, evidence.text)
        kept[known[key]].append(claimed)
    return Figures(tuple(kept[True]), tuple(kept[False]), tuple(kept[None]))


def _has(
    claimed: Quantity, bound: int, found: Sequence[Quantity], scale: Decimal, text: str
) -> bool:
    return any(
        agrees(claimed, other, scale)
        or (satisfies(claimed, bound, other) and not comparison(text, other))
        for other in found
    )


def figures(part: str, evidence: Evidence, *, index: int, offset: int) -> Check | None:
    """Pass where each figure is in the evidence, rounded as people round; None without figures.

    Args:
        part: The words of the part.
        evidence: What it cites.
        index: Of the part.
        offset: Where the part starts in the raw answer.
    """
    compared = compare_figures(part, evidence)
    counts = [q for q in compared.absent if _is_count(q) and not _rival(q, part, evidence)]
    absent = [q for q in compared.absent if q not in counts]
    if absent:
        reason = _reason(absent, evidence)
        return Check("figures", Outcome.FAIL, reason, _spans(absent, offset), part=index)
    if compared.untried:
        reason = f"{len(compared.untried)} figures were not compared: there are too many"
        spans = _spans(compared.untried, offset)
        return Check("figures", Outcome.UNKNOWN, reason, spans, part=index)
    if counts:
        reason = f"the evidence does not count what the claim counts: {_listed(counts)}"
        return Check("figures", Outcome.UNKNOWN, reason, _spans(counts, offset), part=index)
    if not compared.present:
        return None
    reason = f"in the evidence: {_listed(compared.present)}"
    return Check("figures", Outcome.PASS, reason, part=index)


def _spans(found: Sequence[Quantity], offset: int) -> tuple[Span, ...]:
    return tuple(Span(offset + q.start, offset + q.end) for q in found)


def _is_count(quantity: Quantity) -> bool:
    """Whether a figure is a small number in words, which may count what the evidence lists."""
    return not quantity.unit and quantity.raw.lower() in _COUNTS


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


def _reason(absent: Sequence[Quantity], evidence: Evidence) -> str:
    units = {q.unit for q in absent}
    alike = [q for q in quantities(evidence.text) if q.unit in units]
    said = f"{_listed(absent)} {'is' if len(absent) == 1 else 'are'} not in the evidence"
    return said + (f" (which has {_listed(alike)})" if alike else "")


def _listed(found: Sequence[Quantity]) -> str:
    names = list(dict.fromkeys(q.raw for q in found))
    more = f" and {len(names) - _MOST_LISTED} more" if len(names) > _MOST_LISTED else ""
    return ", ".join(names[:_MOST_LISTED]) + more
