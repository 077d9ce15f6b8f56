"""Blocks of lines → the canonical text, with the map of every piece; decides how lines join.

A word that a hyphen breaks over a line end is made whole, unless the hyphen is its own. It is its
own where what follows does not start in lower case; where the document writes the word with it
elsewhere; where the word has another hyphen before; where both halves are words of the document
and the whole is not; and, where nothing tells, in a document that hardly ends lines with hyphens.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from pincite.errors import LimitError
from pincite.readers.pdf.lines import Line
from pincite.readers.pdf.map import Pieces
from pincite.readers.pdf.runs import Run
from pincite.records import Block, BlockKind

__all__ = ["CELL_SEPARATOR", "Composer", "Draft", "Words"]

CELL_SEPARATOR = " | "
"""What parts the cells of a table's row."""

_HYPHENS = ("-", "\u2010", "\u00ad", "\ufffe", "\x02")
_HYPHENATING_SHARE = 0.015
"""Share of lines that end in a hyphen, above which a document is taken to break words."""
_FOLDED = re.compile(r"[\s\u00ad\ufeff\u200b]++| (?= )")
_TAIL = re.compile(r"([^\W\d_]++)[-\u2010\u00ad\ufffe\x02]$")
_HEAD = re.compile(r"[^\W\d_]++")
_COMPOUNDING = frozenset(
    "well long short high low self third first second full half part cross large small mid best "
    "one two three four five six seven eight nine ten twenty thirty forty fifty sixty seventy "
    "eighty ninety year state real so free open close hard soft fast slow deep wide".split()
)
"""First parts of English compounds that are words of their own."""
_ENDINGS = frozenset(
    "able ably ance ation dom ened ener ening ens ful fully hood ies ing ings ish ism less lessly "
    "ly ment ments ness nesses ship ships sion some ster tion tions ward wards wise".split()
)
"""What follows a hyphen that breaks a word after a part that is a word."""
_WORD = re.compile(r"[^\W\d_]{2,}+(?:-[^\W\d_]++)*+")


@dataclass(slots=True)
class Draft:
    """A block before it is text.

    Attributes:
        kind: What it is.
        lines: In reading order.
        cells: Of a table's row, instead of lines: the runs of each.
        level: Of a heading or list item.
        context: Column heads of a table's row.
        head: Whether a table's row is its head.
    """

    kind: BlockKind
    lines: list[Line] = field(default_factory=list)
    cells: list[list[Run]] = field(default_factory=list)
    level: int = 0
    context: tuple[str, ...] = ()
    head: bool = False


class Words:
    """Tells a word's own hyphen at a line end from one that only breaks it.

    Args:
        lines: All lines of the document.
    """

    def __init__(self, lines: Sequence[Line]) -> None:
        ends = [line.text for line in lines if line.text.endswith(_HYPHENS)]
        self._plain: set[str] = set()
        self._hyphenated: set[str] = set()
        self._breaks_words = len(ends) > _HYPHENATING_SHARE * len(lines)
        if not ends:
            return
        text = "\n".join(_whole(lines)).lower().replace("\u2010", "-")
        tokens = set(text.split())
        self._plain.update([token for token in tokens if token.isalpha() and len(token) > 1])
        for word in _WORD.findall(" ".join(tokens - self._plain)):
            if "-" not in word:
                self._plain.add(word)
                continue
            parts = word.split("-")
            self._plain.update(parts)
            self._hyphenated.update(map("-".join, pairwise(parts)))

    def keeps_hyphen(self, before: str, after: str) -> bool:
        """Whether the word that a line end breaks is written with its hyphen."""
        tail, head = _TAIL.search(before), _HEAD.match(after)
        if tail is None or head is None or not after[0].islower():
            return True
        if before[-1] == "\u00ad":
            return False
        first, second = tail[1].lower(), head[0].lower()
        if f"{first}-{second}" in self._hyphenated:
            return True
        if before[: tail.start()].endswith(("-", "\u2010")):
            return True
        if first + second in self._plain:
            return False
        if first in _COMPOUNDING and len(second) > 2 and second not in _ENDINGS:
            return True
        if first in self._plain and second in self._plain:
            return True
        return not self._breaks_words


def _whole(lines: Sequence[Line]) -> Iterator[str]:
    """The text of lines, without the halves of words that a hyphen breaks at their ends."""
    broken = False
    for line in lines:
        text = line.text
        if broken:
            text = text.partition(" ")[2]
        broken = line.text.endswith(_HYPHENS)
        yield text.rpartition(" ")[0] if broken else text


@dataclass(slots=True)
class Composer:
    """Puts blocks together, in order.

    Attributes:
        words: Tells real hyphens from soft ones.
        max_characters: More than this is a `LimitError`.
    """

    words: Words
    max_characters: int
    pieces: Pieces = field(default_factory=Pieces)
    blocks: list[Block] = field(default_factory=list)
    _parts: list[str] = field(default_factory=list)
    _length: int = 0

    def text(self) -> str:
        """The text so far."""
        return "".join(self._parts)

    def add(self, draft: Draft) -> None:
        """Add a block.

        Raises:
            LimitError: When the text gets longer than `max_characters`.
        """
        before = len(self._parts), self._length
        if self.blocks:
            tight = draft.kind is BlockKind.TABLE_ROW is self.blocks[-1].kind
            self._join("\n" if tight else "\n\n")
        start = self._length
        for number, line in enumerate(draft.lines):
            if number:
                self._break(draft.lines[number - 1].text, line.text)
            self._runs(line.runs)
        for number, cell in enumerate(draft.cells):
            if number:
                self._join(CELL_SEPARATOR)
            self._runs(cell)
        if self._length == start:
            del self._parts[before[0] :]
            self._length = before[1]
            return
        self.blocks.append(
            Block(draft.kind, start, self._length, draft.level, draft.context, draft.head)
        )
        if self._length > self.max_characters:
            raise LimitError(
                f"the text is longer than {self.max_characters} characters",
                limit="max_characters",
                value=self._length,
                maximum=self.max_characters,
            )

    def _runs(self, runs: Sequence[Run]) -> None:
        for number, run in enumerate(runs):
            if number:
                before = runs[number - 1]
                size = before.y1 - before.y0
                if run.y0 - before.y0 > 0.6 * size:
                    self._break(before.text, run.text)
                elif not -size < run.x0 - before.x1 < 0.12 * size:
                    self._join(" ")
            self._run(run)

    def _run(self, run: Run) -> None:
        """A run's text, with white space folded and soft hyphens left out."""
        text = run.text
        if text.isprintable() and "  " not in text:
            self._piece(text, run, 0)
            return
        at = 0
        for match in _FOLDED.finditer(text):
            self._piece(_readable(text[at : match.start()]), run, at)
            if match[0].strip("\u00ad\ufeff\u200b") and match.end() < len(text):
                self._join("" if self._ends_blank() else " ")
            at = match.end()
        self._piece(_readable(text[at:]), run, at)

    def _break(self, tail: str, head: str) -> None:
        """Join what a line end parts."""
        if not tail.endswith(_HYPHENS) or len(tail) == 1 or tail[-2] in " -":
            self._join(" ")
        elif not self.words.keeps_hyphen(tail, head):
            self._parts[-1] = self._parts[-1][:-1]
            self._length -= 1
            self.pieces.lengths[-1] -= 1

    def _piece(self, text: str, run: Run, at: int) -> None:
        if text:
            length = len(text)
            self.pieces.add(self._length, length, page=run.page, first=run.first + at)
            self._parts.append(text)
            self._length += length

    def _join(self, text: str) -> None:
        if text:
            self._parts.append(text)
            self._length += len(text)

    def _ends_blank(self) -> bool:
        return not self._parts or self._parts[-1][-1:].isspace()


def _readable(text: str) -> str:
    """Hyphens that pdfium marks are hyphens; lengths stay."""
    return text.replace("\ufffe", "-").replace("\x02", "-")
