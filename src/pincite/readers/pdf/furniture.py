"""Running heads, footers, page numbers: lines at a page's edge that repeat; and printed rules."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from pincite.readers.pdf.lines import Line

__all__ = ["furniture_of"]

_EDGE_LINES = 4
_ALIKE_POINTS = 4.0
_NEIGHBOURS = 2
_LONGEST = 200
_NUMBER = re.compile(
    r"(?:page|seite)?+\s*+[-–—(\[]?+\s*+(?:[A-Z]{1,2}-)?+(?:\d{1,5}+|[ivxlc]{1,7}+)"
    r"(?:\s*+(?:of|von|/|\|)\s*+\d{1,5}+)?+\s*+[-–—)\]]?+",
    re.IGNORECASE,
)
_RULE = re.compile(r"[\s_=*~.·—–-]*+")
_DIGITS = re.compile(r"\d+")
_NAME = re.compile(r"[^\W\d_]{3}")
_PAGE = re.compile(r"[0-9]{1,4}")

Edge = list[tuple[Line, str]]
"""The outermost lines of a page from one edge inwards, with what they repeat by."""


def furniture_of(pages: Sequence[Sequence[Line]]) -> set[Line]:
    """The lines of running heads, footers and page numbers, and rules made of characters.

    A line is a head or footer where it stands among the outermost lines of its page, all lines
    further out are furniture too, and it is a page number, or a page near by has the same text,
    numbers aside, at the same height. The outermost line is one too where it shares a part with
    a third of the pages, at the same height: the title beside the name of a section, or the
    page's number.

    Args:
        pages: The lines of each page.
    """
    edges = [_edges(lines) for lines in pages]
    keys = [{key for edge in page for _, key in edge} for page in edges]
    everywhere = Counter(key for page in keys for key in page)
    shared = _shared(edges)
    found = {line for lines in pages for line in lines if _RULE.fullmatch(line.text)}
    for number, page in enumerate(edges):
        near = set().union(
            *keys[max(number - _NEIGHBOURS, 0) : number],
            *keys[number + 1 : number + _NEIGHBOURS + 1],
        )
        for edge in page:
            for row, (line, key) in enumerate(edge):
                repeated = key in near and (everywhere[key] > 2 or len(pages) < 6)
                marked = not row and not shared.isdisjoint(_marks(line))
                if not repeated and not marked and not _is_number(line):
                    break
                found.add(line)
    return found


def _shared(edges: Sequence[tuple[Edge, Edge]]) -> set[str]:
    """What the outermost lines of a third of the pages, three at least, have in common."""
    marks = Counter(
        mark
        for page in edges
        for mark in {mark for edge in page if edge for mark in _marks(edge[0][0])}
    )
    return {mark for mark, count in marks.items() if count > max(2, len(edges) / 3)}


def _marks(line: Line) -> set[str]:
    """The parts of a line with a word, and by how much a number at an end is above its page's."""
    height = round(line.y0 / _ALIKE_POINTS)
    marks: set[str] = set()
    if len(line.runs) > 1:
        marks.update(f"{run.text.strip()}@{height}" for run in line.runs if _NAME.search(run.text))
    words = line.text.split()
    for word in words[:1] + words[-1:] if len(line.text) < _LONGEST else ():
        if _PAGE.fullmatch(word):
            marks.add(f"{int(word) - line.page}#{height}")
    return marks


def _edges(lines: Sequence[Line]) -> tuple[Edge, Edge]:
    """The first and the last lines of a page."""
    order = sorted(lines, key=lambda line: line.y0)
    return (
        [(line, _key(line)) for line in order[:_EDGE_LINES]],
        [(line, _key(line)) for line in order[: -_EDGE_LINES - 1 : -1]],
    )


def _key(line: Line) -> str:
    text = " ".join(line.text.split())[:_LONGEST]
    return f"{_DIGITS.sub('#', text)}@{round(line.y0 / _ALIKE_POINTS)}"


def _is_number(line: Line) -> bool:
    return _NUMBER.fullmatch(line.text.strip()) is not None
