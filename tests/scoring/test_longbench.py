"""The worked example of LongBench-Cite; every number is worked out where it is asserted."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pincite.datasets.lines import Fault, Fields
from pincite.measure.longbench import AnswerScore, LongBenchScores, Mode
from pincite.ports import Tokenizer
from pincite.scoring import Item, Task, read_answers, read_entries
from pincite.scoring.longbench import LongBenchMetric

Maker = Callable[[Callable[[Item], float | None]], Any]

CONTEXT = "Alpha one. Beta two. Gamma three. Delta four. Epsilon five. Zeta six."
"""Six sentences, numbered 0 to 5 by LongCite."""

FIRST = (
    "Well then: "
    "<statement>First.<cite>[0-1][2-2]</cite></statement> ok "
    "<statement>Second.<cite>[4-9][7-8]</cite></statement>"
    "<statement>Third.<cite>[7]</cite></statement>"
    "<statement>Fourth.<cite>[0-0][2-2][4-4][1-1]</cite></statement>"
    "<statement>Fifth.<cite>[3-3]"
)

ENTRIES = [
    {"idx": 1, "dataset": "hotpotqa", "query": "q", "context": CONTEXT, "prediction": FIRST},
    {
        "idx": 2,
        "dataset": "hotpotqa",
        "query": "q",
        "context": CONTEXT,
        "prediction": "<statement>Nothing cited.</statement>",
    },
    {
        "idx": 3,
        "dataset": "multifieldqa_en",
        "query": "q",
        "answer": ["good"],
        "few_shot_scores": [],
        "prediction": "<statement>English.<cite>[0-0]</cite></statement>",
        "statements": [
            {
                "statement": "English.",
                "citation": [{"st_sent": 0, "ed_sent": 0, "cite": "Alpha one."}],
            }
        ],
    },
    {
        "idx": 4,
        "dataset": "multifieldqa_zh",
        "query": "q",
        "answer": "bad",
        "prediction": "<statement>Chinese.<cite>[1-1][99-99]</cite></statement>",
        "statements": [
            {
                "statement": "Chinese.",
                "citation": [{"st_sent": 1, "ed_sent": 1, "cite": "Beta two."}],
            }
        ],
    },
]

SUPPORT = {"First.": 1.0, "Second.": 0.5, "Fourth.": 1.0, "Fifth.": 0.5}
SUPPORT |= {"English.": 1.0, "Chinese.": 0.5}
NEED = {"Well then:": 0.0, "ok": 0.0, "Third.": 1.0, "Nothing cited.": 1.0}
IRRELEVANT = {("Fourth.", "Gamma three."), ("First.", "Gamma three.")}
BROKEN_DOWN = ("Fourth.", "Beta two.")


def say(item: Item) -> float | None:
    """What the judge of the example says."""
    match item.task:
        case Task.SUPPORT:
            return SUPPORT[item.claim]
        case Task.NEED:
            return NEED[item.claim]
        case Task.RELEVANCE:
            pair = (item.claim, item.text)
            return None if pair == BROKEN_DOWN else float(pair not in IRRELEVANT)
        case Task.QUALITY:
            return 1.0 if item.text == "good" else 0.25


@pytest.fixture
def scored(
    tmp_path: Path, told: Maker, words: Tokenizer
) -> dict[Mode, tuple[dict[str, AnswerScore], LongBenchScores]]:
    """The example in both modes: scores of each answer, and the table."""
    path = tmp_path / "predictions.json"
    path.write_text(json.dumps(ENTRIES, indent=2))
    found = {}
    for mode in Mode:
        metric = LongBenchMetric(
            told(say), mode, words, plain={"3": "plain answer", "4": "plain answer"}
        )
        entries = read_answers(
            read_entries(path), file=path.name, library=None, documents_of=lambda _: None
        )
        answers = {}
        for entry in entries:
            assert not isinstance(entry, Fault)
            outcome = metric.add(entry)
            assert not isinstance(outcome, str)
            figures = outcome.figures
            answers[entry.record_id] = AnswerScore(
                figures["recall"], figures["precision"], figures["f1"], outcome.failed
            )
        scores = metric.scores()
        assert scores is not None
        found[mode] = (answers, scores)
    return found


def test_the_first_answer_as_published(scored: dict) -> None:
    """What the authors' program counts, statement by statement.

    "Well then:"  more than five characters between tags, needs no citation      recall 1
    First         [0-1] goes on in [2-2]: one span, relevant                    recall 1, span 1
    "ok"          too short between tags: not counted
    Second        [4-9] is cut to [4-5], [7-8] is dropped; in part               recall 0.5, span 1
    Third         [7] is not read, so nothing is cited, and it needs a citation   recall 0
    Fourth        three spans of the four: relevant, not, relevant               recall 1, 1 0 1
    Fifth         not closed: not counted
    Recall (1 + 1 + 0.5 + 0 + 1) / 5 = 0.7, precision (1 + 1 + 1 + 0 + 1) / 5 = 0.8,
    F1 = 2 · 0.7 · 0.8 / 1.5 = 0.746667.
    """
    first = scored[Mode.AS_PUBLISHED][0]["1"]
    assert first.recall == pytest.approx(0.7)
    assert first.precision == pytest.approx(0.8)
    assert first.f1 == pytest.approx(1.12 / 1.5)
    assert first.unsettled == 0


def test_the_first_answer_strictly(scored: dict) -> None:
    """Everything counts, as written.

    "Well then:"  needs no citation                                              recall 1
    First         [0-1] relevant, [2-2] not                                      recall 1, 1 0
    "ok"          needs no citation                                              recall 1
    Second        [4-9] and [7-8] end beyond the text: both point at nothing      recall 0, 0 0
    Third         [7] is the eighth sentence of six: points at nothing            recall 0, 0
    Fourth        relevant, not, relevant, and a judgement that broke down         recall 1, 1 0 1
    Fifth         kept though not closed; in part                                recall 0.5, 1
    Recall (1 + 1 + 1 + 0 + 0 + 1 + 0.5) / 7 = 9/14, precision 4 / 9 over what was settled,
    F1 = 2 · (9/14 · 4/9) / (9/14 + 4/9) = 72/137.
    """
    first = scored[Mode.STRICT][0]["1"]
    assert first.recall == pytest.approx(9 / 14)
    assert first.precision == pytest.approx(4 / 9)
    assert first.f1 == pytest.approx(72 / 137)
    assert first.unsettled == 1


@pytest.mark.parametrize("mode", Mode)
def test_an_answer_without_citations_has_precision_and_f1_0(scored: dict, mode: Mode) -> None:
    """And recall 0, since its statement needs a citation."""
    assert scored[mode][0]["2"] == AnswerScore(0.0, 0.0, 0.0, 0)


def test_a_range_that_the_file_left_out_counts_in_strict(scored: dict) -> None:
    """`[99-99]` has no text in the file: as published it is gone, strictly it is irrelevant.

    As published recall 0.5, precision 1, F1 2/3; strictly precision 1/2, F1 1/2.
    """
    published, strict = (scored[mode][0]["4"] for mode in (Mode.AS_PUBLISHED, Mode.STRICT))
    assert (published.precision, published.f1) == (1.0, pytest.approx(2 / 3))
    assert (strict.precision, strict.f1) == (0.5, pytest.approx(0.5))


def test_the_table_as_published(scored: dict) -> None:
    """Means over answers, then over data sets, each figure by itself.

    hotpotqa        recall (0.7 + 0) / 2 = 0.35, precision 0.4, F1 (0.746667 + 0) / 2 = 0.373333
    multifieldqa    both parts: recall (1 + 0.5) / 2, precision 1, F1 (1 + 2/3) / 2 = 0.833333
    average         F1 (0.373333 + 0.833333) / 2 = 0.603333; the parts are not counted again
    Citation length: hotpotqa has spans of 6, 4, 2, 2 and 2 words: 16 / 5; multifieldqa 2 and 2.
    Correctness of multifieldqa: (1 + 0.25) / 2; plain answers have the same: ratio 1.
    """
    table = scored[Mode.AS_PUBLISHED][1]
    assert sorted(table.sets) == ["hotpotqa", "multifieldqa", "multifieldqa_en", "multifieldqa_zh"]
    hotpot, multi = table.sets["hotpotqa"], table.sets["multifieldqa"]
    assert (hotpot.answers, hotpot.unscored) == (2, 0)
    assert hotpot.recall.value == pytest.approx(0.35)
    assert hotpot.precision.value == pytest.approx(0.4)
    assert hotpot.f1.value == pytest.approx(0.56 / 1.5)
    assert hotpot.citation_tokens == pytest.approx(16 / 5)
    assert multi.f1.value == pytest.approx(5 / 6)
    assert multi.correctness.value == pytest.approx(0.625)
    assert multi.correctness_ratio == pytest.approx(1.0)
    assert table.average["recall"] == pytest.approx((0.35 + 0.75) / 2)
    assert table.average["precision"] == pytest.approx((0.4 + 1) / 2)
    assert table.average["f1"] == pytest.approx((0.56 / 1.5 + 5 / 6) / 2)
    assert table.average["citation_tokens"] == pytest.approx((3.2 + 2) / 2)
    assert table.average["correctness"] == pytest.approx(0.625)


def test_an_answer_with_a_failed_judgement_has_no_score_as_published(
    tmp_path: Path, told: Maker, words: Tokenizer
) -> None:
    """As there the answer would be missing; it is counted, and no data is no score."""
    path = tmp_path / "predictions.json"
    path.write_text(json.dumps(ENTRIES[2:3]))
    metric = LongBenchMetric(told(lambda _: None), Mode.AS_PUBLISHED, words)
    for entry in read_answers(
        read_entries(path), file=path.name, library=None, documents_of=lambda _: None
    ):
        assert not isinstance(entry, Fault)
        metric.add(entry)
    table = metric.scores()
    assert table is not None
    assert table.sets["multifieldqa_en"].unscored == 1
    assert table.sets["multifieldqa_en"].f1.value is None
    assert table.average["f1"] is None


def test_more_than_forty_statements(tmp_path: Path, told: Maker, words: Tokenizer) -> None:
    """The first forty count as published, all of them strictly."""
    prediction = "".join(f"<statement>Number {n}.<cite>[0-0]</cite></statement>" for n in range(45))
    path = tmp_path / "predictions.json"
    path.write_text(json.dumps([{**ENTRIES[0], "prediction": prediction}]))
    for mode, expected in ((Mode.AS_PUBLISHED, 40), (Mode.STRICT, 45)):
        judge = told(lambda _: 1.0)
        metric = LongBenchMetric(judge, mode, words)
        for entry in read_answers(
            read_entries(path), file=path.name, library=None, documents_of=lambda _: None
        ):
            assert not isinstance(entry, Fault)
            metric.add(entry)
        assert sum(item.task is Task.SUPPORT for item in judge.asked) == expected


def test_a_failed_rating_of_the_answer_is_counted(told: Maker, words: Tokenizer) -> None:
    """The best of the others stands; none is no rating, and each failure is counted, twice here."""
    (entry,) = read_answers(
        iter([(1, Fields({**ENTRIES[2], "answer": ["good", "dubious"]}))]),
        file="predictions",
        library=None,
        documents_of=lambda _: None,
    )
    assert not isinstance(entry, Fault)
    judge = told(lambda item: None if item.text == "dubious" else 0.5)
    metric = LongBenchMetric(judge, Mode.STRICT, words, plain={"3": "English."})
    outcome = metric.add(entry)
    assert not isinstance(outcome, str)
    assert (outcome.failed, outcome.unsettled) == (2, 0)
    assert outcome.figures["correctness"] == 0.5
