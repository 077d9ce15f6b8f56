"""The answer as it reads: its blocks, and its text cut at markers; knows no verdicts."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from pincite.records import Answer, BlockKind, Citation, CitationStatus, Claim
from pincite.refs import Range
from pincite.report.words import BROKEN, CITATION_WORDS, marker_label, shorten, visible
from pincite.text import Span

__all__ = ["AnswerBlock", "CitationView", "Flow", "Piece"]


@dataclass(frozen=True, slots=True)
class CitationView:
    """A marker as shown.

    Attributes:
        raw: As written, shortened if very long.
        label: Such as `s12–s14`.
        status: Of the citation; None where nothing resolved it.
        reason: Why it is broken, else empty.
        evidence: What can be shown of it.
        claim: 1-based number of the claim it belongs to, None outside of any.
    """

    raw: str
    label: str
    status: CitationStatus | None
    reason: str
    evidence: tuple[Range, ...]
    claim: int | None

    @property
    def broken(self) -> bool:
        """Whether its status is anything but `ok`."""
        return self.status in BROKEN


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of the answer: text, a citation, or text that looks like one and is not read.

    Attributes:
        doubted: The text is what a check could not find in the evidence.
    """

    text: str = ""
    citation: CitationView | None = None
    unread: bool = False
    doubted: bool = False


@dataclass(frozen=True, slots=True)
class AnswerBlock:
    """A paragraph, heading, list item or table row of the answer.

    Attributes:
        kind: What it is.
        bullet: `•` or the number of a list item, else empty.
        items: Rows of claims, and text that belongs to no claim.
        place: The path of the value, in an answer that is data.
    """

    kind: BlockKind
    bullet: str
    items: tuple[int | Piece, ...]
    place: str = ""


class Flow:
    """Cuts an answer into what is shown one after the other.

    Args:
        answer: With its citations resolved.
    """

    def __init__(self, answer: Answer) -> None:
        owner = {index: row for row, claim in enumerate(answer.claims) for index in claim.citations}
        self._answer = answer
        self.citations = tuple(
            _citation(citation, owner.get(index)) for index, citation in enumerate(answer.citations)
        )
        cuts: list[tuple[int, int, CitationView | None]] = [
            (citation.start, citation.end, shown)
            for citation, shown in zip(answer.citations, self.citations, strict=True)
        ]
        cuts.extend((marker.start, marker.end, None) for marker in answer.unread_markers)
        self._cuts = sorted(cuts, key=lambda cut: cut[:2])
        self._starts = [cut[0] for cut in self._cuts]

    def claim(self, claim: Claim, doubted: Sequence[Span] = ()) -> tuple[Piece, ...]:
        """The words of a claim with its markers in their places.

        Args:
            claim: Of the answer.
            doubted: Stretches of the raw answer to point out, in any order; none are where the
                claim has Markdown's emphasis, which they could cut.
        """
        if _EMPHASIS.search(self._answer.text, claim.start, claim.end):
            doubted = ()
        pieces: list[Piece] = []
        position = claim.start
        for start, end in _merged(doubted, claim):
            pieces += self._pieces(position, start)
            pieces += (replace(p, doubted=bool(p.text)) for p in self._pieces(start, end))
            position = end
        return (*pieces, *self._pieces(position, claim.end))

    def blocks(self) -> Iterator[AnswerBlock]:
        """The answer's blocks in order; text between claims is kept unless it is layout.

        Of an answer that is data each value with claims is one, and its brackets are layout.
        """
        answer = self._answer
        if answer.form != "text":
            rows = range(len(answer.claims))
            for path, found in groupby(rows, key=lambda row: answer.claims[row].path):
                yield AnswerBlock(BlockKind.PARAGRAPH, "", tuple(found), visible(path))
            return
        kind: BlockKind | None = None
        bullet = ""
        items: list[int | Piece] = []
        position = 0
        for row, claim in enumerate(answer.claims):
            begin = claim.start
            gap = answer.text[position:begin]
            new = _bullet(answer.text, begin) if claim.kind is BlockKind.LIST_ITEM else ""
            stray = _LAYOUT.fullmatch(gap) is None
            if kind is None or stray or _breaks(kind, claim.kind, gap, new):
                if kind is not None:
                    yield AnswerBlock(kind, bullet, tuple(items))
                if stray:
                    yield self._stray(position, begin)
                kind, bullet, items = claim.kind, new, []
            items.append(row)
            position = claim.end
        if kind is not None:
            yield AnswerBlock(kind, bullet, tuple(items))
        if _LAYOUT.fullmatch(answer.text, position) is None:
            yield self._stray(position, len(answer.text))

    def _pieces(self, start: int, end: int) -> Iterator[Piece]:
        """The text from `start` to `end`, cut at its markers; nothing is left out."""
        text = self._answer.text
        for place in range(bisect_left(self._starts, start), len(self._cuts)):
            begin, stop, citation = self._cuts[place]
            if stop > end:
                break
            if start < begin:
                yield Piece(visible(text[start:begin]))
            if citation is None:
                yield Piece(visible(text[begin:stop]), unread=True)
            else:
                yield Piece(citation=citation)
            start = stop
        if start < end:
            yield Piece(visible(text[start:end]))

    def _stray(self, start: int, end: int) -> AnswerBlock:
        """Text between claims that is more than layout, such as a fenced code block.

        The bullet of the item that follows is left to that item.
        """
        text = self._answer.text[start:end]
        body, _, last = text.rstrip().rpartition("\n")
        if body and _LAYOUT.fullmatch(last):
            text = body
        end = start + len(text.rstrip())
        start += len(text) - len(text.lstrip())
        return AnswerBlock(BlockKind.CODE, "", tuple(self._pieces(start, end)))


def _merged(spans: Sequence[Span], claim: Claim) -> Iterator[tuple[int, int]]:
    """The spans inside of a claim, in order, without overlaps; one of a whole part says nothing."""
    whole = {(part.start, part.end) for part in claim.parts}
    position = claim.start
    for start, end in sorted(spans):
        if (start, end) in whole or end > claim.end:
            continue
        if max(start, position) < end:
            yield max(start, position), end
            position = end


def _citation(citation: Citation, claim: int | None) -> CitationView:
    broken = citation.status in BROKEN
    words = CITATION_WORDS[citation.status] if citation.status else "was not resolved"
    return CitationView(
        raw=visible(shorten(citation.raw)),
        label=marker_label(citation.ranges) or visible(shorten(citation.raw)),
        status=citation.status,
        reason=visible(citation.reason or words) if broken else "",
        evidence=citation.evidence,
        claim=None if claim is None else claim + 1,
    )


_EMPHASIS = re.compile(r"[*_`~]")
_LAYOUT = re.compile(r"(?:[\s#>*+|:=_•~-]|\d{1,9}+[.)](?=\s|$))*+")
_BULLET = re.compile(r"\s*+(?:>\s*+)*+(?:[-*+•]|(\d{1,9}+[.)]))\s")
_BLANK_LINE = re.compile(r"\n[ \t]*+\n")


def _breaks(before: BlockKind, now: BlockKind, gap: str, bullet: str) -> bool:
    """Whether a claim begins a block, given the text since the claim before it."""
    if before is not now or _BLANK_LINE.search(gap):
        return True
    if now is BlockKind.LIST_ITEM:
        return bool(bullet) and "\n" in gap
    return now is not BlockKind.PARAGRAPH and "\n" in gap


def _bullet(text: str, begin: int) -> str:
    """The bullet of the line on which a claim begins, if nothing else precedes it there."""
    line = text[text.rfind("\n", 0, begin) + 1 : begin]
    match = _BULLET.match(line)
    return (match[1] or "•") if match and _LAYOUT.fullmatch(line) else ""
