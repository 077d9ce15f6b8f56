"""The characters of one open page and where they stand: pdfium's calls, and nothing of layout.

A call to pdfium costs microseconds, as much as many characters. What can be had in bulk is: the
text of a page, the rectangles of a stretch of it. Buffers are made once for each file.
"""

from __future__ import annotations

import ctypes
import math
import re
from array import array
from collections.abc import Callable
from typing import NamedTuple

from pypdfium2 import raw

__all__ = ["Box", "Frame", "Glyphs", "Scratch"]

Box = tuple[float, float, float, float]
"""Left, upper, right and lower end."""

_SYMBOLS = {
    0xF06C: "●",
    0xF06E: "■",
    0xF06F: "☐",
    0xF071: "☐",
    0xF076: "❖",
    0xF078: "☒",
    0xF0A7: "▪",
    0xF0A8: "☐",
    0xF0B7: "•",
    0xF0D8: "➢",
    0xF0E0: "→",
    0xF0FC: "✓",
    0xF0FE: "☒",
}
"""Symbol and Wingdings, whose codes PDF writers put at U+F000 (ISO 32000-1, 9.6.6.4)."""
_PRIVATE = re.compile("[\uf06c-\uf0fe]")
_BOLD = re.compile(rb"bold|black|heavy|demi", re.IGNORECASE)
_NAME_BYTES = 128
_MOST_OBJECTS = 1000
_MANY_SHAPES = 50
_MANY_RECTS = 12
_MOST_SAMPLED = 16
_SLANT = 0.25
"""Quarters of a turn."""
_NOWHERE = (0.0, 0.0, 0.0, 0.0)


def _plain(function: object) -> Callable[..., int]:
    """A function of pdfium without a check of its arguments, which costs more than the call."""
    address = ctypes.cast(function, ctypes.c_void_p).value  # type: ignore[arg-type]
    return ctypes.CFUNCTYPE(ctypes.c_int)(address or 0)


_count_rects = _plain(raw.FPDFText_CountRects)
_get_rect = _plain(raw.FPDFText_GetRect)
_get_box = _plain(raw.FPDFText_GetLooseCharBox)
_get_font = _plain(raw.FPDFText_GetFontInfo)


class Frame(NamedTuple):
    """A box of user space, and by how many quarters it is turned clockwise to be looked at."""

    left: float
    bottom: float
    right: float
    top: float
    quarter: int

    def show(self, x0: float, y0: float, x1: float, y1: float) -> Box:
        """A box of user space (`y0` below `y1`) seen from the top left."""
        match self.quarter:
            case 0:
                return x0 - self.left, self.top - y1, x1 - self.left, self.top - y0
            case 1:
                return y0 - self.bottom, x0 - self.left, y1 - self.bottom, x1 - self.left
            case 2:
                return self.right - x1, y0 - self.bottom, self.right - x0, y1 - self.bottom
        return self.top - y1, self.right - x1, self.top - y0, self.right - x0


class Scratch:
    """Buffers for what pdfium answers; one set for all pages of a file."""

    def __init__(self) -> None:
        self.box = raw.FS_RECTF()
        self.box_reference = ctypes.byref(self.box)
        self.edges = (ctypes.c_double * 4)()
        self.edge_references = tuple(
            ctypes.byref(ctypes.c_double.from_buffer(self.edges, 8 * row)) for row in range(4)
        )
        self.sides = (ctypes.c_float * 4)()
        self.side_references = tuple(
            ctypes.byref(ctypes.c_float.from_buffer(self.sides, 4 * row)) for row in range(4)
        )
        self.name = ctypes.create_string_buffer(_NAME_BYTES)
        self.name_flags = ctypes.byref(ctypes.c_int())
        self.weights: dict[bytes, int] = {}


class Glyphs:
    """One open page.

    Args:
        page: pdfium's page.
        text_page: pdfium's text of it.
        number: 0-based position in the file.
        scratch: Buffers for pdfium's answers.
    """

    def __init__(self, page: object, text_page: object, number: int, scratch: Scratch) -> None:
        self.number = number
        self._page = page
        self._text = text_page
        self._scratch = scratch
        box = scratch.box
        box.left, box.bottom, box.right, box.top = 0.0, 0.0, 612.0, 792.0
        raw.FPDF_GetPageBoundingBox(page, scratch.box_reference)
        turn = raw.FPDFPage_GetRotation(page) % 4
        self.displayed = Frame(box.left, box.bottom, box.right, box.top, turn)

    @property
    def handle(self) -> object:
        """The page as pdfium knows it, for what draws it."""
        return self._page

    def __len__(self) -> int:
        """The number of characters."""
        return max(int(raw.FPDFText_CountChars(self._text)), 0)

    def text(self) -> str:
        """All characters, one code point each; U+FFFD where a glyph has no Unicode value.

        No-break spaces are blanks, as filings made from HTML have them between all words. Signs
        of symbol fonts, which pdfium gives as private characters, are what they look like.
        """
        count = len(self)
        buffer = (ctypes.c_ushort * (count + 1))()
        if raw.FPDFText_GetText(self._text, 0, count, buffer) == count + 1:
            text = bytes(buffer)[:-2].decode("utf-16-le", "replace")
            if len(text) == count:
                return _readable(text)
        get = raw.FPDFText_GetUnicode
        return _readable("".join([_character(get(self._text, index)) for index in range(count)]))

    def box(self, index: int, frame: Frame) -> Box:
        """The box of a character: its advance, and the height of its font."""
        scratch = self._scratch
        box = scratch.box
        if not _get_box(self._text, index, scratch.box_reference):
            return _NOWHERE
        if frame.quarter:
            return frame.show(box.left, box.bottom, box.right, box.top)
        west, north = frame.left, frame.top
        return box.left - west, north - box.top, box.right - west, north - box.bottom

    def boxes(self) -> array[float]:
        """Four numbers a character: its box on the page as displayed; zeros where it has none."""
        boxes = array("f")
        for index in range(len(self)):
            boxes.extend(self.box(index, self.displayed))
        return boxes

    def rects(self, first: int, length: int, frame: Frame) -> list[Box]:
        """The boxes around the ink of some characters, one for each text object, in order.

        Returns:
            Nothing where there are no more than three characters to an object: such boxes cost
            more than they tell.
        """
        edges, references = self._scratch.edges, self._scratch.edge_references
        text, show = self._text, frame.show
        west, north = frame.left, frame.top
        count = _count_rects(text, first, length)
        rects: list[Box] = []
        if count > _MANY_RECTS and 3 * count > length:
            return rects
        for index in range(count):
            _get_rect(text, index, *references)
            left, top, right, bottom = edges[:]
            if frame.quarter:
                rects.append(show(left, bottom, right, top))
            else:
                rects.append((left - west, north - top, right - west, north - bottom))
        return rects

    def quarter(self, index: int) -> int | None:
        """By how many quarters the page is turned clockwise to have a character upright.

        Returns:
            None for a character that stands at a slant, as a watermark does. Italics that are made
            by a skew look like 12 to 20 degrees and are not.
        """
        clockwise = raw.FPDFText_GetCharAngle(self._text, index)
        quarters = -clockwise / (math.pi / 2) if clockwise > 0 else 0.0
        nearest = round(quarters)
        return nearest % 4 if abs(quarters - nearest) < _SLANT else None

    def weight(self, index: int) -> int:
        """700 where the font's name says bold; what pdfium makes of its stems if it has none."""
        scratch = self._scratch
        _get_font(self._text, index, scratch.name, _NAME_BYTES, scratch.name_flags)
        known = scratch.name.value
        weight = scratch.weights.get(known)
        if weight is None:
            if not known:
                return int(raw.FPDFText_GetFontWeight(self._text, index))
            weight = scratch.weights[known] = 700 if _BOLD.search(known) else 400
        return weight

    def unmapped(self) -> float:
        """The share of characters without a Unicode value, of some 16 spread over the page.

        pdfium gives their codes as their text.
        """
        count = len(self)
        step = max(count // _MOST_SAMPLED, 1)
        has_error = raw.FPDFText_HasUnicodeMapError
        sample = [has_error(self._text, index) == 1 for index in range(0, count, step)]
        return sum(sample) / len(sample) if sample else 0.0

    def picture(self, *, drawn: bool) -> float:
        """The share of the page that its largest image covers, among its first 1,000 objects.

        Args:
            drawn: Whether a form, which may hold an image, and fifty shapes, which may be letters,
                are all of it.
        """
        count = min(raw.FPDFPage_CountObjects(self._page), _MOST_OBJECTS)
        left, bottom, right, top, _ = self.displayed
        whole = max((right - left) * (top - bottom), 1.0)
        references = self._scratch.side_references
        share, shapes = 0.0, 0
        for index in range(count):
            shape = raw.FPDFPage_GetObject(self._page, index)
            kind = raw.FPDFPageObj_GetType(shape)
            shapes += kind == raw.FPDF_PAGEOBJ_PATH
            if drawn and (kind == raw.FPDF_PAGEOBJ_FORM or shapes == _MANY_SHAPES):
                return 1.0
            if kind == raw.FPDF_PAGEOBJ_IMAGE and raw.FPDFPageObj_GetBounds(shape, *references):
                x0, y0, x1, y1 = self._scratch.sides
                width, height = min(x1, right) - max(x0, left), min(y1, top) - max(y0, bottom)
                share = max(share, max(width, 0.0) * max(height, 0.0) / whole)
        return min(share, 1.0)


def _readable(text: str) -> str:
    text = text.replace("\xa0", " ")
    return text.translate(_SYMBOLS) if _PRIVATE.search(text) else text


def _character(value: int) -> str:
    return chr(value) if 0 < value < 0x110000 and not 0xD800 <= value < 0xE000 else "\ufffd"
