"""`benchmarks/packing.py` as its documents call it, on very little."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

SCRIPT = Path(__file__).parents[2] / "benchmarks" / "packing.py"


def printed(*arguments: str) -> list[dict[str, Any]]:
    """The JSON values that a run prints, one a line."""
    done = subprocess.run(
        [sys.executable, str(SCRIPT), *arguments], capture_output=True, check=True, text=True
    )
    return [json.loads(line) for line in done.stdout.splitlines()]


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """One question about one sentence of a text."""
    needle = "Maud counted forty seals."
    rows = [f"Field {row} gave nothing that anybody wrote down." for row in range(160)]
    text = "\n\n".join([*rows[:80], needle, *rows[80:]])
    start = text.index(needle)
    record = {
        "id": "1",
        "question": "How many seals did Maud count?",
        "answers": ["forty"],
        "documents": [{"id": "d", "title": "Report", "text": text}],
        "evidence": [
            {"doc": "d", "start": start, "end": start + len(needle), "text": needle, "set": 0}
        ],
    }
    (tmp_path / "covidqa").mkdir()
    (tmp_path / "covidqa" / "records.jsonl").write_text(json.dumps(record) + "\n")
    return tmp_path


def test_the_curve_has_a_row_for_each_reduction(root: Path) -> None:
    """In the form of a bench's result; a ranking keeps what the front does not hold."""
    arguments = ("--sets", "covidqa", "--method", "pincite,front")
    (result,) = printed("--data", str(root), *arguments)
    assert result["bench"] == "pack"
    rows = result["rows"]
    assert len(rows) == 14
    complete = {
        method: [
            row["evidence"]["complete"]["successes"] for row in rows if row["method"] == method
        ]
        for method in ("pincite", "front")
    }
    assert complete == {"pincite": [1] * 7, "front": [0] * 7}


def test_growth_has_a_line_for_each_size_and_method() -> None:
    """Sizes are reached, and a larger one has more tokens."""
    found = printed("--sentences", "50,2500", "--method", "linked,bm25")
    assert [row["method"] for row in found] == ["linked", "bm25"] * 2
    assert found[0]["sentences"] >= 50
    assert found[2]["sentences"] >= 2500
    assert found[2]["input_tokens"] > found[0]["input_tokens"]


def test_the_first_use_and_the_second_print_the_same_bytes() -> None:
    """What the first run kept is there for the second."""
    (row,) = printed("--first-use", "50", "--method", "linked")
    assert row["same_bytes"] is True
    assert row["kept_mib"] >= 0
    assert row["first_s"] > 0
