"""The terms of texts as numbers: what rankings by words are built from, and their costly part."""

from __future__ import annotations

import json
from array import array
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from pincite.index.cache import Columns, IndexCache
from pincite.rank import terms

__all__ = ["TermTable", "term_table"]


@dataclass(frozen=True, slots=True)
class TermTable:
    """The terms of some texts.

    Attributes:
        vocabulary: Term → number, in the order in which terms first stand in the texts.
        stream: The numbers of all terms, in reading order.
        offsets: Text `n` has the terms from `offsets[n]` to `offsets[n + 1]`.
    """

    vocabulary: dict[str, int]
    stream: NDArray[np.int32]
    offsets: NDArray[np.int64]

    def rows(self) -> list[list[int]]:
        """The terms of each text."""
        numbers, ends = self.stream.tolist(), self.offsets.tolist()
        return [numbers[start:end] for start, end in pairwise(ends)]


def term_table(texts: Callable[[], Iterable[str]], cache: IndexCache | None = None) -> TermTable:
    """The terms of texts, from the cache where they were found before; linear in the texts.

    Args:
        texts: Gives them, once for each call.
        cache: Where the table is kept; None keeps nothing.
    """
    if cache is None:
        return _table(texts())
    return _opened(cache.columns("terms", texts(), lambda: _written(_table(texts()))))


def _table(texts: Iterable[str]) -> TermTable:
    vocabulary: dict[str, int] = {}
    stream = array("i")
    offsets = array("q", [0])
    for text in texts:
        stream.extend(vocabulary.setdefault(term, len(vocabulary)) for term in terms(text))
        offsets.append(len(stream))
    return TermTable(vocabulary, np.asarray(stream), np.asarray(offsets))


def _written(table: TermTable) -> Columns:
    words = json.dumps(list(table.vocabulary)).encode("ascii")
    return {
        "words": np.frombuffer(words, dtype=np.uint8),
        "stream": table.stream,
        "offsets": table.offsets,
    }


def _opened(columns: Columns) -> TermTable:
    words = json.loads(columns["words"].tobytes())
    return TermTable(
        {word: number for number, word in enumerate(words)},
        columns["stream"].astype(np.int32, copy=False),
        columns["offsets"].astype(np.int64, copy=False),
    )
