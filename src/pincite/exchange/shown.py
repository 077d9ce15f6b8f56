"""A report as other systems show one: text without markers, cut where its citations change."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from pincite.records import Answer, Citation, Document, Library, Part, Report
from pincite.refs import Range

__all__ = ["Evidence", "Shown", "Stretch", "evidence_of", "show"]


@dataclass(frozen=True)
class Evidence:
    """One run of cited sentences of one document.

    Attributes:
        library: Its library.
        first: Sentence number.
        last: Sentence number, inclusive.
    """

    library: Library
    first: int
    last: int

    @cached_property
    def row(self) -> int:
        """The document's place in the library, from 0."""
        return self.library.document_row(self.first)

    @property
    def document(self) -> Document:
        """The document."""
        return self.library.documents[self.row]

    @property
    def start(self) -> int:
        """First code point in the document's text."""
        return self.library.starts[self.first - 1]

    @property
    def end(self) -> int:
        """One past the last code point."""
        return self.library.ends[self.last - 1]

    @property
    def exact(self) -> str:
        """The document's text from the first to the last sentence."""
        return self.document.text[self.start : self.end]

    @property
    def joined(self) -> str:
        """The sentences' texts with nothing between them."""
        return "".join(s.text for s in self.library.sentences(self.first, self.last))

    @property
    def blocks(self) -> tuple[int, int]:
        """The sentences' places in their document, from 0, half-open."""
        base = self.library.first_numbers[self.row]
        return self.first - base, self.last + 1 - base

    @property
    def pages(self) -> tuple[int, int] | None:
        """First and last page, from 1, both inclusive; None where the format has no pages."""
        found = self.document.map
        first, last = found.page(self.start), found.page(self.end - 1)
        return None if first is None or last is None else (first, last)


@dataclass(frozen=True, slots=True)
class Stretch:
    """A stretch of the shown text with what is cited for it; half-open, code points."""

    start: int
    end: int
    evidence: tuple[Evidence, ...]


@dataclass(frozen=True, slots=True)
class Shown:
    """An answer without markers.

    Attributes:
        text: The answer; nothing but markers, and the blanks before them, is taken out.
        stretches: They cover the text in order, without gaps.
        lost: The citations that point at nothing.
    """

    text: str
    stretches: tuple[Stretch, ...]
    lost: tuple[str, ...]


def show(report: Report) -> Shown:
    """What a report's answer looks like elsewhere; linear in the answer."""
    answer = report.answer
    text, moved = _without_markers(answer)
    stretches: list[Stretch] = []
    position = 0
    parts = [part for claim in answer.claims for part in claim.parts]
    for row, part in enumerate(parts):
        evidence = tuple(evidence_of(part, report))
        if not evidence:
            continue
        limit = moved(parts[row + 1].start) if row + 1 < len(parts) else len(text)
        start, end = moved(part.start), moved(part.end)
        while end < limit and not text[end].isspace() and not text[end].isalnum():
            end += 1
        if position < start:
            stretches.append(Stretch(position, start, ()))
        if start < end:
            stretches.append(Stretch(start, end, evidence))
            position = end
    if position < len(text):
        stretches.append(Stretch(position, len(text), ()))
    return Shown(text, tuple(stretches), tuple(_lost(answer.citations)))


def evidence_of(part: Part, report: Report) -> Iterator[Evidence]:
    """The runs of sentences that a part cites, each once, in the order of its citations."""
    seen: set[Range] = set()
    for index in part.citations:
        for first, last in report.answer.citations[index].evidence:
            if (first, last) not in seen:
                seen.add((first, last))
                yield Evidence(report.library, first, last)


def _lost(citations: Sequence[Citation]) -> Iterator[str]:
    for citation in citations:
        if not citation.evidence:
            yield f"{citation.raw} points at nothing: {citation.reason or 'not resolved'}"


class _Moved:
    """Where positions of the raw answer are once holes are taken out."""

    def __init__(self, holes: Sequence[tuple[int, int]]) -> None:
        self._starts = [start for start, _ in holes]
        self._ends = [end for _, end in holes]
        self._removed = [0]
        for start, end in holes:
            self._removed.append(self._removed[-1] + end - start)

    def __call__(self, position: int) -> int:
        row = bisect_right(self._starts, position)
        inside = max(0, self._ends[row - 1] - position) if row else 0
        return position - self._removed[row] + inside


def _without_markers(answer: Answer) -> tuple[str, _Moved]:
    text, holes, pieces, position = answer.text, [], [], 0
    for citation in answer.citations:
        start, end = citation.start, citation.end
        if start == end or end <= position:
            continue
        start = max(start, position)
        if not text[end : end + 1].isalnum():
            start = position + len(text[position:start].rstrip(" \t"))
        pieces.append(text[position:start])
        holes.append((start, end))
        position = end
    pieces.append(text[position:])
    return "".join(pieces), _Moved(holes)
