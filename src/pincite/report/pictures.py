"""The pages of cited sentences as pictures with boxes; knows no claims and no file format.

Only documents whose map can draw pages have pictures, and only the pages that hold a sentence
which the report speaks of.
"""

from __future__ import annotations

import base64
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from pincite.records import Document, Library, PageSource, Sentence
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
    cited: dict[tuple[int, int], list[int]] = {}
    numbers = (n for first, last in spoken for n in range(first, last + 1))
    for number in dict.fromkeys(islice(numbers, limits.most)):
        for place in _places(library, number):
            cited.setdefault(place, []).append(number)
    drawn = {
        place: _draw(library, place, sorted(held), limits.page_pixels)
        for place, held in islice(cited.items(), limits.pages)
    }
    documents = tuple(
        tuple(
            view for place, view in sorted(drawn.items(), key=_by_place) if place[0] == row and view
        )
        for row in range(len(library.documents))
    )
    return Pictures(documents, len(cited) - sum(map(len, documents)))


def _by_place(item: tuple[tuple[int, int], PageView | None]) -> tuple[int, int]:
    return item[0]


def _places(library: Library, number: int) -> Iterator[tuple[int, int]]:
    """The document and page, or two pages, that a sentence stands on; none without pictures."""
    row = library.document_row(number)
    found = library.documents[row].map
    if isinstance(found, PageSource):
        sentence = library.sentence(number)
        pages = (found.page(sentence.start), found.page(sentence.end - 1))
        yield from ((row, page) for page in dict.fromkeys(pages) if page is not None)


def _draw(
    library: Library, place: tuple[int, int], numbers: list[int], pixels: int
) -> PageView | None:
    row, page = place
    document = library.documents[row]
    found = document.map
    image = found.draw(page, pixels=pixels) if isinstance(found, PageSource) else None
    if image is None:
        return None
    return PageView(
        page=page,
        mark=page_mark(page, document.page_labels),
        width=image.width,
        height=image.height,
        address=f"data:image/png;base64,{base64.b64encode(image.png).decode('ascii')}",
        boxes=tuple(box for n in numbers for box in _boxes(document, library.sentence(n), page)),
    )


def _boxes(document: Document, sentence: Sentence, page: int) -> Iterator[BoxView]:
    for region in document.map.locate(sentence.start, sentence.end).regions:
        if region.page == page:
            for x0, y0, x1, y1 in region.boxes:
                yield BoxView(sentence.number, x0, y0, round(x1 - x0, 2), round(y1 - y0, 2))
