"""Spans of text and what they are in other units; knows no documents.

All positions are half-open and count Unicode code points, as Python's `str` does. Other systems
count UTF-8 bytes (Gemini) or UTF-16 code units (JavaScript, Java, .NET); `Offsets` converts.
"""

from __future__ import annotations

import re
import unicodedata
from array import array
from functools import lru_cache
from typing import NamedTuple

__all__ = ["WORD_JOINER", "Folded", "Offsets", "Span", "fold"]

WORD_JOINER = "\u2060"
"""Inserted after an opening character to keep source text from being read as a marker or tag."""

_STRIDE = 1024


class Span(NamedTuple):
    """A half-open range `[start, end)` of code points."""

    start: int
    end: int


class Offsets:
    """Converts code-point positions of one text to UTF-8 bytes and UTF-16 code units.

    Building is linear in the text and keeps two integers per 1,024 code points; a conversion
    then costs at most one stride. An ASCII text keeps nothing.

    Args:
        text: The text that positions refer to.

    Example:
        >>> offsets = Offsets("Café 🚲 sold")
        >>> offsets.byte(7), offsets.utf16(7)
        (11, 8)
    """

    __slots__ = ("_bytes", "_text", "_units")

    def __init__(self, text: str) -> None:
        self._text = text
        self._bytes = array("q", [0])
        self._units = array("q", [0])
        if text.isascii():
            return
        for start in range(0, len(text), _STRIDE):
            piece = text[start : start + _STRIDE]
            self._bytes.append(self._bytes[-1] + _byte_length(piece))
            self._units.append(self._units[-1] + _unit_length(piece))

    def byte(self, position: int) -> int:
        """The UTF-8 byte offset of a code-point position."""
        if len(self._bytes) == 1:
            return position
        stride = min(position // _STRIDE, len(self._bytes) - 1)
        return self._bytes[stride] + _byte_length(self._text[stride * _STRIDE : position])

    def utf16(self, position: int) -> int:
        """The UTF-16 code-unit offset of a code-point position."""
        if len(self._units) == 1:
            return position
        stride = min(position // _STRIDE, len(self._units) - 1)
        return self._units[stride] + _unit_length(self._text[stride * _STRIDE : position])


def _byte_length(piece: str) -> int:
    return len(piece.encode("utf-8", "surrogatepass"))


def _unit_length(piece: str) -> int:
    return len(piece.encode("utf-16-le", "surrogatepass")) // 2


class Folded:
    """A text without case and typography, with the way back to the original.

    Attributes:
        text: The folded text.
    """

    __slots__ = ("_ends", "_starts", "text")

    def __init__(self, text: str, starts: array[int], ends: array[int]) -> None:
        self.text = text
        self._starts = starts
        self._ends = ends

    def span(self, start: int, end: int) -> Span:
        """The span of the original that the folded span `[start, end)`, not empty, came from."""
        return Span(self._starts[start], self._ends[end - 1])


_DROPPED = "\u00ad\u200b\u200c\u200d\u2060\ufeff"
_SINGLE = "\u2018\u2019\u201a\u201b\u02bc\u2039\u203a`\u00b4"
_DOUBLE = "\u201c\u201d\u201e\u201f\u00ab\u00bb\u300c\u300d\u300e\u300f\u301d\u301e\u301f\uff02"
_DASHES = "\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe58\ufe63\uff0d"
_PLAIN_FORM = (
    dict.fromkeys(map(ord, _DROPPED))
    | dict.fromkeys(map(ord, _SINGLE), "'")
    | dict.fromkeys(map(ord, _DOUBLE), '"')
    | dict.fromkeys(map(ord, _DASHES), "-")
)
_MEANINGFUL_FORMS = ("<super>", "<sub>", "<fraction>")
_SPECIAL = re.compile(
    r"""
      (?<=[^\W\d_])-[ \t]*+\r?\n\s*+(?=[^\W\d_])   # a word broken at the end of a line
    | \s++[\u2012-\u2015]\s++ | (?<=\w)[\u2012-\u2015](?=\w) | \s++--?+\s++ | --++
    | (?![ ](?!\s))\s++
    | [`] | [^\x00-\x7f][\u0300-\u036f\u3099\u309a]*+ | [!-~][\u0300-\u036f]++
    """,
    re.VERBOSE,
)


def fold(text: str) -> Folded:
    """A text with case and typography taken out, for comparing quotations.

    Quotation marks, apostrophes and dashes of every family become `"`, `'` and `-`; white space
    becomes one blank; ligatures, full-width and composed forms become plain (NFKC); a word broken
    at a line's end is joined; soft hyphens, U+2060 and zero-width characters vanish. Superscripts
    and fractions stay what they are, so that 10² is not 102.

    Cost is linear; stretches of ASCII are copied whole. Memory is 8 bytes a character.

    Example:
        >>> folded = fold("İzmir ferry sails at nine.")
        >>> start = folded.text.index("ferry")
        >>> folded.span(start, start + len("ferry"))
        Span(start=6, end=11)
    """
    pieces: list[str] = []
    starts, ends = array("l"), array("l")
    read = 0
    for match in _SPECIAL.finditer(text):
        start, end = match.span()
        pieces.append(text[read:start].lower())
        starts.extend(range(read, start))
        ends.extend(range(read + 1, start + 1))
        plain = _plain(match[0])
        pieces.append(plain)
        starts.extend([start] * len(plain))
        ends.extend([end] * len(plain))
        read = end
    pieces.append(text[read:].lower())
    starts.extend(range(read, len(text)))
    ends.extend(range(read + 1, len(text) + 1))
    return Folded("".join(pieces), starts, ends)


@lru_cache(maxsize=4096)
def _plain(piece: str) -> str:
    if piece.isspace():
        return " "
    bare = piece.strip()
    if not bare.strip("-" + _DASHES):
        return "" if "\n" in piece and not piece[0].isspace() else "-"
    meaningful = unicodedata.decomposition(bare[0]).startswith(_MEANINGFUL_FORMS)
    plain = unicodedata.normalize("NFC" if meaningful else "NFKC", bare.translate(_PLAIN_FORM))
    return plain.casefold().translate(_PLAIN_FORM)
