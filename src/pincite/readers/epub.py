"""EPUB → Document: the chapters in reading order, each read as a page.

A place is the chapter's file and the path of the element in it. The table of contents is
furniture.
"""

from __future__ import annotations

import posixpath
from collections.abc import Mapping
from dataclasses import replace
from urllib.parse import unquote

from pincite.errors import DocumentError
from pincite.readers.archive import Archive
from pincite.readers.draft import About, Draft
from pincite.readers.html import read_html
from pincite.readers.nested import add_document
from pincite.readers.parts import Parts
from pincite.readers.settings import ReadSettings
from pincite.records import Document

__all__ = ["read_epub"]

READER = "epub/1 lexbor"

_CONTAINER = "META-INF/container.xml"


def read_epub(data: bytes, *, about: About, settings: ReadSettings) -> Document:
    """Read an e-book.

    Args:
        data: The whole source.
        about: What is known of it.
        settings: Limits, and those of `read_html`.

    Raises:
        DocumentError: With reason `damaged`, `encrypted` or `empty`.
        LimitError: On an archive, a text or a nesting beyond its limit.
    """
    archive = Archive(data, name=about.title, settings=settings)
    container, package = _Container(), _Package()
    archive.parse(_CONTAINER, container)
    archive.parse(container.package, package)
    draft, parts = Draft(settings.max_characters), Parts()
    folder = posixpath.dirname(container.package)
    for reference in package.spine:
        href, properties = package.items.get(reference, ("", ""))
        member = posixpath.normpath(posixpath.join(folder, unquote(href)))
        chapter = replace(about, title=member, media_type="text/html")
        try:
            page = read_html(archive.read(member), about=chapter, settings=settings)
        except DocumentError as error:
            if error.reason != "empty":
                raise
            continue
        furniture = "nav" in properties.split()
        add_document(page, draft, parts, part=member, furniture=furniture)
    title = " ".join("".join(package.title).split())
    language = "".join(package.language).strip().partition("-")[0].lower()
    return draft.document(
        data,
        about=replace(about, title=title or about.title, language=language or "und"),
        reader=READER,
        settings=settings,
        places=parts,
    )


class _Container:
    def __init__(self) -> None:
        self.package = ""

    def start(self, tag: str, attributes: Mapping[str, str]) -> None:
        if tag == "rootfile" and not self.package:
            self.package = attributes.get("full-path", "")

    def end(self, tag: str) -> None:
        pass

    def text(self, data: str) -> None:
        pass


class _Package:
    """The chapters in reading order, title and language of a package document."""

    def __init__(self) -> None:
        self.items: dict[str, tuple[str, str]] = {}
        self.spine: list[str] = []
        self.title: list[str] = []
        self.language: list[str] = []
        self._open = ""

    def start(self, tag: str, attributes: Mapping[str, str]) -> None:
        self._open = tag
        if tag == "item":
            self.items[attributes.get("id", "")] = (
                attributes.get("href", ""),
                attributes.get("properties", ""),
            )
        elif tag == "itemref":
            self.spine.append(attributes.get("idref", ""))

    def end(self, tag: str) -> None:  # noqa: ARG002
        self._open = ""

    def text(self, data: str) -> None:
        if self._open == "title":
            self.title.append(data)
        elif self._open == "language" and not self.language:
            self.language.append(data)
