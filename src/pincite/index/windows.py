"""A lexical index over the sentences of a library that scores each one within its surroundings.

The score of a sentence adds up BM25 (k1 1.2, b 0.75) of windows of 1, 3, 9 and 17 sentences
around it, each divided by its standard deviation over the library, so that no width outweighs
another; and with less weight BM25 of the terms that the best sentences share (pseudo-relevance
feedback), which leads from a first hit to what it mentions elsewhere. Windows end at documents.
Column heads count as part of a table row. `LOG.md` has what was tried beside.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from pincite.index import sentence_texts
from pincite.index.scores import around, best, bounds, scaled
from pincite.index.terms import term_table
from pincite.ports import Scored
from pincite.rank import query_terms

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from pincite.index.cache import IndexCache
    from pincite.records import Library

__all__ = ["WindowIndex"]

_RADII = (0, 1, 4, 8)
_K1 = 1.2
_B = 0.75
_FEEDBACK_WEIGHT = 0.7
_FEEDBACK_SENTENCES = 8
_FEEDBACK_TERMS = 12


class WindowIndex:
    """Ranks sentences; row `n` is the sentence `s{n+1}`.

    Building is linear in the text; a search is linear in the sentences, times the terms of the
    query. Memory is 12 bytes for each term of the text beside the vocabulary.

    Args:
        library: Whose sentences.
        cache: Where its terms are kept; None keeps nothing.
    """

    name = "windows"

    def __init__(self, library: Library, *, cache: IndexCache | None = None) -> None:
        table = term_table(lambda: sentence_texts(library), cache)
        stream, offsets = table.stream, table.offsets
        self._vocabulary = table.vocabulary
        self._words = list(table.vocabulary)
        self._stream = stream
        self._offsets = offsets
        lengths = np.diff(offsets)
        rows = np.repeat(np.arange(len(lengths), dtype=np.int32), lengths)
        self._posted = rows[np.argsort(stream, kind="stable")]
        self._posts = np.concatenate([[0], np.cumsum(np.bincount(stream, minlength=1))])
        self._lengths = lengths.astype(np.float32) + 1
        self._begins, self._stops = bounds(library.first_numbers)

    def search(self, query: str, limit: int) -> list[Scored]:
        """At most `limit` sentences with a score above zero, best first, ties to the earlier."""
        return best(self.scores(query), limit)

    def scores(self, query: str) -> NDArray[np.float64]:
        """The score of each sentence; zeros where the library has no term of the query."""
        known = [self._vocabulary[t] for t in query_terms(query) if t in self._vocabulary]
        wanted = list(dict.fromkeys(known))
        if not wanted:
            return np.zeros(len(self._lengths))
        counts = self._counts(wanted)
        weights = self._weights([self._holding(term) for term in wanted])
        scores = np.zeros(len(self._lengths))
        nearest = np.zeros(len(self._lengths))
        for radius in _RADII:
            part = scaled(self._bm25(counts, weights, radius))
            scores += part
            nearest += part if radius <= 1 else 0.0
        scores += _FEEDBACK_WEIGHT * self._feedback(nearest, wanted)
        return scores

    def weight(self, term: str, unknown: float) -> float:
        """How telling a term is, `unknown` where the library does not have it."""
        row = self._vocabulary.get(term)
        return unknown if row is None else float(self._weights([self._holding(row)])[0])

    def _counts(self, wanted: list[int]) -> NDArray[np.float32]:
        """How often each wanted term stands in each sentence, `(sentences, terms)`."""
        counts = np.empty((len(self._lengths), len(wanted)), dtype=np.float32)
        for column, term in enumerate(wanted):
            rows = self._posted[self._posts[term] : self._posts[term + 1]]
            counts[:, column] = np.bincount(rows, minlength=len(counts))
        return counts

    def _holding(self, term: int) -> int:
        """How many sentences hold a term."""
        return len(np.unique(self._posted[self._posts[term] : self._posts[term + 1]]))

    def _weights(self, holding: list[int]) -> NDArray[np.float64]:
        """Inverse sentence frequency, as BM25 of Lucene has it."""
        frequency = np.asarray(holding, dtype=np.float64)
        weights: NDArray[np.float64]
        weights = np.log(1 + (len(self._lengths) - frequency + 0.5) / (frequency + 0.5))
        return weights

    def _bm25(
        self, counts: NDArray[np.float32], weights: NDArray[np.float64], radius: int
    ) -> NDArray[np.float64]:
        around = self._around(counts, radius)
        lengths = self._around(self._lengths[:, None], radius)[:, 0]
        norm = _K1 * (1 - _B + _B * lengths / lengths.mean())
        scores: NDArray[np.float64] = (around * (_K1 + 1) / (around + norm[:, None])) @ weights
        return scores

    def _around(self, values: NDArray[np.float32], radius: int) -> NDArray[np.float64]:
        return around(values, radius, begins=self._begins, stops=self._stops)

    def _feedback(self, nearest: NDArray[np.float64], wanted: list[int]) -> NDArray[np.float64]:
        """BM25 of the terms that the best sentences share and the query has not."""
        size = min(_FEEDBACK_SENTENCES, max(3, len(nearest) // 50))
        best = np.argsort(-nearest.round(6), kind="stable")[:size]
        held = [
            np.unique(self._stream[self._offsets[row] : self._offsets[row + 1]])
            for row in best
            if nearest[row] > 0
        ]
        found, shared = np.unique(np.concatenate(held), return_counts=True)
        chosen = [
            (int(term), int(count))
            for term, count in zip(found, shared, strict=True)
            if count > 1 and term not in wanted and len(self._words[term]) > 2
        ]
        if not chosen:
            return np.zeros(len(nearest))
        weights = self._weights([self._holding(term) for term, _ in chosen])
        worth = weights * [count for _, count in chosen]
        order = np.argsort(-worth.round(6), kind="stable")[:_FEEDBACK_TERMS]
        counts = self._counts([chosen[place][0] for place in order])
        return scaled(self._bm25(counts, weights[order], 0))
