"""The tags of a page's source, as a browser's tokenizer cuts them; builds no tree.

The grammar is that of HTML's tokenizer (WHATWG HTML, 13.2.5), without CDATA sections, which only
drawings and formulas have.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

__all__ = ["RAW", "Prepared", "prepared", "tags_of"]

_BLANK = r"[ \t\n\f\r]"
_NAME = r"[^ \t\n\f\r/>][^ \t\n\f\r/>=]*+"
_VALUE = rf"""{_BLANK}*+={_BLANK}*+
    (?:"[^"]*+(?:"|\Z)|'[^']*+(?:'|\Z)|[^ \t\n\f\r>"'][^ \t\n\f\r>]*+)?+"""
_ATTRIBUTE = re.compile(rf"(?P<name>{_NAME})(?:{_VALUE})?+", re.VERBOSE)
_MARKUP = re.compile(
    rf"""<!--(?:-?>|(?:(?!--!?>).)*+(?:--!?>|\Z))
    |<(?P<close>/?+)(?P<name>[a-zA-Z][^ \t\n\f\r/>]*+)
        (?P<rest>(?:[ \t\n\f\r/]++|{_NAME}(?:{_VALUE})?+)*+)(?P<end>>|\Z)
    |<[!?/][^>]*+(?:>|\Z)""",
    re.VERBOSE | re.DOTALL,
)
RAW = frozenset({"script", "style", "xmp", "iframe", "noembed", "noframes", "plaintext"})
"""Elements whose text has neither tags nor references."""
_ENDED = RAW - {"plaintext"} | {"title", "textarea"}
_END_OF = {
    name: re.compile(rf"</{name}(?=[ \t\n\f\r/>])", re.IGNORECASE) for name in sorted(_ENDED)
}
_FLAT = frozenset(
    """html head body p li dt dd tr td th thead tbody tfoot colgroup option optgroup rt rp area
    base br col embed hr img input link meta source track wbr param a b big code em font i nobr
    s small strike strong tt u""".split()
)
_MANY_OPTIONS = 1000
_OPTION = re.compile(r"<option", re.IGNORECASE)
_LONG_TAG = 1000
_ROOTS = frozenset({"html", "body"})
_READ = frozenset("colspan epub:type hidden lang open role rowspan style".split())
"""Attributes that the reader reads."""
_STEERING = frozenset("color encoding face size type".split())
"""Attributes that decide where the parser puts an element or its text (13.2.6)."""


class _Tag(NamedTuple):
    """A tag, comment or declaration.

    Attributes:
        start: Where it starts in the source.
        end: One past its last character.
        name: In lower case; nothing of a comment, a declaration or a tag that the source ends in.
        closes: Whether it is an end tag.
        rest: What stands between its name and its end.
    """

    start: int
    end: int
    name: str
    closes: bool
    rest: str


def tags_of(source: str) -> Iterator[_Tag]:
    """The tags of a page in order, without what only looks like one in scripts and titles."""
    start = 0
    while match := _MARKUP.search(source, start):
        slash, name, rest, ends = match.groups()
        name = name.lower() if ends else ""
        closes = bool(slash)
        begin, start = match.span()
        yield _Tag(begin, start, name, closes, rest or "")
        if closes:
            continue
        if name == "plaintext":
            return
        if name in _END_OF:
            ended = _END_OF[name].search(source, start)
            if ended is None:
                return
            start = ended.start()


class Prepared(NamedTuple):
    """A page for lexbor.

    Attributes:
        text: Its source, without what costs lexbor the square of its length. Its tree reads the
            same.
        depth: An upper estimate of how deep its elements nest. Those whose end tag may be left
            out, and those that have none, are not counted.
    """

    text: str
    depth: int


def prepared(source: str) -> Prepared:
    """Look through a page before it is parsed.

    lexbor compares each attribute of an element with those before it, also where several tags
    `<html>` or `<body>` are one element, and looks for the chosen option of a list at each option,
    unless several may be chosen.
    """
    many_options = sum(1 for _ in _OPTION.finditer(source)) > _MANY_OPTIONS
    parts: list[str] = []
    start = deepest = depth = 0
    open_of: dict[str, int] = {}
    for tag in tags_of(source):
        name = tag.name
        if tag.closes:
            if open_of.get(name) and name not in _FLAT:
                depth -= 1
                open_of[name] -= 1
            continue
        if not name:
            continue
        again = name in _ROOTS and name in open_of
        open_of[name] = open_of.get(name, 0) + 1
        if name not in _FLAT:
            depth += 1
            deepest = max(deepest, depth)
        rest = tag.rest
        if again or len(rest) > _LONG_TAG:
            rest = _steering(rest)
        if many_options and name == "select":
            rest = f" multiple{rest}"
        if rest is not tag.rest:
            parts += (source[start : tag.start], f"<{name}{rest}>")
            start = tag.end
    return Prepared("".join([*parts, source[start:]]) if parts else source, deepest)


def _steering(rest: str) -> str:
    """What stands between a tag's name and its end, with only the attributes that matter."""
    kept: dict[str, str] = {}
    for match in _ATTRIBUTE.finditer(rest):
        name = match["name"].lower()
        if name in _READ or name in _STEERING:
            kept.setdefault(name, match[0])
    return "".join(f" {attribute}" for attribute in kept.values()) + " /" * rest.endswith("/")
