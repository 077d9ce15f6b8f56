"""What a reader is told: options that change the text, limits that refuse a source."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from pincite.canonical import sha256_value

__all__ = ["ReadSettings"]

MEBIBYTE = 1 << 20


@dataclass(frozen=True, slots=True)
class ReadSettings:
    """Options and limits of every reader.

    A limit never shortens a text: a source beyond it is a `LimitError` that names it.

    Attributes:
        encoding: Encoding of text sources that declare none; None means UTF-8 and nothing else.
        html: `whole` reads every visible part of a page, `main` its `<main>` or `<article>`.
        ocr: `auto` recognises pictures and garbled pages where the extra `ocr` is installed,
            `off` never.
        text_fields: Names of the field that holds a JSON record's text, the first present wins.
        max_bytes: Size of a source as it comes.
        max_characters: Length of the canonical text.
        max_pages: Pages of a PDF.
        max_ocr_pages: Pages of a PDF whose text is recognised, at a second or more each.
        max_depth: Nesting of elements, list levels and quotations.
        max_archive_bytes: Unpacked size of all members of an archive that are read.
        max_archive_files: Members of an archive.
        max_files: Files that folders and globs may expand to.
        max_redirects: Redirects of an address.
        timeout_s: Seconds from the first request for an address to its last byte.
    """

    encoding: str | None = None
    html: Literal["whole", "main"] = "whole"
    ocr: Literal["auto", "off"] = "auto"
    text_fields: tuple[str, ...] = ("text", "content", "body")
    max_bytes: int = 256 * MEBIBYTE
    max_characters: int = 50_000_000
    max_pages: int = 20_000
    max_ocr_pages: int = 500
    max_depth: int = 500
    max_archive_bytes: int = 512 * MEBIBYTE
    max_archive_files: int = 20_000
    max_files: int = 10_000
    max_redirects: int = 5
    timeout_s: float = 30.0

    @property
    def sha256(self) -> str:
        """Hash of the options; a limit changes no text and is not in it."""
        return sha256_value(
            {
                "encoding": self.encoding,
                "html": self.html,
                "ocr": self.ocr,
                "text_fields": self.text_fields,
            }
        )
