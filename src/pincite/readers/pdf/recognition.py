"""A page that is a picture → runs, by text recognition (the extra `ocr`); knows no layout.

rapidocr carries its models; nothing is loaded from a network. It gives lines with words in boxes:
a line is cut into runs where its words stand apart, as the cells of a table do, and a character's
box is its share of its word's. Heights of recognised lines differ by some pixels, so that those
near the page's median are taken to be in one font.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.metadata import version
from importlib.util import find_spec
from statistics import median
from typing import TYPE_CHECKING, NamedTuple, Protocol, cast

from pincite.readers.pdf.draw import extent, render
from pincite.readers.pdf.glyphs import Box, Glyphs
from pincite.readers.pdf.runs import Run

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["Recognised", "can_recognise", "recognise", "recogniser"]

_DOTS_PER_INCH = 150
_MOST_PIXELS = 3000
_LEAST_SCORE = 0.5
"""Lines below it are noise more often than text."""
_DOUBTFUL_SCORE = 0.8
_GAP = 0.95
"""A blank wider than this, in line heights, parts two runs."""
_ONE_FONT = 0.25
"""Lines whose heights differ from the median by less than this share are in one font."""
_WEIGHT = 400
_WORD = re.compile(r"\S+")
_NOWHERE = (0.0, 0.0, 0.0, 0.0)

_Piece = tuple[str, float, Sequence[Sequence[float]] | None]


class _Output(Protocol):
    boxes: NDArray[np.float32] | None
    txts: Sequence[str] | None
    scores: Sequence[float] | None
    word_results: Sequence[Sequence[_Piece]]


@dataclass(slots=True)
class Recognised:
    """What was recognised on one page.

    Attributes:
        runs: In the order of recognition, numbered after the page's own characters.
        boxes: Four numbers a character, the page's own first.
        scores: The recogniser's confidence in each line that is in `runs`.
        unread: Lines left out, as their confidence is too low.
    """

    runs: list[Run] = field(default_factory=list)
    boxes: array[float] = field(default_factory=lambda: array("f"))
    scores: list[float] = field(default_factory=list)
    unread: int = 0

    @property
    def doubtful(self) -> int:
        """How many lines may well be misread."""
        return sum(score < _DOUBTFUL_SCORE for score in self.scores)


def can_recognise() -> bool:
    """Whether the extra `ocr` is installed."""
    return all(find_spec(name) for name in ("rapidocr", "onnxruntime"))


def recogniser() -> str:
    """Name and version of what recognises."""
    return f"rapidocr {version('rapidocr')}"


def recognise(page: Glyphs, own: Sequence[Run]) -> Recognised:
    """Recognise the text of a page as displayed.

    Args:
        page: An open page.
        own: The runs that the page has as text; what is recognised in their place is left out.
    """
    import numpy as np

    found = Recognised(boxes=page.boxes())
    sides = extent(page)
    pixels = min(round(max(sides) * _DOTS_PER_INCH / 72), _MOST_PIXELS)
    colours = render(page, pixels=pixels)
    if colours is None:
        return found
    output = _engine()(np.ascontiguousarray(colours[:, :, ::-1]), return_word_box=True)
    if output.boxes is None or output.txts is None or output.scores is None:
        return found
    points = max(sides) / pixels
    lines = list(_lines(output, points))
    size = median([line.height for line in lines]) if lines else 0.0
    for line in lines:
        if any(_holds(run, line.box) for run in own):
            continue
        if line.score < _LEAST_SCORE:
            found.unread += 1
            continue
        found.scores.append(line.score)
        _add(found, line, page.number, size)
    return found


class _Line(NamedTuple):
    text: str
    edges: list[tuple[float, float]]
    box: Box
    score: float

    @property
    def height(self) -> float:
        return self.box[3] - self.box[1]


def _lines(output: _Output, points: float) -> Iterator[_Line]:
    texts, scores = output.txts or (), output.scores or ()
    quads = () if output.boxes is None else output.boxes
    for row, (text, score, quad) in enumerate(zip(texts, scores, quads, strict=True)):
        if text.strip():
            box = _box(quad, points)
            pieces = output.word_results[row] if row < len(output.word_results) else ()
            yield _Line(text, _edges(text, pieces, box, points), box, float(score))


def _edges(
    text: str, pieces: Sequence[_Piece], box: Box, points: float
) -> list[tuple[float, float]]:
    """Left and right end of each character: its share of its piece, or of the line without one."""
    left, _, right, _ = box
    share = (right - left) / len(text)
    edges = [(left + row * share, left + (row + 1) * share) for row in range(len(text))]
    at = 0
    for piece, _, quad in pieces:
        found = text.find(piece, at)
        if found < 0 or not piece or quad is None:
            continue
        x0, _, x1, _ = _box(quad, points)
        share = (x1 - x0) / len(piece)
        at = found + len(piece)
        edges[found:at] = [(x0 + row * share, x0 + (row + 1) * share) for row in range(len(piece))]
    return edges


def _box(quad: Iterable[Sequence[float]], points: float) -> Box:
    xs, ys = zip(*((float(x) * points, float(y) * points) for x, y in quad), strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def _holds(run: Run, box: Box) -> bool:
    x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    return run.x0 <= x <= run.x1 and run.y0 <= y <= run.y1


def _add(found: Recognised, line: _Line, page: int, size: float) -> None:
    """Add a line as runs, cut where its words stand apart."""
    y0, y1 = line.box[1], line.box[3]
    if abs(line.height - size) < _ONE_FONT * size:
        y0, y1 = (y0 + y1 - size) / 2, (y0 + y1 + size) / 2
    groups: list[tuple[int, int]] = []
    for match in _WORD.finditer(line.text):
        start, end = match.span()
        if groups and line.edges[start][0] - line.edges[groups[-1][1] - 1][1] < _GAP * (y1 - y0):
            groups[-1] = (groups[-1][0], end)
        else:
            groups.append((start, end))
    for start, end in groups:
        edges = line.edges[start:end]
        first = len(found.boxes) // 4
        x0, x1 = edges[0][0], edges[-1][1]
        found.runs.append(Run(page, first, line.text[start:end], x0, y0, x1, y1, _WEIGHT))
        for left, right in edges:
            found.boxes.extend((left, y0, right, y1))
        found.boxes.extend(_NOWHERE)


@cache
def _engine() -> Callable[..., _Output]:
    from rapidocr import RapidOCR

    settings = {
        "Global.log_level": "critical",
        "Global.max_side_len": _MOST_PIXELS,
        "Global.text_score": 0.0,
    }
    return cast("Callable[..., _Output]", RapidOCR(params=settings))
