"""Methods of choosing passages, behind one interface; knows no scores.

A `Method` is handed a `Shelf`, a task and a budget, and gives a `Pack`. Only the oracle is made
from the gold evidence. A new method is a function here and a line in `MAKERS`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from random import Random

from pincite import defaults
from pincite.datasets import GoldDocument
from pincite.datasets.cited import library_of
from pincite.index.memory import BM25Index
from pincite.measure.evidence import GoldSpan
from pincite.models.tokens import tokenizer
from pincite.packing import Candidates, PackRequest, fill
from pincite.ports import Index, Scored
from pincite.rank import rank
from pincite.records import Library, Pack
from pincite.split import passages

__all__ = ["MAKERS", "Method", "Shelf", "Shelves"]

GoldSets = Sequence[Sequence[GoldSpan]]


@dataclass(frozen=True, slots=True)
class Shelf:
    """The documents of a record, made ready once for all methods.

    Attributes:
        library: The documents, numbered.
        candidates: Its passages.
        index: BM25 over the passages.
        input_tokens: Of the canonical texts.
    """

    library: Library
    candidates: Candidates
    index: Index
    input_tokens: int


Method = Callable[[Shelf, str, int], Pack]
"""(shelf, task, budget in tokens) → what a model gets to see."""


class Shelves:
    """Keeps the last shelf: records about the same documents follow each other."""

    def __init__(self) -> None:
        self._documents: tuple[GoldDocument, ...] = ()
        self._shelf: Shelf | None = None

    def of(self, documents: tuple[GoldDocument, ...]) -> Shelf | None:
        """The shelf of some documents; None where a position would not be the same in it."""
        if documents != self._documents:
            self._documents, self._shelf = documents, _shelf(documents)
        return self._shelf


def _shelf(documents: Sequence[GoldDocument]) -> Shelf | None:
    library = library_of(documents)
    if library is None:
        return None
    cut = passages(library, tokenizer())
    texts = [
        library.document(passage.first_sentence).text[passage.start : passage.end]
        for passage in cut
    ]
    return Shelf(
        library=library,
        candidates=Candidates(library, cut),
        index=BM25Index(texts),
        input_tokens=sum(tokenizer().count([document.text for document in library.documents])),
    )


def _filled(name: str, order: Callable[[Shelf, str], Sequence[Scored]]) -> Method:
    """A method that ranks the passages and fills the budget with the best."""

    def method(shelf: Shelf, task: str, budget: int) -> Pack:
        candidates = replace(shelf.candidates, scored=order(shelf, task))
        return fill(candidates, PackRequest(task, budget, method=name), tokenizer())

    return method


def _pincite(shelf: Shelf, task: str, budget: int) -> Pack:
    return defaults.pack(task, shelf.library, budget_tokens=budget)


def _by_bm25(shelf: Shelf, task: str) -> Sequence[Scored]:
    return rank(task, shelf.index, len(shelf.candidates.passages))


def _from_the_front(shelf: Shelf, task: str) -> Sequence[Scored]:  # noqa: ARG001
    return _in_order(range(len(shelf.candidates.passages)))


def _at_random(shelf: Shelf, task: str) -> Sequence[Scored]:
    order = list(range(len(shelf.candidates.passages)))
    Random(f"{shelf.library.library_id} {task}").shuffle(order)
    return _in_order(order)


def _oracle(gold: GoldSets) -> Method:
    """The passages of gold evidence, of the smallest set first: the bound for whole passages."""

    def order(shelf: Shelf, task: str) -> Sequence[Scored]:  # noqa: ARG001
        cut = shelf.candidates.passages
        groups = [
            [
                row
                for row, passage in enumerate(cut)
                if any(
                    span.doc_id == passage.source_id
                    and span.start < passage.end
                    and passage.start < span.end
                    for span in group
                )
            ]
            for group in gold
        ]
        groups.sort(key=lambda group: sum(cut[row].end - cut[row].start for row in group))
        return _in_order(dict.fromkeys(row for group in groups for row in group))

    return _filled("oracle", order)


def _in_order(order: Sequence[int] | dict[int, None]) -> list[Scored]:
    return [Scored(row, 1 / place) for place, row in enumerate(order, 1)]


MAKERS: dict[str, Callable[[GoldSets], Method]] = {
    "pincite": lambda _: _pincite,
    "bm25": lambda _: _filled("bm25", _by_bm25),
    "front": lambda _: _filled("front", _from_the_front),
    "random": lambda _: _filled("random", _at_random),
    "oracle": _oracle,
}
"""Name → what makes the method for a record: first the library's own, passages and index made anew
each time; only the oracle looks at the gold evidence."""
