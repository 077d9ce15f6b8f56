"""From documents to documents: titles that the task names, and titles that the best sentences name.

A question such as "who founded the yard that built the Maud?" is answered by two documents of which
it names one. The sentences found first mention the second by its title, and lead to it.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np

from pincite.index.scores import scaled
from pincite.rank import query_terms, terms

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from pincite.index.windows import WindowIndex
    from pincite.records import Library

__all__ = ["Bridges"]

_SENTENCES = 12
"""Best sentences that are asked which titles they name."""

_STEPS = 2
"""How often what was found leads further: from the task to a document, from there to another."""

_FADING = 0.8
"""What a further step is worth, of the one before."""

_WEIGHT = 3.0
"""Of each of the two, in standard deviations, beside the score of the sentences."""

_ASIDE = re.compile(r"\([^()]*+\)")
_UNKNOWN_WEIGHT = 5.0


class Bridges:
    """Scores documents by what names them; each sentence has the score of its document.

    Args:
        library: Whose documents.
        windows: Of the same library; its frequencies say how telling a term is.
    """

    def __init__(self, library: Library, windows: WindowIndex) -> None:
        self._library = library
        self._windows = windows
        self._sizes = np.diff(np.asarray(library.first_numbers))
        self._titles = [_title(document.title) for document in library.documents]
        self._by_term: dict[str, list[int]] = {}
        for row, title in enumerate(self._titles):
            if title:
                self._by_term.setdefault(title[0], []).append(row)

    def scores(self, query: str, found: NDArray[np.float64]) -> NDArray[np.float64]:
        """The score of each sentence; zeros in a library of one document.

        Args:
            query: The task.
            found: Scores of the sentences without bridges.
        """
        if len(self._titles) < 2:
            return np.zeros(len(found))
        named = scaled(self._spread(self._named(query)))
        reached = np.zeros(len(self._titles))
        bridged = named
        for step in range(_STEPS):
            mentioned = self._mentioned(found + _WEIGHT * bridged)
            reached = np.maximum(reached, _FADING**step * mentioned)
            bridged = named + scaled(self._spread(reached))
        return _WEIGHT * bridged

    def _spread(self, documents: NDArray[np.float64]) -> NDArray[np.float64]:
        return np.repeat(documents, self._sizes)

    def _named(self, query: str) -> NDArray[np.float64]:
        """How much of each title stands in the query, rare terms counting more."""
        wanted = set(query_terms(query))
        weights = {term: self._windows.weight(term, _UNKNOWN_WEIGHT) for term in wanted}
        found = np.zeros(len(self._titles))
        for row, title in enumerate(self._titles):
            shared = sum(weights[term] for term in title if term in wanted)
            if shared:
                rest = (t for t in title if t not in wanted)
                missing = sum(self._windows.weight(term, _UNKNOWN_WEIGHT) for term in rest)
                found[row] = shared * shared / (shared + missing)
        return found

    def _mentioned(self, found: NDArray[np.float64]) -> NDArray[np.float64]:
        """How good the best sentence is that names each document's title, of other documents."""
        worth = np.zeros(len(self._titles))
        order = np.argsort(-found.round(6), kind="stable")[:_SENTENCES]
        if not len(order) or found[order[0]] <= 0:
            return worth
        for row in order:
            if found[row] <= 0:
                break
            number = int(row) + 1
            home = self._library.document_row(number)
            held = set(terms(self._library.sentence(number).text))
            for term in held:
                for other in self._by_term.get(term, ()):
                    if other != home and held.issuperset(self._titles[other]):
                        worth[other] = max(worth[other], found[row] / found[order[0]])
        return worth


def _title(title: str) -> list[str]:
    """The terms of a title, each once, without what stands in brackets."""
    return list(dict.fromkeys(query_terms(_ASIDE.sub(" ", title))))
