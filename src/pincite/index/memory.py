"""A BM25 index in memory; built in one pass, kept as sparse columns."""

from __future__ import annotations

from collections.abc import Iterable

import bm25s
import numpy as np

from pincite.ports import Scored
from pincite.rank import query_terms, terms

__all__ = ["BM25Index"]


class BM25Index:
    """BM25 (Lucene's variant, k1 1.5, b 0.75) over stemmed terms.

    Building is linear in the text; a search in the rows that share a term with the query.

    Args:
        texts: One for each row, in order.
    """

    name = "bm25"

    def __init__(self, texts: Iterable[str]) -> None:
        rows = [terms(text) for text in texts]
        self._size = len(rows)
        self._vocabulary = {term for row in rows for term in row}
        self._bm25 = bm25s.BM25(method="lucene", k1=1.5, b=0.75)  # type: ignore[no-untyped-call]
        if self._vocabulary:
            self._bm25.index(rows, show_progress=False)

    def search(self, query: str, limit: int) -> list[Scored]:
        """At most `limit` rows with a score above zero, best first, ties to the earlier row."""
        wanted = [term for term in query_terms(query) if term in self._vocabulary]
        if not wanted or limit < 1:
            return []
        scores = self._bm25.get_scores(wanted)[: self._size]
        order = np.argsort(-scores, kind="stable")[:limit]
        return [Scored(int(row), float(scores[row])) for row in order if scores[row] > 0]
