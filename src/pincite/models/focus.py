"""Long evidence → the part of it that a model with a short window reads for one claim.

Sentences are ranked by the claim's terms that they hold, rare ones first, with a share of their
neighbours'; what is chosen stands in the order of the text. Knows no model: lengths come from
whoever counts tokens.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from pincite.rank import query_terms, terms
from pincite.split import sentence_spans

__all__ = ["Focus", "focus", "lines"]

_NEIGHBOUR = 0.3
"""Share of a neighbour's score that a sentence gets: what it refers to often stands there."""
_REPEATED = 0.2
"""Worth of a term that a sentence chosen before already holds."""
_SMALLEST = 8
"""Tokens below which nothing more is looked for."""
_GREEDY, _LOOK = 12, 24
"""So many sentences are chosen one by one, each from so many of the best."""


@dataclass(frozen=True, slots=True)
class Focus:
    """What a model gets to read.

    Attributes:
        text: Sentences of the evidence in its order, a blank between them.
        truncated: Whether something of the evidence was left out.
    """

    text: str
    truncated: bool


def lines(evidence: str) -> list[str]:
    """The sentences and table rows of a text, in order."""
    return [
        line[start:end]
        for line in evidence.splitlines()
        if line.strip()
        for start, end in sentence_spans(line)
    ]


def focus(
    claim: str, evidence: str, budget: int, count: Callable[[Sequence[str]], list[int]]
) -> Focus:
    """The sentences of the evidence that tell most about a claim, within a budget.

    Evidence that fits is given whole. A sentence longer than the budget is cut at its end, where
    it is the best there is. Cost is linear in the evidence.

    Args:
        claim: Without markers.
        evidence: Plain text; line breaks end a sentence.
        budget: Tokens that the text may take.
        count: The tokens of each text, in order.
    """
    pieces = lines(evidence)
    sizes = count(pieces) if pieces else []
    if sum(sizes) <= budget:
        return Focus(" ".join(pieces), truncated=False)
    chosen: list[int] = []
    left = budget
    for row in _order(claim, pieces):
        if sizes[row] <= left:
            chosen.append(row)
            left -= sizes[row]
        elif not chosen:
            return Focus(_cut(pieces[row], budget, count), truncated=True)
        if left < _SMALLEST:
            break
    return Focus(" ".join(pieces[row] for row in sorted(chosen)), truncated=True)


def _cut(piece: str, budget: int, count: Callable[[Sequence[str]], list[int]]) -> str:
    """The longest start of a sentence that fits, found by halving; in mid-word if need be."""
    low, high = 0, len(piece)
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if count([piece[:middle]])[0] <= budget else (low, middle - 1)
    return piece[:low].rstrip()


def _order(claim: str, pieces: Sequence[str]) -> list[int]:
    """The rows of the pieces, the most telling first, each seen beside those before it."""
    wanted = set(query_terms(claim))
    held = [wanted.intersection(terms(piece)) for piece in pieces]
    frequency = Counter(term for found in held for term in found)
    weight = {term: math.log(1 + len(pieces) / frequency[term]) for term in frequency}
    own = [sum(weight[term] for term in sorted(found)) for found in held]
    score = [
        own[row] + _NEIGHBOUR * max(own[max(0, row - 1)], own[min(len(own) - 1, row + 1)])
        for row in range(len(own))
    ]
    order: list[int] = []
    waiting = sorted(range(len(pieces)), key=lambda row: (-round(score[row], 6), row))
    seen: set[str] = set()
    for _ in range(min(len(waiting), _GREEDY)):
        best = max(
            waiting[:_LOOK],
            key=lambda row: (
                round(_gain(held[row], seen, weight) + score[row] - own[row], 6),
                -row,
            ),
        )
        waiting.remove(best)
        order.append(best)
        seen |= held[best]
    return order + waiting


def _gain(held: set[str], seen: set[str], weight: dict[str, float]) -> float:
    return sum(weight[term] * (_REPEATED if term in seen else 1.0) for term in sorted(held))
