"""Which head belongs to which cell of a table, with cells over several columns and rows."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice

__all__ = ["CELL_SEPARATOR", "Row", "Table"]

CELL_SEPARATOR = " | "
"""What parts the cells of a row in the canonical text; it has no place in the source."""


_MOST_COLUMNS = 1000
"""As in browsers. A cell further right reaches into no row below."""
_MOST_ROWS = 65_534
_MOST_HEADS = 20
"""Rows at the start that are heads; what follows has them as its context."""
_MOST_ABOVE = 100
"""Cells of rows above that are a row's context."""


@dataclass(frozen=True, slots=True)
class Row:
    """A row that is complete.

    Attributes:
        first: Whether it is the table's first.
        head: Whether it is one of the table's head rows.
        context: The head of each cell that has text, then cells of rows above that reach into
            this one; empty where the table has no heads.
    """

    first: bool
    head: bool
    context: tuple[str, ...]


@dataclass(slots=True)
class _Cell:
    piece: int
    head: bool
    column: int
    columns: int
    rows: int
    text: str = ""


class Table:
    """One table, row by row.

    Attributes:
        in_row: Whether a row is open.
    """

    def __init__(self) -> None:
        self.in_row = False
        self._in_head = False
        self._cells: list[_Cell] = []
        self._heads: dict[int, list[str]] = {}
        self._head_rows = 0
        self._joined: dict[tuple[int, int], str] = {}
        self._row = 0
        self._reaching: dict[int, tuple[int, str]] = {}
        """For each column the last row that a cell above reaches, and the cell's text."""
        self._unchanged_until = 0
        self._above: tuple[str, ...] = ()
        self._has_rows = self._has_body = False

    def open_row(self, *, in_head: bool) -> None:
        """Start a row; `in_head` where the source says that it is one of heads."""
        self.in_row, self._in_head = True, in_head
        self._cells = []

    def open_cell(
        self, piece: int, *, head: bool, columns: str | None = None, rows: str | None = None
    ) -> None:
        """Start a cell.

        Args:
            piece: Index of its first piece.
            head: Whether it is a head of its column or row.
            columns: How many columns it spans, as the source says it.
            rows: How many rows it spans; 0 is all that follow.
        """
        column = self._cells[-1].column + self._cells[-1].columns if self._cells else 0
        while column in self._reaching:
            column += 1
        width = max(1, min(_number(columns), _MOST_COLUMNS - column))
        self._cells.append(_Cell(piece, head, column, width, _number(rows) or _MOST_ROWS))

    @property
    def cell_piece(self) -> int:
        """Index of the first piece of the open cell."""
        return self._cells[-1].piece if self._cells else 0

    def close_cell(self, text: str) -> None:
        """End a cell."""
        if self._cells:
            self._cells[-1].text = " ".join(text.split())

    def close_row(self) -> Row:
        """End a row."""
        self.in_row = False
        cells = [cell for cell in self._cells if cell.text]
        head = self._is_head(cells)
        context = () if head else self._context(cells)
        if head:
            self._add_heads(cells)
        self._has_body = not head
        self._reach()
        first, self._has_rows = not self._has_rows, True
        return Row(first, head, context)

    def _is_head(self, cells: list[_Cell]) -> bool:
        if self._in_head and self._has_body:
            return True
        stated = self._in_head or (
            not self._has_body and bool(cells) and all(c.head for c in cells)
        )
        return stated and self._head_rows < _MOST_HEADS

    def _add_heads(self, cells: list[_Cell]) -> None:
        """Add a row of heads; one below other rows starts anew."""
        if self._has_body:
            self._heads.clear()
            self._head_rows = 0
        self._head_rows += 1
        self._joined.clear()
        for cell in cells:
            for column in range(cell.column, cell.column + cell.columns):
                self._heads.setdefault(column, []).append(cell.text)

    def _context(self, cells: list[_Cell]) -> tuple[str, ...]:
        own = [self._head_of(cell) for cell in cells]
        return (*(own if any(own) else ()), *self._above)

    def _head_of(self, cell: _Cell) -> str:
        place = cell.column, cell.columns
        if place not in self._joined:
            texts: dict[str, None] = {}
            for column in range(cell.column, cell.column + cell.columns):
                texts |= dict.fromkeys(self._heads.get(column, ()))
            self._joined[place] = " ".join(texts)
        return self._joined[place]

    def _reach(self) -> None:
        """Go to the next row: note which cells reach into it, where that changes."""
        self._row += 1
        fresh = {
            column: (self._row + cell.rows - 2, "" if self._in_head else cell.text)
            for cell in self._cells
            if cell.rows > 1 and cell.column < _MOST_COLUMNS
            for column in range(cell.column, cell.column + cell.columns)
        }
        if not fresh and self._row <= self._unchanged_until:
            return
        reaching = (self._reaching | fresh).items()
        self._reaching = {
            column: (last, text) for column, (last, text) in reaching if last >= self._row
        }
        self._unchanged_until = min(
            [last for last, _ in self._reaching.values()], default=_MOST_ROWS
        )
        above = dict.fromkeys([text for _, text in self._reaching.values() if text])
        self._above = tuple(islice(above, _MOST_ABOVE))


def _number(stated: str | None) -> int:
    text = (stated or "1").strip()
    return min(int(text), _MOST_ROWS) if text.isascii() and text.isdigit() and len(text) < 9 else 1
