"""The markers of one block of an answer; knows code spans, links and escapes."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

from pincite.parse.blocks import AnswerBlock
from pincite.refs import Reading, Style, read_bracket

__all__ = ["Mark", "merge_marks", "scan_markers"]

_TOKEN = re.compile(r"\\[!-/:-@\[-`{-~]|`++|[\[\]]")
_LINK_TAIL = re.compile(
    r"\([ \t]*+(?:<[^<>\r\n]*+>|[^\s()<]*+(?:\([^\s()]*+\)[^\s()]*+)*+)"
    r"(?:\s++(?:\"[^\"]*+\"|'[^']*+'|\([^()]*+\)))?+\s*+\)"
)


@dataclass(frozen=True, slots=True)
class Mark:
    """A bracket that reads as a citation, in raw positions."""

    start: int
    end: int
    reading: Reading
    lower: bool


def scan_markers(block: AnswerBlock, style: Style) -> list[Mark]:
    """The markers of a closed block, read or unread, in order; positions in the raw answer."""
    text = block.text
    tokens = list(_TOKEN.finditer(text))
    closers = _closing_ticks(tokens)
    marks: list[Mark] = []
    opened: list[int] = []
    skip_to = 0
    last_open = -1
    for token in tokens:
        if token.start() < skip_to:
            continue
        character = token[0][0]
        if character == "`":
            skip_to = closers.get(token.start(), token.end())
        elif character == "[":
            opened.append(token.start())
            last_open = token.start()
        elif character == "]" and opened:
            first = opened.pop()
            tail = _LINK_TAIL.match(text, token.end())
            if tail:
                while marks and marks[-1].start >= block.start + first:
                    marks.pop()
                skip_to = tail.end()
            elif first == last_open:
                inside = text[first + 1 : token.start()]
                reading = read_bracket(inside, style)
                if reading is not None:
                    lower = not (reading.upper or reading.unread or "<" in inside)
                    start = block.start + first
                    marks.append(Mark(start, block.start + token.end(), reading, lower))
    return marks


def merge_marks(scanned: list[Mark], given: Sequence[Mark], block: AnswerBlock) -> list[Mark]:
    """The markers of a block with those given for it.

    Where two overlap, a scanned marker stands if it can be read, else the given one. Given ones
    come in order; one of no length at the block's end belongs to the block.
    """
    first = bisect_left(given, block.start, key=lambda mark: mark.start)
    last = bisect_right(given, block.end, key=lambda mark: mark.start)
    own = [mark for mark in given[first:last] if mark.end <= block.end]
    read = [mark for mark in scanned if not mark.reading.unread]
    kept = [mark for mark in own if not _overlaps(mark, read)]
    unread = [mark for mark in scanned if mark.reading.unread and not _overlaps(mark, own)]
    return sorted([*read, *unread, *kept], key=lambda mark: (mark.start, mark.end))


def _overlaps(mark: Mark, others: Sequence[Mark]) -> bool:
    """Whether a marker has a character in common with one of others, in order and disjoint."""
    row = bisect_left(others, mark.end, key=lambda other: other.start) - 1
    return row >= 0 and others[row].end > mark.start


def _closing_ticks(tokens: list[re.Match[str]]) -> dict[int, int]:
    """For each run of backticks that opens a code span, the end of the run that closes it."""
    runs = [token for token in tokens if token[0][0] == "`"]
    following: dict[int, int] = {}
    closers: dict[int, int] = {}
    for run in reversed(runs):
        length = len(run[0])
        if length in following:
            closers[run.start()] = following[length]
        following[length] = run.end()
    return closers
