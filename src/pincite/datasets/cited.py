"""Claims with the sentences that people marked as their evidence, numbered as in a library.

A claim is the set's claim, a sentence of its response with people's evidence, a whole response, or
a question with its answer. A sentence is gold where half of it, or half of a marked stretch, is
marked.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path

from pincite.datasets import GoldDocument, GoldRecord, load
from pincite.measure.evidence import GoldSpan
from pincite.readers import read_document
from pincite.records import Library
from pincite.split import split

__all__ = ["SETS", "Item", "held_out", "items", "library_of"]

SETS = (
    "wice",
    "attribute_first",
    "hotpotqa",
    "2wikimultihopqa",
    "qed",
    "clapnq",
    "quotesum",
    "evidence_inference",
)
"""Sets with evidence marked sentence by sentence."""


@dataclass(frozen=True, slots=True)
class Item:
    """A claim with its library and the sentences that people marked.

    Attributes:
        record_id: Of its record.
        text: Of the claim.
        library: What may be cited.
        gold: One set of sentence numbers for each annotator.
    """

    record_id: str
    text: str
    library: Library
    gold: tuple[frozenset[int], ...]


def library_of(documents: Sequence[GoldDocument]) -> Library | None:
    """The documents of a record as `d1`, `d2`, …; None where positions would not be the same."""
    read = []
    for row, gold in enumerate(documents, 1):
        document = read_document(gold.text.encode(), source_id=f"d{row}", media_type="text/plain")
        if len(document.text) != len(gold.text):
            return None
        read.append(replace(document, title=gold.title))
    return split(read)


def held_out(record_id: str) -> bool:
    """Whether a record is measured on; the weights were fitted on the others."""
    return int(sha256(record_id.encode()).hexdigest(), 16) % 2 == 1


def items(root: Path, name: str) -> Iterator[Item]:
    """The claims of a set that people marked evidence for."""
    known: tuple[object, Library | None] = ((), None)
    for record in load(root, name):
        if not (record.evidence or record.citations):
            continue
        if known[0] != record.documents:
            known = (record.documents, library_of(record.documents))
        library = known[1]
        if library is None or not len(library):
            continue
        for text, groups in _claims(record):
            ids = {item.doc_id: row for row, item in enumerate(record.documents)}
            gold = (_gold(group, ids, library) for group in groups)
            marked = tuple(numbers for numbers in gold if numbers)
            if marked:
                yield Item(record.record_id, text, library, marked)


def _claims(record: GoldRecord) -> Iterator[tuple[str, tuple[tuple[GoldSpan, ...], ...]]]:
    if record.evidence:
        answer = record.answers[0] if record.answers else ""
        asked = f"{record.question or ''} {answer}".strip()
        yield record.claim or record.response or asked, record.evidence_sets()
        return
    for citation in record.citations:
        spans = tuple(GoldSpan(e.doc_id, e.start, e.end) for e in citation.evidence)
        yield (record.response or "")[citation.start : citation.end], (spans,)


def _gold(group: Sequence[GoldSpan], ids: dict[str, int], library: Library) -> frozenset[int]:
    found: set[int] = set()
    for span in group:
        row = ids[span.doc_id]
        for number in range(library.first_numbers[row], library.first_numbers[row + 1]):
            start, end = library.starts[number - 1], library.ends[number - 1]
            shared = min(end, span.end) - max(start, span.start)
            if shared > 0 and 2 * shared >= min(end - start, span.end - span.start):
                found.add(number)
    return frozenset(found)
