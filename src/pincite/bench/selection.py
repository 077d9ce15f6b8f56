"""Methods of choosing passages, behind one interface; knows no scores.

A `Method` is handed a `Shelf`, a task and a budget, and gives a `Pack`. Only the oracle is made
from the gold evidence. A new method is a function here and a line in `MAKERS`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from pincite import defaults, pipeline
from pincite.bench import peers
from pincite.bench.minilm import MiniLM
from pincite.datasets import GoldDocument
from pincite.datasets.cited import library_of
from pincite.measure.evidence import GoldSpan
from pincite.models.tokens import tokenizer
from pincite.packing import Candidates, PackRequest, fill, measure
from pincite.ports import Scored
from pincite.records import Library, Pack, Passage
from pincite.refs import Style
from pincite.split import passages

__all__ = ["BY_NAME", "MAKERS", "NEEDS_DENSE", "OWN", "Method", "Shelf", "Shelves"]

_RANK_CONSTANT = 60
"""Of reciprocal rank fusion, as published."""

GoldSets = Sequence[Sequence[GoldSpan]]


@dataclass(frozen=True, slots=True)
class Shelf:
    """The documents of a record, made ready once for all methods.

    Attributes:
        library: The documents, numbered.
        candidates: Its passages.
        input_tokens: Of the canonical texts.
        sentences: Its sentences, each a passage.
    """

    library: Library
    candidates: Candidates
    input_tokens: int
    sentences: Candidates
    _vectors: list[NDArray[np.float32]] = field(default_factory=list, repr=False, compare=False)
    _ready: dict[tuple[str, Style], Ready] = field(default_factory=dict, repr=False, compare=False)

    def warm(self, name: str) -> None:
        """Make ready what the method of a name needs, so that its time is that of a pack alone."""
        if name in OWN:
            self.ready(*OWN[name])
        if name == "rrf":
            self.ready("bm25", Style.LINE)
            self.passage_vectors()

    def passage_vectors(self) -> NDArray[np.float32]:
        """MiniLM's vectors of the passages, `(passages, 384)`, made once."""
        if not self._vectors:
            cut = self.candidates.passages
            texts = [self.library.document(p.first_sentence).text[p.start : p.end] for p in cut]
            self._vectors.append(MiniLM.shared().vectors(texts))
        return self._vectors[0]

    def ready(self, method: str, style: Style) -> Ready:
        """The library made ready for a method, once."""
        key = (method, style)
        if key not in self._ready:
            selection = defaults.selection("o200k_base", method)
            prepared = pipeline.prepare(self.library, selection, style)
            self._ready[key] = Ready(selection, prepared)
        return self._ready[key]


@dataclass(frozen=True, slots=True)
class Ready:
    """A method of the library with what it prepared."""

    selection: pipeline.Selection
    prepared: pipeline.Prepared


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
    sizes = measure(library, tokenizer())
    cut, single = (passages(library, tokenizer(), max_sentences=n) for n in (None, 1))
    return Shelf(
        library=library,
        candidates=Candidates(library, cut, sizes=sizes),
        sentences=Candidates(library, single, sizes=sizes),
        input_tokens=sum(tokenizer().count([document.text for document in library.documents])),
    )


def _filled(
    name: str,
    order: Callable[[Shelf, str], Sequence[Scored]],
    *,
    unit: Literal["sentence", "passage"] = "passage",
) -> Method:
    """A method that ranks passages, or sentences, and fills the budget with the best."""

    def method(shelf: Shelf, task: str, budget: int) -> Pack:
        offered = shelf.candidates if unit == "passage" else shelf.sentences
        candidates = replace(offered, scored=order(shelf, task))
        return fill(candidates, PackRequest(task, budget, method=name), tokenizer())

    return method


def _library(method: str, style: Style = Style.LINE) -> Method:
    """A method of the library's own, from a library made ready before."""

    def pack(shelf: Shelf, task: str, budget: int) -> Pack:
        ready = shelf.ready(method, style)
        request = PackRequest(task, budget, style, ready.selection.method)
        return pipeline.pack(shelf.library, request, ready.selection, prepared=ready.prepared)

    return pack


def _from_the_front(shelf: Shelf, task: str) -> Sequence[Scored]:  # noqa: ARG001
    return _in_order(range(len(shelf.candidates.passages)))


def _at_random(shelf: Shelf, task: str) -> Sequence[Scored]:
    order = list(range(len(shelf.candidates.passages)))
    Random(f"{shelf.library.library_id} {task}").shuffle(order)
    return _in_order(order)


def _constant(method: Method) -> Callable[[GoldSets], Method]:
    return lambda _: method


def _fused_ranks(shelf: Shelf, task: str) -> Sequence[Scored]:
    """Passages by the sum of their reciprocal ranks by BM25 and by MiniLM (Cormack et al. 2009)."""
    cut = shelf.candidates.passages
    by_words = shelf.ready("bm25", Style.LINE).prepared.index.search(task, len(cut))
    products = (shelf.passage_vectors() @ MiniLM.shared().vectors([task])[0]).round(6)
    worth = [0.0] * len(cut)
    for order in ([hit.row for hit in by_words], np.argsort(-products, kind="stable")):
        for place, row in enumerate(order, 1):
            worth[row] += 1 / (_RANK_CONSTANT + place)
    ranked = sorted(range(len(cut)), key=lambda row: (-round(worth[row], 9), row))
    return [Scored(row, worth[row]) for row in ranked]


def _oracle(unit: Literal["sentence", "passage"]) -> Callable[[GoldSets], Method]:
    """The sentences, or passages, of gold evidence, those of the smallest set first."""

    def make(gold: GoldSets) -> Method:
        def order(shelf: Shelf, task: str) -> Sequence[Scored]:  # noqa: ARG001
            cut = (shelf.candidates if unit == "passage" else shelf.sentences).passages
            groups = [_holding(group, cut) for group in gold]
            groups.sort(key=lambda group: sum(cut[row].end - cut[row].start for row in group))
            return _in_order(dict.fromkeys(row for group in groups for row in group))

        return _filled("oracle", order, unit=unit)

    return make


def _holding(group: Sequence[GoldSpan], cut: Sequence[Passage]) -> list[int]:
    """The passages that hold a character of a set's spans."""
    return [
        row
        for row, passage in enumerate(cut)
        if any(
            span.doc_id == passage.source_id
            and span.start < passage.end
            and passage.start < span.end
            for span in group
        )
    ]


def _in_order(order: Sequence[int] | dict[int, None]) -> list[Scored]:
    return [Scored(row, 1 / place) for place, row in enumerate(order, 1)]


OWN: dict[str, tuple[str, Style]] = {
    "pincite": (defaults.METHODS[0], Style.LINE),
    "windows": ("windows", Style.LINE),
    "bm25": ("bm25", Style.LINE),
    "fused": ("fused", Style.LINE),
    "static": ("static", Style.LINE),
    "dense": ("dense", Style.LINE),
    "pincite_open": (defaults.METHODS[0], Style.OPEN),
    "pincite_tagged": (defaults.METHODS[0], Style.TAGGED),
}
"""The library's own: name of a method → what `pincite pack` calls it, and the style."""

MAKERS: dict[str, Callable[[GoldSets], Method]] = {
    **{name: _constant(_library(*own)) for name, own in OWN.items()},
    "front": _constant(_filled("front", _from_the_front)),
    "random": _constant(_filled("random", _at_random)),
    "rrf": _constant(_filled("rrf", _fused_ranks)),
    "edmundson": _constant(_filled("edmundson", peers.edmundson, unit="sentence")),
    "ragcompress": _constant(_filled("ragcompress", peers.ragcompress, unit="sentence")),
    "oracle": _oracle("sentence"),
    "oracle_passages": _oracle("passage"),
}
"""Name → what makes the method for a record; only the oracles look at the gold evidence."""

NEEDS_DENSE = frozenset({"fused", "static", "dense"})
"""Methods that need the extra `dense`."""

BY_NAME = frozenset({"dense", "rrf", *peers.NEEDED})
"""Methods that are run only where they are named: they are slow, or of others."""
