"""PDF → Document, on pdfium: pages → lines → blocks → canonical text with a map to boxes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from statistics import fmean

from pincite.canonical import sha256_bytes, sha256_text
from pincite.errors import DocumentError, LimitError
from pincite.readers.decoding import clean
from pincite.readers.limits import check_ocr_pages
from pincite.readers.pdf.blocks import body_of, drafts_of
from pincite.readers.pdf.compose import CELL_SEPARATOR, Composer, Draft, Words
from pincite.readers.pdf.file import PDFIUM, PdfFile, opened
from pincite.readers.pdf.furniture import furniture_of
from pincite.readers.pdf.glyphs import Glyphs
from pincite.readers.pdf.lines import Line, lines_of, sideways_of
from pincite.readers.pdf.map import PdfMap
from pincite.readers.pdf.quality import agree, is_garbled
from pincite.readers.pdf.recognition import Recognised, can_recognise, recognise, recogniser
from pincite.readers.pdf.runs import Run, runs_of
from pincite.readers.settings import ReadSettings
from pincite.records import BlockKind, Document

__all__ = ["CELL_SEPARATOR", "read_pdf"]

_MOST_CHARACTERS = 200
"""A page with more text than that is read as it is, whatever pictures it has."""
_LEAST_SHARE = 0.6
"""The part of a page with little text that an image covers if it may be a scan."""
_UNMAPPED = "fonts do not say what their glyphs mean"
READER = f"pdf/1 pdfium {PDFIUM}"


class _Pages:
    """What the pages of a file hold."""

    def __init__(self) -> None:
        self.lines: list[list[Line]] = []
        self.labels: list[str] = []
        self.scanned: list[int] = []
        self.broken: list[int] = []
        self.garbled: list[int] = []
        self.replaced: list[int] = []
        self.drawn = 0
        self.sideways: list[Line] = []
        self.pictures: list[int] = []
        self.recognised: dict[int, Recognised] = {}


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
        pages = _read_pages(file, count, settings)
        declared, language = file.title(), file.language()
    if not any(pages.lines):
        raise _no_text(title, pages, settings)
    composer = _compose(pages, settings.max_characters)
    warnings = _warnings(data, pages, settings)
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
        reader=f"{READER}, {recogniser()}" if pages.recognised else READER,
        settings_sha256=settings.sha256,
        blocks=tuple(composer.blocks),
        map=PdfMap(
            data,
            name=title,
            pieces=composer.pieces,
            labels=tuple(pages.labels),
            recognised={number: found.boxes for number, found in pages.recognised.items()},
        ),
        pages=count,
        warnings=tuple(warnings),
        page_labels=tuple(pages.labels),
    )


def _read_pages(file: PdfFile, count: int, settings: ReadSettings) -> _Pages:
    pages = _Pages()
    for number in range(count):
        pages.labels.append(file.label(number))
        with file.page(number) as page:
            if page is None:
                pages.broken.append(number)
                pages.lines.append([])
                continue
            runs = _runs(page, pages, settings)
            pages.lines.append(lines_of(runs))
            pages.sideways.extend(sideways_of(runs))
    return pages


def _runs(page: Glyphs, pages: _Pages, settings: ReadSettings) -> list[Run]:
    """A page's text, and what is recognised where that is not, or not legibly, what it says."""
    runs, number = runs_of(page), page.number
    picture = _is_picture(page, runs)
    text = " ".join([run.text for run in runs])
    garbled = is_garbled(text, unmapped=page.unmapped())
    if not picture and not garbled:
        return runs
    if settings.ocr == "off" or not can_recognise():
        if garbled:
            pages.garbled.append(number)
        if picture:
            (pages.pictures if runs else pages.scanned).append(number)
        return runs
    pages.drawn += 1
    check_ocr_pages(pages.drawn, settings.max_ocr_pages)
    found = recognise(page, [] if garbled else runs)
    if garbled and agree(text, " ".join([run.text for run in found.runs])):
        return runs
    if garbled and not found.runs:
        pages.garbled.append(number)
        return runs
    pages.recognised[number] = found
    if not garbled:
        return [*runs, *found.runs]
    pages.replaced.append(number)
    return found.runs


def _is_picture(page: Glyphs, runs: Sequence[Run]) -> bool:
    """Whether what a page says is in a picture: it has little text and an image over most of it."""
    if sum([len(run.text) for run in runs]) > _MOST_CHARACTERS:
        return False
    return page.picture(drawn=not runs) > (_LEAST_SHARE if runs else 0.0)


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


def _no_text(name: str, pages: _Pages, settings: ReadSettings) -> DocumentError:
    if pages.scanned or pages.recognised:
        return DocumentError(
            f"{name!r} is scanned: its {len(pages.lines)} pages are images without text"
            + (", and none was recognised" if pages.recognised else ""),
            name=name,
            reason="scanned",
            remedy=_remedy(settings),
        )
    if pages.broken or not pages.lines:
        return DocumentError(
            f"{name!r} is damaged: none of its pages can be read",
            name=name,
            reason="damaged",
            remedy="get the file again; it may be cut off",
        )
    return DocumentError(
        f"{name!r} has no text on its pages",
        name=name,
        reason="empty",
        remedy="check that it is the right file",
    )


def _remedy(settings: ReadSettings) -> str:
    if settings.ocr == "off":
        return "set 'ocr' to 'auto', or run text recognition (OCR) on it and read its result"
    if can_recognise():
        return "check the picture's quality"
    return "pip install 'pincite[ocr]', or run text recognition (OCR) on it and read its result"


def _warnings(data: bytes, pages: _Pages, settings: ReadSettings) -> list[str]:
    warnings = []
    if pages.scanned:
        named = _named(pages.scanned)
        warnings.append(f"scanned, without text, not read: {named} ({_remedy(settings)})")
    if pages.pictures:
        named = _named(pages.pictures)
        warnings.append(f"a picture with little text, itself not read: {named}")
    warnings.extend(_recognition(pages.recognised))
    if pages.broken:
        warnings.append(f"damaged, not read: {_named(pages.broken)}")
    if pages.garbled:
        named = _named(pages.garbled)
        warnings.append(f"text may be garbled, as {_UNMAPPED}: {named} ({_remedy(settings)})")
    if pages.replaced:
        named = _named(pages.replaced)
        warnings.append(f"garbled text, as {_UNMAPPED}, not read but recognised: {named}")
    if b"%%EOF" not in data[-2048:]:
        warnings.append("the file does not end as a PDF does; pages may be missing")
    return warnings


def _recognition(pages: Mapping[int, Recognised]) -> Iterator[str]:
    scores = {number: found.scores for number, found in pages.items() if found.scores}
    if scores:
        mean = fmean(chain.from_iterable(scores.values()))
        yield (
            f"pages whose text was recognised by {recogniser()}, mean confidence {mean:.2f}: "
            f"{_named(scores)}"
        )
    blank = [number for number, found in pages.items() if not found.scores and not found.unread]
    if blank:
        yield f"pictures in which {recogniser()} finds no text: {_named(blank)}"
    doubtful = {number: found.doubtful for number, found in pages.items() if found.doubtful}
    if doubtful:
        yield f"{sum(doubtful.values())} recognised lines are doubtful: {_named(doubtful)}"
    unread = {number: found.unread for number, found in pages.items() if found.unread}
    if unread:
        yield f"{sum(unread.values())} lines were not recognised: {_named(unread)}"


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
