"""Blocks and their markers → claims, parts and citations."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass

from pincite.canonical import sha256_bytes
from pincite.parse.blocks import AnswerBlock
from pincite.parse.markers import Mark
from pincite.records import Answer, BlockKind, Citation, Claim, Part, UnreadMarker
from pincite.split import sentence_spans

__all__ = ["ClaimBuilder"]

_WORD = re.compile(r"\w")
_OPENING = "\"'“‘«„([{$€£¥+-−<~*_`"


@dataclass(frozen=True, slots=True)
class _Masked:
    """A block's text without its holes, and the way back.

    Attributes:
        text: What is left.
        rows: Start of each kept stretch in `text`.
        raw: Start of each kept stretch in the raw answer.
        marks: Indexes of citations with their position in `text`.
    """

    text: str
    rows: list[int]
    raw: list[int]
    marks: list[tuple[int, int]]

    def raw_start(self, position: int) -> int:
        row = bisect_right(self.rows, position) - 1
        return self.raw[row] + position - self.rows[row]

    def raw_end(self, position: int) -> int:
        return self.raw_start(position - 1) + 1


class ClaimBuilder:
    """Collects claims, citations and unread markers block by block."""

    def __init__(self) -> None:
        self.claims: list[Claim] = []
        self.citations: list[Citation] = []
        self._unread: list[UnreadMarker] = []

    def add(self, block: AnswerBlock, marks: list[Mark], *, upper_is_unread: bool) -> None:
        """Add the claims of a block."""
        unread, indexes = [], []
        for mark in marks:
            if mark.reading.unread or (mark.reading.upper and upper_is_unread):
                unread.append(mark)
                continue
            raw = block.text[mark.start - block.start : mark.end - block.start]
            indexes.append(len(self.citations))
            self.citations.append(
                Citation(
                    raw=raw,
                    start=mark.start,
                    end=mark.end,
                    ranges=mark.reading.ranges,
                    passage_ids=mark.reading.passage_ids,
                )
            )
        masked = self._mask(block, indexes)
        first = len(self.claims)
        if _WORD.search(masked.text):
            self.claims.extend(self._claims_of(block, masked))
        elif indexes:
            self._attach(indexes, block)
        self._note_unread(unread, first, block)

    def answer(self, text: str, warnings: tuple[str, ...]) -> Answer:
        """The answer of all blocks added."""
        return Answer(
            text=text,
            text_sha256=sha256_bytes(text.encode("utf-8", "surrogatepass")),
            claims=tuple(self.claims),
            citations=tuple(self.citations),
            unread_markers=tuple(self._unread),
            warnings=warnings,
        )

    def _mask(self, block: AnswerBlock, indexes: list[int]) -> _Masked:
        holes: list[tuple[int, int, int | None]] = [
            (self.citations[i].start, self.citations[i].end, i) for i in indexes
        ]
        holes += [(start, end, None) for start, end in block.holes]
        holes.sort()
        pieces: list[str] = []
        rows, raws, marks = [0], [block.start], []
        length, position = 0, block.start
        for start, end, index in holes:
            kept = block.text[position - block.start : start - block.start]
            following = block.text[end - block.start : end - block.start + 1]
            if index is not None and not following.isalnum():
                kept = kept.rstrip(" \t")
            elif index is not None and kept[-1:] in ".!?":
                kept += " "
            pieces.append(kept)
            length += len(kept)
            if index is not None:
                marks.append((index, length))
            position = end
            rows.append(length)
            raws.append(position)
        pieces.append(block.text[position - block.start :])
        return _Masked("".join(pieces), rows, raws, marks)

    def _claims_of(self, block: AnswerBlock, masked: _Masked) -> Iterator[Claim]:
        if block.kind in (BlockKind.HEADING, BlockKind.TABLE_ROW):
            spans = [_trimmed(masked.text)]
        else:
            spans = sentence_spans(masked.text)
        starts = [start for start, _ in spans]
        held: list[list[tuple[int, int]]] = [[] for _ in spans]
        for index, position in masked.marks:
            held[max(0, bisect_right(starts, position - 1) - 1)].append((index, position))
        for (start, end), marks in zip(spans, held, strict=True):
            raw_start, raw_end = masked.raw_start(start), masked.raw_end(end)
            citations = [self.citations[index] for index, _ in marks]
            yield Claim(
                text=_tidy(masked.text[start:end]),
                start=min([raw_start, *(c.start for c in citations)]),
                end=max([raw_end, *(c.end for c in citations)]),
                kind=block.kind,
                parts=tuple(self._parts(masked, start, end, marks, block.kind)),
                citations=tuple(index for index, _ in marks),
            )

    def _parts(
        self,
        masked: _Masked,
        start: int,
        end: int,
        marks: list[tuple[int, int]],
        kind: BlockKind,
    ) -> Iterator[Part]:
        groups: list[tuple[int, list[int]]] = []
        leading: list[int] = []
        since = start
        for index, position in marks:
            stop = end if kind is BlockKind.TABLE_ROW else min(position, end)
            if _WORD.search(masked.text, since, max(since, stop)):
                groups.append((stop, [*leading, index]))
                leading = []
            elif groups:
                groups[-1][1].append(index)
            else:
                leading.append(index)
            since = max(since, stop)
        if leading or not groups or _WORD.search(masked.text, since, end):
            groups.append((end, leading))
        position = start
        for stop, indexes in groups:
            first = position
            while position > start and first < stop and not masked.text[first].isalnum():
                if masked.text[first] in _OPENING:
                    break
                first += 1
            first, last = _trimmed(masked.text, first, stop)
            yield Part(
                start=masked.raw_start(first),
                end=masked.raw_end(last),
                text=_tidy(masked.text[first:last]),
                citations=tuple(indexes),
            )
            position = stop

    def _attach(self, indexes: list[int], block: AnswerBlock) -> None:
        """Give markers that stand alone in a block to the claim before them."""
        if not self.claims:
            part = Part(block.start, block.start, "", tuple(indexes))
            self.claims.append(
                Claim("", block.start, block.end, block.kind, (part,), tuple(indexes))
            )
            return
        claim = self.claims.pop()
        last = claim.parts[-1]
        part = Part(last.start, last.end, last.text, (*last.citations, *indexes))
        self.claims.append(
            Claim(
                text=claim.text,
                start=claim.start,
                end=self.citations[indexes[-1]].end,
                kind=claim.kind,
                parts=(*claim.parts[:-1], part),
                citations=(*claim.citations, *indexes),
            )
        )

    def _note_unread(self, marks: list[Mark], first_claim: int, block: AnswerBlock) -> None:
        starts = [claim.start for claim in self.claims[first_claim:]]
        for mark in marks:
            row = bisect_right(starts, mark.start) - 1
            self._unread.append(
                UnreadMarker(
                    raw=block.text[mark.start - block.start : mark.end - block.start],
                    start=mark.start,
                    end=mark.end,
                    claim=first_claim + row if row >= 0 else None,
                )
            )


def _tidy(text: str) -> str:
    return " ".join(text.split())


def _trimmed(text: str, start: int = 0, end: int | None = None) -> tuple[int, int]:
    piece = text[start:end]
    left = len(piece) - len(piece.lstrip())
    return start + left, start + max(left, len(piece.rstrip()))
