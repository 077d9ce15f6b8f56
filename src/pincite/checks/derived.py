"""Figures that follow from two others of the evidence: sum, difference, ratio, share, growth, mean.

With many figures nearly every number follows from some pair. So what is found is held against
chance: where figures that differ from the claim's in a leading digit follow as well, nothing was
established.
"""

from __future__ import annotations

import math
import re
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

from pincite.checks.agreement import table_scale
from pincite.checks.evidence import Evidence
from pincite.checks.quantities import Quantity, quantities

__all__ = ["Way", "derive"]

_SIGNALS = {
    name: re.compile(rf"(?:{words})", re.IGNORECASE)
    for name, words in {
        "change": r"\b(?:increas|decreas|ris|rose|grow|grew|fell|fall|declin|drop|gain|chang|differ"
        r"|more\b|less\b|fewer|higher|lower|exceed|up\b|down\b|between|improv|reduc"
        r"|outperform|surpass|better|worse|faster|slower|gap\b|year-over-year|compared|versus"
        r"|zunahm|stieg|sank|differenz|augment|diminu|baisse|hausse|aument|disminu)",
        "total": r"\b(?:total|sum\b|combin|together|overall|altogether|aggregat"
        r"|insgesamt|zusammen|ensemble|suma\b)",
        "mean": r"\b(?:averag|mean\b|durchschnitt|moyenne|promedio)",
        "ratio": r"\b(?:ratio|times|twice|double|half|turnover|proportion)|-fold\b|\d[x×]\b",
        "share": r"\b(?:share|proportion|rate\b|margin|fraction|portion|ratio|contribut|account"
        r"|represent|compris|constitut|anteil|cuota)|(?:%|percent|per cent)\s(?:of|were|was)\b",
    }.items()
}
"""What a part says of how its figure was made, by the words of six languages."""
_PERCENT = re.compile(r"\bpercent|%", re.IGNORECASE)
_LEAST_MANY = 3
"""Figures of a line or column whose sum and mean are tried too."""
_TIMES = frozenset({"date", "decade", "quarter"})
_SHARES = frozenset({"%", "points", "bp"})
_MOST_FIGURES = 400
_MOST_VALUES = 60_000
_MOST_TOGETHER = 40
_CHANCE = 0.12
_LEAST_DIGITS = 2
_EVEN = 1e-9
_HUNDRED = 100.0


@dataclass(frozen=True, slots=True)
class Way:
    """How a figure follows from others.

    Attributes:
        said: For a person.
        doubt: Why that establishes nothing, None where it does.
    """

    said: str
    doubt: str | None


@dataclass(frozen=True, slots=True)
class _Values:
    """What follows from pairs, by size, with how."""

    sizes: tuple[float, ...]
    ways: tuple[str, ...]

    def find(self, size: float, step: float) -> str | None:
        """How a value within half a step of a size follows."""
        low = size - step / 2 - _EVEN
        row = bisect_left(self.sizes, low)
        if row < len(self.sizes) and self.sizes[row] <= size + step / 2 + _EVEN:
            return self.ways[row]
        return None


def derive(claimed: Quantity, part: str, evidence: Evidence) -> Way | None:
    """How a figure of a part follows from two of its evidence; None where it does not.

    Only those ways are tried that the part has a word for, such as “average”, and none where the
    evidence has another figure between the same two words.

    Args:
        claimed: A figure that the evidence does not have.
        part: The words of the part.
        evidence: What it cites.
    """
    if claimed.unit in _TIMES or not any(map(str.isdigit, claimed.raw)):
        return None
    share = claimed.unit in _SHARES or (not claimed.unit and _PERCENT.search(part) is not None)
    ways = frozenset(name for name, words in _SIGNALS.items() if words.search(part))
    if not ways or _restates(claimed, part, evidence.text):
        return None
    scale = float(table_scale(f"{evidence.text}\n{evidence.scale}"))
    if share and _PERCENT.search(evidence.text):
        ways |= {"points"}
    values = _values(evidence.text, evidence.language, share, ways, scale)
    step, size = float(claimed.step), abs(float(claimed.value))
    if claimed.unit == "bp":
        step, size = step / _HUNDRED, size / _HUNDRED
    way = values.find(size, step) if math.isfinite(size) else None
    if way is None:
        return None
    others = list(_altered(size, step))
    chance = sum(values.find(other, step) is not None for other in others)
    digits = len(re.sub(r"\D", "", claimed.raw).strip("0"))
    if digits < _LEAST_DIGITS or chance > _CHANCE * len(others):
        return Way(way, f"{claimed.raw} may be {way}, as other figures may follow too")
    return Way(f"{claimed.raw} is {way}", None)


def _restates(claimed: Quantity, part: str, text: str) -> bool:
    """Whether the evidence has another figure between the words that the part has round this."""
    before = re.search(r"[^\W\d_]+\W*$", part[max(0, claimed.start - 24) : claimed.start])
    after = re.match(r"\W*[^\W\d_]+", part[claimed.end : claimed.end + 24])
    if before is None or after is None:
        return False
    pattern = rf"{re.escape(before[0])}[-(\d.,]++\)?\D{{0,12}}?{re.escape(after[0])}"
    return re.search(pattern, text, re.IGNORECASE) is not None


def _altered(size: float, step: float) -> Iterator[float]:
    """Sizes like one, each with another first or second digit."""
    digits = f"{size / step:.0f}" if step else f"{size:.0f}"
    for place in range(min(2, len(digits))):
        for other in "123456789":
            if other != digits[place]:
                yield float(digits[:place] + other + digits[place + 1 :]) * step


@lru_cache(maxsize=32)
def _values(text: str, language: str, share: bool, ways: frozenset[str], scale: float) -> _Values:
    found: dict[float, str] = {}
    lines = _lines(text, language)
    for first, second in _pairs(lines):
        for size, way in _results(first, second, share, ways, scale):
            found.setdefault(size, way)
        if len(found) > _MOST_VALUES:
            break
    for size, way in _together(lines, ways):
        found.setdefault(size, way)
        found.setdefault(size * scale, way)
    ordered = sorted(found.items())
    return _Values(tuple(size for size, _ in ordered), tuple(way for _, way in ordered))


def _results(
    first: Quantity, second: Quantity, share: bool, ways: frozenset[str], scale: float
) -> Iterator[tuple[float, str]]:
    one, two = float(first.value), float(second.value)
    a, b = first.raw, second.raw
    turned = ((one, two, a, b), (two, one, b, a))
    if share:
        shares = {first.unit, second.unit} <= (_SHARES | {""} if "points" in ways else _SHARES)
        if "change" in ways and shares:
            yield abs(one - two), f"{a} less {b}"
        if "mean" in ways and shares:
            yield abs(one + two) / 2, f"the mean of {a} and {b}"
        for top, bottom, x, y in turned:
            if bottom and "share" in ways:
                yield abs(top / bottom) * _HUNDRED, f"{x} as a share of {y}"
            if bottom and "change" in ways:
                yield abs((top - bottom) / bottom) * _HUNDRED, f"the change from {y} to {x}"
        return
    for factor in {1.0, scale}:
        if "change" in ways:
            yield abs(one - two) * factor, f"{a} less {b}"
        if "total" in ways:
            yield abs(one + two) * factor, f"{a} and {b} together"
        if "mean" in ways:
            yield abs(one + two) / 2 * factor, f"the mean of {a} and {b}"
    for top, bottom, x, y in turned if "ratio" in ways else ():
        if bottom:
            yield abs(top / bottom), f"{x} over {y}"


def _together(lines: list[list[Quantity]], ways: frozenset[str]) -> Iterator[tuple[float, str]]:
    """The sum and the mean of three figures or more of a line, or of a column."""
    columns = [
        [line[row] for line in lines if len(line) > row]
        for row in range(max((len(line) for line in lines), default=0))
    ]
    for group in (*lines, *columns):
        if not _LEAST_MANY <= len(group) <= _MOST_TOGETHER:
            continue
        total = sum(float(quantity.value) for quantity in group)
        said = f"{group[0].raw} to {group[-1].raw}"
        if "total" in ways:
            yield abs(total), f"the sum of {said}"
        if "mean" in ways:
            yield abs(total) / len(group), f"the mean of {said}"


def _lines(text: str, language: str) -> list[list[Quantity]]:
    """The figures of each line of a text that are no dates."""
    return [
        [q for q in quantities(line, language) if q.unit not in _TIMES and not _is_year(q)]
        for line in text.splitlines()
    ]


def _pairs(lines: list[list[Quantity]]) -> Iterator[tuple[Quantity, Quantity]]:
    """Figures of one line, of one column of a table, and, where they are few, of one unit."""
    figures = [q for line in lines for q in line][:_MOST_FIGURES]
    if len(figures) <= _MOST_TOGETHER:
        yield from ((a, b) for a, b in combinations(figures, 2) if _alike(a, b))
        return
    for line in lines:
        yield from ((a, b) for a, b in combinations(line[:_MOST_TOGETHER], 2) if _alike(a, b))
    for column in range(max((len(line) for line in lines), default=0)):
        cells = [line[column] for line in lines if len(line) > column][:_MOST_TOGETHER]
        yield from ((a, b) for a, b in combinations(cells, 2) if _alike(a, b))


def _alike(one: Quantity, other: Quantity) -> bool:
    return one.unit == other.unit or not (one.unit and other.unit)


def _is_year(quantity: Quantity) -> bool:
    return not quantity.unit and len(quantity.raw) == 4 and 1900 <= quantity.value <= 2100
