"""Entries of a file → the scores of each metric with their records; prints and writes nothing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from pincite.datasets.lines import Fault
from pincite.scoring.answers import Entry

__all__ = ["Metric", "Outcome", "Result", "Run", "score"]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a metric says of one answer.

    Attributes:
        record_id: Of the answer.
        line: Where it starts in its file.
        figures: By name, so that two runs can be compared answer by answer; None is no score.
        records: One for each claim or statement, so that the figures can be opened.
        failed: Judgements that broke down.
        unsettled: Judgements that were made and established nothing.
    """

    record_id: str
    line: int
    figures: Mapping[str, float | None]
    records: Sequence[object] = ()
    failed: int = 0
    unsettled: int = 0


class Metric(Protocol):
    """Takes answers one at a time, and sums up.

    Attributes:
        name: As on the command line.
    """

    name: str

    def add(self, entry: Entry) -> Outcome | str:
        """What it says of an answer, or why it cannot say anything."""

    def scores(self) -> object | None:
        """The figures over all answers so far; None where there is nothing to score."""


@dataclass(frozen=True, slots=True)
class Result:
    """The scores of one metric.

    Attributes:
        metric: Its name.
        scores: The figures; None is no score.
        outcomes: One for each answer that it could read.
        left_out: Answers that it could not read, with the reason.
    """

    metric: str
    scores: object | None
    outcomes: tuple[Outcome, ...]
    left_out: tuple[Fault, ...]

    @property
    def failed(self) -> int:
        """Judgements that broke down."""
        return sum(outcome.failed for outcome in self.outcomes)

    @property
    def unsettled(self) -> int:
        """Judgements that established nothing."""
        return sum(outcome.unsettled for outcome in self.outcomes)


@dataclass(frozen=True, slots=True)
class Run:
    """A file, scored.

    Attributes:
        answers: How many were read.
        faults: Entries that were not, with line and reason.
        results: One for each metric.
    """

    answers: int
    faults: tuple[Fault, ...]
    results: tuple[Result, ...]


def score(entries: Iterable[Entry | Fault], metrics: Sequence[Metric], *, file: str) -> Run:
    """Score answers by some metrics, in one pass.

    Args:
        entries: As they are read.
        metrics: Fresh ones.
        file: What faults call the file.
    """
    faults: list[Fault] = []
    outcomes: dict[str, list[Outcome]] = {metric.name: [] for metric in metrics}
    left_out: dict[str, list[Fault]] = {metric.name: [] for metric in metrics}
    answers = 0
    for entry in entries:
        if isinstance(entry, Fault):
            faults.append(entry)
            continue
        answers += 1
        for metric in metrics:
            said = metric.add(entry)
            if isinstance(said, str):
                left_out[metric.name].append(Fault(file, entry.line, said))
            else:
                outcomes[metric.name].append(said)
    results = tuple(
        Result(
            metric.name,
            metric.scores() if outcomes[metric.name] else None,
            tuple(outcomes[metric.name]),
            tuple(left_out[metric.name]),
        )
        for metric in metrics
    )
    return Run(answers, tuple(faults), results)
