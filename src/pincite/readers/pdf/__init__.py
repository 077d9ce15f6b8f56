"""PDF → Document, on pdfium: pages → lines → blocks → canonical text with a map to boxes."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import chain

from pincite.canonical import sha256_bytes, sha256_text
from pincite.errors import DocumentError, LimitError
from pincite.readers.decoding import clean
from pincite.readers.pdf.blocks import body_of, drafts_of
from pincite.readers.pdf.compose import CELL_SEPARATOR, Composer, Draft, Words
from pincite.readers.pdf.file import PDFIUM, PdfFile, opened
from pincite.readers.pdf.furniture import furniture_of
from pincite.readers.pdf.lines import Line, lines_of, sideways_of
from pincite.readers.pdf.map import PdfMap
from pincite.readers.pdf.quality import is_garbled
from pincite.readers.pdf.runs import runs_of
from pincite.readers.settings import ReadSettings
from pincite.records import BlockKind, Document

__all__ = ["CELL_SEPARATOR", "read_pdf"]

READER = f"pdf/1 pdfium {PDFIUM}"


class _Pages:
    """What the pages of a file hold."""

    def __init__(self) -> None:
        self.lines: list[list[Line]] = []
        self.labels: list[str] = []
        self.blank: list[int] = []
        self.scanned: list[int] = []
        self.broken: list[int] = []
        self.garbled: list[int] = []
        self.sideways: list[Line] = []


def read_pdf(
    data: bytes, *, source_id: str, title: str, uri: str, settings: ReadSettings
) -> Document:
    """Read a PDF.

    Args:
        data: The whole file.
        source_id: Of the document.
        title: Its name; a title that the file declares goes before it.
        uri: Where it came from.
        settings: `max_pages`, `max_characters`.

    Raises:
        DocumentError: With reason `empty`, `binary`, `encrypted`, `damaged` or `scanned`.
        LimitError: At too many pages, or a text that is too long.
    """
    with opened(data, name=title) as file:
        count = len(file)
        if count > settings.max_pages:
            raise LimitError(
                f"{title!r} declares {count} pages",
                limit="max_pages",
                value=count,
                maximum=settings.max_pages,
            )
        pages = _read_pages(file, count)
        declared, language = file.title(), file.language()
    if not any(pages.lines):
        raise _no_text(title, pages)
    composer = _compose(pages, settings.max_characters)
    warnings = _warnings(data, pages)
    text = clean(composer.text(), warnings)
    return Document(
        source_id=source_id,
        title=declared or title,
        uri=uri,
        media_type="application/pdf",
        source_sha256=sha256_bytes(data),
        text=text,
        text_sha256=sha256_text(text),
        language=_primary(language),
        reader=READER,
        settings_sha256=settings.sha256,
        blocks=tuple(composer.blocks),
        map=PdfMap(data, name=title, pieces=composer.pieces, labels=tuple(pages.labels)),
        pages=count,
        warnings=tuple(warnings),
        page_labels=tuple(pages.labels),
    )


def _read_pages(file: PdfFile, count: int) -> _Pages:
    pages = _Pages()
    for number in range(count):
        pages.labels.append(file.label(number))
        with file.page(number) as page:
            if page is None:
                pages.broken.append(number)
                pages.lines.append([])
                continue
            runs = runs_of(page)
            lines = lines_of(runs)
            pages.lines.append(lines)
            pages.sideways.extend(sideways_of(runs))
            if is_garbled(" ".join([line.text for line in lines])):
                pages.garbled.append(number)
            if not lines:
                (pages.scanned if page.has_image() else pages.blank).append(number)
    return pages


def _compose(pages: _Pages, max_characters: int) -> Composer:
    furniture = furniture_of(pages.lines)
    printed = list(chain.from_iterable(pages.lines))
    lines = [line for line in printed if line not in furniture]
    if not lines:
        lines, furniture = printed, set()
    composer = Composer(Words(lines), max_characters)
    for draft in drafts_of(lines, body_of(lines)):
        composer.add(draft)
    aside = [line for line in printed if line in furniture] + pages.sideways
    for line in sorted(aside, key=lambda line: line.page):
        composer.add(Draft(BlockKind.FURNITURE, [line]))
    return composer


def _no_text(name: str, pages: _Pages) -> DocumentError:
    if pages.scanned:
        return DocumentError(
            f"{name!r} is scanned: its {len(pages.lines)} pages are images without text",
            name=name,
            reason="scanned",
            remedy="run text recognition (OCR) on it and read the PDF that it writes",
        )
    if pages.broken or not pages.lines:
        return DocumentError(
            f"{name!r} is damaged: none of its pages can be read",
            name=name,
            reason="damaged",
            remedy="get the file again; it may be cut off",
        )
    return DocumentError(f"{name!r} has no text on its pages", name=name, reason="empty")


def _warnings(data: bytes, pages: _Pages) -> list[str]:
    warnings = []
    if pages.scanned:
        warnings.append(f"scanned, without text, not read: {_named(pages.scanned)}")
    if pages.broken:
        warnings.append(f"damaged, not read: {_named(pages.broken)}")
    if pages.garbled:
        warnings.append(
            f"text may be garbled, as fonts do not say what their glyphs mean: "
            f"{_named(pages.garbled)}"
        )
    if b"%%EOF" not in data[-2048:]:
        warnings.append("the file does not end as a PDF does; pages may be missing")
    return warnings


def _named(numbers: Iterable[int]) -> str:
    """Pages by number, neighbours as ranges: `pages 1-3, 7`."""
    ranges: list[tuple[int, int]] = []
    for number in numbers:
        if ranges and ranges[-1][1] == number:
            ranges[-1] = (ranges[-1][0], number + 1)
        else:
            ranges.append((number + 1, number + 1))
    names = [str(a) if a == b else f"{a}-{b}" for a, b in ranges]
    return ("page " if names == [str(ranges[0][0])] else "pages ") + ", ".join(names)


def _primary(language: str) -> str:
    match = re.match(r"[A-Za-z]{2,3}\b", language)
    return match[0].lower() if match else "und"
