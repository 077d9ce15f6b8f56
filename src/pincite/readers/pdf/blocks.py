"""Lines in reading order → blocks: headings, paragraphs, list items, table rows, captions.

Lines belong to one paragraph unless something says otherwise: a wider gap, another font, a list's
marker, an indent, or room at the end of the line for the word that starts the next. A paragraph
goes on over the end of a column or page where it has not ended a sentence.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from pincite.readers.pdf.compose import Draft
from pincite.readers.pdf.lines import Line
from pincite.readers.pdf.tables import heads_above, read_table, table_at
from pincite.records import BlockKind

__all__ = ["Body", "body_of", "drafts_of"]

_LIST = re.compile(
    r"(?:[•·▪▫■□◦●○‣⁃☐☒☑➢✓]\s*+|[–—*o-]\s++"
    r"|\((?:\d{1,2}|[A-Za-z]|[ivx]{1,5})\)\s++|(?:\d{1,2}|[a-z]|[ivx]{1,5})[.)]\s++)\S"
)
_BULLET = re.compile(r"[•·▪▫■□◦●○‣⁃☐☒☑➢✓]|[–—*o-]\s")
_NUMBERED = re.compile(
    r"(?:item|part|article|section|chapter|note|annex|appendix)\s++(?:\d++|[IVX]++)[A-Z]?\b"
    r"|\d{1,2}+(?:\.\d{1,2}+){1,3}\.?\s++[A-Z]|\d{1,2}\.\s++[A-Z]",
    re.IGNORECASE,
)
_CAPTION = re.compile(
    r"(?:fig(?:ure|\.)|table|chart|exhibit|abb(?:ildung|\.)|tab(?:elle|\.))\s++"
    r"(?:\d{1,3}(?:[.-]\d{1,3})*+|[A-Z])(?:[.:](?=\s)|\s*+[–—|])",
    re.IGNORECASE,
)
_FOOTNOTE = re.compile(r"(?:\(\d{1,2}\)|\([a-z]\)|[*†‡§]{1,3})\s*+\S|\d{1,2}\s?[A-Z]")
_MOST_FOOTNOTES = 12
_TITLE_CHARACTERS = 60
_CENTRED_POINTS = 4.0
_LEAST_LEADING = 0.85
_CLOSING = "\"'”’»)]"
_STOPS = (".", "!", "?", "。", "！", "？")
_ENDS = (*_STOPS, ":", ";")


@dataclass(frozen=True, slots=True)
class Body:
    """What most of a document's text looks like.

    Attributes:
        size: Height of its font in points.
        weight: Of its font.
        leading: Distance of lines, in font heights.
    """

    size: float
    weight: int
    leading: float

    def is_bold(self, line: Line) -> bool:
        """Whether a line is heavier than the body."""
        return line.weight > max(1.35 * self.weight, 1) and line.weight >= 300


def _ends(text: str, marks: tuple[str, ...]) -> bool:
    return text.rstrip(_CLOSING).endswith(marks)


class Margins(NamedTuple):
    """Left and right ends of what some lines fill."""

    left: float
    right: float

    def middle(self, share: float) -> float:
        """A position between them."""
        return self.left + share * (self.right - self.left)


class Joint(NamedTuple):
    """The margins of two columns that follow each other; there is none before the first."""

    before: Margins | None
    after: Margins


def _margins(lines: Sequence[Line]) -> Margins:
    return Margins(min([line.x0 for line in lines]), max([line.x1 for line in lines]))


def body_of(lines: Sequence[Line]) -> Body:
    """The size, weight and leading that most characters have."""
    sizes: Counter[tuple[float, int]] = Counter()
    leadings: Counter[float] = Counter()
    upper, height = -1.0, 0.0
    for line in lines:
        if line.cells:
            upper = -1.0
            continue
        size = line.y1 - line.y0
        sizes[round(size, 1), line.runs[0].weight] += len(line.text)
        if upper >= 0 and 0 < line.y0 - upper < 3 * size and abs(size - height) < 0.1:
            leadings[round((line.y0 - upper) / size, 1)] += 1
        upper, height = line.y0, size
    size, weight = max(sizes, key=sizes.__getitem__) if sizes else (10.0, 0)
    leading = max(leadings, key=leadings.__getitem__) if leadings else 1.1
    return Body(size, weight, leading)


def drafts_of(lines: Sequence[Line], body: Body) -> list[Draft]:
    """The blocks of a document, in order.

    Args:
        lines: Without furniture.
        body: What most of the text looks like.
    """
    drafts: list[Draft] = []
    start = 0
    before: Margins | None = None
    for end in range(1, len(lines) + 1):
        if end == len(lines) or not _is_near(lines[end - 1], lines[end]):
            column = _margins(lines[start:end])
            joint = Joint(before, column)
            _add_column(drafts, lines[start:end], body, joint)
            before, start = column, end
    for draft, after in pairwise(drafts):
        if _is_title(draft, after):
            draft.kind = BlockKind.HEADING
    _set_depths(drafts)
    return _with_levels(drafts, body)


def _is_near(before: Line, after: Line) -> bool:
    return before.page == after.page and before.column == after.column


def _add_column(drafts: list[Draft], lines: Sequence[Line], body: Body, joint: Joint) -> None:
    start = at = 0
    while at < len(lines):
        end = table_at(lines, at)
        if end == at:
            at += 1
            continue
        at = heads_above(lines, at, end, start)
        _add_text(drafts, lines[start:at], body, joint, first=start == 0)
        drafts.extend(_row_drafts(lines[at:end]))
        start = at = end
    _add_text(drafts, lines[start:], body, joint, first=start == 0)


def _add_text(
    drafts: list[Draft], lines: Sequence[Line], body: Body, joint: Joint, *, first: bool
) -> None:
    if not lines:
        return
    paragraphs = _paragraphs(lines, body, joint.after)
    if first and paragraphs[0].kind is BlockKind.PARAGRAPH:
        open_draft = _open(drafts)
        if open_draft is not None and _goes_on(open_draft, paragraphs[0], body, joint):
            open_draft.lines.extend(paragraphs.pop(0).lines)
    drafts.extend(paragraphs)


def _row_drafts(lines: Sequence[Line]) -> Iterator[Draft]:
    table = read_table(lines)
    for number, (row, context) in enumerate(zip(table.rows, table.contexts, strict=True)):
        yield Draft(
            BlockKind.TABLE_ROW, cells=row.cells, context=context, head=number < table.heads
        )


def _open(drafts: Sequence[Draft]) -> Draft | None:
    """The last block of the column before that may go on: footnotes below it are passed over."""
    for draft in reversed(drafts[-_MOST_FOOTNOTES:]):
        if draft.kind in (BlockKind.PARAGRAPH, BlockKind.LIST_ITEM):
            return draft
        if draft.kind is not BlockKind.FOOTNOTE:
            return None
    return None


def _paragraphs(lines: Sequence[Line], body: Body, column: Margins) -> list[Draft]:
    drafts: list[Draft] = []
    for chunk in _chunks(lines, body):
        margins = _margins(chunk)
        group = [chunk[0]]
        for line in chunk[1:]:
            if _is_new(group, line, body, margins, column):
                drafts.append(_draft(group, body))
                group = []
            group.append(line)
        drafts.append(_draft(group, body))
    return drafts


def _chunks(lines: Sequence[Line], body: Body) -> Iterator[list[Line]]:
    """Lines in one font without a gap between them."""
    chunk = [lines[0]]
    for before, line in pairwise(lines):
        pitch = line.y0 - before.y0
        size = min(line.size, before.size)
        if (
            not 0 < pitch < max(body.leading, _LEAST_LEADING) * 1.25 * size + 1.0
            or abs(line.size - before.size) > 0.12 * size
        ):
            yield chunk
            chunk = []
        chunk.append(line)
    yield chunk


def _is_new(group: Sequence[Line], line: Line, body: Body, chunk: Margins, column: Margins) -> bool:
    """Whether a line of a chunk starts another paragraph than the lines before it."""
    before, text = group[-1], line.text
    if _BULLET.match(text):
        return True
    if body.is_bold(before) != body.is_bold(line) and before.x1 < column.middle(0.8):
        return True
    ended = _ends(before.text, _ENDS)
    if _LIST.match(text) and (ended or line.x0 <= group[0].x0 + 1):
        return True
    if _are_centred(before, line, column):
        room = 2 * (column.right - before.x1)
    else:
        indent = line.x0 - before.x0
        if indent > 0.8 * line.size and (len(group) > 1 or ended):
            if not _LIST.match(group[0].text):
                return True
        elif text[:1].islower() and not ended:
            return False
        room = chunk.right - before.x1
    advance = (before.x1 - before.x0) / max(len(before.text), 1)
    return advance * (len(text.split(" ", 1)[0]) + 1.5) < room


def _are_centred(before: Line, line: Line, column: Margins) -> bool:
    """Whether two lines of different length stand in the middle of their column."""
    return abs(before.x0 - line.x0) > _CENTRED_POINTS and all(
        abs(each.x0 - column.left - column.right + each.x1) < _CENTRED_POINTS
        for each in (before, line)
    )


def _draft(lines: list[Line], body: Body) -> Draft:
    text = " ".join(line.text for line in lines)
    if _CAPTION.match(text) and len(text) < 400:
        return Draft(BlockKind.CAPTION, lines)
    if lines[0].size < 0.93 * body.size and _FOOTNOTE.match(text):
        return Draft(BlockKind.FOOTNOTE, lines)
    if _is_heading(lines, text, body):
        return Draft(BlockKind.HEADING, lines, level=1)
    if _LIST.match(text):
        return Draft(BlockKind.LIST_ITEM, lines, level=1)
    return Draft(BlockKind.PARAGRAPH, lines)


def _is_heading(lines: Sequence[Line], text: str, body: Body) -> bool:
    if len(lines) > 3 or len(text) > 200 or not any(map(str.isalpha, text)):
        return False
    if _BULLET.match(text) or text[0].islower():
        return False
    large = lines[0].size > 1.12 * body.size
    bold = all(body.is_bold(line) for line in lines)
    if large or bold:
        return not (_ends(text, _STOPS) and len(text) > 80)
    return (
        len(lines) == 1
        and not _ends(text, _ENDS)
        and (
            (text.isupper() and len(text) > 3)
            or (_NUMBERED.match(text) is not None and len(text) < 80)
        )
    )


def _goes_on(before: Draft, after: Draft, body: Body, joint: Joint) -> bool:
    """Whether a column's first paragraph is the rest of the last one of the column before.

    Where a sentence ends with the column, it is if the last line is full and the first one has
    no indent.
    """
    last, first = before.lines[-1], after.lines[0]
    if abs(last.size - first.size) > 0.06 * body.size or joint.before is None:
        return False
    if first.text[:1].islower():
        return not _ends(last.text, _STOPS)
    if not _ends(last.text, _ENDS):
        return True
    slack = 0.5 * last.size
    return last.x1 > joint.before.right - slack and first.x0 < joint.after.left + slack


def _set_depths(drafts: Sequence[Draft]) -> None:
    """List items that follow each other are as deep as their marks are indented."""
    marks: list[float] = []
    for draft in drafts:
        if draft.kind is not BlockKind.LIST_ITEM:
            marks.clear()
            continue
        line = draft.lines[0]
        while marks and line.x0 < marks[-1] - 0.5 * line.size:
            marks.pop()
        if not marks or line.x0 > marks[-1] + 0.5 * line.size:
            marks.append(line.x0)
        draft.level = len(marks)


def _is_title(draft: Draft, after: Draft) -> bool:
    """Whether a short line over a paragraph is its heading, though in the body's font."""
    if draft.kind is not BlockKind.PARAGRAPH or len(draft.lines) > 1 or not after.lines:
        return False
    line, below = draft.lines[0], after.lines[0]
    if after.kind is not BlockKind.PARAGRAPH or len(after.lines) < 2 or line.page != below.page:
        return False
    if len(line.text) > _TITLE_CHARACTERS or not line.text[-1].isalpha():
        return False
    words = [word for word in line.text.split() if len(word) > 3]
    return bool(words) and all(word[0].isupper() for word in words)


def _with_levels(drafts: list[Draft], body: Body) -> list[Draft]:
    """Headings get levels by size, then weight: the most prominent is level 1."""
    looks = Counter(_look(draft, body) for draft in drafts if draft.kind is BlockKind.HEADING)
    order = sorted(looks, reverse=True)
    for draft in drafts:
        if draft.kind is BlockKind.HEADING:
            draft.level = min(order.index(_look(draft, body)) + 1, 6)
    return drafts


def _look(draft: Draft, body: Body) -> tuple[float, bool, bool]:
    line = draft.lines[0]
    return round(line.size * 2) / 2, body.is_bold(line), draft.lines[0].text.isupper()
