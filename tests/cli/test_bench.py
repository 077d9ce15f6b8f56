from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from pincite.bench.generated import report_text
from pincite.cli.bench import command
from pincite.errors import CallerError


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A data root with two questions about one text."""
    text = report_text(9_000)
    evidence = {"doc": "d", "start": 0, "end": 20, "text": text[:20], "set": 0}
    lines = [
        {
            "id": str(row),
            "question": "What did the pension fund pay?",
            "documents": [{"id": "d", "text": text}],
            "evidence": [evidence],
        }
        for row in range(2)
    ]
    (tmp_path / "qmsum").mkdir()
    (tmp_path / "qmsum" / "records.jsonl").write_text("\n".join(map(json.dumps, lines)))
    return tmp_path


def test_json_is_one_value_with_rows_and_the_environment(root: Path) -> None:
    """Schema, bench, environment and a row for each method; nothing else on standard output."""
    arguments = ["pack", "--data", str(root), "--sets", "qmsum", "--n", "1", "--json"]
    done = CliRunner().invoke(command, [*arguments, "--method", "bm25,oracle"])
    assert done.exit_code == 0
    printed = json.loads(done.stdout)
    assert set(printed) == {"schema", "bench", "command", "environment", "rows"}
    assert [row["method"] for row in printed["rows"]] == ["bm25", "oracle"]
    assert all(row["n"] == 1 and row["set"] == "qmsum" for row in printed["rows"])
    assert printed["rows"][1]["evidence"]["complete"]["total"] == 1
    assert str(root) not in done.stdout


def test_the_table_names_set_methods_and_figures(root: Path) -> None:
    """The same rows for a person."""
    done = CliRunner().invoke(command, ["pack", "--data", str(root), "--sets", "qmsum"])
    assert done.exit_code == 0
    for word in ("qmsum", "oracle", "bm25", "complete", "character_recall", "100.0 %"):
        assert word in done.stdout


def test_speed_runs_without_a_data_root() -> None:
    """The texts of our own are enough for times."""
    arguments = ["speed", "--sets", "generated_pdf", "--method", "read", "--json"]
    done = CliRunner().invoke(command, arguments)
    (row,) = json.loads(done.stdout)["rows"]
    assert (row["set"], row["n"]) == ("generated_pdf", 1)
    assert row["median_s"] > 0


@pytest.mark.parametrize("arguments", [["pack"], ["pace"]])
def test_a_bench_without_its_data_and_an_unknown_one_say_what_to_do(arguments: list[str]) -> None:
    """The error has a remedy."""
    done = CliRunner().invoke(command, arguments)
    assert isinstance(done.exception, CallerError)
    assert done.exception.remedy


def test_a_data_root_that_is_not_there_is_a_usage_error(tmp_path: Path) -> None:
    """Exit status 2, before anything is measured."""
    done = CliRunner().invoke(command, ["pack", "--data", str(tmp_path / "none")])
    assert done.exit_code == 2


def test_all_benches_go_on_where_they_were_broken_off(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each bench has a file; one that is there is not measured again, one that fails is named."""
    monkeypatch.setattr("pincite.cli.bench.BENCHES", {"pack": "", "speed": "pincite.bench.speed"})
    out = tmp_path / "out"
    out.mkdir()
    (out / "speed.json").write_text("{}")
    done = CliRunner().invoke(command, ["all", "--out", str(out)])
    assert done.exit_code == 2
    assert "speed: there already" in done.stderr
    assert "pack: the bench 'pack' needs annotated data" in done.stderr
    assert not (out / "pack.json").exists()


def test_two_results_are_compared(tmp_path: Path) -> None:
    """By their files; a file of another kind is an error."""
    answers = [{"id": str(row), "f1": 0.5} for row in range(5)]
    better = [{**answer, "f1": 0.75} for answer in answers]
    paths = []
    for name, listed in (("a", better), ("b", answers)):
        paths.append(tmp_path / f"{name}.json")
        paths[-1].write_text(json.dumps({"metrics": {"citation-on-fact": {"answers": listed}}}))
    done = CliRunner().invoke(command, ["compare", *map(str, paths), "--json"])
    (row,) = json.loads(done.stdout)["rows"]
    assert (row["n"], row["real"], row["difference"]["value"]) == (5, True, 0.25)
    paths[1].write_text("not json")
    done = CliRunner().invoke(command, ["compare", *map(str, paths)])
    assert isinstance(done.exception, CallerError)
