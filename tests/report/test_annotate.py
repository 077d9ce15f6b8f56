"""Cited sentences highlighted in a copy of the PDF."""

import io

import pypdfium2 as pdfium
import pypdfium2.raw as pdfium_c
import pytest

import pincite
from pincite import samples
from pincite.errors import CallerError
from pincite.report.annotate import annotate


def highlights(data: bytes) -> dict[int, int]:
    """How many highlights each page has, by its number."""
    found = {}
    with pdfium.PdfDocument(io.BytesIO(data)) as document:
        for row in range(len(document)):
            page = document[row]
            count = 0
            for index in range(pdfium_c.FPDFPage_GetAnnotCount(page.raw)):
                annotation = pdfium_c.FPDFPage_GetAnnot(page.raw, index)
                kind = pdfium_c.FPDFAnnot_GetSubtype(annotation)
                count += kind == pdfium_c.FPDF_ANNOT_HIGHLIGHT
                pdfium_c.FPDFPage_CloseAnnot(annotation)
            page.close()
            if count:
                found[row + 1] = count
    return found


def test_each_cited_stretch_is_highlighted_on_its_page() -> None:
    """Pages without a citation stay as they were."""
    path = samples.path("halden-report-2025.pdf")
    library = pincite.read(path)
    number = next(s.number for s in library.sentences() if "Revenue for 2025 was" in s.text)
    page = library.documents[0].map.page(library.sentence(number).start)
    report = pincite.verify(f"Revenue was NOK 2,418 million [s{number}].", library)
    data = annotate(report, path.read_bytes(), "halden-report-2025")
    assert highlights(data) == {page: 1}


def test_nothing_cited_is_an_error() -> None:
    """A PDF that the answer does not cite is not copied in silence."""
    path = samples.path("halden-report-2025.pdf")
    report = pincite.verify("It is blue.", pincite.read(path))
    with pytest.raises(CallerError, match="halden-report-2025"):
        annotate(report, path.read_bytes(), "halden-report-2025")
