from __future__ import annotations

import getpass
import json
import platform
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from rich.console import Console

from pincite.bench.frame import environment, plain_rows, tables
from pincite.measure.evidence import EvidenceScores, Position
from pincite.measure.intervals import Difference, Interval, wilson
from pincite.records import Proportion


@dataclass(frozen=True, slots=True)
class ToyRow:
    """A row with a figure of every form."""

    set: str
    method: str
    n: int
    right: Proportion
    mean: Interval
    gain: Difference
    seconds: float | None
    kept: EvidenceScores


NOTHING = Interval(None, None, None, 0)
ROW = ToyRow(
    set="dams",
    method="bm25",
    n=4,
    right=wilson(3, 4),
    mean=Interval(0.5, 0.25, 0.75, 4),
    gain=Difference(-0.1, -0.2, 0.0, 0.04, 4),
    seconds=None,
    kept=EvidenceScores(
        complete=wilson(0, 0),
        recall=NOTHING,
        character_recall=NOTHING,
        any_hit=wilson(1, 2),
        complete_by_position={Position.FRONT: wilson(1, 1)},
    ),
)


def test_figures_become_plain_values_with_their_counts() -> None:
    """A share has value, counts and ends; what was not measured is null, all of it JSON."""
    (row,) = plain_rows([ROW])
    read = json.loads(json.dumps(row, allow_nan=False))
    assert read["right"]["value"] == 0.75
    assert (read["right"]["successes"], read["right"]["total"]) == (3, 4)
    assert read["seconds"] is None
    assert read["kept"]["complete"]["value"] is None
    assert read["kept"]["complete_by_position"]["front"]["value"] == 1.0
    assert read["gain"]["p"] == 0.04


def drawn(rows: list[ToyRow]) -> str:
    """The tables as text."""
    console = Console(width=120)
    with console.capture() as captured:
        console.print(*tables("toy", rows), sep="\n")
    return captured.get()


def test_the_table_has_a_cell_for_every_figure() -> None:
    """Nested figures stand on lines of their own; nothing measured is a dash, never 0."""
    text = drawn([ROW])
    assert "75.0 % [30.1–95.4]" in text
    assert "0.500 [0.250–0.750]" in text
    assert "-0.100 [-0.200–+0.000] p=0.040" in text
    assert "complete by position front" in text.replace("_", " ")
    assert "–\n" in text.replace(" ", "")


def test_a_wide_row_is_turned_and_its_methods_stand_side_by_side() -> None:
    """One table for each set, a column for each method."""
    text = drawn([ROW, replace(ROW, method="random"), replace(ROW, set="rivers")])
    assert "toy, dams" in text
    assert "toy, rivers" in text
    (heads,) = [line for line in text.splitlines() if "random" in line]
    assert heads.split() == ["figure", "bm25", "random"]


def test_what_is_no_figure_is_refused() -> None:
    """A path, a set or bytes in a row is a mistake of the bench."""

    @dataclass(frozen=True)
    class Wrong:
        set: str
        method: str
        n: int
        where: Path

    with pytest.raises(TypeError):
        plain_rows([Wrong("a", "b", 1, Path("x"))])


def test_the_environment_names_no_host_user_or_path() -> None:
    """Commit, machine, Python and packages; nothing that says whose machine it is."""
    found = environment()
    text = json.dumps(found)
    assert set(found) == {"commit", "machine", "pincite", "python", "packages"}
    assert "pytest" in text
    assert str(Path(__file__).parents[2]) not in text
    assert f'"{getpass.getuser()}"' not in text
    assert not platform.node() or f'"{platform.node()}"' not in text
