"""How likely a sentence belongs to the evidence of a claim: features that a person can follow.

A sentence is looked at beside those chosen before it, so that what was said once is worth less the
second time, and the sentence that goes on where another ends is worth more. The weights were
fitted on evidence that people marked, by `pincite.train.relevance`; no feature knows where a text
comes from.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, log

from pincite.checks.agreement import agrees
from pincite.checks.postings import SentenceIndex
from pincite.checks.quantities import Quantity, quantities
from pincite.checks.words import content_words, equivalents, word_stems
from pincite.rank import query_terms, terms

__all__ = ["FEATURES", "WEIGHTS", "Chosen", "ClaimView", "probability"]

WEIGHTS = {
    "bias": -3.35,
    "covered": 0.27,
    "dense": -0.12,
    "relative": 1.25,
    "best": 0.08,
    "ranked": 1.99,
    "ranked_first": 0.59,
    "share_of_sentence": 2.22,
    "names": 0.33,
    "figures": 1.12,
    "figures_other": -0.44,
    "title_covered": 0.79,
    "title_named": 0.86,
    "beside_covered": 0.25,
    "opens_document": 0.49,
    "length": -1.34,
    "claim_length": 0.77,
    "gain": 1.23,
    "gain_title": 1.35,
    "left": -1.01,
    "chosen": -0.77,
    "beside_chosen": 0.38,
    "document_chosen": -0.39,
    "document_other": -0.21,
    "bridge_title": 0.77,
    "bridge_name": 0.40,
}
"""What is looked at, with its weight; shares are of the claim's weight.

`covered` of the sentence's own words, `dense` the same by the sentence's length, `relative` to the
best candidate; `ranked` its BM25 score by the best one; `gain` beyond what is chosen, `left` unsaid
before; `bridge_title` and `bridge_name` are what the chosen sentences name that the claim does not.
"""

FEATURES = tuple(WEIGHTS)
"""In the order of `Chosen.features`."""

_NAME = re.compile(r"(?<=[^.!?\s] )[A-Z][^\W\d_]{2,}")
_K1, _B = 1.5, 0.75
_LENGTH = 20
"""Terms of a sentence that is neither short nor long."""


@dataclass(frozen=True, slots=True)
class Sight:
    """What one sentence says of what a claim needs, and its features that do not change."""

    number: int
    document: int
    said: frozenset[int]
    stems: frozenset[str]
    names: frozenset[str]
    covered: float
    ranked: float
    fixed: tuple[float, ...]


class ClaimView:
    """A claim beside the sentences of a library.

    Attributes:
        needs: Its content words, with the stems that may stand for each.
        weights: How much each of them tells.
        figures: Its figures and dates.
        stems: Of its content words.
        best: The largest share of it that one candidate covers.
        best_ranked: The largest BM25 score of a candidate, terms counted once.

    Args:
        text: Of the claim.
        index: Of the library.
    """

    def __init__(self, text: str, index: SentenceIndex) -> None:
        self.index = index
        found: dict[str, tuple[str, bool]] = {}
        for word in content_words(text):
            for stem in word_stems(word.text):
                found.setdefault(stem, (word.text, word.name))
        self.needs = [(word, equivalents(stem), name) for stem, (word, name) in found.items()]
        self.weights = [index.weight(stem) for stem in found]
        self.figures: tuple[Quantity, ...] = tuple(
            {(q.value, q.unit, q.per): q for q in quantities(text)}.values()
        )
        self._total = sum(self.weights) or 1.0
        self.stems = frozenset(found)
        self._names = {place for place, need in enumerate(self.needs) if need[2]}
        self._words = frozenset(need[0].lower() for need in self.needs)
        self._sights: dict[int, Sight] = {}
        self._titles: dict[int, tuple[frozenset[str], frozenset[int]]] = {}
        self.best = 0.0
        self.best_ranked = 0.0
        self._wanted = {stem: index.weight(stem) for stem in sorted(set(query_terms(text)))}

    def compare(self, numbers: Sequence[int]) -> None:
        """Set what features are relative to, from all candidates."""
        sights = [self.sight(number) for number in numbers]
        self.best = max((sight.covered for sight in sights), default=0.0)
        self.best_ranked = max((sight.ranked for sight in sights), default=0.0)

    def share(self, said: frozenset[int]) -> float:
        """The share of the claim's weight that some needs have."""
        return sum([self.weights[place] for place in said]) / self._total

    def said(self, number: int) -> frozenset[int]:
        """Which needs a sentence meets."""
        return self._met(self.index.stems(number))

    def sight(self, number: int) -> Sight:
        """What a sentence says of the claim."""
        known = self._sights.get(number)
        if known is None:
            known = self._sights[number] = self._look(number)
        return known

    def title(self, document: int) -> tuple[frozenset[str], frozenset[int]]:
        """The stems of a document's title, and which needs they meet."""
        known = self._titles.get(document)
        if known is None:
            stems = frozenset(terms(self.index.library.documents[document].title))
            known = self._titles[document] = (stems, self._met(stems))
        return known

    def _met(self, stems: frozenset[str]) -> frozenset[int]:
        return frozenset(
            [place for place, need in enumerate(self.needs) if not stems.isdisjoint(need[1])]
        )

    def _look(self, number: int) -> Sight:
        library = self.index.library
        sentence = library.sentence(number)
        document = library.document_row(number)
        first, stop = library.first_numbers[document : document + 2]
        stems = self.index.stems(number)
        said = self._met(stems)
        covered = self.share(said)
        title, title_met = self.title(document)
        beside = [self.said(n) for n in (number - 1, number + 1) if first <= n < stop]
        has = quantities(sentence.text) if self.figures else ()
        met = sum(any(agrees(figure, other) for other in has) for figure in self.figures)
        weight = sum([self.index.weight(stem) for stem in stems]) or 1.0
        fixed = (
            covered / (0.4 + 0.6 * len(stems) / _LENGTH),
            sum([self.weights[place] for place in said]) / weight,
            len(said & self._names) / len(self._names) if self._names else 0.0,
            met / len(self.figures) if self.figures else 0.0,
            float(bool(has) and not met),
            self.share(title_met - said),
            len(title & self.stems) / len(title) if title else 0.0,
            max([self.share(other - said) for other in beside], default=0.0),
            float(number == first),
            log(1 + len(stems)) / 4,
            min(len(self.needs), 40) / 20,
        )
        names = frozenset(match[0].lower() for match in _NAME.finditer(sentence.text))
        held = sum([weight for stem, weight in self._wanted.items() if stem in stems])
        ranked = held / (1 + _K1 * (1 - _B + _B * len(stems) / self.index.mean_stems))
        return Sight(number, document, said, stems, names - self._words, covered, ranked, fixed)


class Chosen:
    """The sentences chosen so far for a claim.

    Args:
        view: Of the claim.
        numbers: Of the sentences.
    """

    def __init__(self, view: ClaimView, numbers: Sequence[int]) -> None:
        sights = [view.sight(number) for number in numbers]
        self.numbers = frozenset(numbers)
        self._view = view
        self._said = frozenset().union(*(sight.said for sight in sights))
        self.stems: frozenset[str] = frozenset().union(*(sight.stems for sight in sights))
        self._names: frozenset[str] = frozenset().union(*(sight.names for sight in sights))
        self.documents = frozenset(sight.document for sight in sights)
        self._left = 1 - view.share(self._said)

    def features(self, number: int) -> list[float]:
        """The features of a further sentence, in the order of `FEATURES`."""
        view = self._view
        sight = view.sight(number)
        title, title_met = view.title(sight.document)
        elsewhere = bool(self.numbers) and sight.document not in self.documents
        bridge = title - view.stems if elsewhere else frozenset()
        covered = sight.covered
        dense, *fixed = sight.fixed
        return [
            1.0,
            covered,
            dense,
            covered / view.best if view.best else 0.0,
            float(covered >= view.best - 1e-9),
            sight.ranked / view.best_ranked if view.best_ranked else 0.0,
            float(sight.ranked >= view.best_ranked - 1e-9),
            *fixed,
            view.share(sight.said - self._said),
            view.share((sight.said | title_met) - self._said),
            self._left,
            min(len(self.numbers), 6) / 3,
            float(number - 1 in self.numbers or number + 1 in self.numbers),
            float(sight.document in self.documents),
            float(elsewhere),
            len(bridge & self.stems) / len(bridge) if bridge else 0.0,
            min(3, len(sight.names & self._names)) / 3,
        ]


def probability(values: Sequence[float]) -> float:
    """The probability that the weights give to features in the order of `FEATURES`."""
    total = sum([w * value for w, value in zip(WEIGHTS.values(), values, strict=True)])
    return 1 / (1 + exp(-max(-50.0, min(50.0, total))))
