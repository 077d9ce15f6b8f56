"""A BM25 index in memory; built in one pass, kept as sparse columns."""

from __future__ import annotations

from collections.abc import Sequence

import bm25s
import numpy as np

from pincite.index.cache import IndexCache
from pincite.index.terms import term_table
from pincite.ports import Scored
from pincite.rank import query_terms

__all__ = ["BM25Index"]


class BM25Index:
    """BM25 (Lucene's variant, k1 1.5, b 0.75) over stemmed terms.

    Building is linear in the text; a search in the rows that share a term with the query.

    Args:
        texts: One for each row, in order.
        cache: Where their terms are kept; None keeps nothing.
    """

    name = "bm25"

    def __init__(self, texts: Sequence[str], *, cache: IndexCache | None = None) -> None:
        table = term_table(lambda: texts, cache)
        self._size = len(texts)
        self._vocabulary = table.vocabulary
        self._bm25 = bm25s.BM25(method="lucene", k1=1.5, b=0.75)  # type: ignore[no-untyped-call]
        if self._vocabulary:
            known = (table.rows(), dict(self._vocabulary))
            self._bm25.index(known, show_progress=False)

    def search(self, query: str, limit: int) -> list[Scored]:
        """At most `limit` rows with a score above zero, best first, ties to the earlier row."""
        wanted = [term for term in query_terms(query) if term in self._vocabulary]
        if not wanted or limit < 1:
            return []
        scores = self._bm25.get_scores(wanted)[: self._size]
        order = np.argsort(-scores, kind="stable")[:limit]
        return [Scored(int(row), float(scores[row])) for row in order if scores[row] > 0]
