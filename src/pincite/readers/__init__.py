"""Bytes → Document: picks the reader of a format; imports it only when it is used."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import PurePath
from typing import TYPE_CHECKING

from pincite.errors import DocumentError
from pincite.language import detect_language
from pincite.readers import sniff
from pincite.readers.draft import About
from pincite.readers.identity import slug, unique
from pincite.readers.settings import ReadSettings
from pincite.readers.sources import expand, fetch
from pincite.records import Document

if TYPE_CHECKING:
    from pincite.readers.cache import Cache

__all__ = ["ReadSettings", "read_document", "read_documents"]

DEFAULTS = ReadSettings()


def read_document(
    source: str | os.PathLike[str] | bytes,
    *,
    name: str | None = None,
    source_id: str | None = None,
    media_type: str | None = None,
    settings: ReadSettings = DEFAULTS,
    cache: Cache | None = None,
) -> Document:
    r"""Read one source to its canonical text, with a map back to the source.

    The format is that of the content; where the content does not say, `media_type` decides, then
    the extension of the name, then it is plain text.

    Args:
        source: A path, an http(s) address, `-` for standard input, or the bytes themselves.
        name: What to call it where the source has no file name: its title and, by its
            extension, its format.
        source_id: The document's id; a text that is no id becomes a slug.
        media_type: What the source is, where that is known.
        settings: Options and limits.
        cache: Where documents that were read are kept; None keeps none.

    Raises:
        DocumentError: When it cannot be read; `reason` says why, a note what to do.
        LimitError: When it is beyond a limit of `settings`.
        WorldError: When an address or a disk does not answer.

    Example:
        >>> document = read_document(b"Yield fell.\r\nCosts rose.", name="note.txt")
        >>> document.source_id, document.text
        ('note', 'Yield fell.\nCosts rose.')
    """
    found = fetch(source, settings=settings, name=name)
    kind = sniff.media_type_of(found.data, name=found.name, declared=media_type or found.media_type)
    about = About(
        source_id=slug(source_id or PurePath(found.name).stem or found.name),
        title=found.name,
        uri=found.uri,
        media_type=kind,
        charset=_charset(media_type or found.media_type),
    )
    kept = cache.get(found.data, about=about, settings=settings) if cache else None
    if kept is not None:
        return kept
    document = _read(found.data, about, settings)
    if document.language == "und":
        document = replace(document, language=detect_language(document.text))
    if cache is not None:
        cache.put(document, found.data, about=about, settings=settings)
    return document


def read_documents(
    sources: Iterable[str | os.PathLike[str] | bytes],
    *,
    settings: ReadSettings = DEFAULTS,
    cache: Cache | None = None,
    on_document: Callable[[Document, int], None] | None = None,
) -> tuple[Document, ...]:
    """Read several sources, in order; folders and globs stand for their files, sorted.

    Ids are unique: where two sources have the same, the later one gets `-2`, `-3`, …

    Args:
        sources: What `read_document` reads, and folders and globs.
        settings: Options and limits.
        cache: Where documents that were read are kept; None keeps none.
        on_document: Called with each document once it is read, and the number of all.

    Raises:
        DocumentError: When one cannot be read, or a folder or glob stands for nothing.
        LimitError: When one is beyond a limit of `settings`.
        WorldError: When an address or a disk does not answer.
    """
    expansion = expand(sources, settings=settings)
    documents: list[Document] = []
    taken: set[str] = set()
    for given in expansion.given:
        document = read_document(given, settings=settings, cache=cache)
        source_id = unique(document.source_id, taken)
        taken.add(source_id)
        documents.append(replace(document, source_id=source_id))
        if on_document is not None:
            on_document(documents[-1], len(expansion.given))
    if expansion.skipped:
        skipped = "not read, no known extension: " + ", ".join(expansion.skipped)
        documents[0] = replace(documents[0], warnings=(*documents[0].warnings, skipped))
    return tuple(documents)


def _read(data: bytes, about: About, settings: ReadSettings) -> Document:
    match about.media_type:
        case "application/pdf":
            from pincite.readers.pdf import read_pdf

            return read_pdf(
                data,
                source_id=about.source_id,
                title=about.title,
                uri=about.uri,
                settings=settings,
            )
        case sniff.DOCX:
            from pincite.readers.docx import read_docx

            return read_docx(data, about=about, settings=settings)
        case sniff.PPTX:
            from pincite.readers.pptx import read_pptx

            return read_pptx(data, about=about, settings=settings)
        case sniff.XLSX:
            from pincite.readers.xlsx import read_xlsx

            return read_xlsx(data, about=about, settings=settings)
        case sniff.EPUB:
            from pincite.readers.epub import read_epub

            return read_epub(data, about=about, settings=settings)
        case "message/rfc822":
            from pincite.readers.mail import read_mail

            return read_mail(data, about=about, settings=settings)
        case "text/html":
            from pincite.readers.html import read_html

            return read_html(data, about=about, settings=settings)
        case "text/markdown":
            from pincite.readers.markdown import read_markdown

            return read_markdown(data, about=about, settings=settings)
        case "text/plain":
            from pincite.readers.plain import read_plain

            return read_plain(data, about=about, settings=settings)
        case "text/csv" | "text/tab-separated-values":
            from pincite.readers.delimited import read_delimited

            return read_delimited(data, about=about, settings=settings)
        case "application/json" | "application/jsonl":
            from pincite.readers.records_json import read_records

            return read_records(data, about=about, settings=settings)
        case other:
            raise DocumentError(
                f"{about.title!r} is {other}, which pincite does not read",
                name=about.title,
                reason="unsupported",
                remedy="convert it to PDF, HTML or text",
            )


def _charset(media_type: str | None) -> str | None:
    match = re.search(r"charset\s*=\s*[\"']?([\w.:-]+)", media_type or "", re.IGNORECASE)
    return match[1] if match else None
