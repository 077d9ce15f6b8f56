"""Quoted sentences → where they stand in another version of their documents; knows no verdicts.

A quotation with the text around it is the truth, a position only a hint (as in the W3C's
TextQuoteSelector). So a citation survives a new layout, and two versions of a contract can be
compared sentence by sentence.
"""

from __future__ import annotations

import math
from array import array
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from enum import StrEnum

from pincite.rank import terms
from pincite.records import Library
from pincite.text import fold

__all__ = ["Anchor", "AnchorStatus", "Difference", "Quotation", "reanchor"]

_LEAST_SIMILARITY = 0.6
_CANDIDATES = 12


@dataclass(frozen=True, slots=True)
class Quotation:
    """A sentence as it was cited.

    Attributes:
        number: In the library it was cited from.
        source_id: Its document there.
        exact: The sentence.
        prefix: Text before it.
        suffix: Text after it.
    """

    number: int
    source_id: str
    exact: str
    prefix: str = ""
    suffix: str = ""


class AnchorStatus(StrEnum):
    """What became of a quoted sentence."""

    EXACT = "exact"
    MOVED = "moved"
    EDITED = "edited"
    GONE = "gone"


@dataclass(frozen=True, slots=True)
class Difference:
    """A change of words: what stood there, and what stands there now; either may be empty."""

    before: str
    after: str


@dataclass(frozen=True, slots=True)
class Anchor:
    """Where a quoted sentence stands now.

    Attributes:
        quotation: As it was cited.
        status: `exact` has the same words under the same number, `moved` under another one,
            `edited` has most of the words, `gone` has none that is near enough.
        number: In the new library; None where it is gone.
        similarity: Of the words in order, 0 to 1; 1 for exact and moved.
        differences: What was edited, in order.
    """

    quotation: Quotation
    status: AnchorStatus
    number: int | None
    similarity: float
    differences: tuple[Difference, ...] = ()


def reanchor(quotations: Sequence[Quotation], library: Library) -> list[Anchor]:
    """Find quoted sentences again.

    Case and typography are ignored. Of several sentences with the same words, the one whose
    surroundings are most alike is taken, then the one nearest to the old number.

    Args:
        quotations: From an older version.
        library: The newer version.

    Returns:
        One anchor for each quotation, in order. Building the index is linear in the library.
    """
    index = _Index(library)
    return [index.anchor(quotation) for quotation in quotations]


class _Index:
    def __init__(self, library: Library) -> None:
        self._library = library
        self._exact: dict[str, list[int]] = {}
        self._postings: dict[str, array[int]] = {}
        for sentence in library.sentences():
            self._exact.setdefault(_level(sentence.text), []).append(sentence.number)
            for term in set(terms(sentence.text)):
                self._postings.setdefault(term, array("l")).append(sentence.number)

    def anchor(self, quotation: Quotation) -> Anchor:
        same = self._exact.get(_level(quotation.exact))
        if same:
            number = max(
                same, key=lambda n: (self._surroundings(quotation, n), -_far(quotation, n))
            )
            kept = number == quotation.number
            status = AnchorStatus.EXACT if kept else AnchorStatus.MOVED
            return Anchor(quotation, status, number, 1.0)
        best, similarity = None, 0.0
        wanted = quotation.exact.split()
        for number in self._near(quotation.exact):
            words = self._library.sentence(number).text.split()
            ratio = SequenceMatcher(None, wanted, words, autojunk=False).ratio()
            if ratio > similarity:
                best, similarity = number, ratio
        if best is None or similarity < _LEAST_SIMILARITY:
            return Anchor(quotation, AnchorStatus.GONE, None, round(similarity, 6))
        changed = _differences(wanted, self._library.sentence(best).text.split())
        return Anchor(quotation, AnchorStatus.EDITED, best, round(similarity, 6), changed)

    def _near(self, text: str) -> list[int]:
        """The sentences that share most information with a text, the rarest terms weighing most."""
        scores: Counter[int] = Counter()
        for term in set(terms(text)):
            rows = self._postings.get(term, array("l"))
            weight = math.log(1 + len(self._library) / (1 + len(rows)))
            for number in rows:
                scores[number] += round(weight * 1000)
        ranked = sorted(scores.items(), key=lambda item: (-item[1], item[0]))
        return [number for number, _ in ranked[:_CANDIDATES]]

    def _surroundings(self, quotation: Quotation, number: int) -> float:
        sentence = self._library.sentence(number)
        text = self._library.document(number).text
        before = text[max(0, sentence.start - len(quotation.prefix)) : sentence.start]
        after = text[sentence.end : sentence.end + len(quotation.suffix)]
        return round(_alike(quotation.prefix, before) + _alike(quotation.suffix, after), 3)


def _level(text: str) -> str:
    return " ".join(fold(text).text.split())


def _far(quotation: Quotation, number: int) -> int:
    return abs(quotation.number - number)


def _alike(one: str, other: str) -> float:
    return SequenceMatcher(None, one, other, autojunk=False).ratio() if one and other else 0.0


def _differences(before: list[str], after: list[str]) -> tuple[Difference, ...]:
    matcher = SequenceMatcher(None, before, after, autojunk=False)
    return tuple(
        Difference(" ".join(before[a1:a2]), " ".join(after[b1:b2]))
        for tag, a1, a2, b1, b2 in matcher.get_opcodes()
        if tag != "equal"
    )
