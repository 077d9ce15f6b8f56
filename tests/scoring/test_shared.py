"""LongBench-Cite's runner on a file of its form made from annotated data, English and Chinese."""

from __future__ import annotations

import json
from itertools import islice
from pathlib import Path

import pytest
from click.testing import CliRunner

from pincite.cli.score import command
from pincite.datasets import load

ROOT = Path(__file__).parents[3] / "shared" / "data"
needs_data = pytest.mark.skipif(not ROOT.is_dir(), reason="needs the annotated data")


@pytest.mark.shared
@needs_data
def test_a_file_of_the_benchmarks_form_is_answered_and_scored(tmp_path: Path) -> None:
    """Three sets, one of them Chinese: every item is answered, every set is in both tables."""
    items = []
    for part, name in (("hotpotqa", "hotpotqa"), ("expmrc", "multifieldqa_en")):
        items += [(name, r) for r in islice((x for x in load(ROOT, part) if x.language == "en"), 2)]
    chinese = (record for record in load(ROOT, "expmrc") if record.language == "zh")
    items += [("multifieldqa_zh", record) for record in islice(chinese, 2)]
    path = tmp_path / "LongBench-Cite.json"
    path.write_text(
        json.dumps(
            [
                {
                    "idx": row,
                    "dataset": name,
                    "query": record.question,
                    "context": "\n\n".join(document.text for document in record.documents),
                    "answer": list(record.answers),
                    "few_shot_scores": [],
                }
                for row, (name, record) in enumerate(items)
            ],
            ensure_ascii=False,
        ),
        encoding="utf-8",
    )
    done = CliRunner().invoke(
        command,
        [str(path), "--metric", "longbench-cite", "--generate", "extractive", "--json"],
    )
    assert done.exit_code == 0
    found = json.loads(done.stdout)
    assert found["answers"] == 6
    for mode in ("as-published", "strict"):
        sets = found["metrics"][f"longbench-cite {mode}"]["scores"]["sets"]
        assert sorted(sets) == ["hotpotqa", "multifieldqa", "multifieldqa_en", "multifieldqa_zh"]
        assert sets["multifieldqa"]["answers"] + sets["multifieldqa"]["unscored"] == 4
