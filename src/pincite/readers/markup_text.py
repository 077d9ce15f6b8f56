"""Where the text nodes of a parsed page stand in its source.

The parser keeps no positions. A scan of the source gives its text without tags, references
decoded, with a map back; the nodes of the tree are then found in it one after the other. A node
counts as found only where all of its characters agree, so a position is exact or absent (as it is
for text that the parser moves, such as words between the rows of a table).
"""

from __future__ import annotations

import re
from html import unescape

from pincite.readers.runs import Piece, Runs
from pincite.readers.tags import RAW, tags_of

__all__ = ["MarkupText"]

_REFERENCE = re.compile(
    r"&(?:\#[0-9]{1,1000}+;?|\#[xX][0-9a-fA-F]{1,1000}+;?|[a-zA-Z][^\t\n\f <&#;]{1,31}+;?)"
)
_BLANK = re.compile(r"[ \t\n\f\r]*+")
_UNIQUE_FROM = 20
_MAX_SEARCHES = 100


class MarkupText:
    """The text of a source without its tags, and how far the tree's nodes were found in it.

    Args:
        source: The page's characters.
    """

    def __init__(self, source: str) -> None:
        self._source = source
        self._runs = Runs()
        self._texts: list[str] = []
        self._scan()
        self._text = "".join(self._texts)
        self._at = 0
        self._lost = False
        self._searches = 0

    def _scan(self) -> None:
        start = templates = 0
        raw = False
        for tag in tags_of(self._source):
            if not templates and raw:
                self._copy(start, tag.start)
            elif not templates:
                self._decode(start, tag.start)
            start, raw = tag.end, tag.name in RAW and not tag.closes
            if tag.name == "template":
                templates = max(templates + (-1 if tag.closes else 1), 0)
        if not templates and raw:
            self._copy(start, len(self._source))
        elif not templates:
            self._decode(start, len(self._source))

    def _copy(self, start: int, end: int) -> None:
        if start >= end:
            return
        piece = Piece(self._source[start:end], start, end)
        self._texts.append(piece.text)
        self._runs.append(piece)

    def _decode(self, start: int, end: int) -> None:
        if self._source.find("&", start, end) < 0:
            self._copy(start, end)
            return
        for match in _REFERENCE.finditer(self._source, start, end):
            decoded = unescape(match[0])
            if decoded != match[0]:
                self._copy(start, match.start())
                self._texts.append(decoded)
                self._runs.append(Piece(decoded, match.start(), match.end()))
                start = match.end()
        self._copy(start, end)

    def find(self, node: str) -> int | None:
        """Where the next node's text starts in this text; None where it is not certain.

        Nodes are to be given in document order, hidden ones too.
        """
        if not self._lost:
            blank = _BLANK.match(self._text, self._at)
            last = blank.end() if blank else self._at
            inner = _BLANK.match(node)
            start = last - (inner.end() if inner else 0)
            for at in (self._at, max(start, self._at)):
                if self._text.startswith(node, at):
                    self._at = at + len(node)
                    return at
        if not node.strip():
            return None
        self._lost = True
        if len(node) < _UNIQUE_FROM or self._searches >= _MAX_SEARCHES:
            return None
        self._searches += 1
        at = self._text.find(node, self._at)
        if at < 0 or self._text.find(node, at + 1) >= 0:
            return None
        self._lost = False
        self._at = at + len(node)
        return at

    def pieces(self, at: int, text: str, place: int) -> list[Piece]:
        """A stretch of this text as pieces with positions in the source."""
        return self._runs.cut(at, text, place)
