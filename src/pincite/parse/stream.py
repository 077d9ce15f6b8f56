"""A model's text as it comes → events, then the `Answer`; any cut of a stream gives the same.

Text is released when it can no longer become a marker, at the latest at the end of its block; a
citation and a claim when nothing that follows can change them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pincite.parse.blocks import AnswerBlock, BlockReader, half_marker
from pincite.parse.claims import ClaimBuilder
from pincite.parse.markers import Mark, merge_marks, scan_markers
from pincite.records import Answer, BlockKind, Citation, Claim
from pincite.refs import Style

__all__ = ["CitationEvent", "ClaimEvent", "Event", "Parser", "TextEvent"]

_LINE = re.compile(r"([^\r\n]*+)(?:\r\n|\n|\r(?!\Z))")
_MARKER_TEXT = re.compile(r"[\s<sS\d>,;\u2010-\u2015\u2212-]*+")


@dataclass(frozen=True, slots=True)
class TextEvent:
    """Text of the answer, markers included; joined, the events give the text without a half marker.

    Attributes:
        text: The piece.
        start: Where it starts in the raw answer.
    """

    text: str
    start: int


@dataclass(frozen=True, slots=True)
class CitationEvent:
    """A marker that was read.

    Attributes:
        index: In the answer's citations.
        citation: Not resolved yet.
    """

    index: int
    citation: Citation


@dataclass(frozen=True, slots=True)
class ClaimEvent:
    """A claim that is complete.

    Attributes:
        index: In the answer's claims.
        claim: With its parts.
    """

    index: int
    claim: Claim


Event = TextEvent | CitationEvent | ClaimEvent


class Parser:
    r"""Reads one answer in pieces.

    Args:
        style: The style of the context that the answer is written from.
        given: Citations known beforehand, in order, such as the links that another API points
            out; they are taken out of the words as markers are.

    Attributes:
        holes: What is not part of the answer's words beside citations: signs of quoted lines.

    Example:
        >>> parser = Parser()
        >>> pieces = ["Fees rose [s", "4]. Costs did", " not [s9].\n\n"]
        >>> events = [event for piece in pieces for event in parser.feed(piece)]
        >>> "".join(event.text for event in events if isinstance(event, TextEvent))
        'Fees rose [s4]. Costs did not [s9].'
        >>> list(parser.finish())[-1].claim.text
        'Costs did not.'
    """

    def __init__(self, style: Style = Style.LINE, given: Sequence[Mark] = ()) -> None:
        self.holes: list[tuple[int, int]] = []
        self._style = style
        self._given = given
        self._pieces: list[str] = []
        self._tail: list[str] = []
        self._lines: list[str] = []
        self._position = 0
        self._held: list[str] = []
        self._released = 0
        self._reader = BlockReader()
        self._waiting: list[tuple[AnswerBlock, list[Mark]]] = []
        self._lower_seen = False
        self._builder = ClaimBuilder()
        self._told_claims = 0
        self._told_citations = 0
        self._warnings: tuple[str, ...] = ()

    def feed(self, piece: str) -> Iterator[Event]:
        """Take the next piece; gives what is certain now. Iterate it to its end."""
        self._pieces.append(piece)
        self._tail.append(piece)
        self._held.append(piece)
        if "\n" in piece or "\r" in piece or self._tail[0].endswith("\r"):
            text, done = "".join(self._tail), 0
            for line in _LINE.finditer(text):
                self._take(line[0], line[1])
                done = line.end()
            self._tail = [text[done:]] if done < len(text) else []
        yield from self._release(last=False)
        yield from self._tell(last=False)

    def finish(self) -> Iterator[Event]:
        """The text has ended; gives the rest. Iterate it to its end."""
        rest = "".join(self._tail)
        self._tail = []
        if rest:
            self._take(rest, rest.removesuffix("\r"))
        block = self._reader.open_block
        if block is not None:
            text = "".join(self._lines)
            half = half_marker(text)
            if half is not None:
                block.end = min(block.end, block.start + half)
                self._warnings = ("truncated_marker: the text ends inside a marker",)
                self._held = ["".join(self._held)[: -len(text) + half]]
        for closed in self._reader.finish():
            self._settle(closed)
        yield from self._release(last=True)
        yield from self._tell(last=True)

    def answer(self) -> Answer:
        """The answer of everything taken; complete after `finish`."""
        return self._builder.answer("".join(self._pieces), self._warnings)

    def _take(self, line: str, content: str) -> None:
        before = self._reader.open_block
        for closed in self._reader.line(self._position, content):
            self._settle(closed)
        opened = self._reader.open_block
        if opened is not before:
            self._lines = (
                [content[opened.start - self._position :] + line[len(content) :]]
                if (opened is not None)
                else []
            )
        elif opened is not None:
            self._lines.append(line)
        self._position += len(line)

    def _settle(self, block: AnswerBlock) -> None:
        if block.kind is BlockKind.CODE:
            return
        block.text = "".join(self._lines)[: block.end - block.start]
        marks = scan_markers(block, self._style)
        if self._given:
            marks = merge_marks(marks, self._given, block)
        self.holes.extend(block.holes)
        self._lower_seen = self._lower_seen or any(mark.lower for mark in marks)
        self._waiting.append((block, marks))

    def _release(self, *, last: bool) -> Iterator[TextEvent]:
        inside = len(self._held) > 1 and self._held[0][:1] == "["
        if inside and not last and _MARKER_TEXT.fullmatch(self._held[-1]):
            return
        text = "".join(self._held)
        cut = len(text) if last else self._certain(text)
        self._held = [text[cut:]] if cut < len(text) else []
        if cut:
            yield TextEvent(text[:cut], self._released)
            self._released += cut

    def _certain(self, text: str) -> int:
        """How much of the text held back can be released."""
        opening = text.rfind("[")
        if opening < 0 or not _MARKER_TEXT.fullmatch(text, opening + 1):
            opening = len(text)
        return len(text[:opening].rstrip())

    def _tell(self, *, last: bool) -> Iterator[CitationEvent | ClaimEvent]:
        while self._waiting:
            block, marks = self._waiting[0]
            if not (last or self._lower_seen) and any(mark.reading.upper for mark in marks):
                break
            self._builder.add(block, marks, upper_is_unread=self._lower_seen)
            self._waiting.pop(0)
        citations, claims = self._builder.citations, self._builder.claims
        for index in range(self._told_citations, len(citations)):
            yield CitationEvent(index, citations[index])
        self._told_citations = len(citations)
        certain = len(claims) if last else len(claims) - 1
        for index in range(self._told_claims, certain):
            yield ClaimEvent(index, claims[index])
        self._told_claims = max(self._told_claims, certain)
