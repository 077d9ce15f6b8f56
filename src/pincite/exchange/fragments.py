"""Text fragments: links that open a page at the cited words (`#:~:text=[prefix-,]start[,end]`).

The directive's words are percent-encoded as UTF-8; dash, comma and ampersand too, since they
separate its terms (URL Fragment Text Directives, WICG). A fragment that the address has is kept.
A run of several blocks, or a long one, is given by its first and last words; words that stand
more than once in the document get the words before them. Lost: verdicts, and everything cited in
documents without a web address.
"""

from __future__ import annotations

from urllib.parse import quote as percent
from urllib.parse import unquote

from pincite.exchange.locate import Pointer
from pincite.exchange.shapes import Exported
from pincite.exchange.shown import Evidence, evidence_of
from pincite.records import Report

__all__ = ["directive", "is_web", "link", "link_to", "read_link", "write"]

_LONGEST = 160
_EDGE_WORDS = 6


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
    """The document's address, opening at the evidence."""
    text, exact = evidence.document.text, evidence.exact
    words = exact.split()
    until = ""
    if len(exact) > _LONGEST or "\n" in exact:
        until = " ".join(words[-_EDGE_WORDS:])
        exact = " ".join(words[:_EDGE_WORDS])
    prefix = ""
    if text.find(exact) != evidence.start and text[: evidence.start].strip():
        line = text[: evidence.start].rstrip().rpartition("\n")[2]
        prefix = " ".join(line.split()[-_EDGE_WORDS:])
    return link(evidence.document.uri, exact, until=until, prefix=prefix)


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
