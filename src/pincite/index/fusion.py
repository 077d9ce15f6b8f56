"""The default ranking: words, the documents that words lead to, paragraphs; vectors where asked.

Words, bridges and vectors are divided by their standard deviation over the library before they are
added up; the weights were chosen by hand on samples of seven data sets. Vectors helped on one of
them and hurt on three, so the default is without; see `LOG.md`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from pincite.index.bridges import Bridges
from pincite.index.dense import DenseIndex
from pincite.index.paragraphs import Paragraphs
from pincite.index.scores import best
from pincite.index.windows import WindowIndex
from pincite.ports import Scored

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from pincite.records import Library

__all__ = ["FusedIndex"]

_DENSE_WEIGHT = 0.5


class FusedIndex:
    """Ranks sentences; row `n` is the sentence `s{n+1}`.

    Args:
        library: Whose sentences.
        windows: Words.
        dense: Vectors; none where they are not wanted.
    """

    def __init__(
        self, library: Library, windows: WindowIndex, dense: DenseIndex | None = None
    ) -> None:
        self.name = "fused" if dense else "linked"
        self._windows = windows
        self._bridges = Bridges(library, windows)
        self._paragraphs = Paragraphs(library)
        self._dense = dense

    def search(self, query: str, limit: int) -> list[Scored]:
        """At most `limit` sentences with a score above zero, best first, ties to the earlier.

        With vectors every sentence has a score above zero; with words alone those have none that
        stand in a paragraph without a term of the query, in a document that none leads to.
        """
        return best(self.scores(query), limit)

    def scores(self, query: str) -> NDArray[np.float64]:
        """The score of each sentence, zero or above."""
        words = self._windows.scores(query)
        total = words + self._bridges.scores(query, words)
        total = total + self._paragraphs.scores(total)
        if self._dense is None or not len(total):
            return total
        total = total + _DENSE_WEIGHT * self._dense.scores(query)
        return np.asarray(total - total.min() + 1e-6)
