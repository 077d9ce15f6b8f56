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

__all__ = ["MarkupText", "nesting"]

_TAG = r"""<(?P<close>/?)(?P<name>[a-zA-Z][^\s/>]*+)
    (?:[^>"'=]++|=\s*+"[^"]*+"|=\s*+'[^']*+'|=|["'])*+>"""
_MARKUP = re.compile(
    rf"<!--(?:-?>|(?:(?!--!?>).)*+(?:--!?>|\Z))|{_TAG}|</?[a-zA-Z][^>]*+\Z|<[!?/][^>]*+(?:>|\Z)",
    re.VERBOSE | re.DOTALL,
)
_REFERENCE = re.compile(
    r"&(?:\#[0-9]{1,1000}+;?|\#[xX][0-9a-fA-F]{1,1000}+;?|[a-zA-Z][^\t\n\f <&#;]{1,31}+;?)"
)
_RAW = frozenset({"script", "style", "xmp", "iframe", "noembed", "noframes"})
_ESCAPABLE = frozenset({"title", "textarea"})
_END_OF = {name: re.compile(rf"</{name}(?=[\s/>])", re.IGNORECASE) for name in _RAW | _ESCAPABLE}
_FLAT = frozenset(
    """html head body p li dt dd tr td th thead tbody tfoot colgroup option optgroup rt rp area
    base br col embed hr img input link meta source track wbr param a b big code em font i nobr
    s small strike strong tt u""".split()
)
_BLANK = re.compile(r"[ \t\n\f\r]*+")
_UNIQUE_FROM = 20
_MAX_SEARCHES = 100


def nesting(source: str) -> int:
    """An upper estimate of how deep the elements of a page nest, without building them.

    Elements whose end tag may be left out, and those that have none, are not counted.
    """
    deepest = depth = 0
    open_of: dict[str, int] = {}
    for match in _MARKUP.finditer(source):
        name = (match["name"] or "").lower()
        if not name or name in _FLAT:
            continue
        if not match["close"]:
            depth += 1
            deepest = max(deepest, depth)
            open_of[name] = open_of.get(name, 0) + 1
        elif open_of.get(name):
            depth -= 1
            open_of[name] -= 1
    return deepest


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
        start, source = 0, self._source
        templates = 0
        while match := _MARKUP.search(source, start):
            name = (match["name"] or "").lower()
            if not templates:
                self._decode(start, match.start())
            start = match.end()
            if name == "template":
                templates = max(templates + (-1 if match["close"] else 1), 0)
            elif name == "plaintext" and not match["close"]:
                self._copy(start, len(source))
                return
            elif name in _END_OF and not match["close"]:
                found = _END_OF[name].search(source, start)
                end = found.start() if found else len(source)
                if not templates and name in _RAW:
                    self._copy(start, end)
                elif not templates:
                    self._decode(start, end)
                start = end
        if not templates:
            self._decode(start, len(source))

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
