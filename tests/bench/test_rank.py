from __future__ import annotations

import json
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pytest
from tests.servers import RawServer, event, head

from pincite.bench.kept import keeping
from pincite.bench.misattribution import LabelledAnswer, labelled_answers, misattributed
from pincite.bench.rank import SHARES, rows

SENTENCES = [f"Kiln {n} was fired on day {n} by potter {n}." for n in range(1, 9)]
TEXT = " ".join(SENTENCES)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A data root with eight cited answers, one claim each, about a text of eight sentences."""
    records = []
    for row, sentence in enumerate(SENTENCES):
        start = TEXT.index(sentence)
        evidence = {"doc": "d", "start": start, "end": start + len(sentence), "text": sentence}
        records.append(
            {
                "id": str(row),
                "question": f"When was kiln {row + 1} fired?",
                "answers": [f"on day {row + 1} by potter {row + 1}"],
                "documents": [{"id": "d", "text": TEXT}],
                "evidence": [{**evidence, "set": 0}],
            }
        )
    (tmp_path / "qed").mkdir()
    (tmp_path / "qed" / "records.jsonl").write_text("\n".join(map(json.dumps, records)))
    return tmp_path


def moved(answers: list[LabelledAnswer], share: float) -> set[str]:
    """The answers whose citation is moved at a share."""
    return {
        answer.record_id
        for answer in answers
        if misattributed(answer, share, "seed").claims != answer.claims
    }


def test_a_moved_citation_holds_nothing_that_people_marked(root: Path) -> None:
    """And its claim is not right any more; nothing else changes."""
    answers = labelled_answers(root, "qed", 8)
    assert len(answers) == 8
    for answer in answers:
        (before,), (after,) = answer.claims, misattributed(answer, 1.0, "seed").claims
        assert (before.text, before.right, after.right) == (after.text, True, False)
        numbers = {n for first, last in after.cited for n in range(first, last + 1)}
        assert numbers
        assert not numbers & answer.marked


def test_a_larger_share_moves_what_a_smaller_one_moves(root: Path) -> None:
    """So the systems are graded; none and all are what they say."""
    answers = labelled_answers(root, "qed", 8)
    chosen = [moved(answers, share) for share in (0.0, 0.3, 0.6, 1.0)]
    assert chosen[0] == set()
    assert len(chosen[3]) == 8
    assert all(small <= large for small, large in pairwise(chosen))


def test_a_judge_that_reads_the_words_ranks_the_systems(root: Path) -> None:
    """Claims of distinct words: the stand-in finds what was moved; one row a judge."""
    (row,) = rows(root, ["qed"], ["words"], 4)
    assert (row.set, row.n, row.claims) == ("qed", 4, 4)
    assert row.method == "checks/1+word-overlap/1"
    assert list(row.systems) == [f"{share:.0%} moved" for share in SHARES]
    assert row.systems["0% moved"].people == 1.0
    assert row.unchecked.successes == 0
    assert row.agreement.total == 4


def test_the_same_data_give_the_same_row(root: Path) -> None:
    """Everything that is drawn is drawn from hashes and names."""
    assert list(rows(root, ["qed"], ["checks"], 2)) == list(rows(root, ["qed"], ["checks"], 2))


def test_judgements_of_a_model_are_paid_for_once(
    root: Path, tmp_path: Path, raw_server: Callable[..., RawServer]
) -> None:
    """The next run asks again only what failed: whether spans are relevant, here."""
    server = raw_server([head(), event("full", "stop"), b"data: [DONE]\n\n"])
    name = f"openai:m@{server.address}"
    with keeping(None, judgements=tmp_path / "judgements"):
        first = list(rows(root, ["qed"], [name], 1))
        asked = len(server.requests)
        assert list(rows(root, ["qed"], [name], 1)) == first
    assert any(b"full, partial" in request for request in server.requests[:asked])
    assert all(b"yes, no" in request for request in server.requests[asked:])
    assert len(list((tmp_path / "judgements").iterdir())) == 1
