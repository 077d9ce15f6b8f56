"""Which figures of some evidence may be one that is claimed, without comparing them all.

Evidence may have thousands of figures, a table or a whole report, and each of a claim's is looked
for. `FigureIndex` orders them by size, in every form in which one may be written (as it stands,
with the scale of its table, in the smallest unit of its kind), and dates by year; those that a
claimed figure may round are then a stretch of the order. Whether one of them is the same figure is
for `agreement`. `setting` is what tells figures of one thing from those of another: the words that
they stand among.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator
from decimal import Decimal

from pincite.checks.agreement import agrees, fields_of
from pincite.checks.quantities import Quantity
from pincite.checks.vocabulary import CONVERSIONS

__all__ = ["STRUCTURE", "FigureIndex", "label_of", "setting"]

_TIMES = frozenset({"date", "decade", "quarter"})
_SLACK = 1e-9
_WORD = re.compile(r"[^\W_]+")
STRUCTURE = frozenset(
    """table figure fig section article clause chapter note item paragraph schedule exhibit appendix
    annex equation page rule""".split()
)
"""What of a document is numbered."""
_KINDS = frozenset("type phase stage grade level layer step class series version".split())
_LABEL = re.compile(
    r"\b([A-Za-z]{3,9})\.?\s(?:\d{1,4}(?:,\s(?:and\s)?|\s(?:and|or|&|to)\s|\s?[-–]\s?))*+\(?$"
)
_SIDE = 2
_WINDOW = 40


class FigureIndex:
    """The figures of some evidence by size, dates by year.

    Built in O(n log n) for n figures; `has` then takes O(log n) and compares those in reach.

    Attributes:
        figures: Those that differ in value, step or unit, in the order in which they were found.
        scale: What bare ones are counted in, 1 where nothing says.

    Args:
        found: The figures of the evidence.
        scale: What its bare numbers are counted in, 1,000 for “in thousands”.

    Example:
        >>> from pincite.checks.quantities import quantities
        >>> index = FigureIndex(quantities("Dues | 4,153 | 3,820"), Decimal(1000))
        >>> [index.has(q) for q in quantities("4.2 million or 5 million")]
        [True, False]
    """

    def __init__(self, found: Iterable[Quantity], scale: Decimal) -> None:
        self.figures = tuple({(q.value, q.step, q.unit, q.per): q for q in found}.values())
        self.scale = scale
        self._years: dict[int, list[Quantity]] = defaultdict(list)
        sized: list[tuple[float, int]] = []
        for row, quantity in enumerate(self.figures):
            if quantity.unit in _TIMES:
                self._years[_year(quantity)].append(quantity)
                continue
            if not quantity.unit and quantity.value == int(quantity.value):
                self._years[int(quantity.value)].append(quantity)
            sized += [(size, row) for size in _sizes(quantity, scale)]
        sized.sort()
        self._sizes = [size for size, _ in sized]
        self._rows = [row for _, row in sized]

    def has(self, claimed: Quantity) -> bool:
        """Whether some figure agrees with a claimed one, as `agrees` says."""
        return any(agrees(claimed, other, self.scale) for other in self._near(claimed))

    def _near(self, claimed: Quantity) -> Iterator[Quantity]:
        """Those that may agree; quarters, decades and dates without a year may be anywhere."""
        if claimed.unit in ("decade", "quarter") or (claimed.unit == "date" and not _year(claimed)):
            yield from self.figures
            return
        if claimed.unit == "date":
            yield from self._years.get(_year(claimed), ())
            return
        if not claimed.unit and claimed.value == int(claimed.value):
            yield from self._years.get(int(claimed.value), ())
        rows: set[int] = set()
        for size in _sizes(claimed, Decimal(1)):
            reach = _reach(claimed, size)
            first = bisect_left(self._sizes, size - reach)
            last = bisect_right(self._sizes, size + reach)
            rows.update(self._rows[first:last])
        yield from (self.figures[row] for row in sorted(rows))


def setting(text: str, quantity: Quantity) -> tuple[str, ...] | None:
    """The two words before a figure and the two after it, in lower case, with an empty one between.

    None where there are not two on both sides within 40 characters. Figures that stand among the
    same words are figures of the same thing.

    Example:
        >>> from pincite.checks.quantities import quantities
        >>> text = "The rent is 950 EUR a month."
        >>> setting(text, *quantities(text))
        ('rent', 'is', '', 'a', 'month')
    """
    before = _WORD.findall(text[max(0, quantity.start - _WINDOW) : quantity.start].lower())[-_SIDE:]
    after = _WORD.findall(text[quantity.end : quantity.end + _WINDOW].lower())[:_SIDE]
    return (*before, "", *after) if len(before) == _SIDE and len(after) == _SIDE else None


def label_of(text: str, quantity: Quantity) -> str | None:
    """What a number is the number of, such as `table` before a 4; None where it is an amount.

    Numbers of one label are compared with each other and with nothing else.

    Example:
        >>> from pincite.checks.quantities import quantities
        >>> text = "Tables 3 and 4 have 12 rows."
        >>> [label_of(text, q) for q in quantities(text)]
        ['table', 'table', None]
    """
    if quantity.unit or quantity.value != int(quantity.value):
        return None
    match = _LABEL.search(text, max(0, quantity.start - _WINDOW), quantity.start)
    if match is None:
        return None
    word = match[1].lower()
    return next((w for w in (word, word.removesuffix("s")) if w in STRUCTURE | _KINDS), None)


def _sizes(quantity: Quantity, scale: Decimal) -> Iterator[float]:
    """The size of a figure, of its scaled form, and in the smallest unit of its kind."""
    size = abs(float(quantity.value))
    yield size
    if scale != 1:
        yield size * float(scale)
    if quantity.unit in CONVERSIONS:
        yield size * CONVERSIONS[quantity.unit][1]


def _reach(claimed: Quantity, size: float) -> float:
    """How far a figure may be off that a claimed one rounds, in the terms of one of its sizes."""
    own = abs(float(claimed.value))
    factor = size / own if own else 1.0
    return float(claimed.step) * factor / 2 * (1 + _SLACK) + size * _SLACK


def _year(quantity: Quantity) -> int:
    return fields_of(quantity.value)[0] if quantity.unit == "date" else 0
