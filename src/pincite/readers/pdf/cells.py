"""Runs of one line → the cells of a table's row; what a cell with a figure looks like."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from pincite.readers.pdf.runs import Run

__all__ = ["OPENERS", "Cell", "cells_of", "is_figure", "text_of"]

Cell = list[Run]

_FIGURE = re.compile(
    r"[-–—(]?\s?(?:US|C|A)?[$€£¥]?\s?[-–—(]?[\d.,]*\d[\d.,]*\s?\)?\s?(?:[%x]|[^\W\d_]{1,3})?\)?"
    r"|[-–—]+|[$€£¥]|N/?[AM]|\(?[$€£¥]?\s?[-–—]\s?\)?\s?%?"
)
_NEXT_FIGURE = re.compile(r"(?<=[\d)%—–-])\s(?=\$)")
_YEAR = re.compile(r"(?:FY\s?)?(?:19|20)\d\d")
OPENERS = ("$", "€", "£", "¥", "US$", "C$", "A$", "(", "$(")
_CLOSERS = (")", "%", ")%", "pts", "bps")


def cells_of(runs: Sequence[Run]) -> list[list[Run]]:
    """Runs of one line as cells: a currency sign and a per cent sign belong to their figure."""
    cells: list[list[Run]] = []
    for run in [piece for each in runs for piece in _figures(each)]:
        text = run.text.strip()
        if cells:
            before = cells[-1][-1]
            gap = run.x0 - before.x1
            near = gap < 0.95 * (run.y1 - run.y0) and not text.startswith(OPENERS[:-2])
            if near or before.text.strip() in OPENERS or text in _CLOSERS:
                cells[-1].append(run)
                continue
        cells.append([run])
    return cells


def _figures(run: Run) -> Sequence[Run]:
    """A run of figures that stand close together, cut before each currency sign."""
    return tuple(_cut(run)) if "$" in run.text else (run,)


def _cut(run: Run) -> Iterator[Run]:
    start = 0
    advance = (run.x1 - run.x0) / len(run.text)
    for match in _NEXT_FIGURE.finditer(run.text):
        x0, x1 = run.x0 + advance * start, run.x0 + advance * match.start()
        text = run.text[start : match.start()]
        yield run._replace(first=run.first + start, text=text, x0=x0, x1=x1)
        start = match.end()
    yield (
        run._replace(first=run.first + start, text=run.text[start:], x0=run.x0 + advance * start)
        if start
        else run
    )


def text_of(cell: Sequence[Run]) -> str:
    """The text of a cell, its runs parted by blanks."""
    if len(cell) == 1:
        return cell[0].text.strip()
    return " ".join([run.text.strip() for run in cell])


def is_figure(cell: Sequence[Run]) -> bool:
    """Whether a cell holds a number, a dash for none, or nothing but a currency sign; no year."""
    return _is_figure(text_of(cell))


@lru_cache(maxsize=4096)
def _is_figure(text: str) -> bool:
    return _FIGURE.fullmatch(text) is not None and _YEAR.fullmatch(text) is None
