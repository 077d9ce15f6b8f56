"""The pairs that the bench of the checks makes of sets that have right answers alone."""

from __future__ import annotations

import json
from pathlib import Path

from pincite.bench.checks import ChecksRow, rows

_HALLS = "The old hall was built of red brick and seats ninety people under its timber roof."
_BRIDGE = "The bridge over the Orre was opened in June and carries two lanes of road traffic."


def _written(root: Path, name: str, records: list[dict[str, object]]) -> Path:
    (root / name).mkdir()
    lines = "\n".join(json.dumps(record) for record in records)
    (root / name / "records.jsonl").write_text(lines, encoding="utf-8")
    return root


def _by_kind(root: Path, name: str) -> dict[str, ChecksRow]:
    return {row.kind: row for row in rows(root, [name], ["checks"], None)}


def test_quotations_are_asked_of_their_source_and_of_another(tmp_path: Path) -> None:
    """Right ones pass; with a word changed, and with the other's source, they fail."""
    records: list[dict[str, object]] = []
    for row, (title, text) in enumerate([("Hall", _HALLS), ("Bridge", _BRIDGE)]):
        cited = {
            "start": 0,
            "end": len(text),
            "doc": "s1",
            "quote_start": 0,
            "quote_end": len(text),
        }
        records.append(
            {
                "id": str(row),
                "question": "What is known?",
                "response": text,
                "citations": [cited],
                "documents": [{"id": "s1", "title": title, "text": text}],
                "evidence": [{"doc": "s1", "start": 0, "end": len(text), "text": text}],
            }
        )
    found = _by_kind(_written(tmp_path, "quotesum", records), "quotesum")
    assert {kind: row.wrong for kind, row in found.items()} == {
        "supported": False,
        "supported quotation": False,
        "altered quotation": True,
        "other source": True,
    }
    assert found["supported"].passed.value == 1
    assert found["supported quotation"].passed.value == 1
    assert found["altered quotation"].failed.value == 1
    assert found["other source"].n == 2
    assert found["other source"].passed.value == 0


def test_answers_are_asked_of_their_table_and_altered(tmp_path: Path) -> None:
    """The answer stands in the table; with another leading digit it fails."""
    table = "| (in thousands) | 2031 | 2030 |\n| Dues | 415 | 382 |\n| Rents | 97 | 88 |"
    records: list[dict[str, object]] = [
        {
            "id": str(row),
            "question": f"What were the {name} in 2031?",
            "answers": [value],
            "scale": "thousand",
            "documents": [{"id": f"t{row}", "text": f"{table}\n{name} of port {row}"}],
            "evidence": [],
        }
        for row, (name, value) in enumerate([("dues", "415"), ("rents", "97")])
    ]
    found = _by_kind(_written(tmp_path, "tatqa", records), "tatqa")
    assert (found["supported"].n, found["supported"].failed.value) == (2, 0)
    assert found["another leading digit"].failed.value == 1
