"""Quantifiers, modal verbs and opposites: as strong as the evidence, in the same direction."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files

from pincite.checks.alignment import Clause, clauses, covers

__all__ = ["Turned", "changed_strength", "labelled_by_opposite", "replaced_by_opposite"]

_WORD = re.compile(r"[^\W_]++(?:['’][^\W_]++)?")

_LABELLED = re.compile(r"(?:^|\| )\W*+([^:|\n]{1,60}):\s++([^|\n]++)", re.MULTILINE)

_QUANTIFIERS = (
    frozenset({"all", "every", "each", "always", "entire", "entirely", "completely", "whole"}),
    frozenset({"most", "mostly", "majority", "usually", "mainly", "largely"}),
    frozenset({"many", "several", "numerous", "often"}),
    frozenset({"some", "sometimes", "partly", "certain", "occasionally", "partially"}),
    frozenset({"few", "rarely", "seldom", "hardly", "scarcely"}),
    frozenset({"none", "no", "never"}),
)
_MODALS = (
    frozenset({"must", "shall", "required", "obliged", "obligated", "mandatory"}),
    frozenset({"will"}),
    frozenset({"should", "ought", "recommended", "expected"}),
    frozenset({"may", "might", "could", "can", "possibly", "perhaps", "permitted", "optional"}),
)


@dataclass(frozen=True, slots=True)
class Turned:
    """A word of a claim that stands where the evidence has its opposite."""

    start: int
    end: int
    reason: str


def replaced_by_opposite(part: str, text: str) -> Turned | None:
    """The first word between two words of the evidence that have its opposite between them.

    Only where the two words never have the word itself between them. At the start or end of a text,
    where there is one word alone, the part must not have the opposite elsewhere: a passive moves
    both. Linear in both texts.
    """
    if _opposites().keys().isdisjoint(map(str.lower, _WORD.findall(part))):
        return None
    slots: dict[tuple[str, str], set[str]] | None = None
    words = [("", 0, 0), *_placed(part), ("", 0, 0)]
    for before, (word, start, end), after in zip(words, words[1:], words[2:], strict=False):
        sides = _opposites().get(word)
        if not sides:
            continue
        slots = _slots(text) if slots is None else slots
        found = slots.get((before[0], after[0]), set())
        if not found or word in found:
            continue
        turned = [other for _, excluded in sides for other in sorted(found & excluded)]
        if not (before[0] and after[0]):
            said = {other for other, _, _ in words}
            turned = [other for other in turned if other not in said]
        if turned:
            return Turned(start, end, f"“{turned[0]}” became “{word}”")
    return None


def labelled_by_opposite(part: str, text: str) -> Turned | None:
    """A label (“tenant: Ilse Brandt”) that the evidence has the opposite of with the same words.

    Only where no clause of the evidence that has all words of the value has the label's own.
    """
    for match in _LABELLED.finditer(part):
        label = _words(match[1])
        value = frozenset(stem for clause in clauses(match[2]) for stem in clause.stems)
        if not value or label.isdisjoint(_opposites()):
            continue
        alike = [other for other in clauses(text) if covers(other.stems, value) == len(value)]
        turned = [_turned_round(label, _words(other.text)) for other in alike]
        if turned and all(turned):
            return Turned(match.start(1), match.end(1), str(turned[0]))
    return None


def _placed(text: str) -> list[tuple[str, int, int]]:
    return [(match[0].lower(), match.start(), match.end()) for match in _WORD.finditer(text)]


@lru_cache(maxsize=64)
def _slots(text: str) -> dict[tuple[str, str], set[str]]:
    """For two words of a text, which words that have an opposite stand between them."""
    found: dict[tuple[str, str], set[str]] = {}
    turnable = _opposites()
    words = ["", *map(str.lower, _WORD.findall(text)), ""]
    for row, word in enumerate(words):
        if word in turnable:
            found.setdefault((words[row - 1], words[row + 1]), set()).add(word)
    return found


def changed_strength(clause: Clause, other: Clause, *, whole: bool) -> str | None:
    """How a clause of a claim is stronger than, weaker than or opposite to the evidence's.

    Args:
        clause: Of the claim.
        other: Of the evidence, aligned to it.
        whole: Whether the evidence has every word of the clause; only then can a modal verb be
            missed, unless the clause is a single word.

    Returns:
        What was changed, for a person; None where nothing was.
    """
    mine, theirs = _words(clause.text), _words(other.text)
    for scale in (_QUANTIFIERS, _MODALS):
        changed = _moved(scale, mine, theirs, whole=whole and len(clause.words) > 1)
        if changed:
            return changed
    return _turned_round(mine, theirs)


def _turned_round(mine: frozenset[str], theirs: frozenset[str]) -> str | None:
    """Which word of a claim has only its opposite in the evidence, said for a person."""
    for word in sorted(mine & _opposites().keys()):
        for same, other_side in _opposites()[word]:
            if theirs & other_side and not (mine & other_side or theirs & same):
                return f"“{_first(theirs & other_side)}” became “{word}”"
    return None


def _moved(
    scale: tuple[frozenset[str], ...], mine: frozenset[str], theirs: frozenset[str], *, whole: bool
) -> str | None:
    claimed = {row for row, words in enumerate(scale) if words & mine}
    found = {row for row, words in enumerate(scale) if words & theirs}
    if not claimed or not found or claimed & found:
        if (
            whole
            and scale is _MODALS
            and found == {3}
            and not claimed
            and not mine & {"if", "whether"}
        ):
            return f"the evidence says only “{_first(theirs & scale[3])}”"
        return None
    said = _first(theirs & scale[min(found)])
    return f"“{said}” became “{_first(mine & scale[min(claimed)])}”"


def _first(words: frozenset[str]) -> str:
    return min(words)


@lru_cache(maxsize=4096)
def _words(text: str) -> frozenset[str]:
    return frozenset(match[0].lower() for match in _WORD.finditer(text))


@lru_cache(maxsize=1)
def _opposites() -> dict[str, list[tuple[frozenset[str], frozenset[str]]]]:
    """For each word the sides it is on: the words of its side, and those that exclude it."""
    lines = (files(__package__) / "opposites.txt").read_text(encoding="utf-8").splitlines()
    sides: dict[str, list[tuple[frozenset[str], frozenset[str]]]] = {}
    for line in lines:
        if not line or line.startswith("#"):
            continue
        left, right = (frozenset(side.split()) for side in line.split("|"))
        for one, two in ((left, right), (right, left)):
            for word in one:
                sides.setdefault(word, []).append((one, two))
    return sides
