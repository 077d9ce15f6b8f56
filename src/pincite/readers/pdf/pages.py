"""A page of a PDF → runs of text with their places; knows no reading order.

Everything here stands on pdfium and on calls that fetch much at once: the text of a page, the
rectangles of a line. Single characters are asked for at the ends of words only, and only on lines
that have gaps.
"""

from __future__ import annotations

import ctypes
import math
import re
from array import array
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from pypdfium2 import raw

__all__ = ["Page", "Run"]

Box = tuple[float, float, float, float]

_PRINTED_LINE = re.compile(r"[^\r\n\ufffe]++\ufffe?+|\ufffe")
"""pdfium ends a line with CR LF, or marks a hyphen at its end and goes on without."""

_FONT_NAME_BYTES = 128
_BOLD = (b"bold", b"black", b"heavy", b"demi")
_WIDE_ADVANCE = 0.72
"""Mean advance of a character, in font heights, above which a line is searched for gaps."""
_GAP = 0.95
"""A blank wider than this, in font heights, parts two runs."""
_STEP = 0.6
"""A vertical step of more than this, in font heights, parts two runs."""
_MOST_OBJECTS = 1000
_LEAST_SIZE = 0.5


class Run(NamedTuple):
    """Text on one line without a wide gap; its characters are consecutive in pdfium's page.

    Positions are in points from the top left of the page turned so that most of its text is
    upright.

    Attributes:
        page: 0-based position in the file.
        first: pdfium's index of the first character.
        text: One code point for each of pdfium's characters.
        x0: Left end.
        y0: Upper end of the font's height.
        x1: Right end.
        y1: Lower end.
        weight: 700 where the font's name says bold, else what pdfium makes of its stems.
        upright: False for text at an angle to most of the page.
    """

    page: int
    first: int
    text: str
    x0: float
    y0: float
    x1: float
    y1: float
    weight: int
    upright: bool = True


class _Frame(NamedTuple):
    """A box of user space, and by how many quarters it is turned clockwise to be looked at."""

    left: float
    bottom: float
    right: float
    top: float
    quarter: int

    def show(self, x0: float, y0: float, x1: float, y1: float) -> Box:
        """A box of user space (`y0` below `y1`) seen from the top left."""
        match self.quarter:
            case 1:
                return y0 - self.bottom, x0 - self.left, y1 - self.bottom, x1 - self.left
            case 2:
                return self.right - x1, y0 - self.bottom, self.right - x0, y1 - self.bottom
            case 3:
                return self.top - y1, self.right - x1, self.top - y0, self.right - x0
        return x0 - self.left, self.top - y1, x1 - self.left, self.top - y0


class Page:
    """One open page; `pincite.readers.pdf.file` makes and closes it.

    Args:
        page: pdfium's page.
        text_page: pdfium's text of it.
        number: 0-based position in the file.
    """

    def __init__(self, page: object, text_page: object, number: int) -> None:
        self._page = page
        self._text = text_page
        self.number = number
        self._box = raw.FS_RECTF()
        self._box_reference = ctypes.byref(self._box)
        self._edges = [ctypes.c_double() for _ in range(4)]
        self._name = ctypes.create_string_buffer(_FONT_NAME_BYTES)
        self._flags = ctypes.c_int()
        box = raw.FS_RECTF(0.0, 792.0, 612.0, 0.0)
        raw.FPDF_GetPageBoundingBox(page, ctypes.byref(box))
        turn = raw.FPDFPage_GetRotation(page) % 4
        self._displayed = _Frame(box.left, box.bottom, box.right, box.top, turn)
        self._reading = self._displayed

    @property
    def handle(self) -> object:
        """The page as pdfium knows it, for what draws it."""
        return self._page

    def text(self) -> str:
        """All characters, one code point each; U+FFFD where a glyph has no Unicode value.

        No-break spaces are blanks, as filings made from HTML have them between all words.
        """
        count = max(raw.FPDFText_CountChars(self._text), 0)
        buffer = (ctypes.c_ushort * (count + 1))()
        if raw.FPDFText_GetText(self._text, 0, count, buffer) == count + 1:
            text = bytes(buffer)[:-2].decode("utf-16-le", "replace")
            if len(text) == count:
                return text.replace("\xa0", " ")
        get = raw.FPDFText_GetUnicode
        return "".join(_character(get(self._text, index)) for index in range(count))

    def runs(self) -> Iterator[Run]:
        """The text in the order of the content stream, cut at line ends and wide gaps."""
        lines = list(self._lines())
        quarters = [self._quarter(first) for first, _ in lines]
        weights: Counter[int] = Counter()
        for (_, text), quarter in zip(lines, quarters, strict=True):
            weights[quarter] += len(text)
        upright = weights.most_common(1)[0][0] if weights else 0
        for (first, text), quarter in zip(lines, quarters, strict=True):
            self._reading = self._displayed._replace(quarter=quarter)
            for run in self._line(first, text):
                yield run if quarter == upright else run._replace(upright=False)

    def has_image(self) -> bool:
        """Whether the page draws an image, among its first 1,000 objects."""
        count = min(raw.FPDFPage_CountObjects(self._page), _MOST_OBJECTS)
        kinds = (
            raw.FPDFPageObj_GetType(raw.FPDFPage_GetObject(self._page, index))
            for index in range(count)
        )
        return any(kind in (raw.FPDF_PAGEOBJ_IMAGE, raw.FPDF_PAGEOBJ_FORM) for kind in kinds)

    def boxes(self) -> array[float]:
        """Four numbers a character: its box on the page as displayed; zeros where it has none."""
        count = max(raw.FPDFText_CountChars(self._text), 0)
        boxes = array("f", bytes(16 * count))
        get, text, box, reference = (
            raw.FPDFText_GetLooseCharBox,
            self._text,
            self._box,
            self._box_reference,
        )
        for index in range(count):
            if get(text, index, reference):
                shown = self._displayed.show(box.left, box.bottom, box.right, box.top)
                boxes[4 * index : 4 * index + 4] = array("f", shown)
        return boxes

    def _lines(self) -> Iterator[tuple[int, str]]:
        for match in _PRINTED_LINE.finditer(self.text()):
            body = match[0].strip()
            if body:
                yield match.start() + match[0].index(body[0]), body

    def _quarter(self, index: int) -> int:
        angle = raw.FPDFText_GetCharAngle(self._text, index)
        return round(angle / (math.pi / 2)) % 4 if angle > 0 else 0

    def _line(self, first: int, text: str) -> Iterator[Run]:
        head = self._loose(first)
        size = max(head[3] - head[1], _LEAST_SIZE)
        rects = self._rects(first, len(text))
        if rects and self._is_plain(rects, size, len(text)):
            yield self._run(first, text, rects[0][0], rects[-1][2], head)
        elif rects:
            yield from self._parts(first, text)

    def _is_plain(self, rects: list[Box], size: float, length: int) -> bool:
        end, middle = rects[0][0], (rects[0][1] + rects[0][3]) / 2
        used = 0.0
        for x0, y0, x1, y1 in rects:
            if not -size < x0 - end < _GAP * size:
                return False
            if abs((y0 + y1) / 2 - middle) > size:
                return False
            end = max(end, x1)
            used += x1 - x0
        return used < _WIDE_ADVANCE * size * length

    def _parts(self, first: int, text: str) -> Iterator[Run]:
        start = stop = at = 0
        head = tail = (0.0, 0.0, 0.0, 0.0)
        for word in text.split(" "):
            if word:
                box = self._loose(first + at)
                if stop and _is_apart(head, tail, box):
                    yield self._run(first + start, text[start:stop], head[0], tail[2], head)
                    stop = 0
                if not stop:
                    start, head = at, box
                stop = at + len(word)
                tail = self._loose(first + stop - 1) if len(word) > 1 else box
            at += len(word) + 1
        if stop:
            yield self._run(first + start, text[start:stop], head[0], tail[2], head)

    def _run(self, first: int, text: str, x0: float, x1: float, head: Box) -> Run:
        weight = raw.FPDFText_GetFontWeight(self._text, first)
        length = raw.FPDFText_GetFontInfo(
            self._text, first, self._name, _FONT_NAME_BYTES, self._flags
        )
        if length > 1 and any(mark in self._name.value.lower() for mark in _BOLD):
            weight = 700
        return Run(self.number, first, text, x0, head[1], x1, head[3], weight)

    def _loose(self, index: int) -> Box:
        box = self._box
        if not raw.FPDFText_GetLooseCharBox(self._text, index, self._box_reference):
            return (0.0, 0.0, 0.0, 0.0)
        return self._reading.show(box.left, box.bottom, box.right, box.top)

    def _rects(self, first: int, length: int) -> list[Box]:
        left, top, right, bottom = self._edges
        get, text, show = raw.FPDFText_GetRect, self._text, self._reading.show
        rects = []
        for index in range(raw.FPDFText_CountRects(text, first, length)):
            get(text, index, left, top, right, bottom)
            rects.append(show(left.value, bottom.value, right.value, top.value))
        return rects


def _is_apart(head: Box, tail: Box, box: Box) -> bool:
    size = max(head[3] - head[1], _LEAST_SIZE)
    step = abs((box[1] + box[3]) - (tail[1] + tail[3])) / 2
    return not -size < box[0] - tail[2] < _GAP * size or step > _STEP * size


def _character(value: int) -> str:
    if value == 0xA0:
        return " "
    if 0 < value < 0x110000 and not 0xD800 <= value < 0xE000:
        return chr(value)
    return "\ufffd"
