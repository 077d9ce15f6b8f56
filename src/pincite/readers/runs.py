"""The map from canonical text back to a source, as runs in columns; knows no format.

A run is a stretch of text with the stretch of the source that it came from. Where both have the
same length they correspond character by character; where not (an entity, a folded space, a joined
line) the run belongs to its source as a whole.
"""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Sequence
from typing import NamedTuple, Protocol

from pincite.readers.decoding import SourceText
from pincite.records import Location

__all__ = ["Piece", "Places", "RunMap", "Runs"]


class Piece(NamedTuple):
    """A stretch of text with its source.

    Attributes:
        text: As it enters the canonical text.
        start: First position in the source, −1 where it is not known.
        end: One past the last.
        place: A number that the reader's `Places` understands.
    """

    text: str
    start: int = -1
    end: int = -1
    place: int = 0


class Places(Protocol):
    """Names places of a source that are not character positions: elements, cells, slides."""

    def locate(self, first: int, last: int) -> Location:
        """The location around the places of a span's first and last character."""


class Runs:
    """Runs in order of their text, 32 bytes each; neighbours that continue each other are one."""

    def __init__(self) -> None:
        self._starts = array("q")
        self._sources = array("q")
        self._source_ends = array("q")
        self._places = array("q")
        self._length = 0

    def __len__(self) -> int:
        """The length of the text so far."""
        return self._length

    @property
    def columns(self) -> tuple[array[int], ...]:
        """Starts in the text, starts and ends in the source, places."""
        return self._starts, self._sources, self._source_ends, self._places

    @classmethod
    def of(cls, columns: Sequence[array[int]], length: int) -> Runs:
        """Runs from their columns and the length of their text."""
        runs = cls()
        runs._starts, runs._sources, runs._source_ends, runs._places = columns
        runs._length = length
        return runs

    def append(self, piece: Piece) -> None:
        """Add the next stretch of the text."""
        length = len(piece.text)
        if not length:
            return
        if not self._continues(piece, length):
            self._starts.append(self._length)
            self._sources.append(piece.start)
            self._source_ends.append(piece.end)
            self._places.append(piece.place)
        else:
            self._source_ends[-1] = piece.end
        self._length += length

    def _continues(self, piece: Piece, length: int) -> bool:
        if not self._starts or piece.place != self._places[-1]:
            return False
        if piece.start < 0:
            return self._sources[-1] < 0
        return (
            piece.start == self._source_ends[-1]
            and piece.end - piece.start == length
            and self._source_ends[-1] - self._sources[-1] == self._length - self._starts[-1]
        )

    def row(self, position: int) -> int:
        """The index of the run that holds a position of the text."""
        return max(bisect_right(self._starts, position) - 1, 0)

    def place(self, position: int) -> int:
        """The place of a position; 0 in an empty text."""
        return self._places[self.row(position)] if self._places else 0

    def source(self, start: int, end: int) -> tuple[int, int] | None:
        """The range of the source that a span came from, None where it is not known."""
        if not self._starts:
            return None
        first, last = self.row(start), self.row(max(end - 1, start))
        if self._sources[first] < 0 or self._sources[last] < 0:
            return None
        begin = self._sources[first]
        if self._is_linear(first):
            begin += start - self._starts[first]
        finish = self._source_ends[last]
        if self._is_linear(last):
            finish = self._sources[last] + end - self._starts[last]
        return begin, max(begin, finish)

    def cut(self, at: int, text: str, place: int) -> list[Piece]:
        """The text that stands at a position, as pieces with their sources.

        Args:
            at: Where `text` starts.
            text: A stretch of the text of these runs.
            place: Of the pieces.
        """
        found: list[Piece] = []
        start, end = at, at + len(text)
        for row in range(self.row(at), len(self._starts)):
            if start >= end:
                break
            after = self._starts[row + 1] if row + 1 < len(self._starts) else self._length
            stop = min(after, end)
            source, source_end = self._sources[row], self._source_ends[row]
            if source_end - source == after - self._starts[row]:
                source += start - self._starts[row]
                source_end = source + stop - start
            found.append(Piece(text[start - at : stop - at], source, source_end, place))
            start = stop
        return found

    def _is_linear(self, row: int) -> bool:
        end = self._starts[row + 1] if row + 1 < len(self._starts) else self._length
        return self._source_ends[row] - self._sources[row] == end - self._starts[row]


class RunMap:
    """The `SourceMap` of every format without pages.

    Attributes:
        runs: Of the whole canonical text.
        source: Where the source is text: gives line, column and bytes.
        places: Where the source has elements, cells or slides.
    """

    def __init__(
        self, runs: Runs, *, source: SourceText | None = None, places: Places | None = None
    ) -> None:
        self.runs = runs
        self.source = source
        self.places = places

    def locate(self, start: int, end: int) -> Location:
        """Where the span `[start, end)` of the document's text stands in the source."""
        named = Location()
        if self.places is not None:
            last = max(end - 1, start)
            named = self.places.locate(self.runs.place(start), self.runs.place(last))
        span = self.runs.source(start, end)
        if self.source is None or span is None:
            return named
        line, column = self.source.line_column(span[0])
        return Location(
            element=named.element,
            part=named.part,
            line=line,
            column=column,
            source_start=self.source.byte(span[0]),
            source_end=self.source.byte(span[1]),
        )

    def page(self, position: int) -> int | None:  # noqa: ARG002
        """None: these formats have no pages."""
        return None
