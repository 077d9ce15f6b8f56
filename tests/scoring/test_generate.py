from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from pincite.bench.kept import Kept
from pincite.datasets.lines import Fault
from pincite.errors import GeneratorError
from pincite.exchange import read
from pincite.parse import parse_answer
from pincite.records import Library
from pincite.scoring import Entry
from pincite.scoring.generate import Answerer, Written, answer_all, with_markers
from pincite.scoring.gold import read_gold

LONGBENCH = [
    {
        "idx": row,
        "dataset": name,
        "query": "What rose?",
        "context": context,
        "answer": ["fees"],
        "few_shot_scores": [],
    }
    for row, (name, context) in enumerate(
        [("hotpotqa", "Fees rose. Costs fell."), ("dureader", "费用上涨。成本下降。")]
    )
]


def test_the_benchmarks_own_file_is_answered(tmp_path: Path) -> None:
    """English and Chinese; what a generator did not answer is named, and asked again next time."""
    path = tmp_path / "LongBench-Cite.json"
    path.write_text(json.dumps(LONGBENCH, indent=2, ensure_ascii=False))
    asked: list[str] = []

    def answer(question: str, library: Library) -> Written:
        asked.append(question)
        if len(asked) == 2:
            raise GeneratorError("busy", retryable=True)
        return Written(f"{library.sentence(1).text} [s1]", at_limit=len(asked) == 3)

    def run() -> list[Entry | Fault]:
        answerer = Answerer("told", answer)
        return list(answer_all(read_gold(path), answerer, Kept(tmp_path / "kept"), lambda: 0.0))

    first, fault = run()
    assert isinstance(first, Entry)
    assert (first.set, first.raw, first.references) == ("hotpotqa", "Fees rose. [s1]", ("fees",))
    assert isinstance(fault, Fault)
    assert fault.reason == "busy"
    _, second = run()
    assert isinstance(second, Entry)
    assert second.raw == "费用上涨。 [s1]"
    assert len(asked) == 3
    assert (first.at_limit, second.at_limit) == (False, True)
    _, again = run()
    assert isinstance(again, Entry)
    assert (again.at_limit, len(asked)) == (True, 3), "kept, with how it ended"


@pytest.mark.parametrize("record", [{"id": "a", "question": "q"}, {"id": "a", "claim": "c"}])
def test_a_record_without_question_or_documents_is_named(tmp_path: Path, record: dict) -> None:
    """With its line."""
    path = tmp_path / "gold.jsonl"
    path.write_text(json.dumps(record))
    (fault,) = answer_all(
        read_gold(path), Answerer("none", lambda *_: Written("")), Kept(None), lambda: 0.0
    )
    assert isinstance(fault, Fault)
    assert (fault.line, fault.file) == (1, "gold.jsonl")


@pytest.mark.parametrize(
    ("changed", "name"),
    [
        ({"query": "What fell?"}, "a"),
        ({"context": "Fees fell."}, "a"),
        ({}, "b"),
    ],
)
def test_an_answer_is_kept_for_what_it_was_made_from(
    tmp_path: Path, changed: dict[str, str], name: str
) -> None:
    """Another question, other documents or another generator under one id are asked anew."""
    path, kept = tmp_path / "LongBench-Cite.json", tmp_path / "kept"

    def texts(record: dict, name: str) -> list[str]:
        path.write_text(json.dumps([record]))
        answerer = Answerer(
            name, lambda question, library: Written(f"{name} {question} {library.sentence(1).text}")
        )
        found = answer_all(read_gold(path), answerer, Kept(kept), lambda: 0.0)
        return [entry.raw for entry in found if isinstance(entry, Entry)]

    first = texts(LONGBENCH[0], "a")
    assert texts(LONGBENCH[0], "a") == first
    assert texts({**LONGBENCH[0], **changed}, name) != first
    assert texts(LONGBENCH[0], "a") == first


def test_a_kept_line_that_broke_off_costs_that_answer_alone(tmp_path: Path) -> None:
    """What is kept after it does not become part of it."""
    path = tmp_path / "kept.jsonl"
    path.write_text('["a", {"answer": "whole"}]\n["b", {"ans')
    Kept(path).put("c", "next")
    assert (Kept(path).get("a"), Kept(path).get("c")) == ({"answer": "whole"}, "next")


def test_citations_beside_the_text_become_markers(make_library: Callable[..., Library]) -> None:
    """An answer in another form scores as one with markers: same claims, same sentences."""
    library = make_library(mill="The mill was built in 1871. It burned in 1902. It stands.")
    text = (
        "<statement>It was built in 1871.<cite>[0-0][2-2]</cite></statement> "
        "<statement>It burned,<cite>[1-1]</cite></statement> <statement>so they say.<cite>"
        "[7-9]</cite></statement> <statement>Amen.<cite>none</cite></statement>"
    )
    given = read("longcite", text, library).answer
    marked = with_markers(given)
    assert marked == (
        "It was built in 1871. [s1, s3] It burned, [s2] so they say. [s8-s10] Amen. [s999999999]"
    )
    again = parse_answer(marked)
    assert [claim.text for claim in again.claims] == [claim.text for claim in given.claims]
    plain = "It burned [s2]. As `x[s1]`."
    assert with_markers(parse_answer(plain)) == plain
