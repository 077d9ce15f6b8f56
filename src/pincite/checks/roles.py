"""Who did it to whom: the order of the words on both sides of a verb, in actives and passives."""

from __future__ import annotations

import re

from pincite.checks.alignment import Clause
from pincite.checks.words import word_stems

__all__ = ["swapped_roles"]

_PASSIVE = re.compile(
    r"\b(?:is|are|was|were|be|been|being|gets?|got)\s(?:\w+ly\s)?$", re.IGNORECASE
)
_BY_NEXT = re.compile(r"\s+(?:\w+ly\s+)?by\b", re.IGNORECASE)
_BY = re.compile(r"\bby\b", re.IGNORECASE)


def swapped_roles(clause: Clause, other: Clause) -> str | None:
    """The word around which a claim has turned two others round, None where none is.

    Looks at each word with a neighbour on both sides: where the evidence has the same three words
    with the neighbours on the other sides, in the same voice, the roles were swapped; likewise
    where the voice changed and the neighbours did not.

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
        turned = theirs.index(right) < place < theirs.index(left)
        straight = theirs.index(left) < place < theirs.index(right)
        same_voice = _passive(clause, row) == _passive(other, place)
        if (turned and same_voice) or (straight and not same_voice):
            return clause.words[row].text
    return None


def _passive(clause: Clause, row: int) -> bool:
    word = clause.words[row]
    before, after = clause.text[: word.start], clause.text[word.end :]
    return bool(_BY_NEXT.match(after)) or (
        bool(_PASSIVE.search(before)) and bool(_BY.search(after))
    )
