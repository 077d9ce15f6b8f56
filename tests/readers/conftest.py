"""PDF files written for a test: text at places, in a font that every PDF reader has."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Sequence

import pytest

Placed = tuple[float, float, str]
"""Left end and base line in points from the page's lower left corner, and the text."""

MakePdf = Callable[..., bytes]


def write_pdf(
    pages: Sequence[Sequence[Placed]],
    *,
    size: float = 10,
    rotate: int = 0,
    crop: tuple[float, float, float, float] | None = None,
    labels: str = "",
    count: int | None = None,
    image_pages: Sequence[int] = (),
    matrix: str = "1 0 0 1",
    drawn: str = "",
) -> bytes:
    """A PDF of pages of 612 × 792 points, in Helvetica; `drawn` is added to each as it is."""
    kids = " ".join(f"{10 + 2 * row} 0 R" for row in range(len(pages)))
    objects = {
        1: f"<< /Type /Catalog /Pages 2 0 R {labels} >>".encode(),
        2: f"<< /Type /Pages /Kids [{kids}] /Count {count or len(pages)} >>".encode(),
        3: b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
        4: b"<< /Type /XObject /Subtype /Image /Width 1 /Height 1 /BitsPerComponent 8"
        b" /ColorSpace /DeviceGray /Length 1 >>\nstream\n\x00\nendstream",
    }
    for row, page in enumerate(pages):
        body = "".join(
            f"BT /F0 {size} Tf {matrix} {x} {y} Tm ({_escape(text)}) Tj ET\n" for x, y, text in page
        )
        if row in image_pages:
            body += "q 500 0 0 700 50 50 cm /I0 Do Q\n"
        stream = zlib.compress((body + drawn).encode("cp1252"))
        boxed = f"/CropBox [{' '.join(map(str, crop))}]" if crop else ""
        objects[10 + 2 * row] = (
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] {boxed} /Rotate {rotate}"
            f" /Resources << /Font << /F0 3 0 R >> /XObject << /I0 4 0 R >> >>"
            f" /Contents {11 + 2 * row} 0 R >>"
        ).encode()
        objects[11 + 2 * row] = (
            f"<< /Length {len(stream)} /Filter /FlateDecode >>\nstream\n".encode()
            + stream
            + b"\nendstream"
        )
    return assemble(objects)


def _escape(text: str) -> str:
    return text.replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)")


def assemble(objects: dict[int, bytes]) -> bytes:
    """A PDF of numbered objects, the first its catalogue."""
    out, places = bytearray(b"%PDF-1.7\n"), {}
    for number, body in objects.items():
        places[number] = len(out)
        out += b"%d 0 obj\n" % number + body + b"\nendobj\n"
    start, last = len(out), max(objects) + 1
    out += b"xref\n0 %d\n0000000000 65535 f \n" % last
    for number in range(1, last):
        row = b"%010d 00000 n \n" if number in places else b"%010d 65535 f \n"
        out += row % places.get(number, 0)
    out += b"trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (last, start)
    return bytes(out)


@pytest.fixture
def make_pdf() -> MakePdf:
    """Writes a PDF."""
    return write_pdf
