"""Whether every figure and date of a part is in its evidence, or follows from it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from pincite.checks.agreement import agrees, comparison, fields_of, satisfies
from pincite.checks.dates import lone_months
from pincite.checks.derived import derive
from pincite.checks.evidence import Evidence
from pincite.checks.lookup import STRUCTURE, label_of, setting
from pincite.checks.quantities import Quantity, quantities
from pincite.checks.vocabulary import COVERED
from pincite.rank import terms
from pincite.records import Check, Outcome
from pincite.text import Span

__all__ = ["Explained", "Figures", "assess", "compare_figures", "figures"]

_MOST_COMPARED = 250_000
_MOST_EXPLAINED = 50
"""Absent figures of a part that are tried further; the rest stay absent."""
_MOST_LISTED = 5
_ENUMERATOR = re.compile(r"\(\d{1,2}\)|\d{1,2}\)")
_LISTING = re.compile(r"(?:^|[:;,.]\s|\s(?:and|or)\s)$")
_REFERENCE = re.compile(
    r"(?:\bet al\.?,?|[A-Z][\w-]+ (?:and|&) [A-Z][\w-]+,?)\s\(?(?:19|20)\d\d[a-z]?\)?$"
)
_BOUND = re.compile(r"\s(?:or|and)\s(?:above|higher|greater|more|worse|below|lower|less|later)\b")
_TOTAL = re.compile(r"\b(?:total of|all|only|of the|out of)\s$", re.IGNORECASE)
_DIFFERENT = re.compile(
    r"\s(?:\w+\s){0,2}?(?:different|distinct|types?|kinds?|categories|groups)\b"
)
_MOST_COUNTED = 20
_REACH = 40
_PRONOUNS = frozenset({"one", "zero"})
_COUNTS = frozenset("two three four five six seven eight nine ten".split())


@dataclass(frozen=True, slots=True)
class Explained:
    """A figure that the evidence does not have, and what is said of it."""

    quantity: Quantity
    reason: str


@dataclass(frozen=True, slots=True)
class Figures:
    """The figures of a part, told apart.

    Attributes:
        present: Those that the evidence has, rounded as people round, or within a bound.
        absent: Those that it does not have.
        untried: Those left when there were too many to compare with.
        derived: Those that follow from two others.
        doubtful: Absent ones from whose absence nothing follows.
    """

    present: tuple[Quantity, ...]
    absent: tuple[Quantity, ...]
    untried: tuple[Quantity, ...] = ()
    derived: tuple[Explained, ...] = ()
    doubtful: tuple[Explained, ...] = ()


def compare_figures(part: str, evidence: Evidence) -> Figures:
    """Tell the figures of a part apart; those with a bound are compared at most 250,000 times."""
    found = evidence.figures
    known: dict[tuple[object, ...], bool | None] = {}
    kept: dict[bool | None, list[Quantity]] = {True: [], False: [], None: []}
    spent = 0
    for claimed in quantities(part, evidence.language_of(part)):
        if claimed.raw.lower() in _PRONOUNS or _enumerates(claimed, part):
            continue
        label = label_of(part, claimed)
        if label in evidence.labels or label in STRUCTURE:
            kept[abs(claimed.value) in evidence.labels.get(label, ())].append(claimed)
            continue
        bound = comparison(part, claimed)
        key = (claimed.value, claimed.step, claimed.unit, claimed.per, bound)
        if key not in known:
            known[key] = found.has(claimed)
            if not known[key] and bound and claimed.unit:
                spent += len(found.figures)
                enough = spent > _MOST_COMPARED
                known[key] = None if enough else _within(claimed, bound, evidence)
        held = known[key] and not _stands_elsewhere(claimed, part, evidence)
        kept[held].append(claimed)
    return Figures(tuple(kept[True]), tuple(kept[False]), tuple(kept[None]))


def _enumerates(claimed: Quantity, part: str) -> bool:
    """Whether a figure only numbers what follows it: `(1) a hall, (2) a yard`, `1) a hall`."""
    before, number = part[: claimed.start], abs(int(claimed.value))
    open_bracket = before.count("(") > before.count(")")
    mark = claimed.raw + part[claimed.end : claimed.end + 1].strip()
    if open_bracket or _ENUMERATOR.fullmatch(mark) is None:
        return False
    in_row = f"({number - 1})" in before or f"({number + 1})" in part[claimed.end :]
    return in_row or _LISTING.search(before[-_REACH:]) is not None


def _stands_elsewhere(claimed: Quantity, part: str, evidence: Evidence) -> bool:
    """Whether the evidence has another figure among the same words, and this one elsewhere."""
    among = setting(part, claimed)
    there = evidence.settings.get(among, []) if among else []
    return bool(there) and not any(
        agrees(claimed, other, evidence.figures.scale) for other in there
    )


def _within(claimed: Quantity, bound: int, evidence: Evidence) -> bool:
    return any(
        satisfies(claimed, bound, other) and not comparison(evidence.text, other)
        for other in evidence.figures.figures
        if other.unit
    )


def figures(part: str, evidence: Evidence, *, index: int, offset: int) -> Check | None:
    """Pass where each figure is in the evidence or follows from it; None without figures.

    Args:
        part: The words of the part.
        evidence: What it cites.
        index: Of the part.
        offset: Where the part starts in the raw answer.
    """
    found = assess(part, evidence)
    if found.untried:
        reason = f"{len(found.untried)} figures were not compared: there are too many"
        spans = _spans(found.untried, offset)
        return Check("figures", Outcome.UNKNOWN, reason, spans, part=index)
    if found.absent:
        reason = _reason(found.absent, evidence)
        return Check("figures", Outcome.FAIL, reason, _spans(found.absent, offset), part=index)
    if found.doubtful:
        spans = _spans([explained.quantity for explained in found.doubtful], offset)
        reason = "; ".join(dict.fromkeys(explained.reason for explained in found.doubtful))
        return Check("figures", Outcome.UNKNOWN, reason, spans, part=index)
    if not found.present and not found.derived:
        return None
    said = [f"in the evidence: {_listed(found.present)}"] if found.present else []
    said += dict.fromkeys(explained.reason for explained in found.derived)
    return Check("figures", Outcome.PASS, "; ".join(said), part=index)


def assess(part: str, evidence: Evidence) -> Figures:
    """`compare_figures`, and of what the evidence does not have what follows or is in doubt."""
    compared = compare_figures(part, evidence)
    derived: list[Explained] = []
    doubtful: list[Explained] = []
    absent: list[Quantity] = []
    for quantity in compared.absent[:_MOST_EXPLAINED]:
        doubt = _doubt(quantity, part, evidence)
        way = None if doubt or label_of(part, quantity) else derive(quantity, part, evidence)
        if way and not way.doubt:
            derived.append(Explained(quantity, way.said))
        elif doubt or way:
            doubtful.append(Explained(quantity, doubt or (way and way.doubt) or ""))
        else:
            absent.append(quantity)
    absent.extend(compared.absent[_MOST_EXPLAINED:])
    return replace(compared, absent=tuple(absent), derived=tuple(derived), doubtful=tuple(doubtful))


def _doubt(claimed: Quantity, part: str, evidence: Evidence) -> str | None:
    """Why nothing follows from a figure's absence; None where it is a failure."""
    label = label_of(part, claimed)
    if label is not None and (label in STRUCTURE or label in evidence.labels):
        if _BOUND.match(part, claimed.end):
            return f"{label} {claimed.raw} is said with what lies beyond it"
        known = label in evidence.labels
        return None if known else f"the evidence does not number a {label}: {claimed.raw}"
    if _REFERENCE.search(part[max(0, claimed.start - _REACH) : claimed.end]):
        return f"the year of a reference is not looked for: {claimed.raw.strip('()')}"
    language = evidence.language_of(part)
    if not {language, evidence.language} <= COVERED | {"und"}:
        return f"numbers in words are not read in this language: {claimed.raw}"
    if _is_count(claimed, part) and not _rival(claimed, part, evidence):
        return f"the evidence does not count what the claim counts: {claimed.raw}"
    if claimed.unit == "date":
        return _partial_date(claimed, evidence)
    bound = comparison(part, claimed)
    counted = _following(part, claimed)
    for other in evidence.figures.figures if bound and counted else ():
        if comparison(evidence.text, other) or not satisfies(claimed, bound, other):
            continue
        if _following(evidence.text, other) == counted:
            return f"{other.raw} lies within {claimed.raw}, if it is of the same"
    return None


def _partial_date(claimed: Quantity, evidence: Evidence) -> str | None:
    """Whether the evidence has a date as far as it goes, and the rest elsewhere or not at all."""
    year, month, day = fields_of(claimed.value)
    if not month:
        return None
    bare = False
    for other in evidence.figures.figures:
        if other.unit != "date":
            continue
        found = fields_of(other.value)
        if found[1] == month and day in (0, found[2]):
            if found[0] not in (0, year):
                return None
            bare = bare or not found[0]
    if bare or (not day and month in lone_months(evidence.text)):
        return f"the evidence has no year with what the claim dates {claimed.raw}"
    return None


def _spans(found: Sequence[Quantity], offset: int) -> tuple[Span, ...]:
    return tuple(Span(offset + q.start, offset + q.end) for q in found)


def _is_count(quantity: Quantity, part: str) -> bool:
    """Whether a figure is a small number that may count what the evidence lists.

    One in words, or one in digits that the part says is a count: “a total of 4”, “4 different”.
    """
    if quantity.unit:
        return False
    if quantity.raw.lower() in _COUNTS:
        return True
    small = quantity.raw.isdecimal() and quantity.value <= _MOST_COUNTED
    before, after = part[max(0, quantity.start - _REACH) : quantity.start], part[quantity.end :]
    return small and bool(_TOTAL.search(before) or _DIFFERENT.match(after))


def _rival(quantity: Quantity, part: str, evidence: Evidence) -> bool:
    """Whether the evidence counts the same thing to another number."""
    counted = _following(part, quantity)
    return bool(counted) and any(
        _following(evidence.text, other) == counted
        for other in quantities(evidence.text, evidence.language)
    )


def _following(text: str, quantity: Quantity) -> str:
    """The stem of the word after a figure."""
    words = terms(text[quantity.end : quantity.end + 40])
    return words[0] if words else ""


def _reason(absent: Sequence[Quantity], evidence: Evidence) -> str:
    units = {q.unit for q in absent}
    alike = [q for q in quantities(evidence.text, evidence.language) if q.unit in units]
    said = f"{_listed(absent)} {'is' if len(absent) == 1 else 'are'} not in the evidence"
    return said + (f" (which has {_listed(alike)})" if alike else "")


def _listed(found: Sequence[Quantity]) -> str:
    names = list(dict.fromkeys(q.raw for q in found))
    more = f" and {len(names) - _MOST_LISTED} more" if len(names) > _MOST_LISTED else ""
    return ", ".join(names[:_MOST_LISTED]) + more
