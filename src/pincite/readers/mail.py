"""E-mail (EML) → Document: subject, the lines of its header, the body, attachments by name.

The body is the plain text where there is one, else the page. Attachments are not read.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from email import message_from_bytes
from email.errors import MessageError
from email.header import decode_header, make_header
from email.message import Message

from pincite.errors import LimitError
from pincite.readers.draft import About, Draft
from pincite.readers.html import read_html
from pincite.readers.nested import add_document
from pincite.readers.parts import Parts
from pincite.readers.plain import read_plain
from pincite.readers.runs import Piece
from pincite.readers.settings import ReadSettings
from pincite.records import BlockKind, Document

__all__ = ["read_mail"]

READER = "eml/1"

_HEADERS = ("From", "To", "Cc", "Date")


def read_mail(data: bytes, *, about: About, settings: ReadSettings) -> Document:
    """Read a message.

    Args:
        data: The whole source.
        about: What is known of it.
        settings: Limits, and those of the reader of its body.

    Raises:
        DocumentError: With reason `encoding`, `binary` or `empty`.
        LimitError: On a text or a nesting beyond its limit.
    """
    draft, parts = Draft(settings.max_characters), Parts()
    message, leaves = _opened(data, settings)
    subject = _header(message, "Subject")
    heading = [Piece(subject, place=parts.add("header Subject"))]
    draft.add(BlockKind.HEADING, heading, level=1)
    for name in _HEADERS:
        if name in message:
            piece = Piece(f"{name}: {_header(message, name)}", place=parts.add(f"header {name}"))
            draft.add(BlockKind.PARAGRAPH, [piece], tight=True)
    body = _body(leaves)
    if body is not None:
        _add_body(body, draft, parts, about, settings)
    rest = [part for part in leaves if _is_attached(part)]
    if rest:
        names = ", ".join(part.get_filename() or part.get_content_type() for part in rest)
        draft.warnings.append(f"attachments not read: {names}")
    about = replace(about, title=subject or about.title)
    return draft.document(data, about=about, reader=READER, settings=settings, places=parts)


def _opened(data: bytes, settings: ReadSettings) -> tuple[Message, list[Message]]:
    """A message, and its parts that hold no others."""
    try:
        message = message_from_bytes(data)
        return message, [part for part in message.walk() if not part.is_multipart()]
    except RecursionError as error:
        raise LimitError(
            "messages are nested deeper than can be read",
            limit="max_depth",
            value=settings.max_depth + 1,
            maximum=settings.max_depth,
        ) from error


def _header(message: Message, name: str) -> str:
    """A header's text; as it is written where its encoded words are broken."""
    written = str(message.get(name, ""))
    with suppress(MessageError, LookupError, ValueError):
        written = str(make_header(decode_header(written)))
    return " ".join(written.split())


def _is_attached(part: Message) -> bool:
    return part.get_content_disposition() == "attachment" or (part.get_content_maintype() != "text")


def _body(leaves: Sequence[Message]) -> Message | None:
    """The first plain text, else the first page."""
    for kind in ("text/plain", "text/html"):
        for part in leaves:
            if part.get_content_type() == kind and not _is_attached(part):
                return part
    return None


def _add_body(
    body: Message, draft: Draft, parts: Parts, about: About, settings: ReadSettings
) -> None:
    payload = body.get_payload(decode=True)
    if not isinstance(payload, bytes) or not payload.strip():
        return
    kind = body.get_content_type()
    charset = body.get_content_charset() or None
    inner = replace(about, title=f"{about.title}, body", media_type=kind, charset=charset)
    read = read_html if kind == "text/html" else read_plain
    add_document(read(payload, about=inner, settings=settings), draft, parts, part="body")
