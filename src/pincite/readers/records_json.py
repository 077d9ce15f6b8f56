"""JSON and JSONL of records with a text field → Document: a title and paragraphs a record.

A record is an object with one of the fields in the setting `text_fields`, or a string; a JSON file
holds one, a list of them, or an object with a list of them. Every character leads to its place in
the string literal that it was written in.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

from pincite.errors import DocumentError, LimitError
from pincite.readers.decoding import SourceText, decode
from pincite.readers.draft import About, Draft
from pincite.readers.limits import check_characters
from pincite.readers.parts import Parts
from pincite.readers.plain import PARAGRAPH
from pincite.readers.runs import Piece, Runs
from pincite.readers.settings import ReadSettings
from pincite.records import BlockKind, Document

__all__ = ["read_records"]

READER = "json/1"

_TITLES = ("title", "heading", "name")
_LITERAL = re.compile(r'"(?:[^"\\]++|\\.)*+"', re.DOTALL)
_COLON = re.compile(r"\s*+:\s*+")
_ESCAPE = re.compile(r"\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}"
                     r"|\\u[0-9a-fA-F]{4}|\\.")  # fmt: skip


def read_records(data: bytes, *, about: About, settings: ReadSettings) -> Document:
    """Read records.

    Args:
        data: The whole source.
        about: What is known of it; `media_type` decides between JSON and JSONL.
        settings: `encoding`, `text_fields`, `max_characters`.

    Raises:
        DocumentError: With reason `encoding`, `binary`, `damaged`, `unsupported` or `empty`.
        LimitError: On a text that is too long or nested too deep.
    """
    source = decode(data, name=about.title, declared=about.charset or settings.encoding)
    check_characters(len(source.text), settings.max_characters)
    draft = Draft(settings.max_characters, list(source.warnings))
    parts = Parts()
    lines = about.media_type == "application/jsonl"
    stretches = _lines(source.text) if lines else iter([(0, source.text)])
    count = skipped = 0
    for start, stretch in stretches:
        value = _load(stretch, source, start, about.title, settings)
        literals = _Literals(source.text, start)
        for record in _records(value, settings.text_fields):
            count += 1
            place = parts.add(f"record {count}")
            skipped += not _add(record, literals, place, draft, settings.text_fields)
    if count == skipped:
        raise DocumentError(
            f"{about.title!r} has no record with a field {' or '.join(settings.text_fields)}",
            name=about.title,
            reason="unsupported",
            remedy="name the field that holds the text with the setting 'text_fields'",
        )
    if skipped:
        draft.warnings.append(f"{skipped} of {count} records have no text field and were not read")
    return draft.document(
        data, about=about, reader=READER, settings=settings, source=source, places=parts
    )


def _lines(text: str) -> Iterator[tuple[int, str]]:
    for match in re.finditer(r"[^\n]*\S[^\n]*", text):
        yield match.start(), match[0]


def _load(
    stretch: str, source: SourceText, start: int, name: str, settings: ReadSettings
) -> object:
    try:
        value: object = json.loads(stretch)
    except ValueError as error:
        at = error.pos if isinstance(error, json.JSONDecodeError) else 0
        line, column = source.line_column(start + at)
        raise DocumentError(
            f"{name!r} is not valid JSON at line {line}, column {column}: {error}",
            name=name,
            reason="damaged",
            remedy="correct that line, or give the file as plain text",
        ) from error
    except RecursionError as error:
        raise LimitError(
            f"{name!r} is nested too deep",
            limit="max_depth",
            value=settings.max_depth + 1,
            maximum=settings.max_depth,
        ) from error
    return value


def _records(value: object, fields: tuple[str, ...]) -> Iterator[object]:
    """The records of a value: of a list, or of the one list of objects in an object."""
    if isinstance(value, dict) and not any(isinstance(value.get(key), str) for key in fields):
        lists = [
            inner
            for inner in value.values()
            if isinstance(inner, list) and inner and all(isinstance(row, dict) for row in inner)
        ]
        if len(lists) == 1:
            value = lists[0]
    yield from value if isinstance(value, list) else (value,)


def _add(
    record: object, literals: _Literals, place: int, draft: Draft, fields: tuple[str, ...]
) -> bool:
    """Add a record's title and paragraphs; False where it has no text."""
    found: list[tuple[BlockKind, str | None]] = []
    if isinstance(record, str):
        found.append((BlockKind.PARAGRAPH, None))
    elif isinstance(record, dict):
        title = next((key for key in _TITLES if isinstance(record.get(key), str)), None)
        text = next((key for key in fields if isinstance(record.get(key), str)), None)
        if text is None:
            return False
        found += [(BlockKind.HEADING, title)] if title else []
        found.append((BlockKind.PARAGRAPH, text))
    for kind, key in found:
        value = record[key] if isinstance(record, dict) else record
        for pieces in literals.paragraphs(key, str(value), place):
            draft.add(kind, pieces, level=1 if kind is BlockKind.HEADING else 0)
    literals.next_record()
    return bool(found)


class _Literals:
    """The string literals of one JSON text, in order, record by record.

    Args:
        text: The whole source.
        start: Where the JSON text starts.
    """

    def __init__(self, text: str, start: int) -> None:
        self._text = text
        self._start = self._after = start

    def next_record(self) -> None:
        """What was found belongs to a record that is done."""
        self._start = self._after

    def paragraphs(self, key: str | None, value: str, place: int) -> Iterator[list[Piece]]:
        """The paragraphs of a field's value, in pieces.

        Args:
            key: The field; None where the record is the string itself.
            value: What the field holds.
            place: Of the pieces.
        """
        runs = Runs()
        texts: list[str] = []
        start, end = self._find(key, value)
        for piece in _decoded(self._text, start, end):
            runs.append(piece)
            texts.append(piece.text)
        text = "".join(texts)
        for match in PARAGRAPH.finditer(text):
            yield runs.cut(match.start(), match[0], place)

    def _find(self, key: str | None, value: str) -> tuple[int, int]:
        """The inside of the literal that holds the value."""
        for match in _LITERAL.finditer(self._text, self._start):
            if key is not None:
                colon = _COLON.match(self._text, match.end())
                if colon is None or json.loads(match[0]) != key:
                    continue
                held = _LITERAL.match(self._text, colon.end())
                match = held or match  # noqa: PLW2901
            if json.loads(match[0]) == value:
                self._after = max(self._after, match.end())
                return match.start() + 1, match.end() - 1
        return 0, 0


def _decoded(text: str, start: int, end: int) -> Iterator[Piece]:
    """The characters of a literal; line ends are folded to line feeds."""
    for escape in _ESCAPE.finditer(text, start, end):
        yield Piece(text[start : escape.start()], start, escape.start())
        shown = json.loads(f'"{escape[0]}"')
        if shown == "\r":
            shown = "" if text.startswith("\\n", escape.end()) else "\n"
        yield Piece(shown, escape.start(), escape.end())
        start = escape.end()
    yield Piece(text[start:end], start, end)
