"""Runs of one page → lines in reading order: columns are told from tables; knows no blocks."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from operator import attrgetter
from statistics import median

from pincite.readers.pdf.cells import Cell, cells_of, is_figure
from pincite.readers.pdf.runs import Run

__all__ = ["Line", "lines_of", "sideways_of"]

_LEAST_COLUMN_LINES = 4
_COLUMN_WORDS = 3.0
_COLUMN_FILL = 0.75
_MOST_CANDIDATES = 3


@dataclass(slots=True, eq=False)
class Line:
    """What stands on one line of a column: one run of text, or the cells of a table's row.

    Attributes:
        page: 0-based position in the file.
        column: Number of the column on the page; rises in reading order.
        runs: From left to right.
        cells: The runs as cells of a table's row; none where there is one run only.
        has_figure: Whether a cell but the first holds a figure.
        text: Of the runs, parted by blanks.
        x0: Left end.
        y0: Upper end of the tallest run.
        x1: Right end.
        y1: Lower end.
    """

    page: int
    column: int
    runs: tuple[Run, ...]
    cells: tuple[Cell, ...]
    has_figure: bool
    text: str
    x0: float
    y0: float
    x1: float
    y1: float

    @property
    def size(self) -> float:
        """The height of its font."""
        return self.y1 - self.y0

    @property
    def weight(self) -> int:
        """The weight of its font."""
        return self.runs[0].weight


def lines_of(runs: Sequence[Run]) -> list[Line]:
    """The lines of a page in reading order; what is turned comes after what stands upright.

    Args:
        runs: Of one page, in the order of its content stream.
    """
    lines: list[Line] = []
    turns = {run.turn for run in runs}
    parts = [
        part
        for turn in sorted(turns - {-1})
        for part in _columns([run for run in runs if run.turn == turn], depth=0)
    ]
    for column, part in enumerate(parts):
        lines.extend(_rows(part, column))
    return lines


def sideways_of(runs: Sequence[Run]) -> list[Line]:
    """What stands at a slant, or in few words at the side; a line for each run, in stream order."""
    return [_line([run], 0) for run in runs if run.turn < 0]


def _rows(runs: list[Run], column: int) -> list[Line]:
    """Runs of a column on common lines, from top to bottom."""
    rows: list[list[Run]] = []
    top = bottom = 0.0
    for run in sorted(runs, key=_middle):
        y0, y1 = run.y0, run.y1
        shared = (bottom if bottom < y1 else y1) - (top if top > y0 else y0)
        if rows and shared > 0.55 * min(bottom - top, y1 - y0):
            rows[-1].append(run)
        else:
            rows.append([run])
            top, bottom = y0, y1
    return [_line(row, column) for row in rows]


def _middle(run: Run) -> float:
    return run.y0 + run.y1


_left = attrgetter("x0")


def _height(run: Run) -> tuple[float, int]:
    return run.y1 - run.y0, len(run.text)


def _line(row: list[Run], column: int) -> Line:
    first = row[0]
    page, _, text, x0, y0, x1, y1, _, _ = first
    if len(row) == 1:
        return Line(page, column, (first,), (), False, text, x0, y0, x1, y1)
    row.sort(key=_left)
    cells = tuple(cells_of(row))
    figure = any(is_figure(cell) for cell in cells[1:])
    text = " ".join([run.text for run in row])
    tallest = max(row, key=_height)
    right = max([run.x1 for run in row])
    return Line(
        page, column, tuple(row), cells, figure, text, row[0].x0, tallest.y0, right, tallest.y1
    )


def _columns(runs: list[Run], depth: int) -> list[list[Run]]:
    """The page's parts in reading order; a table is one part, two columns of prose are two."""
    if len(runs) < 2 * _LEAST_COLUMN_LINES or depth > 3:
        return [runs]
    left = min(run.x0 for run in runs)
    width = max(run.x1 for run in runs) - left
    starts = Counter(
        round(run.x0 / 2) * 2 for run in runs if 0.2 * width < run.x0 - left < 0.8 * width
    )
    for start, count in starts.most_common(_MOST_CANDIDATES):
        if count < _LEAST_COLUMN_LINES:
            break
        there = [run for run in runs if abs(run.x0 - start) < 3]
        if sum(run.text.count(" ") + 1 for run in there) < _COLUMN_WORDS * len(there):
            continue
        parts = _split(runs, start, depth)
        if parts:
            return parts
    return [runs]


def _split(runs: list[Run], start: float, depth: int) -> list[list[Run]] | None:
    """Cut at the blank left of where a column starts; None where there are no columns.

    What reaches over the blank, or stands in it, parts the columns above it from those below.
    """
    ends = sorted([run.x1 for run in runs if run.x1 < start])
    if not ends:
        return None
    edge = ends[len(ends) * 9 // 10]
    crossing = sorted(
        [run for run in runs if run.x0 < start - 3 and run.x1 > edge + 3], key=_middle
    )
    tops = [run.y0 for run in crossing]
    bands: list[list[Run]] = [[] for _ in range(len(crossing) + 1)]
    for run in runs:
        if not (run.x0 < start - 3 and run.x1 > edge + 3):
            bands[bisect_left(tops, (run.y0 + run.y1) / 2)].append(run)
    parts: list[list[Run]] = [[]]
    found = False
    for row, band in enumerate(bands):
        first = [run for run in band if run.x0 < start - 3]
        second = [run for run in band if run.x0 >= start - 3]
        if _are_columns(first, second):
            found = True
            parts += [*_columns(first, depth + 1), *_columns(second, depth + 1), []]
        else:
            parts[-1].extend(band)
        if row < len(crossing):
            parts[-1].append(crossing[row])
    return [part for part in parts if part] if found else None


def _are_columns(first: list[Run], second: list[Run]) -> bool:
    return all(_is_prose(side) for side in (first, second)) and _are_alike(first, second)


def _is_prose(runs: list[Run]) -> bool:
    if len(runs) < _LEAST_COLUMN_LINES:
        return False
    words = sum(run.text.count(" ") + 1 for run in runs) / len(runs)
    letters = sum(sum(map(str.isalpha, run.text)) for run in runs)
    characters = sum(len(run.text) for run in runs)
    left, right = min(run.x0 for run in runs), max(run.x1 for run in runs)
    fill = median((run.x1 - left) / max(right - left, 1.0) for run in runs)
    return words >= _COLUMN_WORDS and letters > 0.6 * characters and fill >= _COLUMN_FILL


def _are_alike(first: list[Run], second: list[Run]) -> bool:
    one, other = (
        max(run.x1 for run in side) - min(run.x0 for run in side) for side in (first, second)
    )
    return 0.4 < one / max(other, 1.0) < 2.5
