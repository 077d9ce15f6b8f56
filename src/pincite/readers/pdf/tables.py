"""Which lines are rows of a table, where its cells are, and which heads stand over them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

from pincite.readers.pdf.cells import OPENERS, Cell, is_figure, text_of
from pincite.readers.pdf.lines import Line
from pincite.readers.pdf.runs import Run

__all__ = ["Row", "Table", "heads_above", "read_table", "table_at"]

_MARKER = re.compile(
    r"[•·▪▫■□◦●○‣⁃–—*☐☒☑➢✓o-]|\(?(?:\d{1,3}|[A-Za-z]|[ivxIVX]{1,5})[.)]|\d{1,2}(?:\.\d{1,3}){1,3}\.?"
    r"|(?:item|part|note|article|section)\s\w{1,4}[.:]?",
    re.IGNORECASE,
)
_MOST_HEADS = 5
_MOST_LABELS = 2
"""Lines without cells that may follow each other inside a table."""
_ALIGNED_POINTS = 3.0
_LABEL_CHARACTERS = 120


@dataclass(slots=True)
class Row:
    """One row: its cells from left to right, each of one or more runs in reading order."""

    cells: list[Cell]

    @property
    def y1(self) -> float:
        """Its lower end."""
        return max(cell[-1].y1 for cell in self.cells)


@dataclass(slots=True)
class Table:
    """Rows with the heads of their cells.

    Attributes:
        rows: From top to bottom.
        heads: How many of the first rows are its head.
        contexts: For each row the heads of its cells but the first.
    """

    rows: list[Row]
    heads: int
    contexts: list[tuple[str, ...]]


def table_at(lines: Sequence[Line], start: int) -> int:
    """Where the table that starts at a line ends; `start` where none does.

    A line with a figure in a cell is a row. One without is a row next to a line whose cells stand
    below or above its own. Labels between rows belong to the table.

    Args:
        lines: Of one column, from top to bottom.
        start: Index of a line.
    """
    if not _is_row(lines, start):
        return start
    end = start + 1
    labels = 0
    for at in range(start + 1, len(lines)):
        before, line = lines[at - 1], lines[at]
        if line.y0 - before.y0 > 4 * before.size or line.y0 < before.y0:
            break
        if _is_row(lines, at):
            if _starts_anew(lines, start, at):
                break
            end, labels = at + 1, 0
        else:
            labels += 1
            if labels > _MOST_LABELS or len(line.text) > _LABEL_CHARACTERS:
                break
    while end < len(lines) and _is_wrapped(lines[end - 1], lines[end]):
        end += 1
    return end


def read_table(lines: Sequence[Line]) -> Table:
    """The rows, heads and contexts of a table's lines."""
    rows = _rows(lines)
    heads = _count_heads(rows)
    columns = _columns(rows[heads:])
    names = [_name(column, columns, rows[:heads]) for column in columns]
    contexts: list[tuple[str, ...]] = [()] * heads
    for row in rows[heads:]:
        found: list[str] = []
        for cell in row.cells[1:] if heads else ():
            name = names[_nearest(cell, columns)]
            if name and name not in found:
                found.append(name)
        contexts.append(tuple(found))
    return Table(rows, heads, contexts)


def heads_above(lines: Sequence[Line], start: int, end: int, floor: int) -> int:
    """The first of the lines over a table that stand over its figures.

    Args:
        lines: Of one column.
        start: Where the table starts.
        end: Where it ends.
        floor: The first line that may be one.
    """
    left = min(line.x0 for line in lines[start:end])
    right = max(line.x1 for line in lines[start:end])
    while start > floor:
        line, below = lines[start - 1], lines[start]
        beside = line.x0 > left + 0.3 * (right - left) and line.x1 < right + 0.1 * (right - left)
        if (
            not (beside or len(line.cells) > 1)
            or below.y0 - line.y0 > 2 * line.size
            or len(line.text) > _LABEL_CHARACTERS
            or line.text.endswith((".", ":", ";"))
        ):
            break
        start -= 1
    return start


def _is_row(lines: Sequence[Line], at: int) -> bool:
    line = lines[at]
    if len(line.cells) < 2:
        return False
    if line.has_figure:
        return True
    if len(line.cells) == 2 and _MARKER.fullmatch(text_of(line.cells[0])):
        return False
    return any(
        _is_aligned(line, lines[other])
        for other in (at - 1, at + 1)
        if 0 <= other < len(lines) and abs(lines[other].y0 - line.y0) < 3 * line.size
    )


def _is_wrapped(before: Line, line: Line) -> bool:
    """Whether a line is the rest of one cell of the line before."""
    if len(line.runs) > 1 or not line.text[0].islower() or line.y0 - before.y0 > 1.4 * line.size:
        return False
    first = line.runs[0].first
    return any(0 <= first - run.first - len(run.text) <= 4 for run in before.runs)


def _is_aligned(line: Line, other: Line) -> bool:
    """Whether a cell stands over or under one of another line, whose first is a label."""
    for cell in other.cells[1:]:
        x0, x1 = cell[0].x0, cell[-1].x1
        for mine in line.cells[1:] if line.x0 < x0 - 3 * line.size else line.cells:
            left, right = mine[0].x0, mine[-1].x1
            gaps = (left - x0, right - x1, (left + right - x0 - x1) / 2)
            if min(map(abs, gaps)) < _ALIGNED_POINTS:
                return True
            if other.has_figure and min(right, x1) - max(left, x0) > 0.5 * min(
                right - left, x1 - x0
            ):
                return True
    return False


def _starts_anew(lines: Sequence[Line], start: int, at: int) -> bool:
    """Whether a row without figures, after a wide gap, is the head of another table."""
    pitches = [b.y0 - a.y0 for a, b in zip(lines[start:at], lines[start + 1 : at], strict=False)]
    if len(pitches) < 2 or any(is_figure(cell) for cell in lines[at].cells[1:]):
        return False
    return lines[at].y0 - lines[at - 1].y0 > 1.4 * median(pitches)


def _rows(lines: Sequence[Line]) -> list[Row]:
    rows: list[Row] = []
    runs = [run for line in lines for run in line.runs]
    for line in lines:
        cells = list(line.cells) or [list(line.runs)]
        if not rows or not _extend(rows[-1], cells, runs):
            rows.append(Row(cells))
    return rows


def _extend(row: Row, cells: list[Cell], runs: Cell) -> bool:
    """Add a line to a row if it holds the rest of a cell that took more than one line."""
    pairs: list[tuple[int, Cell]] = []
    proof = False
    for cell in cells:
        place = _above(row, cell)
        if place is None:
            pairs.append((-1, cell))
            continue
        above = row.cells[place][-1]
        distance = cell[0].first - above.first - len(above.text)
        if not 0 <= distance <= 4 or cell[0].y0 - above.y0 > 1.6 * (above.y1 - above.y0):
            return False
        proof = proof or _is_rest(above, cell[0], runs)
        pairs.append((place, cell))
    if not proof:
        return False
    fresh = [cell for place, cell in pairs if place < 0]
    for place, cell in pairs:
        if place >= 0:
            row.cells[place].extend(cell)
    row.cells = sorted([*row.cells, *fresh], key=lambda cell: cell[0].x0)
    return True


def _above(row: Row, cell: Cell) -> int | None:
    for place, other in enumerate(row.cells):
        left, right = other[0].x0, other[0].x1
        if len(other) > 1:
            left, right = min([run.x0 for run in other]), max([run.x1 for run in other])
        if left < cell[-1].x1 and cell[0].x0 < right:
            return place
    return None


def _is_rest(above: Run, below: Run, runs: Cell) -> bool:
    """Whether the upper run's cell had no room for the first word of the lower one."""
    if above.text.strip() in OPENERS:
        return True
    if above.text.rstrip().endswith((":", ".")) or is_figure([above]):
        return False
    if below.text[:1].islower() or above.text.rstrip().endswith((",", ";", "&", "-", "–", "—")):
        return True
    edge = max(
        run.x1 for run in runs if run.x0 < above.x1 and above.x0 < run.x1 and not is_figure([run])
    )
    advance = (above.x1 - above.x0) / len(above.text)
    return above.x1 + advance * (len(below.text.split(" ", 1)[0]) + 1) > edge


def _count_heads(rows: Sequence[Row]) -> int:
    """How many rows stand over the first with a figure; a label over its rows is not one."""
    figures = [any(is_figure(cell) for cell in row.cells[1:]) for row in rows]
    if sum(figures) < 2:
        return 0
    first = figures.index(True)
    if first > _MOST_HEADS:
        return 0
    columns = _columns([row for row, has in zip(rows, figures, strict=True) if has])
    while first and len(rows[first - 1].cells) == 1:
        runs = rows[first - 1].cells[0]
        if any(x0 < runs[-1].x1 and runs[0].x0 < x1 for x0, x1 in columns):
            break
        first -= 1
    return first


def _columns(rows: Sequence[Row]) -> list[tuple[float, float]]:
    """Left and right ends of the columns that hold the cells but the first of each row."""
    spans = sorted(
        (cell[0].x0, max([run.x1 for run in cell])) for row in rows for cell in row.cells[1:]
    )
    columns: list[tuple[float, float]] = []
    for x0, x1 in spans:
        if columns and x0 < columns[-1][1]:
            columns[-1] = (columns[-1][0], max(columns[-1][1], x1))
        else:
            columns.append((x0, x1))
    return columns


def _nearest(cell: Cell, columns: Sequence[tuple[float, float]]) -> int:
    middle = (cell[0].x0 + cell[-1].x1) / 2
    gaps = [max(x0 - middle, middle - x1, 0.0) for x0, x1 in columns]
    return gaps.index(min(gaps))


def _name(
    column: tuple[float, float], columns: Sequence[tuple[float, float]], heads: Sequence[Row]
) -> str:
    """What stands over a column.

    A head belongs to the columns it stands over, or to the nearest. Where a row of heads above
    the last one leaves a column out, its neighbour's head spans it.
    """
    parts: list[str] = []
    for number, row in enumerate(heads):
        over = [cell for cell in row.cells if column in _under(cell, columns, row)]
        if not over and len(row.cells) > 1 and number + 1 < len(heads):
            near = [cell for cell in row.cells if _under(cell, columns, row)]
            gaps = [max(cell[0].x0 - column[1], column[0] - cell[-1].x1) for cell in near]
            over = [
                cell
                for cell, gap in zip(near, gaps, strict=True)
                if gap == min(gaps) < column[1] - column[0]
            ]
        parts.extend(map(text_of, over))
    return " ".join(parts)


def _under(
    cell: Cell, columns: Sequence[tuple[float, float]], row: Row
) -> list[tuple[float, float]]:
    """The columns that a head stands over; the nearest where it stands between two."""
    x0, x1 = cell[0].x0, max(run.x1 for run in cell)
    under = [column for column in columns if column[0] < x1 and x0 < column[1]]
    if not under and len(row.cells) > 1 and x0 > columns[0][0] - 40:
        return [columns[_nearest(cell, columns)]]
    return under
