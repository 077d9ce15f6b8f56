from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from pincite.parse import parse_answer
from pincite.records import Library
from pincite.scoring import CheckingJudge, Entry, Form, Item, Judge, WordOverlap
from pincite.scoring.factual import FactualMetric


@pytest.fixture
def entry(make_library: Callable[..., Library]) -> Entry:
    """Five claims: right, refused, uncited, a lead-in, and one the judge breaks down on."""
    return Entry(
        record_id="1",
        line=1,
        form=Form.OWN,
        set="",
        question="What happened?",
        answer=parse_answer(
            "Charges went up [s1]. Expenses grew [s2]. It was a year. Here it is. Odd one [s1]."
        ),
        library=make_library(note="Fees rose in June. Costs fell."),
    )


def test_a_judge_that_does_not_build_on_the_checks_is_asked_everything(
    entry: Entry, told: Callable[..., Any]
) -> None:
    """1 of 3 cited claims is right, of 4 factual ones; one judgement failed.

    Precision 1/3, recall 1/4, F1 2·(1/3)(1/4)/(7/12) = 2/7; with the unchecked one right
    precision 2/3, recall 2/4, F1 2·(2/3)(1/2)/(7/6) = 4/7.
    """
    said = {
        "Charges went up": 1.0,
        "Expenses grew": 0.0,
        "It was a year.": 1.0,
        "Here it is.": 0.0,
    }
    judge = told(lambda item: said.get(item.claim))
    metric = FactualMetric(judge)
    outcome = metric.add(entry)
    assert not isinstance(outcome, str)
    assert (outcome.failed, outcome.unsettled) == (1, 0)
    scores = metric.scores()
    assert scores is not None
    assert (scores.precision.successes, scores.precision.total) == (1, 3)
    assert (scores.recall.successes, scores.recall.total) == (1, 4)
    assert scores.f1.value == pytest.approx(2 / 7)
    assert scores.f1_if_unchecked_right == pytest.approx(4 / 7)
    assert (scores.unchecked.successes, scores.unchecked.total) == (1, 3)
    assert [item.question for item in judge.asked] == ["What happened?"] * 5


def test_the_checks_leave_a_paraphrase_open_and_a_stand_in_settles_it(entry: Entry) -> None:
    """`unchecked` is no pass and is counted; the judge's name says what settled it."""
    checks, words = FactualMetric(CheckingJudge()), FactualMetric(CheckingJudge(WordOverlap()))
    assert CheckingJudge(WordOverlap()).name == "checks/1+word-overlap/1"
    open_one, settled = checks.add(entry), words.add(entry)
    assert not isinstance(open_one, str)
    assert not isinstance(settled, str)
    assert open_one.unsettled >= 1
    assert settled.unsettled == 0


def test_a_range_that_adds_nothing_makes_a_claim_not_right(
    make_library: Callable[..., Library], told: Callable[..., Any]
) -> None:
    """The judge is asked again without each range; the claim is supported and not right."""
    found = Entry(
        record_id="1",
        line=1,
        form=Form.OWN,
        set="",
        question="",
        answer=parse_answer("Charges went up [s1, s3]."),
        library=make_library(note="Fees rose in June. Costs fell. Rain came."),
    )
    metric = FactualMetric(told(lambda item: float("Fees rose" in item.text)))
    metric.add(found)
    scores = metric.scores()
    assert scores is not None
    assert scores.precision_entailed.successes == 1
    assert scores.precision.successes == 0


@pytest.mark.parametrize(
    ("answer", "broken"),
    [
        ("Fees rose [s1]. Nobody was asked.", "Nobody was asked."),
        ("Charges went up [s1, s3].", "Costs fell"),
        ("Charges went up [s1] and expenses grew [s2].", "Charges went up"),
    ],
)
def test_a_failed_judgement_is_counted_once_wherever_it_was_asked(
    make_library: Callable[..., Library], told: Callable[..., Any], answer: str, broken: str
) -> None:
    """Of a need, of a range left out on trial, of one part of a claim; none counts as unsettled."""

    def say(item: Item) -> float | None:
        whole = item.claim == answer.partition(" [")[0] and "Fees rose" in item.text
        failed = broken in item.claim or (broken in item.text and not whole)
        return None if failed else 1.0

    library = make_library(note="Fees rose in June. Costs grew. Costs fell.")
    outcome = FactualMetric(told(say)).add(
        Entry("1", 1, Form.OWN, "", "", parse_answer(answer), library)
    )
    assert not isinstance(outcome, str)
    assert (outcome.failed, outcome.unsettled) == (1, 0)


def test_no_answer_is_no_score() -> None:
    """Not 0."""
    judge: Judge = CheckingJudge()
    assert FactualMetric(judge).scores() is None
