"""CSV and TSV → Document: a row a unit, each character with its place in the source.

The delimiter is the one that parts the first row into most cells, of comma, semicolon and tab.
The first row heads the columns unless one of its cells is a number. Cells are parted by a bar.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from pincite.readers.decoding import decode
from pincite.readers.draft import About, Draft
from pincite.readers.limits import check_characters
from pincite.readers.parts import Parts, column_name
from pincite.readers.runs import Piece
from pincite.readers.settings import ReadSettings
from pincite.readers.tables import CELL_SEPARATOR
from pincite.records import BlockKind, Document

__all__ = ["Cell", "delimiter_of", "is_head", "read_delimited", "rows"]

READER = "csv/1"

_DELIMITERS = {"text/csv": ",;\t", "text/tab-separated-values": "\t"}
_NUMBER = re.compile(r"[-+(]?[$€£¥]?\s*+[\d.,\s]*+\d[\d.,\s]*+[%)]?")

Cell = list[Piece]
"""Pieces of a cell, in order and next to each other."""


def read_delimited(data: bytes, *, about: About, settings: ReadSettings) -> Document:
    """Read rows of cells.

    Args:
        data: The whole source.
        about: What is known of it; `media_type` decides between comma and tab.
        settings: `encoding`, `max_characters`.

    Raises:
        DocumentError: With reason `encoding`, `binary` or `empty`.
        LimitError: On a text that is too long.
    """
    source = decode(data, name=about.title, declared=about.charset or settings.encoding)
    check_characters(len(source.text), settings.max_characters)
    draft, parts = Draft(settings.max_characters, list(source.warnings)), Parts()
    heads: list[str] = []
    delimiters = _DELIMITERS.get(about.media_type, ",")
    first = True
    for number, cells in enumerate(rows(source.text, delimiter_of(source.text, delimiters)), 1):
        texts = ["".join(piece.text for piece in cell).strip() for cell in cells]
        shown = [column for column, text in enumerate(texts) if text]
        if not shown:
            continue
        head = first and is_head(texts)
        pieces: list[Piece] = []
        for column in shown:
            place = parts.add(f"{column_name(column)}{number}")
            between = [Piece(CELL_SEPARATOR, place=place)] if pieces else []
            pieces += [*between, *(piece._replace(place=place) for piece in cells[column])]
        context = tuple(heads[column] if column < len(heads) else "" for column in shown)
        draft.add(
            BlockKind.TABLE_ROW,
            pieces,
            context=context if any(context) else (),
            head=head,
            tight=not first,
        )
        heads = texts if head else heads
        first = False
    return draft.document(
        data, about=about, reader=READER, settings=settings, source=source, places=parts
    )


def is_head(texts: Sequence[str]) -> bool:
    """Whether the cells of a first row head their columns: several, and no number among them."""
    return sum(map(bool, texts)) > 1 and not any(map(_NUMBER.fullmatch, texts))


def delimiter_of(text: str, candidates: str) -> str:
    """The candidate that parts the first row into most cells; the first of equals."""
    return max(candidates, key=lambda mark: len(next(rows(text, mark), [])))


def rows(text: str, delimiter: str) -> Iterator[list[Cell]]:
    """The rows of a text, RFC 4180: quoted cells may hold delimiters, line ends and `""`."""
    quoted = re.compile(r'"((?:[^"]|"")*+)(?:"|\Z)')
    plain = re.compile(f"[^\n{delimiter}]*+")
    row: list[Cell] = []
    at = 0
    while at < len(text):
        cell: Cell = []
        if match := quoted.match(text, at):
            start = at + 1
            for double in re.finditer('""', match[1]):
                stop = at + 1 + double.start()
                cell += [Piece(text[start:stop], start, stop), Piece('"', stop, stop + 2)]
                start = stop + 2
            cell.append(Piece(text[start : match.end(1)], start, match.end(1)))
            at = match.end()
        if (match := plain.match(text, at)) and match[0]:
            cell.append(Piece(match[0], at, match.end()))
            at = match.end()
        row.append(cell)
        if text[at : at + 1] == delimiter:
            at += 1
            if at < len(text):
                continue
            row.append([])
        at += 1
        yield row
        row = []
    if row:
        yield row
