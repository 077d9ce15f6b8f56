"""The characters of a page → runs: text on one line without a wide gap; knows no reading order.

pdfium gives the text of a page in the order of its content stream, with line ends where the base
line changes. Such a line may hold the cells of a table, or the lines of two columns: it is cut at
wide gaps and at vertical steps. Rectangles tell where a gap is; which word stands after it is
found by asking for single characters, by bisection.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pincite.readers.pdf.glyphs import Box, Frame, Glyphs

__all__ = ["Run", "runs_of"]

_LINE = re.compile(r"[^\r\n\ufffe]++\ufffe?+|\ufffe")
"""pdfium ends a line with CR LF, or marks a hyphen at its end by U+FFFE and goes on without."""
_RIGHT_TO_LEFT = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]")
_WORD = re.compile(r"[^ ]++")
_ALNUM = re.compile(r"[^ \w]{1,4}+[^\W_]")
_WIDE_ADVANCE = 0.72
"""Mean advance of a character, in font heights, above which a gap may hide in a rectangle."""
_GAP = 0.95
"""A blank wider than this, in font heights, parts two runs."""
_STEP = 0.6
"""A vertical step of more than this, in font heights, parts two runs."""
_INK_STEP = 0.75
"""The same between rectangles of ink, which are lower for a dash than for a word."""
_ONE_SIZE = 0.03
_LONG_LINE = 30
_MARKER_CHARACTERS = 5
"""A line's first run that is no longer may be a raised mark, smaller than what follows."""
_LEAST_SIZE = 0.5
_TALL = 12
"""A rectangle higher than this, and than it is wide by a third, may be of turned text."""
_SAMPLED_LINES = 3
_LEAST_LINES = 3
_LEAST_CHARACTERS = 120
"""Turned text of fewer lines or characters is a stamp or the name of an axis."""


class Run(NamedTuple):
    """Text on one line without a wide gap; its characters are consecutive in pdfium's page.

    Positions are in points from the top left of the page turned so that the text is upright.

    Attributes:
        page: 0-based position in the file.
        first: pdfium's index of the first character.
        text: One code point for each of pdfium's characters.
        x0: Left end.
        y0: Upper end of the font's height.
        x1: Right end.
        y1: Lower end.
        weight: Of the font of the line's first character.
        turn: 0 for text that stands as most of the page does, 1 to 3 for text that is turned by as
            many quarters and long enough to be read, -1 for a slant or a few words at the side.
    """

    page: int
    first: int
    text: str
    x0: float
    y0: float
    x1: float
    y1: float
    weight: int
    turn: int = 0


class _Line(NamedTuple):
    first: int
    text: str
    frame: Frame
    rects: list[Box]
    slanted: bool = False


def runs_of(glyphs: Glyphs) -> list[Run]:
    """The runs of a page in the order of its content stream."""
    lines = list(_lines(glyphs))
    characters: Counter[int] = Counter()
    count: Counter[int] = Counter()
    for line in lines:
        if not line.slanted:
            characters[line.frame.quarter] += len(line.text)
            count[line.frame.quarter] += 1
    most = characters.most_common(1)[0][0] if characters else 0
    runs: list[Run] = []
    for line in lines:
        found = _cut(glyphs, line)
        if len(found) == 1 and runs:
            found = [_in_font(glyphs, found[0], line.frame, runs[-1])]
        quarter = line.frame.quarter
        if line.slanted or quarter != most:
            few = count[quarter] < _LEAST_LINES or characters[quarter] < _LEAST_CHARACTERS
            turn = -1 if line.slanted or few else (quarter - most) % 4
            found = [run._replace(turn=turn) for run in found]
        runs.extend(found)
    return runs


def _lines(glyphs: Glyphs) -> Iterator[_Line]:
    displayed = glyphs.displayed
    for number, match in enumerate(_LINE.finditer(glyphs.text())):
        whole = match[0]
        text = whole.strip()
        if not text:
            continue
        first = match.start() + len(whole) - len(whole.lstrip())
        rects = glyphs.rects(first, len(text), displayed)
        tall = [True for x0, y0, x1, y1 in rects if y1 - y0 > max(_TALL, 0.3 * (x1 - x0))]
        if tall or number < _SAMPLED_LINES:
            yield from _turned(glyphs, first, text, rects, words=bool(tall))
        else:
            yield _Line(first, text, displayed, rects)


def _turned(
    glyphs: Glyphs, first: int, text: str, rects: list[Box], *, words: bool
) -> Iterator[_Line]:
    """A line with the quarter that it stands in; cut where its words stand in different ones."""
    displayed = glyphs.displayed
    starts = {0: glyphs.quarter(first)}
    for match in _WORD.finditer(text) if words else ():
        for at in (match.start(), *_inside(glyphs, first, match)):
            starts[at] = glyphs.quarter(first + at)
    order = sorted(starts)
    cuts = [
        0,
        *(at for at, before in zip(order[1:], order, strict=False) if starts[at] != starts[before]),
    ]
    for start, end in zip(cuts, [*cuts[1:], len(text)], strict=True):
        piece, quarter = text[start:end].rstrip(), starts[start]
        frame = displayed if quarter is None else displayed._replace(quarter=quarter)
        if len(cuts) > 1 or frame != displayed:
            rects = glyphs.rects(first + start, len(piece), frame)
        yield _Line(first + start, piece, frame, rects, quarter is None)


def _inside(glyphs: Glyphs, first: int, word: re.Match[str]) -> Iterator[int]:
    """Where a word changes its direction: pdfium may run two pieces of text together."""
    before = glyphs.quarter(first + word.start())
    if before == glyphs.quarter(first + word.end() - 1):
        return
    for at in range(word.start() + 1, word.end()):
        quarter = glyphs.quarter(first + at)
        if quarter != before:
            yield at
        before = quarter


def _cut(glyphs: Glyphs, line: _Line) -> list[Run]:
    head = glyphs.box(line.first + _letter(line.text), line.frame)
    size = max(head[3] - head[1], _LEAST_SIZE)
    if not line.rects:
        return _cut_by_words(glyphs, line)
    groups = _grouped(line.rects, size)
    if not line.text.isascii() and _RIGHT_TO_LEFT.search(line.text):
        left, right = min([group[0] for group in groups]), max([group[2] for group in groups])
        groups = [(left, groups[0][1], right, groups[0][3])]
    elif sum([x1 - x0 for x0, _, x1, _ in line.rects]) > _WIDE_ADVANCE * size * len(line.text):
        return _cut_by_words(glyphs, line)
    weight = glyphs.weight(line.first)
    number, first, text = glyphs.number, line.first, line.text
    if len(groups) == 1:
        x0, _, x1, _ = groups[0]
        return [Run(number, first, text, x0, head[1], x1, head[3], weight)]
    runs = []
    level = groups[0][1] + groups[0][3]
    starts = _starts(glyphs, line, groups)
    marked = len(starts) > 1 and starts[1][1] <= _MARKER_CHARACTERS + 1
    for row, (group, start) in enumerate(starts):
        end = starts[row + 1][1] if row + 1 < len(starts) else len(text)
        x0, top, x1, bottom = groups[group]
        same = not start or (not marked and abs(top + bottom - level) < size)
        _, y0, _, y1 = head if same else glyphs.box(first + start, line.frame)
        runs.append(Run(number, first + start, text[start:end].rstrip(), x0, y0, x1, y1, weight))
    return runs


def _in_font(glyphs: Glyphs, run: Run, frame: Frame, before: Run) -> Run:
    """A line that starts in another font, as with a word of code, in the font of its middle.

    So it is where that is the font of the line before.
    """
    size = before.y1 - before.y0
    if abs(run.y1 - run.y0 - size) < _ONE_SIZE * size or len(run.text) < _LONG_LINE:
        return run
    middle = run.text.find(" ", len(run.text) // 2) + 1
    _, y0, _, y1 = glyphs.box(run.first + middle, frame)
    if not middle or abs(y1 - y0 - size) > _ONE_SIZE * size:
        return run
    return run._replace(y0=y0, y1=y1)


def _letter(text: str) -> int:
    """Where the first letter or figure of a line's first word is, else its first character.

    Brackets and quotes reach over a font's height, and pdfium's boxes with them.
    """
    if text[0].isalnum():
        return 0
    match = _ALNUM.match(text)
    return match.end() - 1 if match else 0


def _starts(glyphs: Glyphs, line: _Line, groups: Sequence[Box]) -> list[tuple[int, int]]:
    """Each group of rectangles that a word starts in, with where the first one starts.

    Words stand in groups in order. So where the words that are left for all groups but one are
    one for each, two of them tell; else, where two words are in one group, all between are.
    """
    words = [match.start() for match in _WORD.finditer(line.text)]
    last = len(groups) - 1

    def place(word: int, least: int, most: int) -> int:
        box = glyphs.box(line.first + words[word], line.frame)
        return _place(box, groups, least, most)

    second = len(words) - last
    if second > 0 and place(second, 0, last) == 1 and place(second - 1, 0, last) == 0:
        return [(0, 0), *((row + 1, words[second + row]) for row in range(last))]
    places = {0: 0}
    stack = [(0, len(words), 0, last)]
    while stack:
        low, high, least, most = stack.pop()
        if high - low < 2 or least == most:
            places.setdefault(low, least)
            continue
        middle = (low + high) // 2
        places[middle] = place(middle, least, most)
        stack.append((middle, high, places[middle], most))
        stack.append((low, middle, least, places[middle]))
    starts: list[tuple[int, int]] = []
    for word in sorted(places):
        if not starts or places[word] > starts[-1][0]:
            starts.append((places[word], words[word]))
    return starts


def _cut_by_words(glyphs: Glyphs, line: _Line) -> list[Run]:
    """Cut a line where two of its words stand apart, whatever its rectangles say."""
    runs: list[Run] = []
    weight = glyphs.weight(line.first)
    start = stop = 0
    head = tail = (0.0, 0.0, 0.0, 0.0)

    def add() -> None:
        text, first = line.text[start:stop], line.first + start
        runs.append(Run(glyphs.number, first, text, head[0], head[1], tail[2], head[3], weight))

    for match in _WORD.finditer(line.text):
        box = glyphs.box(line.first + match.start(), line.frame)
        if stop and _is_apart(head, tail, box):
            add()
            stop = 0
        if not stop:
            start, head = match.start(), box
        stop = match.end()
        tail = glyphs.box(line.first + stop - 1, line.frame) if len(match[0]) > 1 else box
    add()
    return runs


def _grouped(rects: Sequence[Box], size: float) -> list[Box]:
    """Rectangles that follow each other without a wide gap or a step are one."""
    left, top, right, bottom = rects[0]
    groups: list[Box] = []
    for x0, y0, x1, y1 in rects[1:]:
        if -size < x0 - right < _GAP * size and abs(y0 + y1 - top - bottom) < 2 * _INK_STEP * size:
            right = max(right, x1)
            continue
        groups.append((left, top, right, bottom))
        left, top, right, bottom = x0, y0, x1, y1
    groups.append((left, top, right, bottom))
    return groups


def _place(box: Box, groups: Sequence[Box], least: int, most: int) -> int:
    """The first group from `least` to `most` that a character stands in, else the first."""
    size = max(box[3] - box[1], _LEAST_SIZE)
    middle = (box[1] + box[3]) / 2
    for place in range(least, most + 1):
        x0, y0, x1, y1 = groups[place]
        if x0 - 0.3 * size <= box[0] <= x1 and abs((y0 + y1) / 2 - middle) < _INK_STEP * size:
            return place
    return least


def _is_apart(head: Box, tail: Box, box: Box) -> bool:
    size = max(head[3] - head[1], _LEAST_SIZE)
    step = abs((box[1] + box[3]) - (tail[1] + tail[3])) / 2
    return not -size < box[0] - tail[2] < _GAP * size or step > _STEP * size
