"""The map from a PDF's canonical text back to boxes on its pages.

Text is a row of pieces: stretches that stand for as many consecutive characters of one page. What
joins them (a blank, a paragraph's end, a cell's separator) belongs to no piece. Columns cost 32
bytes a piece, which is about one printed line. Boxes are not kept: they are read from the file
when they are asked for, and the last pages' boxes are remembered.
"""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections import OrderedDict
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType

from pincite.readers.pdf.draw import draw_page
from pincite.readers.pdf.file import opened
from pincite.readers.pdf.glyphs import Box
from pincite.records import Location, PageImage, Region

__all__ = ["PdfMap", "Pieces"]

_REMEMBERED_PAGES = 16
_SAME_LINE = 0.5
"""Two boxes that share this part of the lower one's height stand on one line."""


class Pieces:
    """Stretches of text with the characters they stand for, in order of the text."""

    def __init__(self) -> None:
        self.starts = array("q")
        self.lengths = array("q")
        self.pages = array("q")
        self.firsts = array("q")
        self._end = (-1, -1, -1)

    @property
    def columns(self) -> tuple[array[int], ...]:
        """Starts in the text, lengths, pages, first characters on their pages."""
        return self.starts, self.lengths, self.pages, self.firsts

    @classmethod
    def of(cls, columns: Sequence[array[int]]) -> Pieces:
        """Pieces from their columns."""
        pieces = cls()
        pieces.starts, pieces.lengths, pieces.pages, pieces.firsts = columns
        return pieces

    def add(self, start: int, length: int, *, page: int, first: int) -> None:
        """Add a stretch of the text, which stands for characters of a page from `first`."""
        goes_on = (start, page, first) == self._end
        self._end = start + length, page, first + length
        if goes_on:
            self.lengths[-1] += length
            return
        self.starts.append(start)
        self.lengths.append(length)
        self.pages.append(page)
        self.firsts.append(first)

    def page(self, position: int) -> int | None:
        """The 0-based page of a position; what joins two pieces belongs to the one before."""
        row = bisect_right(self.starts, position) - 1
        return self.pages[max(row, 0)] if self.starts else None

    def within(self, start: int, end: int) -> Iterator[tuple[int, int, int]]:
        """For each piece in `[start, end)` its page and its first and last character plus one."""
        row = max(bisect_right(self.starts, start) - 1, 0)
        while row < len(self.starts) and self.starts[row] < end:
            begin = max(start, self.starts[row])
            stop = min(end, self.starts[row] + self.lengths[row])
            if begin < stop:
                first = self.firsts[row] - self.starts[row]
                yield self.pages[row], first + begin, first + stop
            row += 1


class PdfMap:
    """The `SourceMap` of a PDF.

    Args:
        data: The file's bytes.
        name: For messages.

    Attributes:
        pieces: Of the whole canonical text.
        labels: What is printed on the pages, as the file declares it.
        recognised: The boxes of the characters of pages whose text was recognised, by 0-based page.
    """

    def __init__(
        self,
        data: bytes,
        *,
        name: str,
        pieces: Pieces,
        labels: Sequence[str],
        recognised: Mapping[int, array[float]] = MappingProxyType({}),
    ) -> None:
        self._data = data
        self._name = name
        self.pieces = pieces
        self.labels = tuple(labels)
        self.recognised = recognised
        self._boxes: OrderedDict[int, array[float]] = OrderedDict()

    def locate(self, start: int, end: int) -> Location:
        """The regions of a span, one for each page in order of the text, a box for each line."""
        lines: dict[int, list[Box]] = {}
        for page, first, last in self.pieces.within(start, end):
            boxes = lines.setdefault(page, [])
            box = _around(self._page_boxes(page), first, last)
            if box is None:
                continue
            if boxes and _on_one_line(boxes[-1], box):
                boxes[-1] = _union(boxes[-1], box)
            else:
                boxes.append(box)
        return Location(
            regions=tuple(
                Region(
                    page + 1,
                    self.labels[page],
                    tuple(_rounded(box) for box in boxes),
                    ocr=page in self.recognised,
                )
                for page, boxes in lines.items()
            )
        )

    def page(self, position: int) -> int | None:
        """The 1-based page of a position."""
        page = self.pieces.page(position)
        return None if page is None else page + 1

    def draw(self, page: int, *, pixels: int) -> PageImage | None:
        """A 1-based page with `pixels` on its longer side; None where it cannot be drawn."""
        with opened(self._data, name=self._name) as file, file.page(page - 1) as opened_page:
            return draw_page(opened_page, pixels=pixels) if opened_page else None

    def _page_boxes(self, page: int) -> array[float]:
        if page in self.recognised:
            return self.recognised[page]
        known = self._boxes.get(page)
        if known is None:
            with opened(self._data, name=self._name) as file, file.page(page) as opened_page:
                known = opened_page.boxes() if opened_page else array("f")
        self._boxes[page] = known
        self._boxes.move_to_end(page)
        while len(self._boxes) > _REMEMBERED_PAGES:
            self._boxes.popitem(last=False)
        return known


def _around(boxes: array[float], first: int, last: int) -> Box | None:
    """The box around a range of characters, None where none of them has one."""
    whole: Box | None = None
    for at in range(4 * first, min(4 * last, len(boxes)), 4):
        x0, y0, x1, y1 = boxes[at : at + 4]
        if x1 > x0 and y1 > y0:
            whole = _union(whole, (x0, y0, x1, y1)) if whole else (x0, y0, x1, y1)
    return whole


def _union(one: Box, other: Box) -> Box:
    return (
        min(one[0], other[0]),
        min(one[1], other[1]),
        max(one[2], other[2]),
        max(one[3], other[3]),
    )


def _on_one_line(one: Box, other: Box) -> bool:
    shared = min(one[3], other[3]) - max(one[1], other[1])
    return shared > _SAME_LINE * min(one[3] - one[1], other[3] - other[1])


def _rounded(box: Box) -> Box:
    return (round(box[0], 2), round(box[1], 2), round(box[2], 2), round(box[3], 2))
