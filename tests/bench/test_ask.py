from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.servers import RawServer, event, head

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


def test_an_answer_that_broke_off_is_counted_and_asked_again(
    root: Path, tmp_path: Path, raw_server: Callable[..., RawServer]
) -> None:
    """Half an answer is not scored as a whole one, nor kept; the next run asks that question.

    One that has reached its limit of tokens would again, and is scored as it is.
    """
    whole = [head(), event("The kiln reached 900 degrees. [s1]", "stop"), b"data: [DONE]\n\n"]
    half = [head(), event("The kiln reached"), event(" 9")]
    server = raw_server(half, whole)
    name = f"openai:m@{server.address}"
    with keeping(tmp_path / "kept"):
        (first,) = rows(root, ["qed"], [name], None)
        (second,) = rows(root, ["qed"], [name], None)
    assert (first.n, first.failed) == (1, 1)
    assert (second.n, second.failed) == (2, 0)
    assert len(server.requests) == 3
    full = [head(), event("The kiln reached"), event(" 9", "length"), b"data: [DONE]\n\n"]
    (row,) = rows(root, ["qed"], [f"openai:m@{raw_server(full, whole).address}"], None)
    assert (row.n, row.failed, row.at_limit) == (2, 0, 1)


def test_a_second_pass_starts_from_the_same_answer(
    root: Path, raw_server: Callable[..., RawServer]
) -> None:
    """The generator is asked once for a question; only the markers differ, and they are right."""
    reply = [head(), event("The kiln reached 900 degrees. [s9]", "stop"), b"data: [DONE]\n\n"]
    server = raw_server(reply, reply)
    name = f"openai:m@{server.address}"
    first, second = rows(root, ["qed"], [name, f"{name}+search"], 1)
    assert (first.method, second.method) == (name, f"{name}+search")
    assert len(server.requests) == 1
    assert first.evidence_f1.value == 0
    assert second.evidence_f1.value > 0
    assert second.p50_s is not None
