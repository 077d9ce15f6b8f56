"""A copy of a cited PDF with the cited sentences highlighted and the claims as notes."""

from __future__ import annotations

import ctypes
import io
from collections.abc import Iterator
from dataclasses import dataclass

import pypdfium2 as pdfium
import pypdfium2.raw as pdfium_c

from pincite.errors import CallerError
from pincite.records import Report, Status
from pincite.records.documents import Box

__all__ = ["annotate"]

_COLOURS = {
    Status.SUPPORTED: (96, 190, 110),
    Status.PARTIAL: (240, 180, 40),
    Status.UNCHECKED: (150, 150, 150),
    Status.UNSUPPORTED: (225, 80, 80),
    Status.CONTRADICTED: (190, 60, 160),
}
_SCALE = 100
"""Device units a point, since pdfium converts whole numbers only."""


@dataclass(frozen=True, slots=True)
class _Mark:
    page: int
    boxes: tuple[Box, ...]
    note: str
    colour: tuple[int, int, int]


def annotate(report: Report, data: bytes, source_id: str) -> bytes:
    """Highlight what an answer cites in one of its PDFs.

    Args:
        report: Whose library has the document.
        data: The PDF's bytes, as they were read.
        source_id: Of the document.

    Returns:
        A PDF with a highlight for each cited stretch, with claim, status and reasons as its note.

    Raises:
        CallerError: When the document is no PDF or nothing of it is cited.
    """
    marks = list(_marks(report, source_id))
    if not marks:
        raise CallerError(
            f"the answer cites nothing of {source_id!r} that has a place on a page",
            remedy="give a PDF that the answer cites",
        )
    document = pdfium.PdfDocument(data)  # type: ignore[no-untyped-call]
    try:
        for mark in marks:
            page = document[mark.page - 1]
            try:
                _highlight(page, mark)
            finally:
                page.close()
        out = io.BytesIO()
        document.save(out)  # type: ignore[no-untyped-call]
    finally:
        document.close()  # type: ignore[no-untyped-call]
    return out.getvalue()


def _marks(report: Report, source_id: str) -> Iterator[_Mark]:
    answer, library = report.answer, report.library
    for verdict in report.verdicts:
        claim = answer.claims[verdict.claim]
        reasons = [check.reason for check in verdict.checks if check.outcome.value != "pass"]
        note = "\n".join([claim.text, f"{verdict.status.value}: {verdict.rule}", *reasons])
        colour = _COLOURS.get(verdict.status, _COLOURS[Status.UNCHECKED])
        for index in claim.citations:
            for first, last in answer.citations[index].evidence:
                document = library.document(first)
                if document.source_id != source_id:
                    continue
                start, end = library.starts[first - 1], library.ends[last - 1]
                for region in document.map.locate(start, end).regions:
                    if region.boxes:
                        yield _Mark(region.page, region.boxes, note, colour)


def _highlight(page: pdfium.PdfPage, mark: _Mark) -> None:
    annotation = pdfium_c.FPDFPage_CreateAnnot(page.raw, pdfium_c.FPDF_ANNOT_HIGHLIGHT)
    try:
        pdfium_c.FPDFAnnot_SetColor(
            annotation, pdfium_c.FPDFANNOT_COLORTYPE_Color, *mark.colour, 110
        )
        corners = [_corners(page, box) for box in mark.boxes]
        for left, bottom, right, top in corners:
            quad = pdfium_c.FS_QUADPOINTSF(left, top, right, top, left, bottom, right, bottom)
            pdfium_c.FPDFAnnot_AppendAttachmentPoints(annotation, ctypes.byref(quad))
        around = pdfium_c.FS_RECTF(
            min(c[0] for c in corners),
            max(c[3] for c in corners),
            max(c[2] for c in corners),
            min(c[1] for c in corners),
        )
        pdfium_c.FPDFAnnot_SetRect(annotation, ctypes.byref(around))
        text = (mark.note + "\0").encode("utf-16-le", "replace")
        buffer = ctypes.cast(ctypes.create_string_buffer(text), pdfium_c.FPDF_WIDESTRING)
        pdfium_c.FPDFAnnot_SetStringValue(annotation, b"Contents", buffer)
    finally:
        pdfium_c.FPDFPage_CloseAnnot(annotation)


def _corners(page: pdfium.PdfPage, box: Box) -> tuple[float, float, float, float]:
    """Left, bottom, right, top in the page's own space of a box as displayed."""
    points = [_point(page, box[0], box[1]), _point(page, box[2], box[3])]
    xs, ys = [p[0] for p in points], [p[1] for p in points]
    return min(xs), min(ys), max(xs), max(ys)


def _point(page: pdfium.PdfPage, x: float, y: float) -> tuple[float, float]:
    width, height = page.get_size()  # type: ignore[no-untyped-call]
    to_x, to_y = ctypes.c_double(), ctypes.c_double()
    pdfium_c.FPDF_DeviceToPage(
        page.raw,
        0,
        0,
        round(width * _SCALE),
        round(height * _SCALE),
        0,
        round(x * _SCALE),
        round(y * _SCALE),
        ctypes.byref(to_x),
        ctypes.byref(to_y),
    )
    return to_x.value, to_y.value
