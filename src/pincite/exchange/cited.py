"""An answer's text with what another API cites for it → `Answer`; knows no API.

Three kinds of citation exist. A *statement* cites for the words it spans and no others; a
*fragment* spans a few words and cites for the sentence around them; a *link* is itself in the
text and closes the words before it, as a marker does.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import accumulate, pairwise

from pincite.parse import Parser
from pincite.parse.markers import Mark
from pincite.rank import FUNCTION_WORDS
from pincite.records import Answer, Citation, CitationStatus, Claim, Part
from pincite.refs import Range, Reading, write_marker

__all__ = ["Cited", "Kind", "cite"]

_WORD = re.compile(r"\w+")
_LEADING = re.compile(r"[\s,;:.!?…)\]}»”’、。，；：）」]*+")


_MOST_CUTS = 100
"""Citations of one claim beyond which it is not cut: nested spans would be repeated as squares."""


class Kind(StrEnum):
    """What the span of a citation means."""

    STATEMENT = "statement"
    FRAGMENT = "fragment"
    LINK = "link"


@dataclass(frozen=True, slots=True)
class Cited:
    """A citation of another API with its place in the answer.

    Attributes:
        start: In the answer's text.
        end: In the answer's text; `start` for a link that is a point.
        ranges: Sentence numbers; empty where it points at nothing.
        kind: What the span means.
        reason: Why it points at nothing.
    """

    start: int
    end: int
    ranges: tuple[Range, ...]
    kind: Kind = Kind.STATEMENT
    reason: str = ""


def cite(text: str, cited: Sequence[Cited], origin: str) -> tuple[Answer, tuple[int, ...]]:
    """The answer with its claims cut where what they cite changes.

    Markers in the text are read too. A citation is repeated for each part that it covers.

    Args:
        text: The answer.
        cited: In any order; they may overlap.
        origin: The name of the API.

    Returns:
        The answer, and the indexes in `cited` of those that no claim could take: they span no
        word of one, or are links in code.
    """
    order = sorted(range(len(cited)), key=lambda i: (cited[i].start, cited[i].end))
    links = [i for i in order if cited[i].kind is Kind.LINK]
    spans = [i for i in order if cited[i].kind is not Kind.LINK]
    answer, holes, placed = _with_links(text, cited, links, origin)
    cutter = _Cutter(answer, holes, cited, spans, origin)
    answer = cutter.answer()
    placed |= cutter.placed
    return answer, tuple(i for i in range(len(cited)) if i not in placed)


def _with_links(
    text: str, cited: Sequence[Cited], links: Sequence[int], origin: str
) -> tuple[Answer, list[tuple[int, int]], set[int]]:
    waiting: dict[tuple[int, int], list[int]] = {}
    marks: list[Mark] = []
    for index in links:
        span = (cited[index].start, cited[index].end)
        if not marks or marks[-1].end <= span[0] or span in waiting:
            marks.append(Mark(*span, Reading(), lower=False))
            waiting.setdefault(span, []).append(index)
    parser = Parser(given=marks)
    for _ in parser.feed(text):
        pass
    for _ in parser.finish():
        pass
    answer = parser.answer()
    placed: set[int] = set()
    citations = []
    for citation in answer.citations:
        indexes = waiting.get((citation.start, citation.end), [])
        if citation.ranges:
            placed.update(indexes)
            citations.append(citation)
        else:
            index = indexes.pop(0)
            placed.add(index)
            citations.append(_worth(citation, cited[index], origin))
    return replace(answer, citations=tuple(citations)), parser.holes, placed


def _worth(citation: Citation, cited: Cited, origin: str) -> Citation:
    """A citation with what it was found to point at."""
    status = None if cited.ranges else CitationStatus.PHANTOM
    raw = citation.raw or (write_marker(cited.ranges) if cited.ranges else f"[{origin}: ?]")
    return replace(
        citation, raw=raw, ranges=cited.ranges, status=status, reason=cited.reason, origin=origin
    )


class _Cutter:
    """Cuts the parts of claims where what is cited for them changes."""

    def __init__(
        self,
        answer: Answer,
        holes: Sequence[tuple[int, int]],
        cited: Sequence[Cited],
        spans: Sequence[int],
        origin: str,
    ) -> None:
        self.placed: set[int] = set()
        self._answer = answer
        self._cited = cited
        self._spans = spans
        self._starts = [cited[i].start for i in spans]
        self._reach = list(accumulate((cited[i].end for i in spans), max))
        self._origin = origin
        self._holes = sorted([*holes, *((c.start, c.end) for c in answer.citations)])
        self._citations = list(answer.citations)
        self._warnings = list(answer.warnings)

    def answer(self) -> Answer:
        """The answer with every citation in its place, citations in order of `start`."""
        claims = [self._claim(claim) for claim in self._answer.claims]
        order = sorted(range(len(self._citations)), key=lambda i: self._citations[i].start)
        new = {old: row for row, old in enumerate(order)}
        return replace(
            self._answer,
            citations=tuple(self._citations[i] for i in order),
            claims=tuple(_renumbered(claim, new) for claim in claims),
            warnings=tuple(self._warnings),
        )

    def _claim(self, claim: Claim) -> Claim:
        over = self._over(claim.start, claim.end)
        if not over:
            return claim
        if len(over) > _MOST_CUTS:
            self._warnings.append(f"a claim that {len(over)} citations cover was not cut for them")
        parts = [piece for part in claim.parts for piece in self._cut(part, over)]
        citations = tuple(dict.fromkeys(i for part in parts for i in part.citations))
        return replace(claim, parts=tuple(parts), citations=citations)

    def _over(self, start: int, end: int) -> list[int]:
        """The citations that span a stretch in part."""
        last = bisect_left(self._starts, end)
        first = bisect_right(self._reach, start, 0, last)
        return [i for i in self._spans[first:last] if self._cited[i].end > start]

    def _cut(self, part: Part, over: Sequence[int]) -> Iterator[Part]:
        edges = {part.start, part.end}
        uncut = len(over) > _MOST_CUTS
        whole = [i for i in over if uncut or self._cited[i].kind is Kind.FRAGMENT]
        exact = [i for i in over if not uncut and self._cited[i].kind is Kind.STATEMENT]
        spans = {
            i: (self._edge(self._cited[i].start, part), self._edge(self._cited[i].end, part))
            for i in exact
        }
        for span in spans.values():
            edges.update(span)
        cuts = sorted(edge for edge in edges if part.start <= edge <= part.end)
        pieces: list[tuple[int, int, tuple[int, ...]]] = []
        for start, end in pairwise(cuts):
            own = tuple(i for i, (a, b) in spans.items() if a <= start and end <= b)
            content = self._has_content(start, end, cited=bool(own))
            if pieces and (not content or pieces[-1][2] == own):
                pieces[-1] = (pieces[-1][0], end, pieces[-1][2])
            elif pieces and not self._has_content(*pieces[-1][:2], cited=bool(pieces[-1][2])):
                pieces[-1] = (pieces[-1][0], end, own)
            else:
                pieces.append((start, end, own))
        near = [
            i for i in whole if self._cited[i].start < part.end and self._cited[i].end > part.start
        ]
        for start, end, own in pieces or [(part.start, part.end, ())]:
            yield self._part(part, (start, end), (*own, *near))

    def _edge(self, position: int, part: Part) -> int:
        """A cut inside a part, moved behind the signs and blanks that end what stands before it."""
        if not part.start < position < part.end:
            return position
        match = _LEADING.match(self._answer.text, position, part.end)
        return match.end() if match else position

    def _has_content(self, start: int, end: int, *, cited: bool) -> bool:
        """Whether a stretch says something: a word, or where nothing is cited more than glue."""
        words = _WORD.findall(self._plain(start, end))
        return bool(words) if cited else any(w.lower() not in FUNCTION_WORDS for w in words)

    def _part(self, part: Part, span: tuple[int, int], own: Sequence[int]) -> Part:
        if (part.start, part.end) != span:
            text = self._answer.text
            start, end = span
            start += len(text[start:end]) - len(text[start:end].lstrip())
            end = start + len(text[start:end].rstrip())
            part = replace(part, start=start, end=end, text=self._plain(start, end))
        added = []
        for index in own:
            added.append(len(self._citations))
            self.placed.add(index)
            beside = Citation("", part.end, part.end, ())
            self._citations.append(_worth(beside, self._cited[index], self._origin))
        return replace(part, citations=(*part.citations, *added))

    def _plain(self, start: int, end: int) -> str:
        """The words of a stretch, without citations and signs of quoted lines."""
        pieces, position = [], start
        for hole in self._holes[bisect_left(self._holes, (start, start)) :]:
            if hole[0] >= end:
                break
            pieces.append(self._answer.text[position : hole[0]])
            position = max(position, hole[1])
        pieces.append(self._answer.text[position:end])
        return " ".join("".join(pieces).split())


def _renumbered(claim: Claim, new: dict[int, int]) -> Claim:
    parts = tuple(
        replace(part, citations=tuple(sorted(new[i] for i in part.citations)))
        for part in claim.parts
    )
    return replace(claim, parts=parts, citations=tuple(sorted(new[i] for i in claim.citations)))
