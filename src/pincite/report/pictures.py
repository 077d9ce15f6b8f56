"""The pages of cited sentences as pictures with boxes; knows no claims and no file format.

Only documents whose map can draw pages have pictures, and only the pages that hold a sentence
which the report speaks of.
"""

from __future__ import annotations

import base64
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from pincite.records import Document, Library, PageSource, Region
from pincite.refs import Range
from pincite.report.excerpt import Limits
from pincite.report.words import page_mark

__all__ = ["BoxView", "PageView", "Pictures", "pictures"]


@dataclass(frozen=True, slots=True)
class BoxView:
    """A box around a line of a sentence, in points from the top left of the page."""

    number: int
    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class PageView:
    """A page as a picture.

    Attributes:
        page: 1-based position in the file.
        mark: Its printed label as shown.
        width: In points.
        height: In points.
        address: The picture as a `data:` address.
        boxes: Of the sentences that the report speaks of, in reading order.
    """

    page: int
    mark: str
    width: float
    height: float
    address: str
    boxes: tuple[BoxView, ...]


@dataclass(frozen=True, slots=True)
class Pictures:
    """Pictures by document.

    Attributes:
        documents: One row for each document of the library, in page order.
        left_out: Cited pages without a picture: beyond the limit, or not to be drawn.
    """

    documents: tuple[tuple[PageView, ...], ...]
    left_out: int

    @property
    def any(self) -> bool:
        """Whether there is a picture at all."""
        return any(self.documents)


def pictures(library: Library, spoken: Sequence[Range], limits: Limits) -> Pictures:
    """Draw the pages of the sentences that a report speaks of.

    Args:
        library: The documents.
        spoken: Existing sentence numbers, in the order of the claims.
        limits: `pages` are drawn at most, those of the first claims; `most` sentences are looked
            up at most.
    """
    boxes: dict[tuple[int, int], list[BoxView]] = {}
    for number in islice(_numbers(spoken), limits.most):
        row = library.document_row(number)
        document = library.documents[row]
        if isinstance(document.map, PageSource):
            sentence = library.sentence(number)
            for region in document.map.locate(sentence.start, sentence.end).regions:
                boxes.setdefault((row, region.page), []).extend(_boxes(number, region))
    drawn = {
        place: _draw(library.documents[place[0]], place[1], found, limits.page_pixels)
        for place, found in islice(boxes.items(), limits.pages)
    }
    documents = tuple(
        tuple(view for place, view in sorted(drawn.items(), key=_place) if place[0] == row and view)
        for row in range(len(library.documents))
    )
    return Pictures(documents, len(boxes) - sum(map(len, documents)))


def _place(item: tuple[tuple[int, int], PageView | None]) -> tuple[int, int]:
    return item[0]


def _numbers(spoken: Sequence[Range]) -> Iterator[int]:
    """Each number once, in the order in which claims first speak of it."""
    return iter(dict.fromkeys(n for first, last in spoken for n in range(first, last + 1)))


def _boxes(number: int, region: Region) -> Iterator[BoxView]:
    for x0, y0, x1, y1 in region.boxes:
        yield BoxView(number, x0, y0, round(x1 - x0, 2), round(y1 - y0, 2))


def _draw(document: Document, page: int, boxes: list[BoxView], pixels: int) -> PageView | None:
    image = document.map.draw(page, pixels=pixels) if isinstance(document.map, PageSource) else None
    if image is None:
        return None
    return PageView(
        page=page,
        mark=page_mark(page, document.page_labels),
        width=image.width,
        height=image.height,
        address=f"data:image/png;base64,{base64.b64encode(image.png).decode('ascii')}",
        boxes=tuple(sorted(boxes, key=lambda box: box.number)),
    )
