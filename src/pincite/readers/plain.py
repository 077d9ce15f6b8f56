"""Plain text → Document: the canonical text is the source's own, with its line ends folded.

So a position in a text without carriage returns is the same position in its document. Paragraphs
are parted by blank lines or form feeds; single line ends inside them stay.
"""

from __future__ import annotations

import re

from pincite.readers.decoding import clean, decode
from pincite.readers.draft import About, make_document
from pincite.readers.limits import check_characters
from pincite.readers.runs import Piece, RunMap, Runs
from pincite.readers.settings import ReadSettings
from pincite.records import Block, BlockKind, Document

__all__ = ["read_plain"]

READER = "plain/1"

_LINE_END = re.compile(r"\r\n?")
_PARAGRAPH = re.compile(r"\S[^\n\f]*+(?:\n(?![^\S\n]*+(?:\n|\Z))[^\n\f]*+)*+")


def read_plain(data: bytes, *, about: About, settings: ReadSettings) -> Document:
    """Read plain text.

    Args:
        data: The whole source.
        about: What is known of it.
        settings: `encoding`, `max_characters`.

    Raises:
        DocumentError: With reason `encoding`, `binary` or `empty`.
        LimitError: On a text that is too long.
    """
    source = decode(data, name=about.title, declared=about.charset or settings.encoding)
    check_characters(len(source.text), settings.max_characters)
    warnings: list[str] = []
    text, runs = _fold_lines(clean(source.text, warnings))
    blocks = [
        Block(BlockKind.PARAGRAPH, match.start(), match.start() + len(match[0].rstrip()))
        for match in _PARAGRAPH.finditer(text)
    ]
    return make_document(
        data,
        about=about,
        reader=READER,
        settings=settings,
        text=text,
        blocks=blocks,
        runs=RunMap(runs, source=source),
        warnings=warnings,
    )


def _fold_lines(text: str) -> tuple[str, Runs]:
    runs, start = Runs(), 0
    for match in _LINE_END.finditer(text):
        runs.append(Piece(text[start : match.start()], start, match.start()))
        runs.append(Piece("\n", match.start(), match.end()))
        start = match.end()
    runs.append(Piece(text[start:], start, len(text)))
    return _LINE_END.sub("\n", text), runs
