"""Positions of other systems → code points, checked against the text they speak of.

Python counts code points, JavaScript and Java UTF-16 code units, Gemini UTF-8 bytes. An API says
which it uses, or does not; the words it quotes beside the positions decide.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from pincite.text import Span

__all__ = ["Place", "Unit", "nearest", "place", "to_code_points"]


class Unit(StrEnum):
    """What a position counts."""

    CODE_POINTS = "code points"
    UTF16 = "UTF-16 code units"
    BYTES = "UTF-8 bytes"


@dataclass(frozen=True, slots=True)
class Place:
    """Where a stretch of a text stands.

    Attributes:
        span: In code points; None where it could not be placed.
        note: What was wrong with the positions; empty where nothing was.
    """

    span: Span | None
    note: str = ""


def to_code_points(text: str, start: int, end: int, unit: Unit) -> Span | None:
    """A half-open range of units as code points; linear in the text.

    Returns:
        None where it is empty, runs backwards, leaves the text, or cuts a character in two.

    Example:
        >>> to_code_points("🚲 sold", 3, 7, Unit.UTF16)
        Span(start=2, end=6)
        >>> to_code_points("🚲 sold", 1, 7, Unit.UTF16) is None
        True
    """
    if not 0 <= start < end:
        return None
    if unit is Unit.CODE_POINTS or text.isascii():
        return Span(start, end) if end <= len(text) else None
    if unit is Unit.UTF16:
        data, width = text.encode("utf-16-le", "surrogatepass"), 2
    else:
        data, width = text.encode("utf-8", "surrogatepass"), 1
    if end * width > len(data):
        return None
    encoding = "utf-16-le" if unit is Unit.UTF16 else "utf-8"
    first = data[: start * width].decode(encoding, "replace")
    inside = data[start * width : end * width].decode(encoding, "replace")
    span = Span(len(first), len(first) + len(inside))
    exact = text[span.start : span.end].encode(encoding, "surrogatepass")
    return span if exact == data[start * width : end * width] else None


def place(text: str, start: int | None, end: int | None, quoted: str | None, unit: Unit) -> Place:
    """Where a stretch stands, given its positions and its words; the words decide.

    Args:
        text: What the positions index.
        start: First position, from 0.
        end: One past the last.
        quoted: The words at these positions, where the API gives them.
        unit: What the API says it counts.
    """
    span = None
    if start is not None and end is not None:
        span = to_code_points(text, start, end, unit)
        if span and quoted in (None, "", text[span.start : span.end]):
            return Place(span)
    if not quoted:
        return Place(None, _problem(text, start, end, unit))
    if start is not None and end is not None:
        for other in Unit:
            found = to_code_points(text, start, end, other)
            if found and text[found.start : found.end] == quoted:
                return Place(found, f"its positions count {other}, not {unit}")
    found = nearest(text, quoted, start or 0)
    if found is None:
        return Place(None, f"its words do not stand in the text: {_short(quoted)}")
    if start is None or end is None:
        return Place(found)
    return Place(
        found,
        f"positions {start} to {end} ({unit}) do not hold its words, which stand at "
        f"{found.start} to {found.end}",
    )


def nearest(text: str, words: str, hint: int) -> Span | None:
    """The occurrence of some words that starts nearest to a position; linear in the text."""
    best: Span | None = None
    start = text.find(words) if words else -1
    while start >= 0:
        if best is None or abs(start - hint) < abs(best.start - hint):
            best = Span(start, start + len(words))
        elif start > hint:
            break
        start = text.find(words, start + len(words))
    return best


def _problem(text: str, start: int | None, end: int | None, unit: Unit) -> str:
    if start is None or end is None:
        return "it has no positions"
    if start >= end:
        return f"positions {start} to {end} are empty or run backwards"
    for edge in (start, end):
        if edge and to_code_points(text, 0, edge, unit) is None:
            return f"position {edge} ({unit}) is outside of the text or inside a character"
    return f"positions {start} to {end} ({unit}) are outside of the text"


def _short(text: str, most: int = 60) -> str:
    return text if len(text) <= most else f"{text[: most - 1]}…"
