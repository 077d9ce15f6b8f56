from __future__ import annotations

import json
from pathlib import Path

import pytest

from pincite.bench.generated import report_pdf, report_text
from pincite.bench.speed import METHODS, RUNS, rows, stages
from pincite.errors import CallerError


def test_every_stage_is_timed_on_what_it_works_on() -> None:
    """Pages, characters and sentences are those of the documents; parsing reads the answer."""
    found = stages([report_pdf(2), report_text(3_000).encode()], runs=2)
    assert tuple(timing.method for timing in found.timings) == METHODS
    assert (found.documents, found.pages) == (2, 2)
    assert found.sentences > 40
    assert found.text_bytes >= found.characters > 6_000
    for timing in found.timings:
        assert timing.median_s > 0
        assert timing.spread_s >= 0
        assert timing.per_million_s == timing.median_s * 1e6 / timing.characters


def test_the_documents_of_a_data_set_are_read_once_each(tmp_path: Path) -> None:
    """Two records about one document and one about another: two documents, a row a stage."""
    texts = [report_text(1_000), report_text(1_500, seed=1)]
    lines = [
        {"id": str(row), "question": "?", "documents": [{"id": "d", "text": texts[row // 2]}]}
        for row in range(3)
    ]
    (tmp_path / "covidqa").mkdir()
    (tmp_path / "covidqa" / "records.jsonl").write_text("\n".join(map(json.dumps, lines)))
    found = list(rows(tmp_path, ["covidqa"], ["split", "read"], None))
    assert [row.method for row in found] == ["read", "split"]
    assert {(row.set, row.n, row.runs) for row in found} == {("covidqa", 2, RUNS)}
    assert {row.n for row in rows(tmp_path, ["covidqa"], ["read"], 1)} == {1}


def test_without_a_data_root_there_are_only_sets_of_our_own() -> None:
    """A real data set cannot be asked for without saying where it is."""
    with pytest.raises(CallerError):
        list(rows(None, ["covidqa"], [], None))


def test_nothing_to_read_is_an_error(tmp_path: Path) -> None:
    """A root without the filings has no speed."""
    with pytest.raises(CallerError):
        list(rows(tmp_path, ["financebench_pdf"], [], None))
