"""The worked example of ALCE; every number is worked out where it is asserted."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pincite.datasets.lines import Fault
from pincite.measure.alce import AlceScores
from pincite.measure.longbench import Mode
from pincite.scoring import Item, Outcome, read_answers, read_entries
from pincite.scoring.alce import AlceMetric

DOCS = [{"title": name, "text": f"Text {name}."} for name in "ABCD"]

OUTPUT = (
    "One fact [1][2]. Two facts [1][3]. Three facts [1, 2]. Zero fact [0]. "
    "Six facts [6][1]. Many facts [1][2][3][4]. No mark here.\nAnother line [4]."
)

HOLDS = {
    "One fact": {"A", "AB"},
    "Two facts": {"AC"},
    "Three facts": {"AB"},
    "Zero fact": {"D"},
    "Six facts": {"A"},
    "Many facts": {"ABC", "ABCD", "BC", "BCD", "AB", "ABD", "B", "AC"},
    "Another line": {"D"},
}
"""Sentence → the passages that together support it."""


def say(item: Item) -> float:
    """What the judge of the example says: full support, or in part, which is none."""
    shown = "".join(doc["title"] for doc in DOCS if f"Text {doc['title']}." in item.text)
    return 1.0 if shown in HOLDS.get(item.claim.rstrip("."), set()) else 0.5


@pytest.fixture
def scored(tmp_path: Path, told: Callable[..., Any]) -> Callable[..., tuple[Outcome, AlceScores]]:
    """Scores one entry of a result file as ALCE writes it."""
    return lambda entry, mode: score(tmp_path, entry, AlceMetric(told(say), mode))


def score(
    tmp_path: Path, entry: dict[str, object], metric: AlceMetric
) -> tuple[Outcome, AlceScores]:
    """The outcome of an entry with the figures."""
    path = tmp_path / "result.json"
    path.write_text(json.dumps({"args": {"shot": 2}, "data": [entry]}, indent=4))
    (found,) = read_answers(
        read_entries(path), file=path.name, library=None, documents_of=lambda _: None
    )
    assert not isinstance(found, Fault)
    outcome, scores = metric.add(found), metric.scores()
    assert isinstance(outcome, Outcome)
    assert scores is not None
    return outcome, scores


def test_as_published(scored: Callable[..., Any]) -> None:
    """What the authors' program counts.

    One     [1][2]: together yes; A alone yes, B alone no and A is enough without it   1, 1 0
    Two     [1][3]: together yes; neither alone, neither can be missed                 1, 1 1
    Three   [1, 2] keeps only [1]: A alone does not support it                         0, 0
    Zero    [0] is the last passage, D, which supports it                              1, 1
    Six     [6] does not exist: the sentence counts for nothing, [1] neither            0
    Many    [1][2][3], the fourth is cut: A alone no, BC without it yes; B alone yes;
            C alone no, AB without it yes                                              1, 0 1 0
    No mark                                                                            0
    The second line is not read. Recall 4 / 7, precision (1 + 2 + 0 + 1 + 1) / (2 + 2 + 1 + 1 + 3).
    """
    outcome, scores = scored({"question": "q", "output": OUTPUT, "docs": DOCS}, Mode.AS_PUBLISHED)
    assert scores.recall.value == pytest.approx(4 / 7)
    assert scores.precision.value == pytest.approx(5 / 9)
    assert len(outcome.records) == 7


def test_strict(scored: Callable[..., Any]) -> None:
    """Every citation of every line; what points at nothing counts against precision.

    One     1, 1 0
    Two     1, 1 1
    Three   [1, 2] read whole: together yes, neither alone, neither can be missed      1, 1 1
    Zero    [0] points at nothing                                                     0, 0
    Six     [6] points at nothing; A supports it                                      1, 0 1
    Many    [1][2][3][4]: A alone no, BCD yes; B alone yes; C no, ABD yes; D no, ABC yes  1, 0 1 0 0
    No mark                                                                           0
    Another                                                                           1, 1
    Recall 6 / 8, precision (1 + 2 + 2 + 0 + 1 + 1 + 1) / (2 + 2 + 2 + 1 + 2 + 4 + 1) = 8 / 14.
    """
    outcome, scores = scored({"question": "q", "output": OUTPUT, "docs": DOCS}, Mode.STRICT)
    assert scores.recall.value == pytest.approx(6 / 8)
    assert scores.precision.value == pytest.approx(8 / 14)
    assert len(outcome.records) == 8


def test_asqa_names_short_answers(scored: Callable[..., Any]) -> None:
    """One of two things is named, in one of its spellings; articles and case do not matter."""
    pairs = [
        {"question": "a", "short_answers": ["the Alpha", "First letter"]},
        {"question": "b", "short_answers": ["omega"]},
    ]
    entry = {"question": "q", "output": "It is alpha [1].", "docs": DOCS, "qa_pairs": pairs}
    _, scores = scored(entry, Mode.AS_PUBLISHED)
    assert scores.exact_match.value == pytest.approx(0.5)
    assert scores.words.value == 3


def test_qampari_is_a_list(scored: Callable[..., Any]) -> None:
    """Three items, two of them right, of four wanted.

    Precision 2/3; recall min(5, 2) / min(5, 4) = 1/2; F1 2·(2/3)(1/2)/(7/6) = 4/7. Each item is
    judged behind the question: "q Alpha" is supported by A, the others by nothing.
    """
    entry = {
        "question": "q",
        "output": "Alpha [1], Beta [2], Omega.",
        "docs": DOCS,
        "answers": [["alpha"], ["BETA", "b"], ["gamma"], ["delta"]],
    }
    HOLDS["q Alpha"] = {"A"}
    outcome, scores = scored(entry, Mode.AS_PUBLISHED)
    assert scores.listed_f1.value == pytest.approx(4 / 7)
    assert scores.exact_match.value is None
    assert outcome.figures["recall"] == pytest.approx(1 / 3)
    assert outcome.figures["precision"] == pytest.approx(1 / 2)


def test_eli5_has_neither(scored: Callable[..., Any]) -> None:
    """An answer with nothing to name has citation scores alone."""
    entry = {"question": "q", "output": "One fact [1].", "docs": DOCS, "claims": ["x"]}
    _, scores = scored(entry, Mode.AS_PUBLISHED)
    assert (scores.exact_match.value, scores.listed_f1.value) == (None, None)
    assert (scores.recall.value, scores.precision.value) == (1.0, 1.0)


def test_an_answer_without_a_sentence_is_passed_over(scored: Callable[..., Any]) -> None:
    """It has no score; the published figure leaves it out too."""
    outcome, scores = scored({"question": "q", "output": " ", "docs": DOCS}, Mode.AS_PUBLISHED)
    assert outcome.figures["f1"] is None
    assert scores.recall.value is None


def test_a_comma_in_a_citation_parts_no_list_strictly(scored: Callable[..., Any]) -> None:
    """`Alpha [1, 2]` is one item that cites two passages; as published the comma cuts it."""
    HOLDS["q Alpha"] = {"AB"}
    entry = {
        "question": "q",
        "output": "Alpha [1, 2], Beta [2].",
        "docs": DOCS,
        "answers": [["alpha"], ["beta"]],
    }
    strict, _ = scored(entry, Mode.STRICT)
    published, _ = scored(entry, Mode.AS_PUBLISHED)
    assert [record.sentence for record in strict.records] == ["q Alpha", "q Beta"]
    assert strict.figures["recall"] == pytest.approx(1 / 2)
    assert len(published.records) == 3


def test_a_number_of_any_length_is_a_passage_that_does_not_exist(
    scored: Callable[..., Any],
) -> None:
    """No integer of a hostile answer is too long to be read."""
    entry = {"question": "q", "output": f"One fact [{'9' * 9000}].", "docs": DOCS}
    for mode in Mode:
        outcome, _ = scored(entry, mode)
        assert outcome.figures["precision"] == 0


def test_a_range_that_runs_backwards_cites_nothing(scored: Callable[..., Any]) -> None:
    """`[2-1]` is no citation of passage 2: strictly it is one that is wrong."""
    HOLDS["A thing"] = {"B", "AB"}
    entry = {"question": "q", "output": "A thing [2-1].", "docs": DOCS}
    outcome, _ = scored(entry, Mode.STRICT)
    assert outcome.figures["precision"] == 0
    entry = {"question": "q", "output": "A thing [1-2].", "docs": DOCS}
    assert scored(entry, Mode.STRICT)[0].figures["precision"] > 0
