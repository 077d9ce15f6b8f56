"""Which head belongs to which cell of a table, with cells over several columns and rows."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["CELL_SEPARATOR", "Row", "Table"]

CELL_SEPARATOR = " | "
"""What parts the cells of a row in the canonical text; it has no place in the source."""


_MOST_COLUMNS = 1000
_MOST_ROWS = 65_534


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
        self._reaching: dict[int, tuple[int, str]] = {}
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
        head = self._in_head or (not self._has_body and bool(cells) and all(c.head for c in cells))
        context = () if head else self._context(cells)
        self._has_body = self._has_body or not head
        for cell in cells if head else ():
            for column in range(cell.column, cell.column + cell.columns):
                self._heads.setdefault(column, []).append(cell.text)
        self._reach()
        first, self._has_rows = not self._has_rows, True
        return Row(first, head, context)

    def _context(self, cells: list[_Cell]) -> tuple[str, ...]:
        own = [self._head_of(cell) for cell in cells]
        above = dict.fromkeys(text for _, text in self._reaching.values() if text)
        return (*(own if any(own) else ()), *above)

    def _head_of(self, cell: _Cell) -> str:
        texts: dict[str, None] = {}
        for column in range(cell.column, cell.column + cell.columns):
            texts |= dict.fromkeys(self._heads.get(column, ()))
        return " ".join(texts)

    def _reach(self) -> None:
        left = {
            column: (rows - 1, text) for column, (rows, text) in self._reaching.items() if rows > 1
        }
        for cell in self._cells:
            if cell.rows > 1:
                for column in range(cell.column, cell.column + cell.columns):
                    left[column] = (cell.rows - 1, "" if self._in_head else cell.text)
        self._reaching = left


def _number(stated: str | None) -> int:
    text = (stated or "1").strip()
    return min(int(text), _MOST_ROWS) if text.isascii() and text.isdigit() and len(text) < 9 else 1
