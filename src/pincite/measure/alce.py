"""ALCE's citation scores, and its exact matches, from what a judge said of sentences.

Recall of a sentence is 1 where all that it cites together supports it. A citation of a supported
sentence counts for precision where it supports the sentence alone, or where the rest without it
does not. Both are means: recall over the sentences, precision over the citations of an answer,
then over answers (Gao et al. 2023, arXiv:2305.14627). How sentences and citations are read, and
MAUVE and claim recall, which need models of their own, are not known here.
"""

from __future__ import annotations

import re
import string
from collections.abc import Sequence
from dataclasses import dataclass

from pincite.measure.intervals import Interval, bootstrap
from pincite.measure.longbench import AnswerScore, Mode

__all__ = ["AlceScores", "SentenceMarks", "answer_score", "listed_match", "named_match", "sum_up"]

_ARTICLE = re.compile(r"\b(?:a|an|the)\b")
_PUNCTUATION = str.maketrans("", "", string.punctuation)
_TOP = 5


@dataclass(frozen=True, slots=True)
class SentenceMarks:
    """What was said of one sentence.

    Attributes:
        supported: By all that it cites together; False where it cites nothing; None where not
            established.
        needed: For each citation that counts whether it earns its place; None where not
            established. All False where the sentence is not supported.
    """

    supported: bool | None
    needed: tuple[bool | None, ...] = ()


@dataclass(frozen=True, slots=True)
class AlceScores:
    """The scores of one file.

    Attributes:
        answers: How many have a score.
        unscored: How many have none, because a judgement was not established.
        recall: Mean over answers.
        precision: Mean over answers, 0 for one without citations.
        f1: Mean over answers of their F1; not one of the authors' figures.
        exact_match: Mean over answers of the share of short answers that they name (ASQA).
        listed_f1: Mean over answers of the F1 of the list that they are, with recall counted
            against at most five (QAMPARI).
        words: Mean length of an answer.
    """

    answers: int
    unscored: int
    recall: Interval
    precision: Interval
    f1: Interval
    exact_match: Interval
    listed_f1: Interval
    words: Interval


def answer_score(marks: Sequence[SentenceMarks], mode: Mode) -> AnswerScore | None:
    """The scores of an answer; None for one without a sentence.

    Example:
        >>> score = answer_score(
        ...     [SentenceMarks(True, (True, False)), SentenceMarks(False, (False,))], Mode.STRICT
        ... )
        >>> score.recall, round(score.precision, 3)
        (0.5, 0.333)
    """
    if not marks:
        return None
    supported = [mark.supported for mark in marks]
    needed = [value for mark in marks for value in mark.needed]
    unsettled = sum(value is None for value in (*supported, *needed))
    if mode is Mode.AS_PUBLISHED and unsettled:
        return AnswerScore(None, None, None, unsettled)
    recall = _share(supported)
    precision = _share(needed) if needed else 0.0
    f1 = None
    if recall is not None and precision is not None:
        f1 = 2 * recall * precision / (recall + precision) if recall + precision else 0.0
    return AnswerScore(recall, precision, f1, unsettled)


def named_match(answer: str, groups: Sequence[Sequence[str]]) -> float | None:
    """The share of groups of which one spelling stands in the answer; None without a group."""
    if not groups:
        return None
    text = normal(answer)
    return sum(any(normal(name) in text for name in group) for group in groups) / len(groups)


def listed_match(answer: str, groups: Sequence[Sequence[str]]) -> float | None:
    """F1 of an answer that is a list between commas; five right ones are full recall."""
    if not groups:
        return None
    listed = [name for piece in answer.rstrip(" .,\n").split(",") if (name := normal(piece))]
    wanted = [{normal(name) for name in group} for group in groups]
    every = set().union(*wanted)
    precision = sum(name in every for name in listed) / len(listed) if listed else 0.0
    found = sum(not group.isdisjoint(listed) for group in wanted)
    recall = min(_TOP, found) / min(_TOP, len(wanted))
    return 2 * precision * recall / (precision + recall) if precision + recall else 0.0


def normal(text: str) -> str:
    """Lower case, without punctuation, articles and double blanks, as in SQuAD."""
    return " ".join(_ARTICLE.sub(" ", text.lower().translate(_PUNCTUATION)).split())


@dataclass(frozen=True, slots=True)
class AlceFigures:
    """What one answer brings.

    Attributes:
        score: Of its citations; None for an answer without a sentence.
        exact_match: See `named_match`.
        listed_f1: See `listed_match`.
        words: Without citations.
    """

    score: AnswerScore | None
    exact_match: float | None
    listed_f1: float | None
    words: int


def sum_up(answers: Sequence[AlceFigures]) -> AlceScores:
    """The scores of some answers; those without a sentence are passed over, as published."""
    scores = [answer.score for answer in answers if answer.score is not None]
    return AlceScores(
        answers=sum(score.f1 is not None for score in scores),
        unscored=sum(score.f1 is None for score in scores),
        recall=bootstrap([s.recall for s in scores if s.recall is not None]),
        precision=bootstrap([s.precision for s in scores if s.precision is not None]),
        f1=bootstrap([s.f1 for s in scores if s.f1 is not None]),
        exact_match=bootstrap([a.exact_match for a in answers if a.exact_match is not None]),
        listed_f1=bootstrap([a.listed_f1 for a in answers if a.listed_f1 is not None]),
        words=bootstrap([float(answer.words) for answer in answers]),
    )


def _share(values: Sequence[bool | None]) -> float | None:
    known = [value for value in values if value is not None]
    return sum(known) / len(known) if known else None
