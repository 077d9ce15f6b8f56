"""Answers with citations that people judged, and systems made of them by misattribution alone.

A system takes every answer as it is and moves a known share of the citations that people call
right: to the sentence next to the right one (*shifted*), or to the sentence of the library that
shares most words with it (*swapped*). A moved citation never holds a sentence that people marked.
What was moved is known here and to no judge.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from random import Random

from pincite.canonical import sha256_text
from pincite.context import merge_ranges
from pincite.datasets import GoldRecord, Label, load
from pincite.errors import DocumentError
from pincite.exchange.cited import Cited, cite
from pincite.rank import terms
from pincite.records import Answer, Library
from pincite.refs import Range
from pincite.scoring.answers import as_library

__all__ = ["SETS", "LabelledAnswer", "LabelledClaim", "labelled_answers", "misattributed"]

SETS = ("attribute_first", "attributionbench", "qed", "quotesum")


@dataclass(frozen=True, slots=True)
class LabelledClaim:
    """A stretch of an answer with what it cites and what people say of that.

    Attributes:
        text: The stretch.
        cited: Sentence numbers.
        right: Whether people say that the citation supports it.
    """

    text: str
    cited: tuple[Range, ...]
    right: bool


@dataclass(frozen=True, slots=True)
class LabelledAnswer:
    """An answer of a data set.

    Attributes:
        set: The data set.
        record_id: Unique in the set.
        library: Its documents, and where they are few one of another record.
        claims: In order.
        marked: Every sentence that people marked as evidence of anything in it.
    """

    set: str
    record_id: str
    library: Library
    claims: tuple[LabelledClaim, ...]
    marked: frozenset[int]

    def answer(self) -> Answer:
        """The answer with its citations, a paragraph for each claim."""
        text, cited = "", []
        for claim in self.claims:
            start = len(text)
            text += claim.text
            cited += [Cited(start, len(text), (pair,)) for pair in claim.cited]
            text += "\n\n"
        return cite(text, cited, "gold")[0]


def labelled_answers(root: Path, name: str, n: int) -> list[LabelledAnswer]:
    """`n` answers of a set, those whose ids hash lowest; fewer where there are fewer."""
    usable = [record for record in load(root, name) if _claims_of(record)]
    order = sorted(usable, key=lambda record: sha256_text(f"{record.part} {record.record_id}"))
    found = (_labelled(name, record, order, row) for row, record in enumerate(order))
    return list(islice((item for item in found if item is not None), n))


def misattributed(answer: LabelledAnswer, share: float, seed: str) -> LabelledAnswer:
    """The answer with about that share of its right citations moved to wrong places.

    Args:
        answer: As people judged it.
        share: Of the right citations; which ones is drawn.
        seed: Of the draw; a larger share moves what a smaller one moves, and more.
    """
    claims = []
    for row, claim in enumerate(answer.claims):
        chance = Random(f"{seed} {answer.record_id} {row}")
        moved = None
        if claim.right and chance.random() < share:
            moved = _moved(answer, claim, shift=chance.random() < 0.5)
        claims.append(claim if moved is None else LabelledClaim(claim.text, moved, right=False))
    return LabelledAnswer(
        answer.set, answer.record_id, answer.library, tuple(claims), answer.marked
    )


def _claims_of(record: GoldRecord) -> list[tuple[str, Sequence[tuple[str, int, int]], bool]]:
    """(text, evidence spans, right) of each claim; empty for a record that cannot be used."""
    match record.set:
        case "attributionbench":
            spans = [(d.doc_id, 0, len(d.text)) for d in record.documents]
            return [(record.claim, spans, record.label is Label.SUPPORTED)] if record.claim else []
        case "qed":
            if not (record.evidence and record.answers and record.question):
                return []
            spans = [(e.doc_id, e.start, e.end) for e in record.evidence]
            return [(f"{record.question.rstrip('?')}: {record.answers[0]}", spans, True)]
    return list(_cited_stretches(record))


def _cited_stretches(
    record: GoldRecord,
) -> Iterator[tuple[str, Sequence[tuple[str, int, int]], bool]]:
    """The cited stretches of a response; of quotations the whole of it, they are parts of it."""
    response = record.response or ""
    if record.set == "quotesum":
        spans = [(e.doc_id, e.start, e.end) for c in record.citations for e in c.evidence]
        if spans and all(citation.evidence for citation in record.citations):
            yield response, spans, True
        return
    for citation in record.citations:
        spans = [(e.doc_id, e.start, e.end) for e in citation.evidence]
        if spans:
            text = response[citation.start : citation.end]
            yield text, spans, citation.label is not Label.UNSUPPORTED


def _labelled(
    name: str, record: GoldRecord, others: Sequence[GoldRecord], row: int
) -> LabelledAnswer | None:
    items = [(d.text, d.doc_id, d.title) for d in record.documents]
    if name == "attributionbench":
        items.append(_closest(record, others, row))
    try:
        library = as_library(items)
    except DocumentError:
        return None
    ids = {
        gold.doc_id: document
        for gold, document in zip(record.documents, library.documents, strict=False)
    }
    if any(len(ids[d.doc_id].text) != len(d.text) for d in record.documents):
        return None
    claims = []
    for text, spans, right in _claims_of(record):
        numbers = {
            number
            for doc_id, start, end in spans
            for number in library.numbers(ids[doc_id].source_id)
            if library.starts[number - 1] < end and start < library.ends[number - 1]
        }
        claims.append(LabelledClaim(text, _runs(numbers, library), right))
    marked = frozenset(n for c in claims for first, last in c.cited for n in range(first, last + 1))
    return LabelledAnswer(name, record.record_id, library, tuple(claims), marked)


def _closest(record: GoldRecord, others: Sequence[GoldRecord], row: int) -> tuple[str, str, str]:
    """The passage among those of some other records that shares most words with this one's."""
    own = set(terms(" ".join(d.text for d in record.documents)))
    near = [*others[row + 1 : row + 60], *others[max(0, row - 60) : row]]
    texts = [
        document.text
        for other in near
        if other.question != record.question
        for document in other.documents
        if document.text not in {d.text for d in record.documents}
    ]
    best = max(texts, key=lambda text: (_shared(own, text), text))
    return best, "other", ""


def _shared(own: set[str], text: str) -> float:
    found = set(terms(text))
    return round(len(own & found) / max(1, len(own | found)), 6)


def _runs(numbers: Iterable[int], library: Library) -> tuple[Range, ...]:
    """Runs of sentences, none over two documents."""
    runs: list[Range] = []
    for first, last in merge_ranges((number, number) for number in numbers):
        start = first
        for number in range(first + 1, last + 1):
            if library.document_row(number) != library.document_row(start):
                runs.append((start, number - 1))
                start = number
        runs.append((start, last))
    return tuple(runs)


def _moved(
    answer: LabelledAnswer, claim: LabelledClaim, *, shift: bool
) -> tuple[Range, ...] | None:
    """Where a claim's citations go, None where there is no sentence that people did not mark."""
    library = answer.library
    said = {library.sentence(number).text for number in answer.marked}
    free = [
        sentence.number
        for sentence in library.sentences()
        if sentence.number not in answer.marked
        and sentence.text not in said
        and any(character.isalpha() for character in sentence.text)
    ]
    if not free:
        return None
    moved = set()
    for first, last in claim.cited:
        beside = [n for n in (last + 1, first - 1) if n in free and _same(n, first, library)]
        if shift and beside:
            moved.add(beside[0])
            continue
        own = set(terms(" ".join(s.text for s in library.sentences(first, last))))
        moved.add(max(free, key=lambda n: (_shared(own, library.sentence(n).text), -n)))
    return _runs(moved, library)


def _same(number: int, other: int, library: Library) -> bool:
    return library.document_row(number) == library.document_row(other)
