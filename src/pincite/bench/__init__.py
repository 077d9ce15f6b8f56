"""Data sets in, rows of figures out: the registry of benches and what a bench module provides.

A bench is a module `pincite.bench.<name>`, listed in `BENCHES`, imported when it is run. It has:

    METHODS: tuple[str, ...]       what it compares; the first is the one of the library
    NEEDS_DATA: bool = True        False where it can also run without a data root (`root` is None)

    def rows(
        root: Path | None,         laid out as docs/benchmarks.md says; see `pincite.datasets`
        sets: Sequence[str],       data sets asked for; empty: all that the bench is made for
        methods: Sequence[str],    methods asked for; empty: all
        n: int | None,             at most so many records of a set; None: all
    ) -> Iterator[Row]: ...

A *row* is a frozen dataclass of the bench, named `…Row`, with the fields `set: str`, `method: str`
and `n: int` first and then its figures. A figure is a `Proportion` (a share with counts), an
`Interval` or `Difference` (a mean with a bootstrap interval), a plain number or string with its
unit in the field's name, a mapping from strings to figures, or None where there was nothing to
measure. Rows come as they are ready, one for each set and method. The same data and arguments
give the same rows, times apart.

What a module does not do: print, draw progress or write JSON. It wraps the loop over records in
`track(records, label)` from `pincite.bench.progress`, which draws when a person looks on and is
free otherwise; `frame.py` turns rows into the table and the JSON of `pincite bench`. A set or
method that the bench does not know is a `CallerError`; `chosen` picks and checks.

    @dataclass(frozen=True, slots=True)
    class SplitRow:
        set: str
        method: str
        n: int
        boundaries_f1: Interval

    METHODS = ("pincite", "blank_lines")

    def rows(root, sets, methods, n):
        for name in chosen(sets, names(kind=Kind.BOUNDARIES), what="set"):
            records = islice(load(root, name), n)
            ...
            for method in chosen(methods, METHODS, what="method"):
                yield SplitRow(name, method, len(values), bootstrap(values))
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from importlib import import_module
from pathlib import Path
from typing import Protocol, cast

from pincite.errors import CallerError

__all__ = ["BENCHES", "Bench", "Row", "chosen", "load_bench"]

BENCHES = {
    "ask": "pincite.bench.ask",
    "checks": "pincite.bench.checks",
    "claims": "pincite.bench.claims",
    "cite": "pincite.bench.cite",
    "figures": "pincite.bench.figures",
    "judge": "pincite.bench.judge",
    "mcrb": "pincite.bench.mcrb",
    "pack": "pincite.bench.pack",
    "rank": "pincite.bench.rank",
    "read": "pincite.bench.read",
    "repair": "pincite.bench.repair",
    "speed": "pincite.bench.speed",
    "split": "pincite.bench.split",
}
"""Name of a bench → the module that runs it."""


class Row(Protocol):
    """One line of a bench's result; the figures follow as further fields of the dataclass."""

    @property
    def set(self) -> str:
        """The data set, or what stands for one."""

    @property
    def method(self) -> str:
        """What was measured on it."""

    @property
    def n(self) -> int:
        """How many records the figures stand on."""


class Bench(Protocol):
    """What a bench module provides."""

    METHODS: tuple[str, ...]

    def rows(
        self, root: Path | None, sets: Sequence[str], methods: Sequence[str], n: int | None
    ) -> Iterator[Row]:
        """One row for each set and method, as they are ready."""


def load_bench(name: str) -> Bench:
    """The module of a bench, imported now.

    Raises:
        CallerError: When there is no such bench.
    """
    if name not in BENCHES:
        raise CallerError(
            f"no bench is named {name!r}", remedy=f"the benches are {', '.join(sorted(BENCHES))}"
        )
    return cast(Bench, import_module(BENCHES[name]))


def chosen(asked: Sequence[str], known: Sequence[str], *, what: str) -> tuple[str, ...]:
    """What was asked for, in the order of `known`; all of it when nothing was.

    Args:
        asked: Names from a caller.
        known: Names there are.
        what: What they name, for the message.

    Raises:
        CallerError: On a name that is not known.
    """
    for name in asked:
        if name not in known:
            raise CallerError(f"no {what} is named {name!r}", remedy=f"one of {', '.join(known)}")
    return tuple(name for name in known if name in asked or not asked)
