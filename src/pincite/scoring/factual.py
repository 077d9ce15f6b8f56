"""citation-on-fact of an answer by a judge: verdicts of the checks, completed by what it rules.

A judge that builds on the checks is asked only what they leave open; another one is asked about
every cited part, and about every uncited claim whether it needs a citation.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from pincite.checks import judge as check
from pincite.checks.gate import combine
from pincite.context import merge_ranges
from pincite.measure.citation import (
    EXTRANEOUS,
    CitationCounts,
    PooledScores,
    citation_counts,
    f1_score,
    is_right,
    pooled,
)
from pincite.records import Answer, Check, Library, Part, Status, Verdict
from pincite.records import Outcome as CheckOutcome
from pincite.refs import Range
from pincite.scoring.answers import Entry
from pincite.scoring.judge import Item, Judge, Ruling, Task
from pincite.scoring.run import Outcome

__all__ = ["ClaimRecord", "Factual", "FactualMetric", "evidence_text", "score_factual"]

_MOST_RANGES = 6
"""Of a part whose ranges are left out one by one; more are a finding of their own."""


@dataclass(frozen=True, slots=True)
class ClaimRecord:
    """One claim with what was said of it, so that a score can be opened.

    Attributes:
        claim: Its number in the answer, from 1.
        text: Without markers.
        citations: As written.
        status: What the judge and the checks make of it.
        right: Supported, nothing broken, nothing extraneous; None where it cites nothing.
        reasons: Of what is not as it should be.
        probability: Of support, where the judge gives one.
    """

    claim: int
    text: str
    citations: tuple[str, ...]
    status: str
    right: bool | None
    reasons: tuple[str, ...]
    probability: float | None = None


@dataclass(frozen=True, slots=True)
class Factual:
    """The citation-on-fact counts of one answer.

    Attributes:
        counts: What the scores stand on.
        claims: One record for each claim.
        failed: Judgements that broke down. A part whose support was asked is then `unchecked`;
            whether a claim needs a citation is then what the checks say, and a range that was
            left out on trial stays.
        unsettled: Judgements that were made and established nothing.
    """

    counts: CitationCounts
    claims: tuple[ClaimRecord, ...]
    failed: int
    unsettled: int


class FactualMetric:
    """citation-on-fact over many answers.

    Args:
        judge: Says what is supported.
    """

    name = "citation-on-fact"

    def __init__(self, judge: Judge) -> None:
        self._judge = judge
        self._counts: list[CitationCounts] = []

    def add(self, entry: Entry) -> Outcome | str:
        """Counts and claims of an answer."""
        found = score_factual(entry, self._judge)
        self._counts.append(found.counts)
        counts = found.counts
        precision = counts.right / counts.cited if counts.cited else None
        recall = counts.right / counts.factual if counts.factual else None
        return Outcome(
            record_id=entry.record_id,
            line=entry.line,
            figures={"precision": precision, "recall": recall, "f1": f1_score(precision, recall)},
            records=found.claims,
            failed=found.failed,
            unsettled=found.unsettled,
        )

    def scores(self) -> PooledScores | None:
        """The scores of all claims together."""
        return pooled(self._counts) if self._counts else None


def score_factual(entry: Entry, judge: Judge) -> Factual:
    """Judge the claims of an answer and count."""
    judged = check(
        entry.answer,
        entry.library,
        entailment=judge.entailment,
        repair=False,
        least_supported=judge.least_supported,
    )
    answer = judged.answer
    questions = list(_questions(entry, answer, judged.verdicts, judge))
    rulings = judge.rule([item for _, _, item in questions])
    values = {
        (claim, part): ruling for (claim, part, _), ruling in zip(questions, rulings, strict=True)
    }
    verdicts = [_completed(verdict, values) for verdict in judged.verdicts]
    open_parts = _open_parts(answer, verdicts, values)
    trials = _trials(verdicts, values, entry, answer)
    tried = judge.rule([trial.item for trial in trials])
    verdicts = _with_spare(verdicts, trials, tried)
    return Factual(
        counts=citation_counts(answer, verdicts),
        claims=tuple(_records(answer, verdicts, values)),
        failed=sum(ruling.failed for ruling in (*rulings, *tried)),
        unsettled=open_parts + sum(r.value is None and not r.failed for r in tried),
    )


def _open_parts(
    answer: Answer, verdicts: Sequence[Verdict], values: dict[tuple[int, int], Ruling]
) -> int:
    """Cited parts that a judgement, and not its breaking down, left open."""
    return sum(
        status is Status.UNCHECKED
        and bool(part.citations)
        and not ((ruling := values.get((verdict.claim, row))) and ruling.failed)
        for verdict in verdicts
        for row, (part, status) in enumerate(
            zip(answer.claims[verdict.claim].parts, verdict.part_statuses, strict=True)
        )
    )


def evidence_text(ranges: Sequence[Range], library: Library) -> str:
    """What some sentences say, one a line, column heads before a table row."""
    return "\n".join(
        " ".join((*sentence.context, sentence.text))
        for first, last in ranges
        for sentence in library.sentences(first, last)
    )


def _questions(
    entry: Entry, answer: Answer, verdicts: Sequence[Verdict], judge: Judge
) -> Iterator[tuple[int, int, Item]]:
    """What a judge that does not stand on the checks is asked."""
    if judge.checks_first:
        return
    for verdict in verdicts:
        claim = answer.claims[verdict.claim]
        if not claim.citations:
            yield verdict.claim, -1, Item(Task.NEED, claim.text, answer.text, entry.question)
            continue
        for row, part in enumerate(claim.parts):
            ranges = _cited(part, answer)
            if ranges:
                evidence = evidence_text(ranges, entry.library)
                yield verdict.claim, row, Item(Task.SUPPORT, part.text, evidence, entry.question)


def _cited(part: Part, answer: Answer) -> tuple[Range, ...]:
    return merge_ranges(pair for row in part.citations for pair in answer.citations[row].evidence)


def _completed(verdict: Verdict, values: dict[tuple[int, int], Ruling]) -> Verdict:
    need = values.get((verdict.claim, -1))
    if need is not None and need.value is not None:
        status = Status.UNCITED if need.value >= 0.5 else Status.NO_CLAIM
        return replace(verdict, status=status, part_statuses=(status,) * len(verdict.part_statuses))
    statuses = tuple(
        _status(values[verdict.claim, row]) if (verdict.claim, row) in values else status
        for row, status in enumerate(verdict.part_statuses)
    )
    return replace(verdict, part_statuses=statuses, status=combine(statuses))


def _status(ruling: Ruling) -> Status:
    if ruling.value is None:
        return Status.UNCHECKED
    if ruling.value == 1:
        return Status.SUPPORTED
    return Status.PARTIAL if ruling.value > 0 else Status.UNSUPPORTED


class _Trial(NamedTuple):
    """A part of a claim judged again without one of its ranges."""

    row: int
    part: int
    left_out: Range
    item: Item


def _trials(
    verdicts: Sequence[Verdict],
    values: dict[tuple[int, int], Ruling],
    entry: Entry,
    answer: Answer,
) -> list[_Trial]:
    """One for each range of a supported part that has several."""
    trials: list[_Trial] = []
    for row, index in _read_as_supported(verdicts, values):
        part = answer.claims[row].parts[index]
        ranges = _cited(part, answer)
        if 1 < len(ranges) <= _MOST_RANGES:
            for left_out in ranges:
                rest = evidence_text([r for r in ranges if r != left_out], entry.library)
                item = Item(Task.SUPPORT, part.text, rest, entry.question)
                trials.append(_Trial(row, index, left_out, item))
    return trials


def _with_spare(
    verdicts: Sequence[Verdict], trials: Sequence[_Trial], rulings: Sequence[Ruling]
) -> list[Verdict]:
    """The verdicts with a failed `extraneous` where a range that the judge read adds nothing."""
    completed = list(verdicts)
    for (row, index, left_out, _), ruling in zip(trials, rulings, strict=True):
        if ruling.value == 1:
            first, last = left_out
            reason = f"s{first}-s{last} adds nothing to the rest"
            numbers = tuple(range(first, last + 1))
            spare = Check(EXTRANEOUS, CheckOutcome.FAIL, reason, part=index, evidence=numbers)
            old = completed[row]
            completed[row] = replace(old, checks=(*old.checks, spare))
    return completed


def _read_as_supported(
    verdicts: Sequence[Verdict], values: dict[tuple[int, int], Ruling]
) -> Iterator[tuple[int, int]]:
    """The parts that a judge or a model, and not the checks alone, found supported."""
    for (row, index), ruling in values.items():
        if index >= 0 and ruling.value == 1:
            yield row, index
    for verdict in verdicts:
        tried = {found.part for found in verdict.checks if found.name == EXTRANEOUS}
        read = {found.part for found in verdict.checks if found.name == "entailment"}
        for part, status in enumerate(verdict.part_statuses):
            if status is Status.SUPPORTED and part in read - tried:
                yield verdict.claim, part


def _records(
    answer: Answer, verdicts: Sequence[Verdict], values: dict[tuple[int, int], Ruling]
) -> Iterator[ClaimRecord]:
    said: dict[int, list[str]] = {}
    for (row, _), ruling in values.items():
        if ruling.reason:
            said.setdefault(row, []).append(ruling.reason)
    for verdict in verdicts:
        claim = answer.claims[verdict.claim]
        failed = [c.reason for c in verdict.checks if c.outcome is not CheckOutcome.PASS]
        yield ClaimRecord(
            claim=verdict.claim + 1,
            text=claim.text,
            citations=tuple(answer.citations[row].raw for row in claim.citations),
            status=verdict.status.value,
            right=is_right(answer, verdict) if claim.citations else None,
            reasons=tuple(dict.fromkeys((*said.get(verdict.claim, ()), *failed))),
            probability=verdict.confidence,
        )
