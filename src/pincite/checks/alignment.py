"""Which clause of the evidence says what a clause of a claim says; compares stems, not meaning."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from pincite.checks.words import Word, content_words, equivalents, word_stems

__all__ = ["Clause", "align", "clauses", "covers"]

_BREAK = re.compile(
    r"(?<=[a-z0-9)”\"][.!?])\s+(?=[A-Z“\"])|[;:()]|,(?!\d)|\s(?:and|but|or|while|whereas|which|who|that|because|although|though|if)\s"
    r"|\s\|\s(?=[^|:\n]{1,60}+:\s)"
)


@dataclass(frozen=True, slots=True)
class Clause:
    """A stretch of a sentence with what it speaks of.

    Attributes:
        text: As written.
        start: In the text it was cut from.
        words: Its content words, in order.
        stems: Their stems.
    """

    text: str
    start: int
    words: tuple[Word, ...]
    stems: frozenset[str]


@lru_cache(maxsize=128)
def clauses(text: str) -> tuple[Clause, ...]:
    """The clauses of a text, line by line, in order; those without content words are left out."""
    return tuple(clause for clause in _cut(text) if clause.stems)


def _cut(text: str) -> Iterator[Clause]:
    position = 0
    for line in text.splitlines(keepends=True):
        start, row = 0, 0
        found = content_words(line)
        for match in [*_BREAK.finditer(line), None]:
            end = match.start() if match else len(line)
            piece = line[start:end]
            first = row
            while row < len(found) and found[row].start < end:
                row += 1
            words = tuple(
                Word(word.text, word.start - start, word.end - start, word.name)
                for word in found[first:row]
            )
            stems = frozenset(stem for word in words for stem in word_stems(word.text))
            yield Clause(piece, position + start, words, stems)
            start = match.end() if match else end
        position += len(line)


def covers(stems: frozenset[str], wanted: frozenset[str]) -> int:
    """How many of the wanted stems, or words that stand for them, are among some stems."""
    return sum(not stems.isdisjoint(equivalents(stem)) for stem in wanted)


def align(clause: Clause, text: str) -> list[Clause]:
    """The clauses of a text that share most with a clause: all that share as much, at least half.

    Half is no measure of support: what shares less is not compared at all.
    """
    rows = _rows(text)
    shared: Counter[int] = Counter()
    for stem in clause.stems:
        shared.update({row for other in equivalents(stem) for row in rows.get(other, ())})
    best = max(shared.values(), default=0)
    if not best or best * 2 < len(clause.stems):
        return []
    others = clauses(text)
    return [others[row] for row in sorted(shared) if shared[row] == best]


@lru_cache(maxsize=128)
def _rows(text: str) -> dict[str, list[int]]:
    """The clauses of a text that hold each stem, in order."""
    found: dict[str, list[int]] = {}
    for row, clause in enumerate(clauses(text)):
        for stem in clause.stems:
            found.setdefault(stem, []).append(row)
    return found
