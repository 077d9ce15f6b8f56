"""The bench of citing: what is gold, and that methods are compared at one length."""

import json
from pathlib import Path

import pytest

from pincite.bench.cite import rows
from pincite.datasets.cited import held_out, items
from pincite.errors import CallerError

TEXT = "The mill was built in 1840. It was sold in 1902. The weir is of granite."


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A data root with one small set."""
    folder = tmp_path / "hotpotqa"
    folder.mkdir()
    lines = [
        {
            "id": f"r{row}",
            "question": "When was the mill built?",
            "answers": ["1840"],
            "documents": [{"id": "a", "title": "Mill", "text": TEXT}],
            "evidence": [{"doc": "a", "start": 0, "end": 20, "text": TEXT[:20]}],
        }
        for row in range(8)
    ]
    (folder / "records.jsonl").write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    return tmp_path


def test_a_sentence_is_gold_when_half_of_it_or_of_a_span_is_marked(root: Path) -> None:
    """Part of a sentence marks it, and no other."""
    found = list(items(root, "hotpotqa"))
    assert len(found) == 8
    assert found[0].gold == (frozenset({1}),)
    assert found[0].text == "When was the mill built? 1840"


def test_only_records_held_out_are_measured(root: Path) -> None:
    """Records that weights may have been fitted on are not measured."""
    found = {row.method: row for row in rows(root, ["hotpotqa"], ["pincite", "bm25"], None)}
    assert found["bm25"].n == sum(held_out(f"r{row}") for row in range(8)) > 0
    assert found["pincite"].f1.value == 1.0
    assert found["pincite"].f1_less_bm25 is not None


def test_data_are_needed() -> None:
    """Without a data root there is nothing to measure."""
    with pytest.raises(CallerError):
        next(rows(None, [], [], None))
