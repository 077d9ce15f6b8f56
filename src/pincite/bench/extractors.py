"""Ways to get the text of a PDF page by page: the reader of this library, and its peers."""

from __future__ import annotations

import io
from collections.abc import Callable
from importlib.util import find_spec

from pincite.errors import CallerError
from pincite.readers import ReadSettings, read_document
from pincite.records import Document

__all__ = ["EXTRACTORS", "Extractor", "installed", "page_texts"]

Extractor = Callable[[bytes], list[str]]
"""A PDF's bytes → the text of each page."""


def page_texts(document: Document) -> list[str]:
    """The text of each page of a document, blocks parted by line ends, furniture last."""
    pages: list[list[str]] = [[] for _ in range(document.pages)]
    for block in document.blocks:
        start = block.start
        while start < block.end:
            page = document.map.page(start) or 1
            end = _page_end(document, page, start, block.end)
            pages[page - 1].append(document.text[start:end])
            start = end
    return ["\n".join(parts) for parts in pages]


def _page_end(document: Document, page: int, start: int, end: int) -> int:
    """Where a block that is on a page at `start` leaves it, by bisection."""
    low, high = start, end - 1
    if document.map.page(high) == page:
        return end
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if document.map.page(middle) == page else (low, middle)
    return high


def _pincite(data: bytes) -> list[str]:
    """Without recognition of pictures, which the others do not have."""
    return page_texts(read_document(data, name="bench.pdf", settings=ReadSettings(ocr="off")))


def _pdfium(data: bytes) -> list[str]:
    import pypdfium2

    document = pypdfium2.PdfDocument(data)  # type: ignore[no-untyped-call]
    return [document[row].get_textpage().get_text_range() for row in range(len(document))]


def _pypdf(data: bytes) -> list[str]:
    import pypdf  # type: ignore[import-not-found, unused-ignore]

    return [page.extract_text() for page in pypdf.PdfReader(io.BytesIO(data)).pages]


def _pdfplumber(data: bytes) -> list[str]:
    import pdfplumber  # type: ignore[import-not-found, unused-ignore]

    with pdfplumber.open(io.BytesIO(data)) as document:
        return [page.extract_text() or "" for page in document.pages]


def _pdfminer(data: bytes) -> list[str]:
    from pdfminer.high_level import (  # type: ignore[import-not-found, unused-ignore]
        extract_text,
    )

    text: str = extract_text(io.BytesIO(data))
    return text.removesuffix("\f").split("\f")


EXTRACTORS: dict[str, Extractor] = {
    "pincite": _pincite,
    "pdfium": _pdfium,
    "pypdf": _pypdf,
    "pdfplumber": _pdfplumber,
    "pdfminer": _pdfminer,
}
_PACKAGES = {"pypdf": "pypdf", "pdfplumber": "pdfplumber", "pdfminer": "pdfminer"}


def installed(names: tuple[str, ...], *, asked: bool) -> tuple[str, ...]:
    """Those of the extractors whose package is there.

    Args:
        names: Of extractors.
        asked: Whether the caller named them.

    Raises:
        CallerError: When one was asked for and its package is not installed.
    """
    found = tuple(name for name in names if find_spec(_PACKAGES.get(name, "pypdfium2")))
    missing = [name for name in names if name not in found]
    if asked and missing:
        raise CallerError(f"not installed: {', '.join(missing)}", remedy="install it to compare")
    return found
