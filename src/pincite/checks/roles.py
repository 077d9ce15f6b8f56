"""Who did it to whom: the order of the words on both sides of a verb, in actives and passives."""

from __future__ import annotations

import re
from dataclasses import dataclass

from pincite.checks.alignment import Clause
from pincite.checks.words import word_stems

__all__ = ["swapped_roles"]

_AUXILIARY = re.compile(
    r"\b(?:is|are|was|were|be|been|being|gets?|got)\s(?:not\s)?(?:\w+ly\s)?$", re.IGNORECASE
)
_PARTICIPLE = re.compile(r"(?:ed|en|wn|ught|ade|eft|ept|ent|eld|old|aid|ilt|elt|ound|orn|ost|one)$")
_BY = re.compile(r"(?:(?!\b(?:to|by)\b|(?:ed|en)\b).)*+\bby\b", re.IGNORECASE | re.DOTALL)
"""A “by” that belongs to the verb before it, and not to another one that comes between."""
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

    Looks at each word with a neighbour on both sides: where the evidence has the same three words
    with the neighbours on the other sides, in the same voice, the roles were swapped; likewise
    where the voice changed and the neighbours did not. A word that another preposition ties to the
    verb has another role anyway (“was paid for in stone”, “paid for the stone”), and a passive
    that names no doer does not say who did it: neither is compared.

    Args:
        clause: Of the claim.
        other: Of the evidence, aligned to it.
    """
    theirs = [word_stems(word.text)[-1:] for word in other.words]
    mine = [word_stems(word.text)[-1:] for word in clause.words]
    for row in range(1, len(mine) - 1):
        verb, left, right = mine[row], mine[row - 1], mine[row + 1]
        if left == right or clause.words[row].name:
            continue
        if theirs.count(verb) != 1 or theirs.count(left) != 1 or theirs.count(right) != 1:
            continue
        place = theirs.index(verb)
        first, last = sorted((theirs.index(left), theirs.index(right)))
        if not first < place < last:
            continue
        claimed, found = _form(clause, row - 1, row, row + 1), _form(other, first, place, last)
        if claimed is None or found is None or claimed.ties != found.ties:
            continue
        turned = theirs.index(right) == first
        if turned == (claimed.passive == found.passive):
            return clause.words[row].text
    return None


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
    ties = frozenset(_WORD.findall(after.lower())) & _PREPOSITIONS
    return _Form(passive=passive and done_by, ties=ties)
