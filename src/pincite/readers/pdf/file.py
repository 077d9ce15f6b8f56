"""Opening a PDF and its pages, and what can be wrong with it.

pdfium is not safe for threads and its objects must be closed in order: every use of it is inside
`opened`, which holds the one lock and closes what it opened.
"""

from __future__ import annotations

import ctypes
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pypdfium2 as pdfium
from pypdfium2 import raw

from pincite.errors import DocumentError
from pincite.readers.pdf.glyphs import Glyphs, Scratch

__all__ = ["PDFIUM", "PdfFile", "opened"]

PDFIUM = str(pdfium.PDFIUM_INFO)

_LOCK = threading.RLock()
_HEADER_BYTES = 1024
_TEXT_BYTES = 4096
_MOST_NOTES = 10_000

_Buffer = ctypes.Array[ctypes.c_char]


class PdfFile:
    """An open PDF; only `opened` makes one."""

    def __init__(self, document: object) -> None:
        self._document = document
        self._scratch = Scratch()
        self._buffer = ctypes.create_string_buffer(_TEXT_BYTES)

    def __len__(self) -> int:
        """The number of pages that the file declares."""
        return max(int(raw.FPDF_GetPageCount(self._document)), 0)

    @contextmanager
    def page(self, number: int) -> Iterator[Glyphs | None]:
        """A page by its 0-based position; None where it cannot be read."""
        page = self._load(number)
        text = raw.FPDFText_LoadPage(page) if page else None
        try:
            yield Glyphs(page, text, number, self._scratch) if text else None
        finally:
            if text:
                raw.FPDFText_ClosePage(text)
            if page:
                raw.FPDF_ClosePage(page)

    def _load(self, number: int) -> object:
        """A page with what was filled in; pdfium's text has only what is part of the page."""
        page = raw.FPDF_LoadPage(self._document, number)
        if page and _is_filled(page) and raw.FPDFPage_Flatten(page, raw.FLAT_NORMALDISPLAY) == 1:
            raw.FPDF_ClosePage(page)
            page = raw.FPDF_LoadPage(self._document, number)
        return page

    def label(self, number: int) -> str:
        """The label that the file declares for a page, else its 1-based number."""

        def get(buffer: _Buffer, size: int) -> int:
            return int(raw.FPDF_GetPageLabel(self._document, number, buffer, size))

        return self._string(get) or str(number + 1)

    def title(self) -> str:
        """The title that the file declares, or nothing."""

        def get(buffer: _Buffer, size: int) -> int:
            return int(raw.FPDF_GetMetaText(self._document, b"Title", buffer, size))

        return self._string(get)

    def language(self) -> str:
        """The language that the file declares, or nothing."""

        def get(buffer: _Buffer, size: int) -> int:
            units = ctypes.cast(buffer, ctypes.POINTER(ctypes.c_ushort))
            return int(raw.FPDFCatalog_GetLanguage(self._document, units, size))

        return self._string(get)

    def _string(self, get: Callable[[_Buffer, int], int]) -> str:
        size = get(self._buffer, _TEXT_BYTES)
        if not 2 < size <= _TEXT_BYTES:
            return ""
        return ctypes.string_at(self._buffer, size - 2).decode("utf-16-le", "replace").strip()


def _is_filled(page: object) -> bool:
    """Whether text was typed on a page: in a field of a form, or freely."""
    for index in range(min(raw.FPDFPage_GetAnnotCount(page), _MOST_NOTES)):
        note = raw.FPDFPage_GetAnnot(page, index)
        kind = raw.FPDFAnnot_GetSubtype(note)
        raw.FPDFPage_CloseAnnot(note)
        if kind in (raw.FPDF_ANNOT_WIDGET, raw.FPDF_ANNOT_FREETEXT):
            return True
    return False


@contextmanager
def opened(data: bytes, *, name: str) -> Iterator[PdfFile]:
    """Open a PDF, with the empty password where it wants one.

    Args:
        data: The whole file.
        name: For messages.

    Raises:
        DocumentError: With reason `empty`, `binary`, `encrypted` or `damaged`.
    """
    if not data.strip(b"\0 \t\r\n"):
        raise DocumentError(
            f"{name!r} is empty",
            name=name,
            reason="empty",
            remedy="check that it is the right file",
        )
    if b"%PDF-" not in data[:_HEADER_BYTES]:
        raise DocumentError(
            f"{name!r} is not a PDF: it has no PDF header",
            name=name,
            reason="binary",
            remedy="check that it is the right file",
        )
    with _LOCK:
        document = raw.FPDF_LoadMemDocument64(data, len(data), None)
        if not document:
            raise _refusal(raw.FPDF_GetLastError(), name)
        try:
            yield PdfFile(document)
        finally:
            raw.FPDF_CloseDocument(document)


def _refusal(code: int, name: str) -> DocumentError:
    if code in (raw.FPDF_ERR_PASSWORD, raw.FPDF_ERR_SECURITY):
        return DocumentError(
            f"{name!r} is encrypted and opens with a password only",
            name=name,
            reason="encrypted",
            remedy="save a copy without password and read that",
        )
    return DocumentError(
        f"{name!r} is damaged: pdfium cannot find its pages",
        name=name,
        reason="damaged",
        remedy="get the file again; it may be cut off",
    )
