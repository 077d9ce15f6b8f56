from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from pincite.cli.score import command
from pincite.errors import CallerError

DOCUMENTS = [{"id": "note", "text": "Fees rose to 12 EUR in June. Costs fell. The board met."}]
GOOD = {"id": "a", "answer": "Fees rose to 12 EUR [s1]. Costs fell [s3].", "documents": DOCUMENTS}
EVIDENCE = {"doc": "note", "start": 0, "end": 28, "text": "Fees rose to 12 EUR in June."}


def write(path: Path, *items: object) -> Path:
    """A file of JSON Lines."""
    path.write_text(
        "\n".join(item if isinstance(item, str) else json.dumps(item) for item in items)
    )
    return path


def test_every_figure_can_be_opened(tmp_path: Path) -> None:
    """The JSON has counts and answers, the records a line for each claim."""
    answers = write(tmp_path / "answers.jsonl", GOOD)
    records = tmp_path / "records.jsonl"
    done = CliRunner().invoke(command, [str(answers), "--json", "--records", str(records)])
    assert done.exit_code == 0
    found = json.loads(done.stdout)
    scores = found["metrics"]["citation-on-fact"]["scores"]
    assert (scores["precision"]["successes"], scores["precision"]["total"]) == (1, 2)
    assert found["metrics"]["citation-on-fact"]["answers"][0]["id"] == "a"
    assert found["judge"]["name"].startswith("checks/1")
    lines = [json.loads(line) for line in records.read_text().splitlines()]
    assert [(line["claim"], line["right"]) for line in lines] == [(1, True), (2, False)]


def test_what_is_left_out_is_named_with_its_line_and_counted(tmp_path: Path) -> None:
    """Bad answers, unknown ids and gold spans that do not match their text; the rest is scored."""
    answers = write(
        tmp_path / "answers.jsonl",
        GOOD,
        {**GOOD, "id": "stranger"},
        GOOD,
        '{"id": "n", "answer": NaN}',
        '{"id": "cut", "ans',
    )
    gold = write(
        tmp_path / "gold.jsonl",
        {"id": "a", "documents": DOCUMENTS, "evidence": [EVIDENCE]},
        {"id": "m", "documents": DOCUMENTS, "evidence": [{**EVIDENCE, "text": "Fees fell"}]},
        {"id": "silent", "documents": DOCUMENTS, "evidence": [EVIDENCE]},
    )
    done = CliRunner().invoke(
        command, [str(answers), "--gold", str(gold), "--metric", "evidence", "--json"]
    )
    assert done.exit_code == 0
    evidence = json.loads(done.stdout)["metrics"]["evidence"]
    assert evidence["scores"]["evidence"]["complete"]["total"] == 1
    for part in (
        "answers.jsonl:3: a second answer with the id 'a'",
        "answers.jsonl:4: the line is not JSON: NaN",
        "answers.jsonl:5: the line is not JSON",
        "gold.jsonl:2: the evidence text is not at 0:28 of 'note'",
        "gold.jsonl:3: no answer has the id 'silent'",
    ):
        assert part in done.stderr
    assert evidence["left_out"][0]["line"] == 2
    table = CliRunner().invoke(command, [str(answers), "--gold", str(gold), "--metric", "evidence"])
    assert "1 answers scored, 4 left out" in table.stdout
    assert "answers.jsonl:2: no gold record has the id 'stranger'" in table.stdout


def test_no_data_is_no_score(tmp_path: Path) -> None:
    """An empty file gives "no score" and null, not 0."""
    answers = write(tmp_path / "answers.jsonl")
    done = CliRunner().invoke(command, [str(answers)])
    assert "no score" in done.stdout
    done = CliRunner().invoke(command, [str(answers), "--json"])
    assert json.loads(done.stdout)["metrics"]["citation-on-fact"]["scores"] is None


def test_documents_may_be_given_once_for_all(tmp_path: Path) -> None:
    """`--source` is what entries without documents are held against."""
    source = tmp_path / "note.txt"
    source.write_text(DOCUMENTS[0]["text"])
    answers = write(tmp_path / "answers.jsonl", {"id": "a", "answer": "Costs fell [s2]."})
    done = CliRunner().invoke(command, [str(answers), "--source", str(source), "--json"])
    scores = json.loads(done.stdout)["metrics"]["citation-on-fact"]["scores"]
    assert scores["precision"]["successes"] == 1


def test_an_unknown_metric_or_judge_is_answered_with_the_known_ones(tmp_path: Path) -> None:
    """The message names them."""
    answers = write(tmp_path / "answers.jsonl", GOOD)
    for option in (["--metric", "bleu"], ["--judge", "oracle"]):
        done = CliRunner().invoke(command, [str(answers), *option])
        assert isinstance(done.exception, CallerError)
        assert option[1] in done.exception.message
        assert done.exception.remedy


@pytest.mark.parametrize("metric", ["citation-on-fact", "evidence"])
def test_the_same_file_gives_the_same_bytes(tmp_path: Path, metric: str) -> None:
    """Two runs print the same JSON."""
    answers = write(tmp_path / "answers.jsonl", GOOD, {**GOOD, "id": "b"})
    gold = write(
        tmp_path / "gold.jsonl", {"id": "a", "documents": DOCUMENTS, "evidence": [EVIDENCE]}
    )
    words = [str(answers), "--metric", metric, "--gold", str(gold), "--json"]
    assert CliRunner().invoke(command, words).stdout == CliRunner().invoke(command, words).stdout


def test_a_dry_run_says_what_judging_would_cost(tmp_path: Path) -> None:
    """And judges nothing."""
    answers = write(tmp_path / "answers.jsonl", GOOD)
    done = CliRunner().invoke(command, [str(answers), "--dry-run", "--json"])
    assert json.loads(done.stdout)["estimate"]["judgements"] == 2
    done = CliRunner().invoke(command, [str(answers), "--dry-run", "--prices", "cheap"])
    assert isinstance(done.exception, CallerError)


def test_the_judge_and_its_worth_stand_beside_the_score(tmp_path: Path) -> None:
    """In the table and in the JSON, also where the worth was not measured."""
    answers = write(tmp_path / "answers.jsonl", GOOD)
    for name in ("checks", "words"):
        done = CliRunner().invoke(command, [str(answers), "--judge", name])
        assert "judge checks/1" in done.stdout
        assert "people" in done.stdout
        done = CliRunner().invoke(command, [str(answers), "--judge", name, "--json"])
        assert "agreement_with_people" in json.loads(done.stdout)["judge"]


def test_a_benchmark_file_is_answered_and_scored(tmp_path: Path) -> None:
    """`--generate` takes LongBench-Cite's own file; answers are kept and the table has its sets."""
    items = [
        {
            "idx": row,
            "dataset": name,
            "query": "What rose to 12 EUR?",
            "context": DOCUMENTS[0]["text"],
            "answer": ["Fees"],
            "few_shot_scores": [],
        }
        for row, name in enumerate(("hotpotqa", "multifieldqa_en"))
    ]
    path = tmp_path / "LongBench-Cite.json"
    path.write_text(json.dumps(items))
    keep = tmp_path / "kept.jsonl"
    words = ["--metric", "longbench-cite", "--generate", "extractive", "--keep", str(keep)]
    done = CliRunner().invoke(command, [str(path), *words, "--json"])
    assert done.exit_code == 0
    scores = json.loads(done.stdout)["metrics"]["longbench-cite strict"]["scores"]
    assert sorted(scores["sets"]) == ["hotpotqa", "multifieldqa", "multifieldqa_en"]
    assert scores["sets"]["hotpotqa"]["f1"]["value"] == 1.0
    assert len(keep.read_text().splitlines()) == 2
