"""Who did it to whom: the order of the words on both sides of a verb, in actives and passives."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import product

from pincite.checks.alignment import Clause
from pincite.checks.words import word_stems

__all__ = ["swapped_roles"]

_AUXILIARY = re.compile(
    r"\b(?:is|are|was|were|be|been|being|gets?|got)\s(?:not\s)?(?:\w+ly\s)?$", re.IGNORECASE
)
_PARTICIPLE = re.compile(r"(?:ed|en|wn|ught|ade|eft|ept|ent|eld|old|aid|ilt|elt|ound|orn|ost|one)$")
_BY = re.compile(r"(?:(?!\b(?:to|by)\b|(?:ed|en)\b).)*+\bby\b", re.IGNORECASE | re.DOTALL)
"""A “by” that belongs to the verb before it, and not to another one that comes between."""
_INSIDE = re.compile(r"[\s\-'’]*(?:(?:of|the|de|von|s)\b[\s\-'’]*)*")
_LONGEST_PHRASE = 4
_WORD = re.compile(r"[a-z]+")
_PREPOSITIONS = frozenset(
    """about across after against among as at before between during for from in into of off on onto
    over than through to toward towards under until upon with within without""".split()
)


@dataclass(frozen=True, slots=True)
class _Form:
    """How a verb stands between two words: its voice, and what ties the second to it."""

    passive: bool
    ties: frozenset[str]


def swapped_roles(clause: Clause, other: Clause) -> str | None:
    """The word around which a claim has turned two others round, None where none is.

    Looks at each word with a phrase on both sides: where the evidence has the same word with words
    of these phrases on the other sides, in the same voice, the roles were swapped; likewise where
    the voice changed and the phrases did not. What another preposition ties to the verb has another
    role anyway (“was paid for in stone”, “paid for the stone”), and a passive that names no doer
    does not say who did it: neither is compared. Words that the evidence has twice tell nothing.

    Args:
        clause: Of the claim.
        other: Of the evidence, aligned to it.
    """
    places: dict[tuple[str, ...], list[int]] = {}
    for row, word in enumerate(other.words):
        places.setdefault(word_stems(word.text)[-1:], []).append(row)
    mine = [word_stems(word.text)[-1:] for word in clause.words]
    for verb in range(1, len(mine) - 1):
        found = places.get(mine[verb])
        if not found or clause.words[verb].name:
            continue
        sides = [
            [row for row in side if mine[row] != mine[verb] and len(places.get(mine[row], ())) == 1]
            for side in (_phrase(clause, verb, -1), _phrase(clause, verb, 1))
        ]
        for left, right in product(*sides):
            first, last = sorted((places[mine[left]][0], places[mine[right]][0]))
            between = [row for row in found if first < row < last]
            if len(between) == 1:
                claimed = _form(clause, left, verb, right)
                exchanged = places[mine[right]][0] == first
                if _turned(claimed, _form(other, first, between[0], last), exchanged):
                    return clause.words[verb].text
                break
    return None


def _turned(claimed: _Form | None, found: _Form | None, exchanged: bool) -> bool:
    if claimed is None or found is None or claimed.ties != found.ties:
        return False
    return exchanged == (claimed.passive == found.passive)


def _phrase(clause: Clause, verb: int, step: int) -> list[int]:
    """The words next to a verb on one side, as far as little stands between them."""
    rows: list[int] = []
    row = verb + step
    while 0 <= row < len(clause.words) and len(rows) < _LONGEST_PHRASE:
        if rows:
            one, two = sorted((row, rows[-1]))
            gap = clause.text[clause.words[one].end : clause.words[two].start]
            if _INSIDE.fullmatch(gap) is None:
                break
        rows.append(row)
        row += step
    return rows


def _form(clause: Clause, first: int, verb: int, last: int) -> _Form | None:
    """The form of a verb; None where the word is no verb, or a passive names no doer."""
    word = clause.words[verb]
    before = clause.text[clause.words[first].end : word.start]
    after = clause.text[word.end : clause.words[last].start]
    participle = _PARTICIPLE.search(word.text.lower()) is not None
    helped = _AUXILIARY.search(before) is not None
    done_by = _BY.match(after) is not None
    passive = helped or participle
    if (helped and participle and not done_by) or (done_by and not passive):
        return None
    next_to = clause.text[word.end : clause.words[verb + 1].start]
    ties = frozenset(_WORD.findall(next_to.lower())) & _PREPOSITIONS
    return _Form(passive=passive and done_by, ties=ties)
