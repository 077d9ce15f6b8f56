"""E-mail (EML) → Document: subject, the lines of its header, the body, attachments by name.

The body is the plain text where there is one, else the page. Attachments are not read.
"""

from __future__ import annotations

from dataclasses import replace
from email import message_from_bytes
from email.errors import MessageError
from email.message import EmailMessage, MIMEPart
from email.policy import default

from pincite.errors import DocumentError
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
        DocumentError: With reason `damaged`, `encoding` or `empty`.
        LimitError: On a text or a nesting beyond its limit.
    """
    draft, parts = Draft(settings.max_characters), Parts()
    try:
        message = message_from_bytes(data, policy=default)
        subject = _header(message, "Subject")
        heading = [Piece(subject, place=parts.add("header Subject"))]
        draft.add(BlockKind.HEADING, heading, level=1)
        for name in _HEADERS:
            text = f"{name}: {_header(message, name)}"
            if name in message:
                piece = Piece(text, place=parts.add(f"header {name}"))
                draft.add(BlockKind.PARAGRAPH, [piece], tight=True)
        body = message.get_body(("plain", "html"))
        if body is not None:
            _add_body(body, draft, parts, about, settings)
        names = [part.get_filename() or part.get_content_type() for part in _rest(message, body)]
    except (MessageError, LookupError, ValueError, RecursionError) as error:
        raise DocumentError(
            f"{about.title!r} is a broken message: {error}",
            name=about.title,
            reason="damaged",
            remedy="save it again from the mail program",
        ) from error
    if names:
        draft.warnings.append("attachments not read: " + ", ".join(names))
    about = replace(about, title=subject or about.title)
    return draft.document(data, about=about, reader=READER, settings=settings, places=parts)


def _header(message: EmailMessage, name: str) -> str:
    return " ".join(str(message.get(name, "")).split())


def _rest(message: EmailMessage, body: MIMEPart | None) -> list[MIMEPart]:
    return [
        part
        for part in message.walk()
        if isinstance(part, MIMEPart)
        and part is not body
        and not part.is_multipart()
        and (part.is_attachment() or part.get_content_maintype() != "text")
    ]


def _add_body(
    body: MIMEPart, draft: Draft, parts: Parts, about: About, settings: ReadSettings
) -> None:
    payload = body.get_payload(decode=True)
    if not isinstance(payload, bytes) or not payload.strip():
        return
    kind = body.get_content_type()
    inner = replace(about, title="body", media_type=kind, charset=body.get_content_charset("utf-8"))
    read = read_html if kind == "text/html" else read_plain
    add_document(read(payload, about=inner, settings=settings), draft, parts, part="body")
