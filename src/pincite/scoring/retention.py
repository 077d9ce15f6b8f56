"""The evidence metric: how much of the gold evidence the sentences that an answer cites hold."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from pincite.checks.resolve import resolve
from pincite.context import merge_ranges
from pincite.datasets import GoldRecord
from pincite.measure.evidence import (
    EvidenceScores,
    GoldSpan,
    Retention,
    evidence_scores,
    retention,
)
from pincite.measure.intervals import Interval, bootstrap
from pincite.ports import Tokenizer
from pincite.records import Library, Proportion
from pincite.refs import Range
from pincite.scoring.answers import Entry
from pincite.scoring.run import Outcome
from pincite.text import Span

__all__ = ["CitedEvidence", "EvidenceMetric", "EvidenceRecord", "holding"]


@dataclass(frozen=True, slots=True)
class EvidenceRecord:
    """What one answer's citations keep of the gold evidence.

    Attributes:
        complete: Some annotator's whole set is in what is cited.
        recall: Best annotator's.
        any_hit: One gold span is.
        cited_tokens: Of the cited sentences.
        gold_tokens: Of the sentences that the smallest complete set needs.
    """

    complete: bool
    recall: float
    any_hit: bool
    cited_tokens: int
    gold_tokens: int


@dataclass(frozen=True, slots=True)
class CitedEvidence:
    """The evidence metric over many answers.

    Attributes:
        evidence: Complete sets, recall, any hit, by position.
        oracle_complete: The same share if all sentences that hold gold evidence were cited; less
            than all where gold evidence lies outside of what can be cited.
        reduction: 1 less the cited share of the documents' tokens.
        oracle_reduction: The same for the sentences of the smallest complete set.
    """

    evidence: EvidenceScores
    oracle_complete: Proportion
    reduction: Interval
    oracle_reduction: Interval


class EvidenceMetric:
    """Evidence retention over many answers.

    Args:
        gold_of: The gold record of an id, None where there is none.
        tokenizer: Counts.
    """

    name = "evidence"

    def __init__(self, gold_of: Callable[[str], GoldRecord | None], tokenizer: Tokenizer) -> None:
        self._gold_of = gold_of
        self._count = tokenizer.count
        self._kept: list[Retention] = []
        self._best: list[Retention] = []
        self._reductions: list[float] = []
        self._best_reductions: list[float] = []

    def add(self, entry: Entry) -> Outcome | str:
        """What the cited sentences of an answer hold."""
        gold = self._gold_of(entry.record_id)
        if gold is None:
            return f"no gold record has the id {entry.record_id!r}"
        if not gold.evidence:
            return f"the gold record {entry.record_id!r} has no evidence"
        ids = _matched(gold, entry.library)
        if ids is None:
            return f"the documents of {entry.record_id!r} are not those of its gold record"
        sets = [
            [GoldSpan(ids[span.doc_id], span.start, span.end) for span in group]
            for group in gold.evidence_sets()
        ]
        texts = {document.source_id: document.text for document in entry.library.documents}
        cited = _cited(entry)
        smallest = min((holding(group, entry.library) for group in sets), key=_width)
        kept = retention(sets, texts=texts, kept=_spans(cited, entry.library))
        best = retention(sets, texts=texts, kept=_spans(smallest, entry.library))
        assert kept is not None
        assert best is not None
        self._kept.append(kept)
        self._best.append(best)
        whole = sum(self._count(list(texts.values())))
        tokens = [self._tokens(ranges, entry.library) for ranges in (cited, smallest)]
        self._reductions.append(1 - tokens[0] / whole)
        self._best_reductions.append(1 - tokens[1] / whole)
        record = EvidenceRecord(kept.complete, kept.recall, kept.any_hit, tokens[0], tokens[1])
        figures = {"complete": float(kept.complete), "recall": kept.recall}
        return Outcome(entry.record_id, entry.line, figures, (record,))

    def scores(self) -> CitedEvidence | None:
        """The figures of all answers."""
        if not self._kept:
            return None
        return CitedEvidence(
            evidence=evidence_scores(self._kept),
            oracle_complete=evidence_scores(self._best).complete,
            reduction=bootstrap(self._reductions),
            oracle_reduction=bootstrap(self._best_reductions),
        )

    def _tokens(self, ranges: Iterable[Range], library: Library) -> int:
        texts = [s.text for first, last in ranges for s in library.sentences(first, last)]
        return sum(self._count(texts))


def _matched(gold: GoldRecord, library: Library) -> dict[str, str] | None:
    """Gold document id → source id, by text; None where a document with evidence is not there.

    A document of the same id is also taken where its evidence stands at the same places.
    """
    by_text = {document.text: document.source_id for document in library.documents}
    by_id = {document.source_id: document for document in library.documents}
    found = {}
    for item in gold.documents:
        same = by_id.get(item.doc_id)
        if item.text in by_text:
            found[item.doc_id] = by_text[item.text]
        elif same is not None and all(
            same.text[span.start : span.end].split() == item.text[span.start : span.end].split()
            for span in gold.evidence
            if span.doc_id == item.doc_id
        ):
            found[item.doc_id] = item.doc_id
    return found if all(span.doc_id in found for span in gold.evidence) else None


def _cited(entry: Entry) -> tuple[Range, ...]:
    resolved = (resolve(citation, entry.library) for citation in entry.answer.citations)
    return merge_ranges(pair for citation in resolved for pair in citation.evidence)


def holding(group: Sequence[GoldSpan], library: Library) -> tuple[Range, ...]:
    """The sentences that some gold spans touch, their document ids being the library's."""
    found = []
    for span in group:
        numbers = library.numbers(span.doc_id)
        found += [
            (number, number)
            for number in numbers
            if library.starts[number - 1] < span.end and span.start < library.ends[number - 1]
        ]
    return merge_ranges(found)


def _width(ranges: Sequence[Range]) -> int:
    return sum(last - first + 1 for first, last in ranges)


def _spans(ranges: Sequence[Range], library: Library) -> dict[str, list[Span]]:
    kept: dict[str, list[Span]] = {}
    for first, last in ranges:
        for sentence in library.sentences(first, last):
            kept.setdefault(sentence.source_id, []).append(Span(sentence.start, sentence.end))
    return kept
