"""Which lines are rows of a table, what its heads are, and which head belongs to which cell."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pincite.readers.pdf.compose import Draft
from pincite.readers.pdf.lines import Line
from pincite.readers.pdf.pages import Run
from pincite.records import BlockKind

__all__ = ["is_row", "rows_of"]

_MARKER = re.compile(
    r"(?:[•·▪▫■□◦●○‣⁃–—*☐☒☑\uf0a7\uf0b7\uf0d8\uf06f\uf078o-]"
    r"|\(?(?:\d{1,3}|[A-Za-z]|[ivxIVX]{1,5})[.)]?|\d{1,2}(?:\.\d{1,3}){1,3}\.?"
    r"|(?:item|part|note|article|section)\s\w{1,4}[.:]?)",
    re.IGNORECASE,
)
_FIGURE = re.compile(
    r"[-–—(]?\s?(?:US)?[$€£¥]?\s?[-–—(]?[\d.,]*\d[\d.,]*\s?\)?\s?(?:[%x]|[^\W\d_]{1,3})?\)?"
    r"|[-–—]+|[$€£¥]|N/?[AM]"
)
_YEAR = re.compile(r"(?:19|20)\d\d")


def is_row(line: Line) -> bool:
    """Whether a line has cells: more than one run, and not only a list's marker and its text."""
    if len(line.runs) < 2:
        return False
    return (
        len(line.runs) > 2
        or _MARKER.fullmatch(line.runs[0].text.strip()) is None
        or (_is_figure(line.runs[1]))
    )


def rows_of(lines: Sequence[Line]) -> list[Draft]:
    """The rows of one table, its heads first, each with the heads of its cells.

    Args:
        lines: From top to bottom.
    """
    heads = _heads(lines)
    drafts = [Draft(BlockKind.TABLE_ROW, [line], head=True) for line in lines[:heads]]
    for line in lines[heads:]:
        context = _context(lines[:heads], line)
        drafts.append(Draft(BlockKind.TABLE_ROW, [line], context=context))
    return drafts


def _heads(lines: Sequence[Line]) -> int:
    """How many lines stand above the first one with a figure that is no year."""
    for number, line in enumerate(lines):
        if len(line.runs) > 1 and any(_is_figure(run) for run in line.runs[1:]):
            return number if number <= 5 else 0
    return 0


def _is_figure(run: Run) -> bool:
    text = run.text.strip()
    return _FIGURE.fullmatch(text) is not None and _YEAR.fullmatch(text) is None


def _context(heads: Sequence[Line], line: Line) -> tuple[str, ...]:
    found: list[str] = []
    for cell in line.runs[1:]:
        over = [
            run.text.strip()
            for head in heads
            for run in head.runs
            if run.x0 < cell.x1 and cell.x0 < run.x1
        ]
        name = " ".join(over)
        if name and name not in found:
            found.append(name)
    return tuple(found)
