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
    for left, right in _opposites():
        for one, two in ((left, right), (right, left)):
            if mine & one and theirs & two and not (mine & two or theirs & one):
                return f"“{_first(theirs & two)}” became “{_first(mine & one)}”"
    return None


def _moved(
    scale: tuple[frozenset[str], ...], mine: set[str], theirs: set[str], *, whole: bool
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


def _first(words: set[str] | frozenset[str]) -> str:
    return min(words)


def _words(text: str) -> set[str]:
    return {match[0].lower() for match in _WORD.finditer(text)}


@lru_cache(maxsize=1)
def _opposites() -> tuple[tuple[frozenset[str], frozenset[str]], ...]:
    lines = (files(__package__) / "opposites.txt").read_text(encoding="utf-8").splitlines()
    pairs = (line.split("|") for line in lines if line and not line.startswith("#"))
    return tuple((frozenset(left.split()), frozenset(right.split())) for left, right in pairs)
