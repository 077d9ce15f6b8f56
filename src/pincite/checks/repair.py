"""Where the support of a claim really is: the smallest set of sentences that gives it.

Searches among given candidates by what a claim needs said: its content words, weighed by how rare
they are in the library, its figures and its quotations. Knows no index and no order of stages.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from pincite.checks.evidence import gather
from pincite.checks.postings import SentenceIndex
from pincite.checks.quantities import Quantity, agrees, quantities
from pincite.checks.words import content_words, equivalents, word_stems
from pincite.context import merge_ranges
from pincite.rank import terms
from pincite.refs import Range

__all__ = ["Needs", "Support", "needs", "search", "weigh"]

_FIGURE_WEIGHT = 6.0
"""A figure tells as much as a word that stands once in some hundred sentences."""
_TITLE_SHARE = 0.5
"""What a word is worth that only the document's title has."""
_SENTENCE_COST = 0.12
"""Share of a claim that a further sentence has to add."""
_MOST_SENTENCES = 8
_NEIGHBOURS = 2


@dataclass(frozen=True, slots=True)
class Needs:
    """What has to be said for a claim to be supported.

    Attributes:
        words: Content words with the stems that may stand for them and their weight.
        figures: Figures and dates.
    """

    words: tuple[tuple[str, frozenset[str], float], ...]
    figures: tuple[Quantity, ...]

    @property
    def weight(self) -> float:
        """Of all that is needed."""
        return sum(w for *_, w in self.words) + _FIGURE_WEIGHT * len(self.figures)


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


def needs(text: str, index: SentenceIndex) -> Needs:
    """What a claim needs; words that are not in the library weigh as much as the rarest."""
    words: dict[str, tuple[str, frozenset[str], float]] = {}
    for word in content_words(text):
        for stem in word_stems(word.text):
            words.setdefault(stem, (word.text, equivalents(stem), index.weight(stem)))
    figures = {(q.value, q.unit, q.per): q for q in quantities(text)}
    return Needs(tuple(words.values()), tuple(figures.values()))


def search(text: str, index: SentenceIndex, candidates: Iterable[int]) -> Support | None:
    """The smallest set of candidates, and of their neighbours, that says most of a claim.

    Sentences are added one after the other while each says enough that was not said before; then
    those are left out again that others made needless. Ties go to the earlier sentence.

    Args:
        text: Of the claim, or a part of it.
        index: Of the library.
        candidates: Sentence numbers worth a look.

    Returns:
        None where no candidate says any of it.
    """
    wanted = needs(text, index)
    total = wanted.weight
    if not total:
        return None
    said = {n: _said(n, wanted, index) for n in _with_neighbours(candidates, index)}
    chosen: list[int] = []
    covered: dict[int, float] = {}
    while len(chosen) < _MOST_SENTENCES:
        gains = {
            n: _gain(found, covered, wanted) / total for n, found in said.items() if n not in chosen
        }
        best = max(gains, key=lambda n: (round(gains[n], 6), -n), default=None)
        if best is None or gains[best] < (_SENTENCE_COST if chosen else 1e-6):
            break
        chosen.append(best)
        for need, share in said[best].items():
            covered[need] = max(share, covered.get(need, 0.0))
    if not chosen:
        return None
    kept = _pruned(chosen, said, wanted)
    return weigh(text, [(n, n) for n in kept], index)


def weigh(text: str, ranges: Sequence[Range], index: SentenceIndex) -> Support:
    """How much of what a claim needs some sentences say."""
    wanted = needs(text, index)
    covered: dict[int, float] = {}
    for first, last in ranges:
        for number in range(first, last + 1):
            for need, share in _said(number, wanted, index).items():
                covered[need] = max(share, covered.get(need, 0.0))
    names = [word for word, *_ in wanted.words] + [q.raw for q in wanted.figures]
    score = sum(_weight(i, wanted) * share for i, share in covered.items())
    missing = tuple(name for i, name in enumerate(names) if i not in covered)
    return Support(merge_ranges(ranges), score / wanted.weight if wanted.weight else 0.0, missing)


def _with_neighbours(candidates: Iterable[int], index: SentenceIndex) -> list[int]:
    library = index.library
    found: set[int] = set()
    for number in candidates:
        row = library.document_row(number)
        first, stop = library.first_numbers[row : row + 2]
        found.update(range(max(first, number - _NEIGHBOURS), min(stop, number + _NEIGHBOURS + 1)))
    return sorted(found)


def _said(number: int, wanted: Needs, index: SentenceIndex) -> dict[int, float]:
    """Which needs a sentence meets, and how far."""
    stems = index.stems(number)
    title = frozenset(terms(index.library.document(number).title))
    found: dict[int, float] = {}
    for place, (_, alternatives, _) in enumerate(wanted.words):
        if not stems.isdisjoint(alternatives):
            found[place] = 1.0
        elif not title.isdisjoint(alternatives):
            found[place] = _TITLE_SHARE
    if wanted.figures:
        evidence = gather([(number, number)], index.library)
        has = quantities(evidence.text)
        for place, figure in enumerate(wanted.figures, len(wanted.words)):
            if any(agrees(figure, q) for q in has):
                found[place] = 1.0
    return found


def _weight(need: int, wanted: Needs) -> float:
    return wanted.words[need][2] if need < len(wanted.words) else _FIGURE_WEIGHT


def _gain(found: dict[int, float], covered: dict[int, float], wanted: Needs) -> float:
    return sum(
        _weight(need, wanted) * (share - covered.get(need, 0.0))
        for need, share in found.items()
        if share > covered.get(need, 0.0)
    )


def _pruned(chosen: Sequence[int], said: dict[int, dict[int, float]], wanted: Needs) -> list[int]:
    kept = list(chosen)
    for number in reversed(chosen):
        rest: dict[int, float] = {}
        for other in kept:
            if other != number:
                for need, share in said[other].items():
                    rest[need] = max(share, rest.get(need, 0.0))
        if len(kept) > 1 and _gain(said[number], rest, wanted) < _SENTENCE_COST * wanted.weight:
            kept.remove(number)
    return kept
