"""Where the support of a claim really is: the smallest set of sentences that gives it.

Candidates are the sentences that share rare words with the claim, their neighbours, and what opens
a document that a chosen sentence names. They are added one after the other, the likeliest first,
while each is likely enough beside those before it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from pincite.checks.agreement import agrees
from pincite.checks.evidence import gather
from pincite.checks.postings import SentenceIndex
from pincite.checks.quantities import quantities
from pincite.checks.relevance import Chosen, ClaimView, probability
from pincite.context import merge_ranges
from pincite.refs import Range

__all__ = ["Support", "candidates", "named_by", "search", "weigh"]

_NEAREST = 30
_WITH_NEIGHBOURS = 10
_OPENING = 2
"""Sentences looked at of a document that a chosen sentence names."""
_LEAST_PROBABILITY = 0.25
_MOST_SENTENCES = 8
_REPEATED = 0.8
"""Share of the words of two sentences that both have, above which the second adds nothing."""
_FIGURE_WEIGHT = 6.0
"""A figure tells as much as a word that stands once in some hundred sentences."""


@dataclass(frozen=True, slots=True)
class Support:
    """Sentences that speak for a claim.

    Attributes:
        ranges: Disjoint, increasing.
        score: Share of what the claim needs that they say, by weight.
        missing: Words and figures that they do not say.
    """

    ranges: tuple[Range, ...]
    score: float
    missing: tuple[str, ...]


def candidates(text: str, index: SentenceIndex) -> list[int]:
    """The numbers of the sentences worth a look for a claim, likeliest first."""
    nearest = index.nearest(text, _NEAREST)
    beside = [n for number in nearest[:_WITH_NEIGHBOURS] for n in _beside(number, index)]
    return list(dict.fromkeys([*nearest, *beside]))


def search(view: ClaimView, found: Iterable[int]) -> list[int]:
    """The smallest set of candidates that is likely to be the evidence of a claim, in order.

    Ties go to the earlier sentence.

    Args:
        view: Of the claim.
        found: Sentence numbers worth a look.
    """
    left = sorted(set(found))
    view.compare(left)
    chosen: list[int] = []
    while left and view.best and len(chosen) < _MOST_SENTENCES:
        state = Chosen(view, chosen)
        odds = {number: round(probability(state.features(number)), 6) for number in left}
        best = max(left, key=lambda number: (odds[number], -number))
        if chosen and odds[best] < _LEAST_PROBABILITY:
            break
        chosen.append(best)
        left = [n for n in left if not _repeats(n, best, view)]
        left.extend(n for n in named_by(best, view) if n not in left and n not in chosen)
    return sorted(chosen)


def weigh(view: ClaimView, numbers: Sequence[int]) -> Support:
    """How much of what a claim needs some sentences, with their titles, say."""
    library = view.index.library
    said = frozenset().union(*(view.said(number) for number in numbers))
    titles = frozenset().union(*(view.title(library.document_row(number))[1] for number in numbers))
    ranges = merge_ranges(((number, number) for number in numbers), library.first_numbers)
    has = quantities(gather(ranges, library).text) if numbers else ()
    absent = [q for q in view.figures if not any(agrees(q, other) for other in has)]
    words = [need[0] for place, need in enumerate(view.needs) if place not in said | titles]
    figures = _FIGURE_WEIGHT * len(view.figures)
    total = sum(view.weights) + figures
    score = sum(view.weights[place] for place in said | titles)
    score += figures - _FIGURE_WEIGHT * len(absent)
    missing = (*dict.fromkeys(words), *(q.raw for q in absent))
    return Support(ranges, score / total if total else 0.0, missing)


def _repeats(number: int, other: int, view: ClaimView) -> bool:
    """Whether two sentences have nearly all their words in common, or are the same one."""
    mine, theirs = view.sight(number).stems, view.sight(other).stems
    return number == other or len(mine & theirs) > _REPEATED * len(mine | theirs)


def _beside(number: int, index: SentenceIndex) -> list[int]:
    row = index.library.document_row(number)
    first, stop = index.library.first_numbers[row : row + 2]
    return [n for n in (number - 1, number + 1) if first <= n < stop]


def named_by(number: int, view: ClaimView) -> list[int]:
    """The first sentences of the other documents whose titles a sentence names."""
    library = view.index.library
    sight = view.sight(number)
    found: list[int] = []
    for row in view.index.titled(sight.stems):
        if row != sight.document:
            first, stop = library.first_numbers[row : row + 2]
            found.extend(range(first, min(stop, first + _OPENING)))
    return found
