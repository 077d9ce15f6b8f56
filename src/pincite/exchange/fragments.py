"""Text fragments: links that open a page at the cited words (`#:~:text=[prefix-,]start[,end]`).

The directive's words are percent-encoded as UTF-8; dash, comma and ampersand too, since they
separate its terms (URL Fragment Text Directives, WICG). A fragment that the address has is kept.
A run of several blocks or cells, or a long one, is given by its first and last words; words that
a browser may meet earlier get words around them. Lost: verdicts, and everything cited in
documents without a web address.
"""

from __future__ import annotations

import re
from urllib.parse import quote as percent
from urllib.parse import unquote

from pincite.exchange.locate import Pointer
from pincite.exchange.shapes import Exported
from pincite.exchange.shown import Evidence, evidence_of
from pincite.records import BlockKind, Report

__all__ = ["directive", "is_web", "link", "link_to", "read_link", "write"]

_LONGEST = 160
_EDGE_WORDS = 6
_REACH = 2_000
_BLOCK_END = re.compile(r"\n| \| ")
"""Where a term has to end: the end of a block or line, or of a table's cell."""


def write(report: Report) -> Exported:
    """One line a citation of a web page: claim number, sentences, link; separated by tabs."""
    lines: list[str] = []
    lost: list[str] = []
    for number, claim in enumerate(report.answer.claims, 1):
        for part in claim.parts:
            for evidence in evidence_of(part, report):
                name = f"s{evidence.first}-s{evidence.last}"
                if is_web(evidence.document.uri):
                    lines.append(f"{number}\t{name}\t{link_to(evidence)}")
                else:
                    lost.append(f"{name}: {evidence.document.source_id!r} has no web address")
    return Exported("".join(f"{line}\n" for line in lines), tuple(dict.fromkeys(lost)))


def is_web(uri: str) -> bool:
    """Whether an address is one that a browser opens from the network."""
    return uri.lower().startswith(("http://", "https://"))


def link(address: str, words: str, *, until: str = "", prefix: str = "", suffix: str = "") -> str:
    """An address that opens at some words.

    Args:
        address: With or without a fragment.
        words: What to find, or its first words.
        until: Its last words, where `words` are only the first.
        prefix: Words that stand before it.
        suffix: Words that stand after it.

    Example:
        >>> link("https://example.org/a#top", "half-dry, at 5%")
        'https://example.org/a#top:~:text=half%2Ddry%2C%20at%205%25'
    """
    base, mark, fragment = address.partition("#")
    kept, directives, others = fragment.partition(":~:")
    term = directive(words, until=until, prefix=prefix, suffix=suffix)
    more = f"{others}&{term}" if directives and others else term
    return f"{base}#{kept if mark else ''}:~:{more}"


def directive(words: str, *, until: str = "", prefix: str = "", suffix: str = "") -> str:
    """The directive `text=…` for some words; white space is folded."""
    terms = [f"{_encoded(prefix)}-"] if prefix else []
    terms.append(_encoded(words))
    if until:
        terms.append(_encoded(until))
    if suffix:
        terms.append(f"-{_encoded(suffix)}")
    return "text=" + ",".join(terms)


def link_to(evidence: Evidence) -> str:
    """The document's address, opening at the evidence.

    A browser takes the first place that matches, without regard to case, and matches each term
    inside of one block; the furniture of a page may stand before its text. So a term that may be
    met earlier gets words around it, of its own block where there are any.
    """
    pieces = [piece for piece in _BLOCK_END.split(evidence.exact) if piece.strip()]
    words, until = " ".join(pieces[0].split()), ""
    if len(pieces) > 1:
        words = " ".join(words.split()[:_EDGE_WORDS])
        until = " ".join(pieces[-1].split()[-_EDGE_WORDS:])
    elif len(words) > _LONGEST and len(words.split()) > 2 * _EDGE_WORDS:
        until = " ".join(words.split()[-_EDGE_WORDS:])
        words = " ".join(words.split()[:_EDGE_WORDS])
    prefix, suffix = "", ""
    if _is_met_before(words, evidence):
        prefix, suffix = _around(words, evidence, may_follow=not until)
    return link(evidence.document.uri, words, until=until, prefix=prefix, suffix=suffix)


def _is_met_before(words: str, evidence: Evidence) -> bool:
    """Whether a browser may find the words elsewhere first."""
    document, wanted = evidence.document, words.lower()
    aside = (block for block in document.blocks if block.kind is BlockKind.FURNITURE)
    before = document.text[: evidence.start]
    return wanted in _plain(before) or any(
        wanted in _plain(document.text[block.start : block.end]) for block in aside
    )


def _around(words: str, evidence: Evidence, *, may_follow: bool) -> tuple[str, str]:
    """Words before or after that make the place the only one, as far as they can."""
    text, end = evidence.document.text, evidence.start + len(evidence.exact)
    own = _BLOCK_END.split(text[: evidence.start][-_REACH:])[-1].split()
    after = _BLOCK_END.split(text[end:][:_REACH])[0].split() if may_follow else []
    earlier = [] if own else _last_piece(text[: evidence.start][-_REACH:]).split()
    whole = _plain(text)
    for count in (_EDGE_WORDS, 2 * _EDGE_WORDS, 4 * _EDGE_WORDS):
        for prefix, suffix in ((own[-count:], []), ([], after[:count]), (earlier[-count:], [])):
            around = " ".join([*prefix, words, *suffix])
            if (prefix or suffix) and whole.count(around.lower()) == 1:
                return " ".join(prefix), " ".join(suffix)
    return " ".join((own or earlier)[-_EDGE_WORDS:]), ""


def _last_piece(text: str) -> str:
    return next((piece for piece in reversed(_BLOCK_END.split(text)) if piece.strip()), "")


def _plain(text: str) -> str:
    return " ".join(text.lower().split())


def read_link(address: str) -> Pointer:
    """What an address points at: a document, and the words of its text directive if it has one."""
    _, _, directives = address.partition(":~:")
    for term in directives.split("&"):
        name, _, value = term.partition("=")
        if name != "text" or not value:
            continue
        terms = value.split(",")
        before = unquote(terms.pop(0)[:-1]) if terms[0].endswith("-") else None
        words = [unquote(word) for word in terms if not word.startswith("-")]
        if words:
            until = words[1] if len(words) > 1 else None
            return Pointer(names=(address,), quote=words[0], before=before, until=until)
    return Pointer(names=(address,))


def _encoded(words: str) -> str:
    plain = " ".join(words.encode("utf-8", "replace").decode("utf-8").split())
    return percent(plain, safe="").replace("-", "%2D")
