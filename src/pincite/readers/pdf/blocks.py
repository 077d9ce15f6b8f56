"""Lines in reading order → blocks: headings, paragraphs, list items, table rows, captions.

Lines belong to one paragraph unless something says otherwise: a wider gap, another font, a list's
marker, an indent, or room at the end of the line for the word that starts the next. A paragraph
goes on over the end of a column or page where it has not ended a sentence.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from pincite.readers.pdf.compose import Draft
from pincite.readers.pdf.lines import Line
from pincite.readers.pdf.tables import is_row, rows_of
from pincite.records import BlockKind

__all__ = ["Body", "body_of", "drafts_of"]

_LIST = re.compile(
    r"(?:[•·▪▫■□◦●○‣⁃☐☒☑\uf0a7\uf0b7\uf0d8\uf06f\uf078]\s*+|[–—*o-]\s++"
    r"|\((?:\d{1,3}|[A-Za-z]|[ivx]{1,5})\)\s++|(?:\d{1,2}|[a-z]|[ivx]{1,5})[.)]\s++)\S"
)
_BULLET = re.compile(r"[•·▪▫■□◦●○‣⁃☐☒☑\uf0a7\uf0b7\uf0d8\uf06f\uf078]|[–—*o-]\s")
_NUMBERED = re.compile(
    r"(?:item|part|article|section|chapter|note|annex|appendix)\s++(?:\d++|[IVX]++)[A-Z]?\b"
    r"|\d{1,2}+(?:\.\d{1,2}+){1,3}\.?\s++[A-Z]|\d{1,2}\.\s++[A-Z]",
    re.IGNORECASE,
)
_CAPTION = re.compile(
    r"(?:fig(?:ure|\.)|table|chart|exhibit|abb(?:ildung|\.)|tab(?:elle|\.))\s++"
    r"[\dA-Z][\d.-]*+\s*+[.:–—|]",
    re.IGNORECASE,
)
_ENDS = re.compile(r"[.!?:;。！？][\"'”’»)\]]*+$")
_STOPS = re.compile(r"[.!?。！？][\"'”’»)\]]*+$")


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


def body_of(lines: Sequence[Line]) -> Body:
    """The size, weight and leading that most characters have."""
    sizes: Counter[tuple[float, int]] = Counter()
    leadings: Counter[float] = Counter()
    before: Line | None = None
    for line in lines:
        if len(line.runs) == 1:
            sizes[round(line.size, 1), line.weight] += len(line.runs[0].text)
            if before is not None and 0 < line.y0 - before.y0 < 3 * line.size:
                leadings[round((line.y0 - before.y0) / line.size, 1)] += 1
            before = line
        else:
            before = None
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
    for end in range(1, len(lines) + 1):
        if end == len(lines) or not _is_near(lines[end - 1], lines[end]):
            _add_column(drafts, lines[start:end], body)
            start = end
    return _with_levels(drafts, body)


def _is_near(before: Line, after: Line) -> bool:
    return before.page == after.page and before.column == after.column


def _add_column(drafts: list[Draft], lines: Sequence[Line], body: Body) -> None:
    start = 0
    while start < len(lines):
        end = _table_end(lines, start)
        if end:
            drafts.extend(rows_of(lines[start:end]))
            start = end
            continue
        end = start + 1
        while end < len(lines) and not _table_end(lines, end):
            end += 1
        paragraphs = _paragraphs(lines[start:end], body)
        if drafts and start == 0 and _goes_on(drafts[-1], paragraphs[0], body):
            drafts[-1].lines.extend(paragraphs.pop(0).lines)
        drafts.extend(paragraphs)
        start = end


def _table_end(lines: Sequence[Line], start: int) -> int:
    """Where the table that starts at a line ends; 0 where none does."""
    if not is_row(lines[start]):
        return 0
    end = start + 1
    rows = 1
    at = end
    while at < len(lines) and at - end < 3:
        if is_row(lines[at]):
            rows += 1
            end = at + 1
        elif _STOPS.search(lines[at].text) and len(lines[at].text) > 80:
            break
        at += 1
    if rows == 1 and not any(char.isdigit() for char in lines[start].text):
        return 0
    return end


def _paragraphs(lines: Sequence[Line], body: Body) -> list[Draft]:
    drafts: list[Draft] = []
    for chunk in _chunks(lines, body):
        edge = max(line.x1 for line in chunk)
        group = [chunk[0]]
        for line in chunk[1:]:
            if _is_new(group, line, edge):
                drafts.append(_draft(group, body))
                group = []
            group.append(line)
        drafts.append(_draft(group, body))
    return drafts


def _chunks(lines: Sequence[Line], body: Body) -> Iterable[list[Line]]:
    """Lines in one font without a gap between them."""
    chunk = [lines[0]]
    for before, line in pairwise(lines):
        pitch = line.y0 - before.y0
        size = min(line.size, before.size)
        if (
            not 0 < pitch < max(body.leading, 1.0) * 1.25 * size + 1.0
            or abs(line.size - before.size) > 0.12 * size
        ):
            yield chunk
            chunk = []
        chunk.append(line)
    yield chunk


def _is_new(group: Sequence[Line], line: Line, edge: float) -> bool:
    before = group[-1]
    text = line.text
    if _BULLET.match(text):
        return True
    ended = _ENDS.search(before.text) is not None
    if _LIST.match(text) and (ended or line.x0 <= group[0].x0 + 1):
        return True
    indent = line.x0 - before.x0
    if indent > 0.8 * line.size and (len(group) > 1 or ended) and not _LIST.match(group[0].text):
        return True
    if text[:1].islower() and not ended:
        return False
    word = text.split(" ", 1)[0]
    advance = (before.x1 - before.x0) / max(len(before.text), 1)
    return before.x1 + advance * (len(word) + 1.5) < edge


def _draft(lines: list[Line], body: Body) -> Draft:
    text = " ".join(line.text for line in lines)
    if _CAPTION.match(text) and len(text) < 400:
        return Draft(BlockKind.CAPTION, lines)
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
        return not (_STOPS.search(text) and len(text) > 80)
    return (
        len(lines) == 1
        and not _ENDS.search(text)
        and (
            (text.isupper() and len(text) > 3)
            or (_NUMBERED.match(text) is not None and len(text) < 80)
        )
    )


def _goes_on(before: Draft, after: Draft, body: Body) -> bool:
    if after.kind is not BlockKind.PARAGRAPH:
        return False
    if before.kind not in (BlockKind.PARAGRAPH, BlockKind.LIST_ITEM):
        return False
    last, first = before.lines[-1], after.lines[0]
    if abs(last.size - first.size) > 0.06 * body.size or _STOPS.search(last.text):
        return False
    return first.text[:1].islower() or not _ENDS.search(last.text)


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
