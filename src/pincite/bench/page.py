"""Results → one HTML page with plots and tables, a PNG and a CSV for each plot beside it."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

from pincite.bench.charts import Chart, Result, charts
from pincite.bench.plots import draw
from pincite.canonical import Plain
from pincite.errors import CallerError

__all__ = ["write_page"]

_WIDEST = 9
"""Columns of a table that stands upright; a wider one is turned."""


@dataclass(frozen=True, slots=True)
class _Table:
    """A table of the page."""

    title: str
    command: str
    machine: str
    judge: str
    headings: tuple[str, ...]
    lines: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class _Plot:
    """A plot of the page."""

    chart: Chart
    svg: str
    lines: tuple[tuple[str, ...], ...]


def write_page(results: Mapping[str, Result], folder: Path) -> list[Path]:
    """Write `report.html`, and a PNG and a CSV for each plot.

    Args:
        results: By the name of their file.
        folder: Made where it is not there.

    Returns:
        What was written.

    Raises:
        CallerError: When there is nothing to show, or the folder cannot be written to.
        ExtraError: When matplotlib or jinja2 is not installed.
    """
    found = charts(list(results.values()))
    tables = [table for name, result in results.items() for table in _tables(name, result)]
    if not found and not tables:
        raise CallerError("the results hold no figure")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        written, plots = [], []
        for chart in found:
            drawn = draw(chart)
            lines = tuple(_lines(chart))
            plots.append(_Plot(chart, drawn.svg, lines))
            for ending, data in (("png", drawn.png), ("csv", _csv(lines))):
                written.append(folder / f"{chart.slug}.{ending}")
                written[-1].write_bytes(data)
        written.append(folder / "report.html")
        written[-1].write_text(_html(plots, tables), encoding="utf-8")
    except OSError as error:
        raise CallerError(f"cannot write to {str(folder)!r}: {error.strerror}") from error
    return written


def _html(plots: Sequence[_Plot], tables: Sequence[_Table]) -> str:
    from jinja2 import Environment
    from markupsafe import Markup

    source = (files("pincite.bench") / "page.html.j2").read_text(encoding="utf-8")
    template = Environment(autoescape=True, trim_blocks=True, lstrip_blocks=True).from_string(
        source
    )
    return template.render(
        plots=[(plot.chart, Markup(plot.svg), plot.lines) for plot in plots],
        tables=tables,
        columns=_COLUMNS,
    )


_COLUMNS = ("series", "label", "x", "y", "low", "high", "n")


def _lines(chart: Chart) -> Iterator[tuple[str, ...]]:
    for series in chart.series:
        for point in series.points:
            ends = ("" if end is None else f"{end:.6g}" for end in (point.low, point.high))
            n = "" if point.n is None else str(point.n)
            yield (series.name, point.label, f"{point.x:.6g}", f"{point.y:.6g}", *ends, n)


def _csv(lines: Sequence[Sequence[str]]) -> bytes:
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(_COLUMNS)
    writer.writerows([[_inert(cell) for cell in line] for line in lines])
    return stream.getvalue().encode("utf-8")


def _inert(cell: str) -> str:
    """A cell that a spreadsheet does not take for a formula."""
    number = cell.replace(".", "").replace("-", "").replace("e", "").isdigit()
    return f"'{cell}" if cell[:1] in "=+-@\t\r" and cell and not number else cell


def _tables(name: str, result: Result) -> Iterator[_Table]:
    command = result.get("command")
    shown = command if isinstance(command, str) else ""
    machine = _machine(result)
    rows = result.get("rows")
    if isinstance(rows, Sequence) and not isinstance(rows, str):
        flat = [dict(_cells(row)) for row in rows if isinstance(row, Mapping)]
        yield from _upright(str(result.get("bench") or name), flat, (shown, machine, ""))
    metrics = result.get("metrics")
    for metric, found in metrics.items() if isinstance(metrics, Mapping) else ():
        scores = found.get("scores") if isinstance(found, Mapping) else None
        cells = dict(_cells(scores)) if isinstance(scores, Mapping) else {"score": "no score"}
        about = (shown, machine, _judge(result))
        lines = tuple((heading, value) for heading, value in cells.items())
        yield _Table(f"{name}: {metric}", *about, ("figure", "value"), lines)


def _upright(
    title: str, rows: Sequence[Mapping[str, str]], about: tuple[str, str, str]
) -> Iterator[_Table]:
    """One table, or where it would be too wide one for each set, turned."""
    headings = tuple(dict.fromkeys(heading for row in rows for heading in row))
    if not rows or len(headings) <= _WIDEST:
        lines = tuple(tuple(row.get(heading, "") for heading in headings) for row in rows)
        yield _Table(title, *about, headings, lines)
        return
    for name in dict.fromkeys(row.get("set", "") for row in rows):
        mine = [row for row in rows if row.get("set", "") == name]
        yield _Table(
            f"{title}, {name}",
            *about,
            ("figure", *(f"{row.get('method', '')} {row.get('kind', '')}".strip() for row in mine)),
            tuple(
                (heading, *(row.get(heading, "") for row in mine))
                for heading in headings
                if heading not in ("set", "method", "kind")
            ),
        )


def _cells(value: Mapping[str, Plain], prefix: str = "") -> Iterator[tuple[str, str]]:
    for name, item in value.items():
        heading = f"{prefix}{name}".replace("_", " ")
        if isinstance(item, Mapping) and "value" not in item:
            yield from _cells(item, f"{heading} ")
        elif isinstance(item, Mapping):
            yield heading, _figure(item)
        elif not isinstance(item, Sequence) or isinstance(item, str):
            yield heading, _plain(item)


def _figure(item: Mapping[str, Plain]) -> str:
    value, low, high = (item.get(name) for name in ("value", "low", "high"))
    if not isinstance(value, int | float):
        return "–"
    counts = f" ({item['successes']}/{item['total']})" if "total" in item else ""
    if isinstance(low, int | float) and isinstance(high, int | float):
        return f"{value:.3f} [{low:.3f}–{high:.3f}]{counts}"
    return f"{value:.3f}{counts}"


def _plain(item: Plain) -> str:
    match item:
        case None:
            return "–"
        case bool():
            return "yes" if item else "no"
        case float():
            return f"{item:.4g}"
    return str(item)


def _machine(result: Result) -> str:
    found = result.get("environment")
    if not isinstance(found, Mapping):
        return ""
    machine = found.get("machine")
    cores = machine.get("cores") if isinstance(machine, Mapping) else None
    commit = str(found.get("commit") or "")[:12]
    said = [f"pincite {found.get('pincite')}", f"Python {found.get('python')}"]
    return ", ".join([*said, *([f"{cores} cores"] if cores else []), *([commit] if commit else [])])


def _judge(result: Result) -> str:
    judge = result.get("judge")
    if not isinstance(judge, Mapping):
        return ""
    people = judge.get("agreement_with_people")
    said = "; ".join(f"{k} {v}" for k, v in people.items()) if isinstance(people, Mapping) else ""
    return f"judge {judge.get('name')}, agreement with people: {said or 'not measured'}"
