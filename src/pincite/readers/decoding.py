"""Bytes → text, with the way back from each character to its bytes; guesses nothing.

A byte order mark decides, then what the source or the caller declares, then UTF-8. Bytes that are
not valid in that encoding are an error with their offset, since every guess would be wrong for
some text and no reader of a report could tell.
"""

from __future__ import annotations

import codecs
import re
from array import array
from bisect import bisect_left, bisect_right
from functools import cached_property

from pincite.errors import DocumentError
from pincite.text import Offsets

__all__ = ["SourceText", "clean", "decode", "replace_controls"]

_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_WIDTHS = {"utf-32-le": 4, "utf-32-be": 4}
_WEB_NAMES = {"iso8859-1": "cp1252", "ascii": "cp1252", "latin-1": "cp1252"}
_SINGLE_BYTE = re.compile(r"(?:cp125\d|iso8859-\d++|koi8-[ru]|mac-\w++|ascii|cp\d{3})")

_KEPT = "\t\n\v\f\r\x85"
_CONTROLS = {
    code: "\ufffd"
    for code in (*range(0x20), *range(0x7F, 0xA0), *range(0xD800, 0xE000))
    if chr(code) not in _KEPT
}
_CONTROL = re.compile("[\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\ud800-\udfff]")
_BIDI = re.compile("[\u202a-\u202e\u2066-\u2069]")
_LINE_END = re.compile(r"\r\n?")


class SourceText:
    """A source's characters, and where each stands: line, column and byte.

    Line ends are folded to line feeds and control characters replaced one for one, so that no
    reader meets them; positions are those of the folded text.

    Attributes:
        text: As decoded, without byte order mark, folded.
        encoding: The codec's name.
        mark_bytes: Length of the byte order mark.
        warnings: What was replaced.
    """

    def __init__(self, decoded: str, encoding: str, mark_bytes: int = 0) -> None:
        self.encoding = encoding
        self.warnings: list[str] = []
        self.mark_bytes = mark_bytes
        self._decoded = decoded
        self._pairs = array("q")
        text = decoded
        if "\r" in decoded:
            pairs = (match.start() for match in re.finditer("\r\n", decoded))
            self._pairs = array("q", (start - row for row, start in enumerate(pairs)))
            text = _LINE_END.sub("\n", decoded)
        self.text = replace_controls(text, self.warnings)

    @cached_property
    def _offsets(self) -> Offsets:
        return Offsets(self._decoded)

    @cached_property
    def _line_starts(self) -> array[int]:
        return array("q", [0, *(match.end() for match in re.finditer("\n", self.text))])

    def byte(self, position: int) -> int | None:
        """The byte offset of a position; None where the encoding's widths are not known."""
        position += bisect_left(self._pairs, position)
        if self.encoding == "utf-8":
            return self.mark_bytes + self._offsets.byte(position)
        if self.encoding in ("utf-16-le", "utf-16-be"):
            return self.mark_bytes + 2 * self._offsets.utf16(position)
        if self.encoding in _WIDTHS:
            return self.mark_bytes + _WIDTHS[self.encoding] * position
        return position if _SINGLE_BYTE.fullmatch(self.encoding) else None

    def line_column(self, position: int) -> tuple[int, int]:
        """The 1-based line and column of a position."""
        line = bisect_right(self._line_starts, position)
        return line, position - self._line_starts[line - 1] + 1


def decode(data: bytes, *, name: str, declared: str | None = None) -> SourceText:
    """Decode a text source.

    Args:
        data: The whole source.
        name: For the error.
        declared: What the source or the caller says; None means UTF-8.

    Raises:
        DocumentError: With reason `encoding` or `binary`.
    """
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return SourceText(_decode(data[len(mark) :], encoding, name), encoding, len(mark))
    try:
        named = codecs.lookup(declared or "utf-8").name
    except LookupError:
        raise DocumentError(
            f"{name!r} declares the unknown encoding {declared!r}",
            name=name,
            reason="encoding",
            remedy="name its encoding with the setting 'encoding'",
        ) from None
    encoding = _WEB_NAMES.get(named, named)
    return SourceText(_decode(data, encoding, name), encoding)


def _decode(data: bytes, encoding: str, name: str) -> str:
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        if data.count(0, 0, 4096) and not encoding.startswith("utf-16"):
            raise DocumentError(
                f"{name!r} is binary data, not text",
                name=name,
                reason="binary",
                remedy="give the document in one of the formats that pincite reads",
            ) from None
        raise DocumentError(
            f"{name!r} is not valid {encoding}: byte {error.start} is 0x{data[error.start]:02x}",
            name=name,
            reason="encoding",
            remedy="convert it to UTF-8, or name its encoding with the setting 'encoding'",
        ) from None


def replace_controls(text: str, warnings: list[str]) -> str:
    """Replace control characters and lone surrogates by U+FFFD, one for one, and count them."""
    if not _CONTROL.search(text):
        return text
    count = len(_CONTROL.findall(text))
    warnings.append(f"{count} control characters or lone surrogates replaced by U+FFFD")
    return text.translate(_CONTROLS)


def clean(text: str, warnings: list[str]) -> str:
    """Replace control characters; count what may display in another order than it is read.

    Args:
        text: Canonical text of any source.
        warnings: Gets the counts.
    """
    text = replace_controls(text, warnings)
    if not text.isascii() and _BIDI.search(text):
        count = len(_BIDI.findall(text))
        warnings.append(f"{count} bidirectional controls: text may display in another order")
    return text
