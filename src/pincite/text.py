"""Spans of text and what they are in other units; knows no documents.

All positions are half-open and count Unicode code points, as Python's `str` does. Other systems
count UTF-8 bytes (Gemini) or UTF-16 code units (JavaScript, Java, .NET); `Offsets` converts.
"""

from __future__ import annotations

from array import array
from typing import NamedTuple

__all__ = ["WORD_JOINER", "Offsets", "Span"]

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
