from __future__ import annotations

import pytest

from pincite.bench.compare import ApartRow, PairedRow, compare
from pincite.bench.kept import keeping, kept
from pincite.errors import CallerError


def scored(**figures: list[float | None]) -> dict:
    """A result of `pincite score --json` with figures of some answers."""
    count = max(map(len, figures.values()))
    answers = [
        {"id": str(row), **{name: values[row] for name, values in figures.items()}}
        for row in range(count)
    ]
    return {"metrics": {"citation-on-fact": {"answers": answers}}}


def test_a_difference_in_every_answer_is_real_and_chance_is_not() -> None:
    """Twenty answers that are all 0.2 better; and figures that go either way."""
    better = scored(f1=[0.7] * 20, recall=[0.5, 0.6] * 10)
    worse = scored(f1=[0.5] * 20, recall=[0.6, 0.5] * 10)
    rows = compare(better, worse)
    f1, recall = rows
    assert isinstance(f1, PairedRow)
    assert isinstance(recall, PairedRow)
    assert (f1.n, f1.real) == (20, True)
    assert f1.difference.value == pytest.approx(0.2)
    assert (recall.real, recall.difference.value) == (False, pytest.approx(0.0))


def test_p_values_hold_for_all_rows_together() -> None:
    """Holm: the smallest of two is doubled, the larger one is not, and none falls below it."""
    a = scored(x=[1.0] * 30, y=[1.0] * 9 + [0.0] * 21)
    b = scored(x=[0.0] * 30, y=[0.0] * 30)
    x, y = compare(a, b)
    assert isinstance(x, PairedRow)
    assert isinstance(y, PairedRow)
    assert x.difference.p is not None
    assert x.holm_p == pytest.approx(min(1, 2 * x.difference.p))
    assert y.holm_p == max(x.holm_p, y.difference.p)


def test_answers_without_a_partner_or_a_figure_are_counted() -> None:
    """What only one run has a figure for is no pair."""
    (row,) = compare(scored(f1=[0.1, None, 0.3]), scored(f1=[0.1, 0.2]))
    assert isinstance(row, PairedRow)
    assert (row.n, row.left_out) == (1, 2)


def test_results_of_a_bench_are_compared_by_their_intervals() -> None:
    """Apart, or touching."""

    def bench(low: float, high: float) -> dict:
        figure = {"value": (low + high) / 2, "low": low, "high": high, "n": 9}
        row = {"set": "s", "method": "m", "n": 9, "f1": figure, "p50_ms": 3.0, "none": None}
        return {"bench": "pack", "rows": [row]}

    (apart,), (touching,) = (
        compare(bench(0.8, 0.9), bench(0.5, 0.6)),
        compare(bench(0.5, 0.9), bench(0.5, 0.6)),
    )
    assert isinstance(apart, ApartRow)
    assert isinstance(touching, ApartRow)
    assert (apart.apart, touching.apart) == (True, False)
    assert apart.difference == pytest.approx(0.3)


@pytest.mark.parametrize(
    "pair",
    [
        ({"bench": "pack", "rows": []}, {"bench": "split", "rows": []}),
        ({"metrics": {}}, {"bench": "pack", "rows": []}),
        ({"metrics": {"a": {}}}, {"metrics": {"b": {}}}),
        ({}, {}),
    ],
)
def test_what_cannot_be_compared_is_an_error(pair: tuple[dict, dict]) -> None:
    """Not an empty table."""
    with pytest.raises(CallerError):
        compare(*pair)


def test_what_is_kept_is_there_in_the_next_run(tmp_path) -> None:
    """Also behind a line that broke off; outside of a folder nothing is kept."""
    with keeping(tmp_path):
        kept("answers of a/b").put("1", {"text": "x"})
        kept("answers of a/b").put("2", [1])
        (path,) = tmp_path.iterdir()
        path.write_bytes(path.read_bytes()[:-4])
        assert kept("answers of a/b").get("1") == {"text": "x"}
        assert kept("answers of a/b").get("2") is None
        assert kept("answers of a-b").get("1") is None
    kept("elsewhere").put("1", 1)
    assert kept("elsewhere").get("1") is None
