from __future__ import annotations

import json
from pathlib import Path

import pytest

from pincite.bench.ask import rows
from pincite.bench.kept import keeping
from pincite.errors import CallerError

TEXT = "The kiln reached 900 degrees. The glaze cracked. Nobody was hurt in the workshop."


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A data root with two questions about one text."""
    records = [
        {
            "id": str(row),
            "question": "How hot was the kiln?",
            "answers": ["900 degrees"],
            "documents": [{"id": "d", "text": TEXT}],
            "evidence": [{"doc": "d", "start": 0, "end": 29, "text": TEXT[:29], "set": 0}],
        }
        for row in range(2)
    ]
    (tmp_path / "qed").mkdir()
    (tmp_path / "qed" / "records.jsonl").write_text("\n".join(map(json.dumps, records)))
    return tmp_path


def test_an_answer_is_held_against_people_and_the_judge(root: Path) -> None:
    """The extractive answerer cites the gold sentence verbatim, which the checks support."""
    (row,) = rows(root, ["qed"], [], None)
    assert (row.set, row.method, row.n, row.failed) == ("qed", "extractive", 2, 0)
    assert row.evidence_recall.value == 1.0
    assert row.names_answer.successes == 2
    assert row.citation_precision.value == 1.0
    assert row.phantoms.successes == 0


def test_kept_answers_are_not_made_again(root: Path, tmp_path: Path) -> None:
    """What was kept is scored, whatever the generator would say now."""
    folder = tmp_path / "kept"
    with keeping(folder):
        list(rows(root, ["qed"], [], 2))
        (path,) = folder.iterdir()
        lines = [json.loads(line) for line in path.read_text().splitlines()]
        path.write_text(
            "".join(
                json.dumps([key, {"answer": "No. [s9]", "seconds": 1}]) + "\n" for key, _ in lines
            )
        )
        (row,) = rows(root, ["qed"], [], 2)
    assert row.phantoms.successes == 2
    assert row.p50_s == 1


def test_an_unknown_generator_is_an_error(root: Path) -> None:
    """Before anything is asked."""
    with pytest.raises(CallerError, match="no generator"):
        list(rows(root, ["qed"], ["oracle"], 1))
