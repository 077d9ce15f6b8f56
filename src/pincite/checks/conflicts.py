"""Sentences elsewhere in the library that say of the same thing another figure."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence

from pincite.checks.evidence import gather
from pincite.checks.quantities import Quantity, agrees, quantities, table_scale
from pincite.checks.words import content_words, equivalents
from pincite.rank import terms
from pincite.records import Check, Library, Outcome
from pincite.refs import Range
from pincite.text import Span

__all__ = ["SentenceIndex", "conflicts"]

_MOST_REPORTED = 3
_LEAST_THINGS = 2
"""Words and dates that a clause and its rival must share."""


class SentenceIndex:
    """Which sentences of a library hold a stem; built in one pass when first asked."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self._rows: dict[str, array[int]] | None = None

    def holding(self, stems: Sequence[frozenset[str]]) -> list[int]:
        """The numbers of the sentences that hold one stem of every set, in order."""
        rows = self._built()
        sets = [set().union(*(rows.get(stem, ()) for stem in group)) for group in stems]
        return sorted(set.intersection(*sorted(sets, key=len))) if sets else []

    def _built(self) -> dict[str, array[int]]:
        if self._rows is None:
            self._rows = {}
            for sentence in self._library.sentences():
                for stem in set(terms(" ".join((*sentence.context, sentence.text)))):
                    self._rows.setdefault(stem, array("l")).append(sentence.number)
        return self._rows


def conflicts(
    part: str,
    cited: Sequence[Range],
    library: Library,
    sentences: SentenceIndex,
    *,
    index: int,
    offset: int,
) -> Check | None:
    """Fail where an uncited sentence has all words of a clause but another figure; else None.

    A clause of the part conflicts with a sentence that holds the part's first word, every content
    word and every date of the clause (else of the part), and has figures of the same unit, none of
    which is the clause's.

    Args:
        part: The words of the part.
        cited: What it cites; not searched.
        library: What is searched.
        sentences: Its index.
        index: Of the part.
        offset: Where the part starts in the raw answer.
    """
    found: list[int] = []
    spans: list[Span] = []
    reasons: list[str] = []
    for claimed, rivals in _rivals(part, cited, library, sentences):
        spans.append(Span(offset + claimed.start, offset + claimed.end))
        for number, raw in rivals[:_MOST_REPORTED]:
            reasons.append(f"s{number} has {raw} where the claim has {claimed.raw}")
            found.append(number)
    if not found:
        return None
    return Check(
        "conflicts",
        Outcome.FAIL,
        "; ".join(reasons),
        tuple(spans),
        part=index,
        evidence=tuple(found),
    )


def _rivals(
    part: str, cited: Sequence[Range], library: Library, sentences: SentenceIndex
) -> Iterator[tuple[Quantity, list[tuple[int, str]]]]:
    head = content_words(part)[:1]
    when = [q for q in quantities(part) if _is_date(q)]
    for start, clause in _clauses_with_figures(part):
        figures = quantities(clause)
        dates = [q for q in figures if _is_date(q)] or when
        measured = [q for q in figures if not _is_date(q) and q.unit]
        words = {word.text for word in (*head, *content_words(clause))}
        stems = sorted({equivalents(stem) for word in words for stem in terms(word)}, key=sorted)
        if not measured or len(stems) + len(dates) < _LEAST_THINGS:
            continue
        for number in sentences.holding(stems):
            if any(first <= number <= last for first, last in cited):
                continue
            evidence = gather([(number, number)], library)
            other = quantities(evidence.text)
            scale = table_scale(evidence.text)
            if not all(any(agrees(date, q) for q in other) for date in dates):
                continue
            for claimed in measured:
                alike = [q for q in other if (q.unit, q.per) == (claimed.unit, claimed.per)]
                if alike and not any(agrees(claimed, q, scale) for q in other):
                    moved = Quantity(
                        claimed.raw,
                        claimed.start + start,
                        claimed.end + start,
                        claimed.value,
                        claimed.step,
                        claimed.unit,
                        claimed.per,
                    )
                    yield moved, [(number, alike[0].raw)]


def _is_date(quantity: Quantity) -> bool:
    bare_year = not quantity.unit and len(quantity.raw) == 4 and 1900 <= quantity.value <= 2100
    return quantity.unit == "date" or bare_year


def _clauses_with_figures(part: str) -> Iterator[tuple[int, str]]:
    """The stretches between commas outside of figures, and semicolons."""
    figures = [(q.start, q.end) for q in quantities(part)]
    start = 0
    for position, char in enumerate(part):
        inside = any(a <= position < b for a, b in figures)
        if char in ",;" and not inside:
            yield start, part[start:position]
            start = position + 1
    yield start, part[start:]
