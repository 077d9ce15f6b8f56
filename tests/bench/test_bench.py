from __future__ import annotations

import pkgutil
from importlib import import_module

import pytest

import pincite.bench
from pincite.bench import BENCHES, chosen, load_bench
from pincite.bench.progress import showing, track
from pincite.errors import CallerError


def test_every_module_with_rows_is_a_registered_bench() -> None:
    """What can be run can be named, and what can be named can be run."""
    found = set()
    for item in pkgutil.iter_modules(pincite.bench.__path__, "pincite.bench."):
        if hasattr(import_module(item.name), "rows"):
            found.add(item.name)
    assert found == set(BENCHES.values())
    assert all(load_bench(name).METHODS for name in BENCHES)


def test_an_unknown_bench_is_an_error_that_names_the_known_ones() -> None:
    """A mistyped name is answered with the list."""
    with pytest.raises(CallerError) as caught:
        load_bench("sped")
    assert caught.value.remedy is not None
    assert "speed" in caught.value.remedy


def test_chosen_keeps_the_known_order_and_nothing_means_all() -> None:
    """What is asked for comes in the order of what there is."""
    assert chosen([], ["a", "b"], what="set") == ("a", "b")
    assert chosen(["b", "a"], ["a", "b", "c"], what="set") == ("a", "b")
    with pytest.raises(CallerError, match="'z'"):
        chosen(["z"], ["a"], what="set")


def test_track_hands_on_the_items_with_and_without_a_display(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Tracking changes nothing and prints nothing where no terminal looks on."""
    assert list(track([1, 2], "twos")) == [1, 2]
    with showing():
        assert list(track(iter([1, 2]), "twos", total=2)) == [1, 2]
    assert capsys.readouterr() == ("", "")
