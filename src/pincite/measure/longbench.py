"""LongBench-Cite's citation scores from what a judge said of statements and cited spans.

Recall of a statement is 1, 0.5 or 0 for full, partial and no support by all that it cites; of one
that cites nothing, 1 if it needs no citation. Precision of a span is 1 where it is relevant to its
statement, else 0. Both are means over an answer, F1 is their harmonic mean, and answers, then data
sets, are averaged, each figure by itself (Zhang et al. 2024, arXiv:2409.02897). How statements are
read from a prediction is not known here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from pincite.measure.intervals import Interval, bootstrap

__all__ = [
    "AnswerScore",
    "LongBenchScores",
    "Mode",
    "SetScores",
    "StatementMarks",
    "answer_score",
    "over_sets",
]

_MERGED = "multifieldqa"
"""The set of which the benchmark ships an English and a Chinese part, averaged as one."""


class Mode(StrEnum):
    """How a benchmark is computed.

    `as-published`: as its authors' program does, faults included; an answer with a judgement that
    was not established has no score. `strict`: everything counts, as written; a judgement that was
    not established is left out of the means and counted.
    """

    AS_PUBLISHED = "as-published"
    STRICT = "strict"


@dataclass(frozen=True, slots=True)
class StatementMarks:
    """What was said of one statement.

    Attributes:
        support: 1, 0.5 or 0; of one that cites nothing 1 or 0; None where not established.
        relevance: 1 or 0 for each span that it cites, None where not established.
    """

    support: float | None
    relevance: tuple[float | None, ...] = ()


@dataclass(frozen=True, slots=True)
class AnswerScore:
    """The scores of one answer; None is no score.

    Attributes:
        recall: Mean over its statements.
        precision: Mean over its cited spans, 0 without any.
        f1: Harmonic mean of the two.
        unsettled: Judgements that were not established.
    """

    recall: float | None
    precision: float | None
    f1: float | None
    unsettled: int


@dataclass(frozen=True, slots=True)
class SetScores:
    """The scores of one data set, or of all.

    Attributes:
        answers: How many were scored.
        unscored: How many have no score, because a judgement was not established.
        recall: Mean over answers.
        precision: Mean over answers.
        f1: Mean over answers of their F1.
        citation_tokens: Tokens of a cited span, mean over all spans; None without any.
        correctness: Mean over answers with a reference; None without any.
        correctness_ratio: `correctness` over that of plain answers to the same questions.
    """

    answers: int
    unscored: int
    recall: Interval
    precision: Interval
    f1: Interval
    citation_tokens: float | None
    correctness: Interval
    correctness_ratio: float | None


@dataclass(frozen=True, slots=True)
class LongBenchScores:
    """The benchmark's table.

    Attributes:
        sets: Scores by data set; the two parts of a set that has two stand beside their sum.
        average: Means over data sets, the parts of a set not counted again.
    """

    sets: Mapping[str, SetScores]
    average: Mapping[str, float | None]


def answer_score(marks: Sequence[StatementMarks], mode: Mode) -> AnswerScore:
    """The scores of an answer from the marks of its statements.

    Example:
        >>> score = answer_score(
        ...     [StatementMarks(1.0, (1.0, 0.0)), StatementMarks(0.5, (1.0,))], Mode.STRICT
        ... )
        >>> score.recall, round(score.precision, 3), round(score.f1, 3)
        (0.75, 0.667, 0.706)
    """
    supports = [mark.support for mark in marks]
    relevances = [value for mark in marks for value in mark.relevance]
    unsettled = sum(value is None for value in (*supports, *relevances))
    if mode is Mode.AS_PUBLISHED and unsettled:
        return AnswerScore(None, None, None, unsettled)
    recall = _mean(supports) if supports else 0.0
    precision = _mean(relevances) if relevances else 0.0
    f1 = None
    if precision == 0:
        f1 = 0.0
    elif recall is not None and precision is not None:
        f1 = 2 * recall * precision / (recall + precision)
    return AnswerScore(recall, precision, f1, unsettled)


@dataclass(frozen=True, slots=True)
class AnswerFigures:
    """What one answer brings to the table.

    Attributes:
        set: Its data set.
        score: Of its citations.
        span_tokens: Of each cited span.
        correctness: 0 to 1; None without a reference.
        plain_correctness: Of the plain answer to the same question; None without one.
    """

    set: str
    score: AnswerScore
    span_tokens: tuple[int, ...] = ()
    correctness: float | None = None
    plain_correctness: float | None = None


def over_sets(answers: Sequence[AnswerFigures]) -> LongBenchScores:
    """The table of some answers: by data set, and averaged over data sets."""
    groups: dict[str, list[AnswerFigures]] = {}
    for answer in answers:
        groups.setdefault(answer.set, []).append(answer)
    parts = [name for name in groups if name.startswith(_MERGED) and name != _MERGED]
    if parts:
        whole = groups.get(_MERGED, [])
        groups[_MERGED] = [*whole, *(item for name in parts for item in groups[name])]
    sets = {name: _set_scores(groups[name]) for name in sorted(groups)}
    counted = [scores for name, scores in sets.items() if name not in parts]
    return LongBenchScores(
        sets=sets,
        average={
            "recall": _mean(scores.recall.value for scores in counted),
            "precision": _mean(scores.precision.value for scores in counted),
            "f1": _mean(scores.f1.value for scores in counted),
            "citation_tokens": _mean(scores.citation_tokens for scores in counted),
            "correctness": _mean(scores.correctness.value for scores in counted),
            "correctness_ratio": _mean(scores.correctness_ratio for scores in counted),
        },
    )


def _set_scores(answers: Sequence[AnswerFigures]) -> SetScores:
    scored = [answer.score for answer in answers]
    tokens = [count for answer in answers for count in answer.span_tokens]
    correct = [answer.correctness for answer in answers if answer.correctness is not None]
    pairs = [
        (answer.correctness, answer.plain_correctness)
        for answer in answers
        if answer.correctness is not None and answer.plain_correctness is not None
    ]
    plain = sum(second for _, second in pairs)
    return SetScores(
        answers=sum(score.f1 is not None for score in scored),
        unscored=sum(score.f1 is None for score in scored),
        recall=bootstrap([s.recall for s in scored if s.recall is not None]),
        precision=bootstrap([s.precision for s in scored if s.precision is not None]),
        f1=bootstrap([s.f1 for s in scored if s.f1 is not None]),
        citation_tokens=sum(tokens) / len(tokens) if tokens else None,
        correctness=bootstrap(correct),
        correctness_ratio=sum(first for first, _ in pairs) / plain if plain else None,
    )


def _mean(values: Iterable[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return sum(known) / len(known) if known else None
