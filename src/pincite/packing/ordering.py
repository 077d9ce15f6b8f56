"""Scored rows → their order, by a reranker or by the best sentence of each passage."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from pincite.ports import Reranker, Scored
from pincite.records import Library, Passage

__all__ = ["Rows", "best_sentences", "reranked"]

_RERANKED = 50
"""Best rows that a reranker reads; one pair is one run of a model."""


@dataclass(frozen=True, slots=True)
class Rows:
    """What the rows of an index are: the sentences of a library, or its passages."""

    library: Library
    passages: Sequence[Passage]
    unit: Literal["sentence", "passage"]

    def surroundings(self, row: int) -> str:
        """A passage, or a sentence with the one before and the one behind in its document."""
        library = self.library
        if self.unit == "passage":
            passage = self.passages[row]
            first, last = passage.first_sentence, passage.last_sentence
        else:
            document = library.document_row(row + 1)
            first = max(row, library.first_numbers[document])
            last = min(row + 2, library.first_numbers[document + 1] - 1)
        text = library.document(first).text
        return text[library.starts[first - 1] : library.ends[last - 1]]


def reranked(scored: Sequence[Scored], reranker: Reranker, task: str, rows: Rows) -> list[Scored]:
    """The best rows in a reranker's order, each read with its neighbours; then the others.

    They share the scores that they had, so that the order of scores stays that of ranks.
    """
    head = scored[:_RERANKED]
    texts = [rows.surroundings(hit.row) for hit in head]
    worth = [round(score, 6) for score in reranker.score(task, texts)]
    order = sorted(range(len(head)), key=lambda place: (-worth[place], place))
    moved = [Scored(head[old].row, head[new].score) for new, old in enumerate(order)]
    return [*moved, *scored[_RERANKED:]]


def best_sentences(scored: Sequence[Scored], passages: Sequence[Passage]) -> list[Scored]:
    """Scored sentences as scored passages, each worth its best sentence."""
    firsts = [passage.first_sentence for passage in passages]
    best: dict[int, Scored] = {}
    for hit in scored:
        row = bisect_right(firsts, hit.row + 1) - 1
        best.setdefault(row, Scored(row, hit.score))
    return sorted(best.values(), key=lambda hit: (-hit.score, hit.row))
