"""Pages of a PDF as pictures."""

from __future__ import annotations

import struct
import zlib

import pytest

from pincite.readers.pdf import read_pdf
from pincite.readers.settings import ReadSettings
from pincite.records import Document, PageImage, PageSource
from pincite.samples import path


@pytest.fixture(scope="module")
def document() -> Document:
    """The sample report."""
    data = path("halden-report-2025.pdf").read_bytes()
    return read_pdf(data, source_id="halden", title="halden", uri="", settings=ReadSettings())


def drawn(document: Document, page: int, pixels: int) -> PageImage:
    """A page of the document as a picture."""
    assert isinstance(document.map, PageSource)
    image = document.map.draw(page, pixels=pixels)
    assert image is not None
    return image


def rows_of(image: PageImage) -> tuple[int, int, list[list[bool]]]:
    """Width, height and for each row which pixels have ink; reads the PNGs made here only."""
    assert image.png.startswith(b"\x89PNG\r\n\x1a\n")
    chunks: dict[bytes, bytes] = {}
    position = 8
    while position < len(image.png):
        (length,) = struct.unpack_from(">I", image.png, position)
        name = image.png[position + 4 : position + 8]
        data = image.png[position + 8 : position + 8 + length]
        (crc,) = struct.unpack_from(">I", image.png, position + 8 + length)
        assert crc == zlib.crc32(name + data)
        chunks[name] = data
        position += 12 + length
    width, height, depth, colour_type = struct.unpack(">IIBB", chunks[b"IHDR"][:10])
    pixels = zlib.decompress(chunks[b"IDAT"])
    step = len(pixels) // height
    rows = [pixels[row * step : (row + 1) * step] for row in range(height)]
    assert all(row[0] == 0 for row in rows)
    if colour_type == 0:
        assert depth == 4
        levels = [[level for byte in row[1:] for level in (byte >> 4, byte & 15)] for row in rows]
        return width, height, [[level < 8 for level in row[:width]] for row in levels]
    palette = chunks[b"PLTE"]
    dark = [min(palette[3 * index : 3 * index + 3]) < 128 for index in range(len(palette) // 3)]
    return width, height, [[dark[index] for index in row[1:]] for row in rows]


@pytest.mark.parametrize("page", [1, 3])
def test_the_boxes_of_a_block_hold_its_ink(document: Document, page: int) -> None:
    """A picture and the regions of the map are in one frame."""
    image = drawn(document, page, 900)
    width, height, rows = rows_of(image)
    assert max(width, height) == 900
    assert abs(width / height - image.width / image.height) < 0.01
    scale = width / image.width
    block = next(b for b in document.blocks if document.map.page(b.start) == page)
    for x0, y0, x1, y1 in document.map.locate(block.start, block.end).regions[0].boxes:
        inside = [
            row[int(x0 * scale) : int(x1 * scale) + 1]
            for row in rows[int(y0 * scale) : int(y1 * scale) + 1]
        ]
        assert any(any(row) for row in inside)


def test_the_same_page_gives_the_same_bytes(document: Document) -> None:
    """No clock goes into a picture."""
    assert drawn(document, 2, 300) == drawn(document, 2, 300)


def test_a_page_that_is_not_there_has_no_picture(document: Document) -> None:
    """A page past the end is nothing, not an error."""
    assert isinstance(document.map, PageSource)
    assert document.map.draw(999, pixels=300) is None


def test_printed_labels_are_kept_with_the_document(document: Document) -> None:
    """One label a page, as the file declares them."""
    assert len(document.page_labels) == document.pages
    assert document.page_labels[:3] == ("i", "ii", "1")
