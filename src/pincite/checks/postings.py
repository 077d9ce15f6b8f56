"""Which sentences of a library hold a stem, and which come nearest to a claim by rare stems."""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Sequence
from math import log
from threading import Lock

from pincite.rank import query_terms, terms
from pincite.records import Library

__all__ = ["SentenceIndex"]

_MOST_TRIED = 400
"""Sentences that the rare stems of a claim may bring in; common stems only add to their scores, so
that the cost of a search does not grow with the library."""


class SentenceIndex:
    """The sentences of a library by stem; built in one pass when first asked, by any thread.

    Column heads count as part of a table row.

    Args:
        library: Whose sentences.
    """

    def __init__(self, library: Library) -> None:
        self._library = library
        self._rows: dict[str, array[int]] | None = None
        self._stems: list[frozenset[str]] = []
        self._mean = 1.0
        self._titles: dict[str, list[tuple[int, frozenset[str]]]] | None = None
        self._building = Lock()

    @property
    def library(self) -> Library:
        """What is indexed."""
        return self._library

    def holding(self, stems: Sequence[frozenset[str]]) -> list[int]:
        """The numbers of the sentences that hold one stem of every set, in order."""
        rows = self._built()
        sets = [set().union(*(rows.get(stem, ()) for stem in group)) for group in stems]
        return sorted(set.intersection(*sorted(sets, key=len))) if sets else []

    def stems(self, number: int) -> frozenset[str]:
        """The stems of a sentence and its column heads."""
        self._built()
        return self._stems[number - 1]

    @property
    def mean_stems(self) -> float:
        """The mean number of different stems of a sentence, at least 1."""
        self._built()
        return max(1.0, self._mean)

    def weight(self, stem: str) -> float:
        """How much a stem tells: its inverse sentence frequency, above 0."""
        held = len(self._built().get(stem, ()))
        return log(1 + (len(self._library) - held + 0.5) / (held + 0.5))

    def nearest(self, text: str, limit: int) -> list[int]:
        """The numbers of the sentences that share most with a text, best first.

        Stems are tried from the rarest on; ties go to the earlier sentence.
        """
        rows = self._built()
        scores: dict[int, float] = {}
        wanted = {stem for stem in query_terms(text) if stem in rows}
        for stem in sorted(wanted, key=lambda stem: (len(rows[stem]), stem)):
            weight, posted = self.weight(stem), rows[stem]
            if len(scores) + len(posted) <= _MOST_TRIED or not scores:
                for number in posted[:_MOST_TRIED]:
                    scores[number] = scores.get(number, 0.0) + weight
                continue
            for number in scores:
                place = bisect_left(posted, number)
                if place < len(posted) and posted[place] == number:
                    scores[number] += weight
        return sorted(scores, key=lambda number: (-round(scores[number], 6), number))[:limit]

    def titled(self, stems: frozenset[str]) -> list[int]:
        """The rows of the documents all of whose title is among some stems, in order."""
        self._built()
        with self._building:
            if self._titles is None:
                self._titles = self._by_title()
            titles = self._titles
        held = [pair for stem in stems for pair in titles.get(stem, ())]
        return sorted(row for row, title in held if title <= stems)

    def _by_title(self) -> dict[str, list[tuple[int, frozenset[str]]]]:
        """The rows of documents with their titles, by the rarest stem of each."""
        titles: dict[str, list[tuple[int, frozenset[str]]]] = {}
        for row, document in enumerate(self._library.documents):
            title = frozenset(terms(document.title))
            if title:
                rarest = max(title, key=lambda stem: (self.weight(stem), stem))
                titles.setdefault(rarest, []).append((row, title))
        return titles

    def _built(self) -> dict[str, array[int]]:
        if self._rows is not None:
            return self._rows
        with self._building:
            if self._rows is None:
                rows: dict[str, array[int]] = {}
                for sentence in self._library.sentences():
                    found = frozenset(terms(" ".join((*sentence.context, sentence.text))))
                    self._stems.append(found)
                    for stem in found:
                        rows.setdefault(stem, array("l")).append(sentence.number)
                self._mean = sum(map(len, self._stems)) / max(1, len(self._stems))
                self._rows = rows
            return self._rows
