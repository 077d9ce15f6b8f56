"""HTML → Document: what a browser shows of a page without its style sheets, as blocks.

White space folds as in a browser, references are decoded, cells of a table row are parted by a
bar. Navigation, the page's own header and footer, and asides are furniture. Hidden elements are
left out and counted; what only a style sheet or a script hides or shows is not known here.
"""

from __future__ import annotations

import re
from dataclasses import replace

from selectolax.lexbor import LexborHTMLParser, LexborNode

from pincite.errors import DocumentError
from pincite.readers.decoding import decode
from pincite.readers.draft import About, Draft
from pincite.readers.elements import Elements
from pincite.readers.limits import check_depth
from pincite.readers.markup_text import MarkupText
from pincite.readers.page import Page
from pincite.readers.settings import ReadSettings
from pincite.readers.tags import prepared
from pincite.records import Document

__all__ = ["read_html"]

READER = "html/1 lexbor"

_CHARSET = re.compile(
    rb"""<meta[^>]{1,200}?charset\s*+=\s*+["']?\s*+([\w.:-]++)
    |<\?xml[^>]{1,200}?encoding\s*+=\s*+["']([\w.:-]++)""",
    re.VERBOSE | re.IGNORECASE,
)
_LANGUAGE = re.compile(r"[a-zA-Z]{2,3}(?=[-_]|\Z)")


def read_html(data: bytes, *, about: About, settings: ReadSettings) -> Document:
    """Read a page.

    Args:
        data: The whole source.
        about: What is known of it.
        settings: `encoding`, `html`, `max_characters`, `max_depth`.

    Raises:
        DocumentError: With reason `encoding`, `binary` or `empty`.
        LimitError: On a page that is nested too deep or has too much text.
    """
    declared = about.charset or _declared(data) or settings.encoding
    source = decode(data, name=about.title, declared=declared)
    parsed = prepared(source.text)
    check_depth(parsed.depth, settings.max_depth)
    tree = LexborHTMLParser(parsed.text)
    draft = Draft(settings.max_characters, list(source.warnings))
    elements = Elements()
    page = Page(draft, elements, MarkupText(source.text), max_depth=settings.max_depth)
    root = tree.root
    if root is None:
        raise DocumentError(f"{about.title!r} has no text", name=about.title, reason="empty")
    page.read(root, only=_main(root, draft) if settings.html == "main" else None)
    return draft.document(
        data,
        about=replace(about, title=page.title or about.title, language=_language(root)),
        reader=READER,
        settings=settings,
        source=source,
        places=elements,
    )


def _declared(data: bytes) -> str | None:
    match = _CHARSET.search(data[:1024])
    if match is None:
        return None
    name = (match[1] or match[2]).decode("ascii", "replace").lower()
    return "utf-8" if name.startswith("utf-16") else name


def _main(root: LexborNode, draft: Draft) -> int | None:
    for selector in ("main", "[role=main]", "article"):
        node = root.css_first(selector)
        if node is not None:
            return node.mem_id
    draft.warnings.append("the page has no <main> or <article>: the whole page was read")
    return None


def _language(root: LexborNode) -> str:
    stated = _LANGUAGE.match(root.attributes.get("lang") or "")
    return stated[0].lower() if stated else "und"
