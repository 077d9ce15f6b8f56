"""Rows of figures → the JSON and the table of `pincite bench`, with what they were measured on.

The environment names commit, machine, Python and the packages that were loaded; never a host, a
user or a path.
"""

from __future__ import annotations

import os
import platform
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from importlib.metadata import packages_distributions, version
from pathlib import Path
from typing import TYPE_CHECKING, cast

import pincite
from pincite.bench import Row
from pincite.canonical import Plain
from pincite.measure.intervals import Difference, Interval
from pincite.records import Proportion

if TYPE_CHECKING:
    from rich.table import Table

__all__ = ["commit", "environment", "figures_tables", "machine", "plain", "plain_rows", "tables"]


def environment() -> dict[str, Plain]:
    """What the figures were measured on; `commit` is None outside of a checkout."""
    return {
        "commit": commit(),
        "machine": machine(),
        "pincite": pincite.__version__,
        "python": platform.python_version(),
        "packages": _packages(),
    }


def machine() -> dict[str, Plain]:
    """Processor architecture, system and the cores that this process may use."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return {"architecture": platform.machine(), "system": platform.system(), "cores": cores}


def commit() -> str | None:
    """The commit of the checkout that this package is part of, with `+` where files differ."""
    here = Path(pincite.__file__)
    if _git(here, "ls-files", "--error-unmatch", here.name) is None:
        return None
    changed = _git(here, "status", "--porcelain", "--untracked-files=no")
    head = _git(here, "rev-parse", "HEAD")
    return None if head is None else head + ("+" if changed else "")


def plain_rows(rows: Iterable[Row]) -> list[Plain]:
    """Rows as plain values: a figure is a mapping with `value`, its counts and its ends."""
    return [_plain(row) for row in rows]


def plain(value: object) -> Plain:
    """A figure, or a record of figures, as plain values."""
    return _plain(value)


def figures_tables(title: str, figures: object | None) -> list[Table]:
    """A record of figures as tables: one figure a line, what is given by name a line each name.

    "no score" where there is no record.
    """
    if not is_dataclass(figures):
        return [_table(title, ["figure", "value"], [["no score", "–"]])]
    drawn, single = [], {}
    for field in fields(figures):
        value = getattr(figures, field.name)
        named = isinstance(value, Mapping) and value and all(map(is_dataclass, value.values()))
        if not named or any(isinstance(v, Proportion | Interval) for v in value.values()):
            single[field.name] = value
            continue
        rows = {str(name): dict(_cells(item)) for name, item in value.items()}
        headings = list(dict.fromkeys(heading for row in rows.values() for heading in row))
        lines = [[name, *(row.get(h, "") for h in headings)] for name, row in rows.items()]
        drawn.append(_table(f"{title}, {_spaced(field.name)}", ["set", *headings], lines))
    if single:
        lines = [[_spaced(name), text] for name, text in _cells(single)]
        drawn.append(_table(title, ["figure", "value"], lines))
    return drawn


def _spaced(name: str) -> str:
    return name.replace("_", " ")


def tables(title: str, rows: Sequence[Row]) -> list[Table]:
    """Rows as tables for a terminal: one, or where it would be too wide one for each set."""
    flat = [dict(_cells(row)) for row in rows]
    headings = list(dict.fromkeys(name for row in flat for name in row))
    if len(headings) <= _WIDEST:
        return [_table(title, headings, [[row.get(name, "") for name in headings] for row in flat])]
    turned = []
    for name in dict.fromkeys(row["set"] for row in flat):
        mine = [row for row in flat if row["set"] == name]
        lines = [
            [heading, *(row.get(heading, "") for row in mine)]
            for heading in headings[len(_TEXTS) :]
        ]
        methods = ["figure", *(row["method"] for row in mine)]
        turned.append(_table(f"{title}, {name}", methods, lines))
    return turned


def _table(title: str, headings: Sequence[str], lines: Sequence[Sequence[str]]) -> Table:
    from rich import box
    from rich.table import Table
    from rich.text import Text

    drawn = Table(title=title, title_justify="left", box=box.SIMPLE_HEAD)
    for name in headings:
        left = name in _TEXTS or name == "figure"
        drawn.add_column(name.replace("_", " "), justify="left" if left else "right")
    for line in lines:
        drawn.add_row(*(Text(cell) for cell in line))
    return drawn


_TEXTS = ("set", "method")
_WIDEST = 10


def _git(here: Path, *words: str) -> str | None:
    try:
        done = subprocess.run(
            ["git", "-C", str(here.parent), *words],
            capture_output=True,
            text=True,
            timeout=10,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    return done.stdout.strip() if done.returncode == 0 else None


def _packages() -> dict[str, Plain]:
    loaded = {name.partition(".")[0] for name in sys.modules}
    found = {
        distribution
        for module, distributions in packages_distributions().items()
        if module in loaded
        for distribution in distributions
    }
    return {name: version(name) for name in sorted(found - {"pincite"})}


def _plain(value: object) -> Plain:
    if isinstance(value, Proportion):
        return {"value": _plain(value.value), **_fields(value)}
    if is_dataclass(value):
        return _fields(value)
    if isinstance(value, Mapping):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    if isinstance(value, float):
        return round(value, 6)
    if value is None or isinstance(value, str | int):
        return value
    raise TypeError(f"{value!r} is not a figure")


def _fields(value: object) -> dict[str, Plain]:
    assert is_dataclass(value)
    return {field.name: _plain(getattr(value, field.name)) for field in fields(value)}


def _cells(value: object, prefix: str = "") -> Iterator[tuple[str, str]]:
    """Heading and text of each figure; of figures inside figures with their path."""
    if isinstance(value, Mapping):
        items = [(str(key), item) for key, item in value.items()]
    else:
        assert is_dataclass(value)
        items = [(field.name, getattr(value, field.name)) for field in fields(value)]
    for name, item in items:
        single = isinstance(item, Proportion | Interval | Difference)
        if isinstance(item, list | tuple) and (not item or any(map(is_dataclass, item))):
            continue
        if not single and (isinstance(item, Mapping) or is_dataclass(item)):
            inner = name if isinstance(item, Mapping) or isinstance(value, Mapping) else ""
            yield from _cells(item, f"{prefix}{inner} " if inner else prefix)
        else:
            yield prefix + name, _cell(item)


def _cell(item: object) -> str:
    match item:
        case None:
            return "–"
        case Proportion(low=float(low), high=float(high)):
            return f"{100 * cast(float, item.value):.1f} % [{100 * low:.1f}–{100 * high:.1f}]"
        case Interval(value=float(value), low=float(low), high=float(high)):
            return f"{value:.3f} [{low:.3f}–{high:.3f}]"
        case Interval(value=float(value)):
            return f"{value:.3f}"
        case Difference(value=float(value), low=float(low), high=float(high), p=float(p)):
            return f"{value:+.3f} [{low:+.3f}–{high:+.3f}] p={p:.3f}"
        case Proportion() | Interval() | Difference():
            return "–"
        case float():
            return f"{item:,.0f}" if abs(item) >= 1000 else f"{item:.4g}"
        case int() if not isinstance(item, bool):
            return f"{item:,}"
        case list() | tuple():
            return ", ".join(_cell(each) for each in item)
    return str(item)
