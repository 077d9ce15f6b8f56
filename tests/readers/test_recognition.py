"""Pictures and garbled pages are read where the extra `ocr` is installed, and named where not."""

from __future__ import annotations

import io
import re
import zlib
from importlib.util import find_spec
from pathlib import Path

import pypdfium2
import pytest

from pincite.errors import DocumentError, LimitError
from pincite.readers import ReadSettings, read_document
from pincite.readers.cache import Cache
from pincite.readers.pdf.quality import agree, is_garbled

from .conftest import assemble, write_pdf
from .laws import covered

TABLE = Path(__file__).parents[1] / "data" / "pdf" / "table.pdf"
OFF = ReadSettings(ocr="off")

needs_ocr = pytest.mark.skipif(not find_spec("rapidocr"), reason="needs the extra `ocr`")


def scan(data: bytes, page: int = 0) -> bytes:
    """A PDF whose one page is a grey picture of a page."""
    source = pypdfium2.PdfDocument(data)  # type: ignore[no-untyped-call]
    picture = source[page].render(scale=2, grayscale=True)
    width, height = picture.width, picture.height
    rows = bytes(picture.buffer)
    packed = zlib.compress(
        b"".join(rows[y * picture.stride :][:width] for y in range(height)),
    )
    source.close()
    drawing = f"{width / 2} 0 0 {height / 2} 0 0 cm /I0 Do".encode()
    image = (
        f"<< /Type /XObject /Subtype /Image /Width {width} /Height {height} /BitsPerComponent 8"
        f" /ColorSpace /DeviceGray /Filter /FlateDecode /Length {len(packed)} >>\nstream\n"
    ).encode()
    return assemble(
        {
            1: b"<< /Type /Catalog /Pages 2 0 R >>",
            2: b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
            3: f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {width / 2} {height / 2}]"
            " /Resources << /XObject << /I0 5 0 R >> >> /Contents 4 0 R >>".encode(),
            4: b"<< /Length %d >>\nstream\n%s\nendstream" % (len(drawing), drawing),
            5: image + packed + b"\nendstream",
        }
    )


@needs_ocr
def test_a_scan_is_read_and_says_so(tmp_path: Path) -> None:
    """The table of a scan is the table of its source, in boxes; record and warnings say OCR."""
    data = scan(TABLE.read_bytes())
    cache = Cache(tmp_path)
    document = read_document(data, name="scan.pdf", cache=cache)
    covered(document)
    assert "Three things explain the difference:" in document.text
    assert "Alke | 81,204 | 84,377 | € 1,218 | € 1,311" in document.text
    assert "rapidocr" in document.reader
    assert "recognised by rapidocr" in document.warnings[0]

    source = read_document(TABLE.read_bytes(), name="table.pdf")
    words = "Three things explain the difference:"
    places = []
    for one in (document, source):
        start = one.text.index(words)
        (region,) = one.map.locate(start, start + len(words)).regions
        places.append(region)
    assert (places[0].ocr, places[1].ocr) == (True, False)
    (read,), (printed,) = places[0].boxes, places[1].boxes
    assert all(abs(a - b) < 5 for a, b in zip(read, printed, strict=True))

    kept = read_document(data, name="scan.pdf", cache=cache)
    assert kept == document
    for block in document.blocks:
        assert kept.map.locate(block.start, block.end) == document.map.locate(
            block.start, block.end
        )


@needs_ocr
def test_recognition_is_bounded() -> None:
    """More pictures than the limit are an error that names it."""
    with pytest.raises(LimitError) as caught:
        read_document(
            scan(TABLE.read_bytes()), name="s.pdf", settings=ReadSettings(max_ocr_pages=0)
        )
    assert caught.value.limit == "max_ocr_pages"


def test_without_recognition_a_scan_is_refused_with_what_helps() -> None:
    """The error of a scan names the setting; it names the extra where that is missing."""
    with pytest.raises(DocumentError) as caught:
        read_document(scan(TABLE.read_bytes()), name="scan.pdf", settings=OFF)
    assert caught.value.reason == "scanned"
    assert "'ocr'" in (caught.value.remedy or "")
    if not find_spec("rapidocr"):
        with pytest.raises(DocumentError) as caught:
            read_document(scan(TABLE.read_bytes()), name="scan.pdf")
        assert "pincite[ocr]" in (caught.value.remedy or "")


def test_a_stamped_scan_is_named() -> None:
    """A page whose only text is a stamp on a picture is not taken to be all there is."""
    data = write_pdf(
        [[(72, 700, "All of this page is text.")], [(480, 20, "Exhibit 7, page 12")]],
        image_pages=[1],
    )
    document = read_document(data, name="e.pdf", settings=OFF)
    assert "Exhibit 7" in document.text
    assert document.warnings == ("a picture with little text, itself not read: page 2",)


def unmapped(data: bytes) -> bytes:
    """A PDF of Chromium's whose fonts no longer say what their glyphs mean."""
    stripped, count = re.subn(rb"/ToUnicode \d+ 0 R", lambda match: b" " * len(match[0]), data)
    assert count
    return stripped


def joined(*files: bytes) -> bytes:
    """The first pages of files, in one."""
    whole = pypdfium2.PdfDocument.new()
    for file in files:
        part = pypdfium2.PdfDocument(file)  # type: ignore[no-untyped-call]
        whole.import_pages(part, [0])  # type: ignore[no-untyped-call]
        part.close()
    out = io.BytesIO()
    whole.save(out)  # type: ignore[no-untyped-call]
    whole.close()
    return out.getvalue()


def test_a_page_without_a_unicode_map_is_named() -> None:
    """Fonts without a map are told from those with; the warning names page and remedy."""
    whole = TABLE.read_bytes()
    data = joined(whole, unmapped(whole))
    document = read_document(data, name="a.pdf", settings=OFF)
    garbled = [warning for warning in document.warnings if "garbled" in warning]
    assert len(garbled) == 1
    assert "fonts do not say what their glyphs mean: page 2 (set 'ocr' to 'auto'" in garbled[0]
    assert "Three things explain the difference:" in document.text
    if not find_spec("rapidocr"):
        document = read_document(data, name="a.pdf")
        assert any("page 2 (pip install 'pincite[ocr]'" in each for each in document.warnings)


@needs_ocr
def test_a_page_without_a_unicode_map_is_recognised() -> None:
    """Its text is that of its picture, marked as such; a page with a map keeps its own."""
    whole = TABLE.read_bytes()
    document = read_document(joined(whole, unmapped(whole)), name="a.pdf")
    covered(document)
    words = "Three things explain the difference:"
    first = document.text.index(words)
    second = document.text.index(words, first + 1)
    places = [document.map.locate(at, at + len(words)).regions[0] for at in (first, second)]
    assert [(place.page, place.ocr) for place in places] == [(1, False), (2, True)]
    assert all(abs(a - b) < 5 for a, b in zip(places[0].boxes[0], places[1].boxes[0], strict=True))
    assert document.text.count("Alke | 81,204 | 84,377 | € 1,218 | € 1,311") == 2
    assert "\ufffd" not in document.text
    assert any("not read but recognised: page 2" in warning for warning in document.warnings)


@needs_ocr
def test_text_that_its_picture_confirms_is_kept() -> None:
    """A page of codes has few vowels and is not garbled: its picture says the same."""
    lines = [f"{row:03d} BCDFG-{row}XKTR QWRTZ PLKJH {row * 7919} MNBVC XDFGH" for row in range(20)]
    data = write_pdf([[(72, 720 - 20 * row, line) for row, line in enumerate(lines)]], size=12)
    named = read_document(data, name="codes.pdf", settings=OFF)
    assert "garbled" in named.warnings[0]
    document = read_document(data, name="codes.pdf")
    assert document.warnings == ()
    assert all(line in document.text for line in lines)


def test_what_counts_as_garbled() -> None:
    """Codes in the place of text are told also where they look like text, or like nothing."""
    assert is_garbled("\x14\x03\x05 \x06\x07")
    assert not is_garbled("● 12 ● 14")
    assert is_garbled("ACEO UNRA TEIS", unmapped=0.9)
    assert not is_garbled("ACEO UNRA TEIS", unmapped=0.1)
    prose = "The board of the port was not able to agree on what is to be done with it."
    assert not is_garbled(prose, unmapped=1.0)
    assert agree("abcd efgh ijkl", "abcd efgh zzzz")
    assert not agree("abcd", "efgh")
    assert not agree("abcd", "")
