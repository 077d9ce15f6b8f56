from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from pincite.bench.charts import ChartKind, charts
from pincite.bench.page import write_page
from pincite.cli.bench import command
from pincite.errors import CallerError

plots = pytest.importorskip("pincite.bench.plots")
pytest.importorskip("matplotlib")


def share(value: float) -> dict[str, Any]:
    """A share of 20 with an interval."""
    n = 20
    return {
        "value": value,
        "successes": round(value * n),
        "total": n,
        "low": max(0.0, value - 0.1),
        "high": min(1.0, value + 0.1),
    }


def row(**figures: Any) -> dict[str, Any]:
    """A row of a bench."""
    return {"set": "covidqa", "method": "pincite", "n": 20, **figures}


RESULTS: dict[str, Any] = {
    "pack": {
        "bench": "pack",
        "command": "pincite bench pack --data ROOT",
        "environment": {
            "pincite": "0.1",
            "python": "3.11",
            "machine": {"cores": 2},
            "commit": None,
        },
        "rows": [
            row(
                reduction={"value": x, "low": x, "high": x}, evidence={"complete": share(1 - x / 2)}
            )
            for x in (0.9, 0.5, 0.7)
        ],
    },
    "labels": {
        "bench": "rank",
        "rows": [
            row(
                reliability=[
                    {"low": 0.0, "high": 0.1, "mean": None, "supported": share(0)},
                    {"low": 0.4, "high": 0.5, "mean": 0.45, "supported": share(0.5)},
                ]
            )
        ],
    },
    "checks": {
        "bench": "checks",
        "rows": [
            row(method=method, kind=kind, wrong=wrong, failed=share(0.5))
            for method in ("checks", "<b>overlap</b>")
            for kind, wrong in (("number", True), ("verbatim", False))
        ],
    },
    "ask": {
        "bench": "ask",
        "rows": [
            row(citation_tokens=30.0, citation_f1=share(0.8), p50_s=2.0, evidence_f1=share(0.4))
        ],
    },
    "score": {
        "scored": "answers.jsonl",
        "judge": {"name": "checks/1", "agreement_with_people": {"wice": "81 %"}},
        "metrics": {
            "citation-on-fact": {"scores": None},
            "alce strict": {"scores": {"f1": share(1)}},
        },
    },
}


def test_every_chart_is_found_wherever_its_numbers_are() -> None:
    """Retention, reliability, kinds of error, F1 by length, quality by time; points in order."""
    found = {chart.slug: chart for chart in charts(list(RESULTS.values()))}
    assert list(found) == [
        "retention-covidqa",
        "reliability-covidqa",
        "caught-covidqa",
        "false-alarms-covidqa",
        "f1-by-citation-length",
        "quality-by-time",
    ]
    assert [point.x for point in found["retention-covidqa"].series[0].points] == [0.5, 0.7, 0.9]
    assert len(found["reliability-covidqa"].series[0].points) == 1
    assert found["caught-covidqa"].kind is ChartKind.BARS
    assert charts([]) == []


def test_the_page_has_plots_and_tables_and_their_files(tmp_path: Path) -> None:
    """A PNG and a CSV beside each plot; the CSV has the numbers; markup of a name is text."""
    written = write_page(RESULTS, tmp_path)
    assert written[-1].name == "report.html"
    page = written[-1].read_text(encoding="utf-8")
    assert page.count("<figure") == page.count("<svg") == 6
    assert "<b>overlap</b>" not in page
    assert "pincite bench pack --data ROOT" in page
    assert "judge checks/1, agreement with people: wice 81 %" in page
    assert "no score" in page
    for path in written[:-1]:
        assert path.suffix in (".png", ".csv")
        assert path.name in page
    with (tmp_path / "retention-covidqa.csv").open(encoding="utf-8") as stream:
        lines = list(csv.DictReader(stream))
    assert [(line["x"], line["y"], line["n"]) for line in lines] == [
        ("0.5", "0.75", "20"),
        ("0.7", "0.65", "20"),
        ("0.9", "0.55", "20"),
    ]


def test_the_same_results_give_the_same_bytes(tmp_path: Path) -> None:
    """Page, PNG and CSV."""
    some = {"labels": RESULTS["labels"]}
    first = write_page(some, tmp_path / "a")
    second = write_page(some, tmp_path / "b")
    assert [path.read_bytes() for path in first] == [path.read_bytes() for path in second]


def test_series_differ_without_colour() -> None:
    """Neighbours differ in marker, line and hatch too."""
    for options in (plots.COLOURS, plots.MARKERS, plots.LINES, plots.HATCHES):
        assert len(set(options)) == len(options) == 7


def test_results_without_a_figure_are_an_error(tmp_path: Path) -> None:
    """Not an empty page."""
    with pytest.raises(CallerError):
        write_page({"x": {}}, tmp_path)


def test_a_folder_of_results_becomes_a_page(tmp_path: Path) -> None:
    """As `pincite bench all` leaves it."""
    for name in ("score", "labels"):
        (tmp_path / f"{name}.json").write_text(json.dumps(RESULTS[name]))
    out = tmp_path / "page"
    done = CliRunner().invoke(command, ["report", str(tmp_path), "--out", str(out)])
    assert done.exit_code == 0
    assert "3 files written" in done.stderr
