"""MCRB-1 on a small file of the same form."""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path

import pytest

from pincite.bench.generated import report_text
from pincite.bench.mcrb import FILL_TOKENS, cohort, rows
from pincite.errors import CallerError

NEEDLE = "The Ferrier corpus has 4,210 labelled dialogues."


def answer(spans: list[str], *, unanswerable: bool = False) -> dict[str, object]:
    """An annotation in QASPER's form."""
    return {"answer": {"unanswerable": unanswerable, "highlighted_evidence": spans}}


def paper(characters: int, qas: list[tuple[str, list[dict[str, object]]]]) -> dict[str, object]:
    """A paper with a needle behind its filler."""
    paragraphs = report_text(characters).split("\n\n")
    return {
        "title": "Dialogues",
        "abstract": "We label dialogues.",
        "full_text": [{"section_name": "Data", "paragraphs": [*paragraphs, NEEDLE]}],
        "qas": [
            {
                "question": "How many dialogues does the Ferrier corpus have?",
                "question_id": q,
                "answers": a,
            }
            for q, a in qas
        ],
    }


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A long paper with an answerable question of two annotators, and what is not of the cohort."""
    folder = tmp_path_factory.mktemp("mcrb")
    folded = NEEDLE.replace(" has ", "  has\n")
    long = paper(
        40_000,
        [
            ("q1", [answer(["Nothing says this."]), answer([folded, "FLOAT SELECTED: Table 1"])]),
            ("q2", [answer([], unanswerable=True)]),
            ("q3", [answer(["Nothing says this."])]),
        ],
    )
    short = paper(500, [("q4", [answer([NEEDLE])])])
    file = folder / "qasper-dev-v0.3.json"
    file.write_text(json.dumps({"a": long, "b": short}), encoding="utf-8")
    return folder


def test_the_cohort(root: Path) -> None:
    """Answerable questions about long papers, in the order of their ids' hashes."""
    papers = json.loads((root / "qasper-dev-v0.3.json").read_text(encoding="utf-8"))
    ids = [item.question_id for item in cohort(papers)]
    assert ids == sorted(["q1", "q3"], key=lambda q: sha256(q.encode()).hexdigest())


def test_one_annotator_is_enough_and_the_pack_is_counted_whole(root: Path) -> None:
    """One of two questions is complete; what a pack fills is at most 1,474 tokens."""
    (row,) = rows(root, [], ["bm25"], None)
    assert (row.complete.successes, row.n) == (1, 2)
    assert row.reduction.value is not None
    assert row.reduction.value > 1 - FILL_TOKENS / 4_096


def test_without_the_file_there_is_no_score(tmp_path: Path) -> None:
    """The error names it."""
    with pytest.raises(CallerError, match="qasper-dev"):
        list(rows(tmp_path, [], [], None))
