"""The grammar of markers in every style: how they are written, and which text is one.

Reading is tolerant of form and strict of meaning. `[s12]`, `[s14-s16]`, `[s3-5]`, `[<s3>]`,
`[s1-s3, s9; s12–s14]` are markers; `[sentence 3]`, `[3]`, `[s0]`, `[s01]` and numbers of more than
nine digits are *unread*: counted, never guessed. Ranges stay pairs and are never expanded.

This module sees one bracket at a time. What stands in code, links and escapes is `pincite.parse`'s
to know; what a number means is a library's.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

__all__ = ["BRACKET", "Range", "Reading", "Style", "read_bracket", "write_marker"]

Range = tuple[int, int]
"""First and last sentence number, both inclusive, as written."""


class Style(StrEnum):
    """How sentences are shown to a model, and so which markers it writes.

    `line`, `tagged` and `open` share the marker `[s12]`; `passage` cites `[source-id:p3f9a01c2]`;
    `longcite` is what the LongCite models read and write, and `pincite.exchange.longcite` reads.
    """

    LINE = "line"
    TAGGED = "tagged"
    OPEN = "open"
    PASSAGE = "passage"
    LONGCITE = "longcite"


@dataclass(frozen=True, slots=True)
class Reading:
    """What one bracket says.

    Attributes:
        ranges: Pairs of first and last sentence number, as written; empty when unread.
        passage_ids: The passages named, in style `passage`.
        upper: Written `[S3]`; a marker only where the answer has no `[s3]`.
        unread: Looks like a citation, says nothing that may be believed.
    """

    ranges: tuple[Range, ...] = ()
    passage_ids: tuple[str, ...] = ()
    upper: bool = False
    unread: bool = False


BRACKET = re.compile(r"\[([^\[\]]*+)\]")
"""A bracket without brackets inside; the first filter over a text."""

_DASH = r"[-\u2010-\u2015\u2212]"
_NUMBER = r"[1-9][0-9]{0,8}+"
_PLAIN = re.compile(
    rf"\s*+<?(?P<case>[sS])({_NUMBER})>?(?:\s*+{_DASH}\s*+<?(?:[sS])?({_NUMBER})>?)?\s*+"
)
_SEPARATOR = re.compile(r"[,;]")
_SUSPECT = re.compile(
    rf"""\s*+(?:
      (?:<?[sS]?\d++>?|sentences?\s*+\d++|sent\.\s*+\d++|C\d++)
      (?:\s*+(?:{_DASH}|,|;|and|to)\s*+(?:<?[sS]?\d++>?|C\d++|$))*+
    )\s*+""",
    re.VERBOSE | re.IGNORECASE,
)
_PASSAGE = re.compile(r"\s*+([A-Za-z0-9._-]{1,64}+:p[0-9a-f]{8}(?:-[1-9][0-9]*+)?)\s*+")


def read_bracket(inside: str, style: Style = Style.LINE) -> Reading | None:
    """Read what stands between `[` and `]`.

    Cost is linear in the length of `inside`.

    Args:
        inside: The characters between the brackets.
        style: The style of the context that the answer was written from.

    Returns:
        None where it is ordinary text.

    Example:
        >>> read_bracket("s1-s3, s9; s12–s14").ranges
        ((1, 3), (9, 9), (12, 14))
        >>> read_bracket("sentence 3").unread
        True
        >>> read_bracket("sic") is None
        True
    """
    passages = _read_passages(inside) if style is Style.PASSAGE else ()
    if passages:
        return Reading(passage_ids=passages)
    ranges: list[Range] = []
    upper = False
    for item in _SEPARATOR.split(inside):
        match = _PLAIN.fullmatch(item)
        if match is None:
            return Reading(unread=True) if _SUSPECT.fullmatch(inside) else None
        first = int(match[2])
        ranges.append((first, int(match[3]) if match[3] else first))
        upper = upper or match["case"] == "S"
    return Reading(ranges=tuple(ranges), upper=upper)


def _read_passages(inside: str) -> tuple[str, ...]:
    names = []
    for item in _SEPARATOR.split(inside):
        match = _PASSAGE.fullmatch(item)
        if match is None:
            return ()
        names.append(match[1])
    return tuple(names)


def write_marker(ranges: Iterable[Range]) -> str:
    """Write a marker; `read_bracket` reads it back to the same ranges.

    Example:
        >>> write_marker([(12, 14), (20, 20)])
        '[s12-s14, s20]'
    """
    items = (f"s{first}" if first == last else f"s{first}-s{last}" for first, last in ranges)
    return "[" + ", ".join(items) + "]"
