"""Which format a source is in: by its content, then what was declared, then its name."""

from __future__ import annotations

import io
import re
import zipfile
from pathlib import PurePosixPath

from pincite.errors import DocumentError

__all__ = ["EXTENSIONS", "media_type_of"]

_OFFICE = "application/vnd.openxmlformats-officedocument"
DOCX = f"{_OFFICE}.wordprocessingml.document"
PPTX = f"{_OFFICE}.presentationml.presentation"
XLSX = f"{_OFFICE}.spreadsheetml.sheet"
EPUB = "application/epub+zip"

EXTENSIONS = {
    ".csv": "text/csv",
    ".docx": DOCX,
    ".eml": "message/rfc822",
    ".epub": EPUB,
    ".htm": "text/html",
    ".html": "text/html",
    ".json": "application/json",
    ".jsonl": "application/jsonl",
    ".log": "text/plain",
    ".markdown": "text/markdown",
    ".md": "text/markdown",
    ".ndjson": "application/jsonl",
    ".pdf": "application/pdf",
    ".pptx": PPTX,
    ".text": "text/plain",
    ".tsv": "text/tab-separated-values",
    ".txt": "text/plain",
    ".xhtml": "text/html",
    ".xlsx": XLSX,
}
"""What a folder is searched for, and what a name says where the content does not."""

_ALIASES = {
    "application/x-ndjson": "application/jsonl",
    "application/xhtml+xml": "text/html",
    "text/x-markdown": "text/markdown",
}
_BINARY = ("application/pdf", DOCX, PPTX, XLSX, EPUB)
_PARTS = {
    "word/document.xml": DOCX,
    "ppt/presentation.xml": PPTX,
    "xl/workbook.xml": XLSX,
    "META-INF/container.xml": EPUB,
}
_COMPOUND = b"\xd0\xcf\x11\xe0"
_LOCKED = "EncryptedPackage".encode("utf-16-le")
_FOREIGN = {
    b"\x89PNG": "a PNG image",
    b"\xff\xd8\xff": "a JPEG image",
    b"GIF8": "a GIF image",
    b"\x1f\x8b": "a gzip archive",
    b"7z\xbc\xaf": "a 7z archive",
    b"Rar!": "a RAR archive",
    b"\x7fELF": "a program",
    b"{\\rtf": "an RTF file",
    _COMPOUND: "an Office file of the old kind",
}
_HTML = re.compile(
    rb"(?:\xef\xbb\xbf)?\s*+(?:<\?xml[^>]{0,200}+>\s*+)?(?:<!--.{0,1000}?-->\s*+)?"
    rb"<(?:!doctype\s++html|html[\s>]|head[\s>]|body[\s>])",
    re.IGNORECASE | re.DOTALL,
)


def media_type_of(data: bytes, *, name: str, declared: str | None = None) -> str:
    """The media type that decides which reader is used.

    Args:
        data: The whole source.
        name: Its file name, for the extension.
        declared: What the caller or a server says.

    Raises:
        DocumentError: With reason `unsupported`, `damaged` or `encrypted`.
    """
    if b"%PDF-" in data[:1024]:
        return "application/pdf"
    if data.startswith(b"PK\x03\x04"):
        return _inside_zip(data, name)
    _refuse_foreign(data, name)
    known = set(EXTENSIONS.values())
    bare = (declared or "").partition(";")[0].strip().lower()
    stated = _ALIASES.get(bare, bare)
    by_name = EXTENSIONS.get(PurePosixPath(name).suffix.lower(), "")
    guess = stated if stated in known else ""
    if not guess:
        guess = "text/html" if _HTML.match(data[:4096]) else by_name or "text/plain"
    if guess in _BINARY:
        raise DocumentError(
            f"{name!r} is said to be {guess} and is not",
            name=name,
            reason="damaged",
            remedy="get the file again, or give it its right extension",
        )
    return guess


def _inside_zip(data: bytes, name: str) -> str:
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            members = set(archive.namelist())
    except (zipfile.BadZipFile, ValueError, OSError, NotImplementedError) as error:
        raise DocumentError(
            f"{name!r} is a broken archive: {error}",
            name=name,
            reason="damaged",
            remedy="get the file again; it may be cut off",
        ) from error
    for part, media_type in _PARTS.items():
        if part in members:
            return media_type
    raise DocumentError(
        f"{name!r} is an archive that is no office document or e-book",
        name=name,
        reason="unsupported",
        remedy="unpack it and give the files inside",
    )


def _refuse_foreign(data: bytes, name: str) -> None:
    if data.startswith(_COMPOUND) and _LOCKED in data:
        raise DocumentError(
            f"{name!r} is protected with a password",
            name=name,
            reason="encrypted",
            remedy="open it, remove the password and save it again",
        )
    for mark, what in _FOREIGN.items():
        if data.startswith(mark):
            raise DocumentError(
                f"{name!r} is {what}, which pincite does not read",
                name=name,
                reason="unsupported",
                remedy="convert it to PDF, DOCX, HTML or text",
            )
