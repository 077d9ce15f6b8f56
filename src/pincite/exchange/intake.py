"""Collects the text and the citations of an answer of another API; knows none of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pincite.canonical import Plain
from pincite.exchange.cited import Cited, Kind, cite
from pincite.exchange.locate import Located, Locator, Pointer
from pincite.exchange.shapes import Given, Imported
from pincite.exchange.units import Unit, place
from pincite.exchange.wire import Fields, Log
from pincite.records import Library
from pincite.refs import Range

__all__ = ["Intake"]


class Intake:
    """An answer that is being taken in.

    Args:
        library: What the answer is about, its documents in the order in which the API got them.
        origin: The name of the API.

    Attributes:
        log: What could not be read or was not believed.
        text: The answer so far; positions of citations index it.
    """

    def __init__(self, library: Library, origin: str) -> None:
        self.log = Log()
        self.text = ""
        self._origin = origin
        self._locator = Locator(library)
        self._cited: list[Cited] = []
        self._owner: list[int] = []
        self._given: list[Given] = []

    def fields(self, value: Plain) -> Fields:
        """A value whose wrong types are noted in the log."""
        return Fields(value, self._origin, self.log)

    def note(self, what: str) -> None:
        """Log something, once."""
        self.log.note(what)

    def add(
        self, raw: Plain, start: int, end: int, pointer: Pointer, kind: Kind = Kind.STATEMENT
    ) -> None:
        """A citation of the text from `start` to `end`, in code points."""
        self._add(raw, (start, end), self._locator.locate(pointer), kind)

    def add_ranges(self, raw: Plain, start: int, end: int, ranges: Sequence[Range]) -> None:
        """A citation that names sentence numbers itself; none of them is a broken one."""
        reason = "" if ranges else "it names no sentence"
        self._add(raw, (start, end), Located(tuple(ranges), reason), Kind.STATEMENT)

    def add_quoted(
        self,
        raw: Plain,
        positions: tuple[int | None, int | None],
        words: str | None,
        pointers: Sequence[Pointer],
        *,
        unit: Unit,
        kind: Kind,
        base: int = 0,
        stop: int | None = None,
    ) -> None:
        """A citation whose place in the answer has to be checked against its words.

        Args:
            raw: As it came.
            positions: Of the stretch, in units, from `base`.
            words: Of the stretch.
            pointers: To its sources.
            unit: What the positions count.
            kind: What the stretch means.
            base: Where the piece of the answer starts that positions count from.
            stop: Where that piece ends.
        """
        placed = place(self.text[base:stop], *positions, words, unit)
        if placed.note:
            self.note(f"citation {len(self._given) + 1}: {placed.note}")
        for pointer in pointers:
            if placed.span is None:
                located = self._locator.locate(pointer)
                problem = located.reason or placed.note
                self._given.append(Given(raw, located.ranges, problem))
            else:
                start, end = placed.span
                self.add(raw, base + start, base + end, pointer, kind)

    def beside(self, raw: Plain, pointer: Pointer) -> None:
        """A citation of what a marker in the text cites already; kept, and not cited again."""
        located = self._locator.locate(pointer)
        self._given.append(Given(raw, located.ranges, located.reason))

    def keep(self, raw: Plain, problem: str) -> None:
        """A citation that cannot be read: kept as it came, and named."""
        self._given.append(Given(raw, (), problem))
        self.note(f"citation {len(self._given)}: {problem}")

    def finish(self) -> Imported:
        """The answer; citations that no claim could take are named."""
        answer, left = cite(self.text, self._cited, self._origin)
        for index in left:
            row = self._owner[index]
            problem = "it spans no words of a claim"
            self._given[row] = replace(self._given[row], problem=problem)
            self.note(f"citation {row + 1}: {problem}")
        answer = replace(answer, warnings=(*answer.warnings, *self.log))
        return Imported(answer, tuple(self._given))

    def _add(self, raw: Plain, span: tuple[int, int], located: Located, kind: Kind) -> None:
        self._given.append(Given(raw, located.ranges, located.reason or located.note))
        if located.reason or located.note:
            self.note(f"citation {len(self._given)}: {located.reason or located.note}")
        self._cited.append(Cited(*span, located.ranges, kind, located.reason))
        self._owner.append(len(self._given) - 1)
