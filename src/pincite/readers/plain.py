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

__all__ = ["PARAGRAPH", "read_plain"]

READER = "plain/1"

PARAGRAPH = re.compile(r"\S[^\n\f]*+(?:\n(?![^\S\n]*+(?:\n|\Z))[^\n\f]*+)*+")


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
    warnings = source.warnings
    text = clean(source.text, warnings)
    runs = Runs()
    runs.append(Piece(text, 0, len(text)))
    blocks = [
        Block(BlockKind.PARAGRAPH, match.start(), match.start() + len(match[0].rstrip()))
        for match in PARAGRAPH.finditer(text)
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
