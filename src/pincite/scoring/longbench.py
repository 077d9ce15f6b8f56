"""LongBench-Cite of a file: asks a judge about statements and spans, and fills in the table."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from pincite.measure.longbench import (
    AnswerFigures,
    LongBenchScores,
    Mode,
    StatementMarks,
    answer_score,
    over_sets,
)
from pincite.ports import Tokenizer
from pincite.scoring.answers import Entry
from pincite.scoring.judge import Item, Judge, Ruling, Task
from pincite.scoring.run import Outcome
from pincite.scoring.statements import Statement, statements

__all__ = ["LongBenchMetric", "StatementRecord"]

_TAGS = re.compile(r"<cite>.*?(?:</cite>|\Z)|</?statement>", re.DOTALL)


@dataclass(frozen=True, slots=True)
class StatementRecord:
    """One statement with what was said of it.

    Attributes:
        statement: Its text.
        support: 1, 0.5, 0, or None where not established.
        reason: The judge's.
        relevance: For each cited span.
    """

    statement: str
    support: float | None
    reason: str
    relevance: tuple[float | None, ...]


class LongBenchMetric:
    """LongBench-Cite's scores in one mode.

    Args:
        judge: Says what is supported, relevant, in need of a citation, and correct.
        mode: What counts.
        tokenizer: Counts citation length.
        references: Reference answers by id, for entries that bring none.
        plain: Plain answers to the same questions by id, for the correctness ratio.
    """

    def __init__(
        self,
        judge: Judge,
        mode: Mode,
        tokenizer: Tokenizer,
        *,
        references: Mapping[str, Sequence[str]] | None = None,
        plain: Mapping[str, str] | None = None,
    ) -> None:
        self.name = f"longbench-cite {mode}"
        self._judge = judge
        self._mode = mode
        self._tokenizer = tokenizer
        self._references = references or {}
        self._plain = plain or {}
        self._answers: list[AnswerFigures] = []

    def add(self, entry: Entry) -> Outcome | str:
        """The scores of an answer with its statements."""
        found = statements(entry, self._mode)
        answer = _TAGS.sub("", entry.raw)
        items = [list(_items(statement, entry.question, answer)) for statement in found]
        rulings = iter(self._judge.rule([item for group in items for item in group]))
        said = [[next(rulings) for _ in group] for group in items]
        marks = [_marks(*pair) for pair in zip(found, said, strict=True)]
        score = answer_score(marks, self._mode)
        spans = [span for statement in found for span in statement.spans if span is not None]
        rated = self._quality(answer, entry)
        plain = self._plain.get(entry.record_id)
        plain_rated = [] if plain is None else self._quality(plain, entry)
        figures = AnswerFigures(
            set=entry.set or "all",
            score=score,
            span_tokens=tuple(self._tokenizer.count(spans)),
            correctness=_best(rated),
            plain_correctness=_best(plain_rated),
        )
        self._answers.append(figures)
        every = [ruling for group in (*said, rated, plain_rated) for ruling in group]
        return Outcome(
            record_id=entry.record_id,
            line=entry.line,
            figures={
                "recall": score.recall,
                "precision": score.precision,
                "f1": score.f1,
                "correctness": figures.correctness,
            },
            records=[_record(*row) for row in zip(found, marks, said, strict=True)],
            failed=sum(ruling.failed for ruling in every),
            unsettled=sum(ruling.value is None and not ruling.failed for ruling in every),
        )

    def scores(self) -> LongBenchScores | None:
        """The table."""
        return over_sets(self._answers) if self._answers else None

    def _quality(self, answer: str, entry: Entry) -> list[Ruling]:
        """The agreement with each reference; none where there is none."""
        known = entry.references or self._references.get(entry.record_id, ())
        return self._judge.rule(
            [Item(Task.QUALITY, answer, text, entry.question) for text in known]
        )


def _best(rulings: Sequence[Ruling]) -> float | None:
    return max((r.value for r in rulings if r.value is not None), default=None)


def _items(statement: Statement, question: str, answer: str) -> Iterator[Item]:
    """One item for the support, then one for each span that has a text."""
    spans = [span for span in statement.spans if span is not None]
    if spans:
        yield Item(Task.SUPPORT, statement.text, "\n\n".join(spans), question)
    elif not statement.spans:
        yield Item(Task.NEED, statement.text, answer, question)
    for span in spans:
        yield Item(Task.RELEVANCE, statement.text, span, question)


def _marks(statement: Statement, said: Sequence[Ruling]) -> StatementMarks:
    unknown = (None,) * statement.unknown
    if not statement.spans:
        need = said[0].value
        return StatementMarks(None if need is None else 1 - need, unknown)
    if not said:
        return StatementMarks(0.0, (0.0,) * len(statement.spans))
    rest = iter(said[1:])
    relevance = tuple(0.0 if span is None else next(rest).value for span in statement.spans)
    return StatementMarks(said[0].value, (*relevance, *unknown))


def _record(statement: Statement, marks: StatementMarks, said: Sequence[Ruling]) -> StatementRecord:
    reason = said[0].reason if said else "it cites nothing that exists"
    return StatementRecord(statement.text, marks.support, reason, marks.relevance)
