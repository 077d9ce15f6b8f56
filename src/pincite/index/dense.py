"""An index of vectors over the sentences of a library that scores each within its surroundings.

The score of a sentence adds up the cosines between the task and windows of 1, 3, 9 and 17 sentences
around it. A window's vector is the sum of its sentences' vectors, so its product with the task is a
sum of products, and only its length has to be kept: 4 numbers a sentence and width.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from pincite.index import sentence_texts
from pincite.index.scores import around, best, bounds, scaled
from pincite.ports import Embedder, Scored

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from pincite.index.cache import IndexCache
    from pincite.records import Library

__all__ = ["DenseIndex"]

_RADII = (0, 1, 4, 8)
_CHUNK = 4_096
"""Sentences whose windows are summed at once, which bounds the memory of building."""


class DenseIndex:
    """Ranks sentences by vectors; row `n` is the sentence `s{n+1}`.

    Building is linear in the text; a search is linear in the sentences. Memory is 4 bytes for each
    dimension and 16 bytes for each sentence.

    Args:
        library: Whose sentences.
        embedder: Makes the vectors.
        cache: Where the vectors are kept; None keeps nothing.
    """

    def __init__(
        self, library: Library, embedder: Embedder, *, cache: IndexCache | None = None
    ) -> None:
        self.name = embedder.name
        self._embedder = embedder
        self._begins, self._stops = bounds(library.first_numbers)
        texts = list(sentence_texts(library))
        self.vectors = _vectors(texts, embedder, cache)
        self._norms = np.stack([self._lengths(radius) for radius in _RADII], axis=1)

    def search(self, query: str, limit: int) -> list[Scored]:
        """At most `limit` sentences with a score above zero, best first, ties to the earlier."""
        scores = self.scores(query)
        return best(scores - scores.min() + 1e-6 if len(scores) else scores, limit)

    def scores(self, query: str) -> NDArray[np.float64]:
        """The score of each sentence, of any sign; zeros where the query has no vector."""
        asked = self._embedder.embed([query])[0]
        length = float(np.linalg.norm(asked))
        total = np.zeros(len(self.vectors))
        if not length:
            return total
        products = (self.vectors @ (asked / length))[:, None]
        for column, radius in enumerate(_RADII):
            near = around(products, radius, begins=self._begins, stops=self._stops)[:, 0]
            total += scaled(near / self._norms[:, column])
        return total

    def _lengths(self, radius: int) -> NDArray[np.float32]:
        """The length of each window's vector; 1 where it is none."""
        found = np.empty(len(self.vectors), dtype=np.float32)
        for start in range(0, len(found), _CHUNK):
            stop = min(start + _CHUNK, len(found))
            low, high = max(0, start - radius), min(len(found), stop + radius)
            begins = np.maximum(self._begins[low:high] - low, 0)
            stops = np.minimum(self._stops[low:high], high) - low
            sums = around(self.vectors[low:high], radius, begins=begins, stops=stops)
            found[start:stop] = np.linalg.norm(sums[start - low : stop - low], axis=1)
        found[found < 1e-6] = 1.0
        return found


def _vectors(
    texts: Sequence[str], embedder: Embedder, cache: IndexCache | None
) -> NDArray[np.float32]:
    if cache is None:
        return embedder.embed(texts)
    made = cache.columns(
        f"vectors {embedder.fingerprint}", texts, lambda: {"vectors": embedder.embed(texts)}
    )
    return made["vectors"].astype(np.float32, copy=False)
