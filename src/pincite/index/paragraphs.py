"""What the paragraph of a sentence adds to its score: half of the paragraph's mean.

Evidence often runs on to a neighbour that shares no word with the task; one in the same paragraph
is likelier to be it than one across a break. `LOG.md` has the sets that this was measured on.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from pincite.records import Library

__all__ = ["Paragraphs"]

_WEIGHT = 0.5


class Paragraphs:
    """The blocks of a library's sentences; 8 bytes a sentence.

    Args:
        library: Whose sentences.
    """

    def __init__(self, library: Library) -> None:
        starts = np.asarray(library.starts)
        self._blocks = np.zeros(len(starts), dtype=np.int64)
        before = 0
        for row, document in enumerate(library.documents):
            first, stop = library.first_numbers[row : row + 2]
            begins = np.asarray([block.start for block in document.blocks])
            places = np.searchsorted(begins, starts[first - 1 : stop - 1], side="right")
            self._blocks[first - 1 : stop - 1] = before + places
            before += len(begins) + 1
        self._sizes = np.bincount(self._blocks)

    def scores(self, found: NDArray[np.float64]) -> NDArray[np.float64]:
        """What is added to the score of each sentence.

        Args:
            found: Scores of the sentences alone.
        """
        if not len(found):
            return found
        sums = np.bincount(self._blocks, weights=found)
        return np.asarray(_WEIGHT * sums[self._blocks] / self._sizes[self._blocks])
