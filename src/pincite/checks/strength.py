"""Quantifiers, modal verbs and opposites: as strong as the evidence, in the same direction."""

from __future__ import annotations

import re
from functools import lru_cache
from importlib.resources import files

from pincite.checks.alignment import Clause

__all__ = ["changed_strength"]

_WORD = re.compile(r"[^\W_]++(?:['’][^\W_]++)?")

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


def changed_strength(clause: Clause, other: Clause, *, whole: bool) -> str | None:
    """How a clause of a claim is stronger than, weaker than or opposite to the evidence's.

    Args:
        clause: Of the claim.
        other: Of the evidence, aligned to it.
        whole: Whether the evidence has every word of the clause; only then can a modal verb be
            missed.

    Returns:
        What was changed, for a person; None where nothing was.
    """
    mine, theirs = _words(clause.text), _words(other.text)
    for scale in (_QUANTIFIERS, _MODALS):
        changed = _moved(scale, mine, theirs, whole=whole)
        if changed:
            return changed
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
