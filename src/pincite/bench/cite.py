"""Which sentences are cited for a claim, against the sentences that people marked.

What a claim is and which sentences are gold, `pincite.datasets.cited` says; with several annotators
the best match counts. The methods to compare with take their best
sentences until they have as many tokens as the first method chose for the same claim, so that the
length is the same; only the first method has to know how much is enough.

The weights of the library's search were fitted on the records of these sets whose id has an even
hash; only the others are measured.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from pincite.bench import chosen
from pincite.bench.minilm import MiniLM, available
from pincite.bench.progress import track
from pincite.checks import Examiner, evidence
from pincite.datasets.cited import SETS, Item, held_out, items
from pincite.errors import CallerError
from pincite.index.memory import BM25Index
from pincite.measure.intervals import Difference, Interval, bootstrap, paired_bootstrap
from pincite.records import Library

__all__ = ["METHODS", "SETS", "CiteRow", "rows"]

METHODS = ("pincite", "bm25", "minilm", "fused")

_RRF = 60
"""The constant of reciprocal rank fusion."""


@dataclass(frozen=True, slots=True)
class CiteRow:
    """What a method cites on one set.

    Attributes:
        set: The data set.
        method: The method.
        n: Claims.
        f1: Of sentences, best annotator, mean over claims.
        precision: Likewise.
        recall: Likewise.
        f1_less_bm25: Paired.
        tokens: Words cited among words of the smallest gold set, over all claims.
        sentences: Cited, mean over claims.
    """

    set: str
    method: str
    n: int
    f1: Interval
    precision: Interval
    recall: Interval
    f1_less_bm25: Difference | None
    tokens: float
    sentences: float


def rows(
    root: Path | None, sets: Sequence[str], methods: Sequence[str], n: int | None
) -> Iterator[CiteRow]:
    """One row for each set and method; at most `n` claims of a set.

    Raises:
        CallerError: Without a data root, or on an unknown set or method.
        ExtraError: When a method was asked for that needs what is not installed.
    """
    if root is None:
        raise CallerError("the bench 'cite' needs annotated data", remedy="give --data ROOT")
    wanted = chosen(methods, METHODS, what="method")
    if not methods and not available():
        wanted = tuple(name for name in wanted if name not in ("minilm", "fused"))
    for name in chosen(sets, SETS, what="set"):
        yield from _rows_of_set(root, name, wanted, n)


def _rows_of_set(root: Path, name: str, methods: Sequence[str], n: int | None) -> Iterator[CiteRow]:
    cited: dict[str, list[frozenset[int]]] = {method: [] for method in methods}
    measured: list[Item] = []
    shelf: _Shelf | None = None
    for item in track(items(root, name), f"cite {name}"):
        if not held_out(item.record_id):
            continue
        if len(measured) == n:
            break
        if shelf is None or shelf.library is not item.library:
            shelf = _Shelf(item.library)
        measured.append(item)
        budget = 0
        for method in methods:
            found = _METHODS[method](shelf, item.text, budget)
            budget = budget or _words(item.library, found)
            cited[method].append(found)
    base = _scores(measured, cited["bm25"])[0] if "bm25" in methods else None
    for method in methods:
        f1, precision, recall = _scores(measured, cited[method])
        pairs = list(zip(measured, cited[method], strict=True))
        gold = sum(min(_words(item.library, g) for g in item.gold) for item in measured)
        yield CiteRow(
            set=name,
            method=method,
            n=len(measured),
            f1=bootstrap(f1),
            precision=bootstrap(precision),
            recall=bootstrap(recall),
            f1_less_bm25=paired_bootstrap(f1, base) if base and method != "bm25" else None,
            tokens=round(sum(_words(item.library, c) for item, c in pairs) / max(1, gold), 3),
            sentences=round(sum(len(c) for c in cited[method]) / max(1, len(measured)), 3),
        )


def _scores(
    measured: Sequence[Item], cited: Sequence[frozenset[int]]
) -> tuple[list[float], list[float], list[float]]:
    """F1, precision and recall of each claim, against the annotator with the best F1."""
    found = []
    for item, numbers in zip(measured, cited, strict=True):
        best = (0.0, 0.0, 0.0)
        for gold in item.gold:
            hits = len(numbers & gold)
            if hits:
                score = 2 * hits / (len(numbers) + len(gold))
                best = max(best, (score, hits / len(numbers), hits / len(gold)))
        found.append(best)
    return [f for f, _, _ in found], [p for _, p, _ in found], [r for *_, r in found]


class _Shelf:
    """A library with what each method makes of it, made when first asked."""

    def __init__(self, library: Library) -> None:
        self.library = library
        self.examiner = Examiner(library)
        self._texts = [sentence.text for sentence in library.sentences()]
        self._bm25: BM25Index | None = None
        self._vectors: object = None

    def bm25(self, text: str) -> list[int]:
        """The sentences by BM25."""
        self._bm25 = self._bm25 or BM25Index(self._texts)
        return [hit.row + 1 for hit in self._bm25.search(text, len(self._texts))]

    def minilm(self, text: str) -> list[int]:
        """The sentences by the angle between their vector and the claim's."""
        import numpy as np

        if self._vectors is None:
            self._vectors = MiniLM.shared().vectors(self._texts)
        scores = np.asarray(self._vectors) @ MiniLM.shared().vectors([text])[0]
        return [int(row) + 1 for row in np.argsort(-scores.round(6), kind="stable")]

    def fused(self, text: str) -> list[int]:
        """The sentences by reciprocal ranks in both."""
        scores: dict[int, float] = {}
        for order in (self.bm25(text), self.minilm(text)):
            for place, number in enumerate(order, 1):
                scores[number] = scores.get(number, 0.0) + 1 / (_RRF + place)
        return sorted(scores, key=lambda number: (-round(scores[number], 9), number))

    def likeliest(self, text: str) -> frozenset[int]:
        """What the library's own search chooses; no model takes part."""
        found = evidence(text, self.examiner)
        return frozenset(n for a, b in (found.ranges if found else ()) for n in range(a, b + 1))


def _words(library: Library, numbers: frozenset[int]) -> int:
    return sum(len(library.sentence(number).text.split()) for number in numbers)


def _filled(order: Sequence[int], library: Library, budget: int) -> frozenset[int]:
    """The best sentences up to the words that the first method cited, to the nearest sentence."""
    taken: list[int] = []
    words = 0
    for number in order:
        more = _words(library, frozenset({number}))
        if taken and words + more / 2 > budget:
            break
        taken.append(number)
        words += more
    return frozenset(taken)


_METHODS: dict[str, Callable[[_Shelf, str, int], frozenset[int]]] = {
    "pincite": lambda shelf, text, _: shelf.likeliest(text),
    "bm25": lambda shelf, text, words: _filled(shelf.bm25(text), shelf.library, words),
    "minilm": lambda shelf, text, words: _filled(shelf.minilm(text), shelf.library, words),
    "fused": lambda shelf, text, words: _filled(shelf.fused(text), shelf.library, words),
}
