"""Results of benches and scores → charts as plain numbers; draws nothing.

A chart is found wherever results have what it shows, whichever bench they come from: retention
against reduction, reliability, kinds of error, F1 against citation length, quality against time.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from pincite.canonical import Plain

__all__ = ["Chart", "ChartKind", "Point", "Series", "charts"]

Result = Mapping[str, Plain]


class ChartKind(StrEnum):
    """How a chart is drawn."""

    LINES = "lines"
    POINTS = "points"
    BARS = "bars"
    RELIABILITY = "reliability"


@dataclass(frozen=True, slots=True)
class Point:
    """One value of a series.

    Attributes:
        x: Where; for bars the number of the group.
        y: How much.
        low: Lower end of its interval, where it has one.
        high: Upper end.
        label: Of the group or the point.
        n: What it stands on.
    """

    x: float
    y: float
    low: float | None = None
    high: float | None = None
    label: str = ""
    n: int | None = None


@dataclass(frozen=True, slots=True)
class Series:
    """The points of one method."""

    name: str
    points: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class Chart:
    """What a plot shows.

    Attributes:
        slug: Names its files.
        kind: How it is drawn.
        title: One line.
        x_label: With the unit.
        y_label: With the unit.
        series: At least one.
        note: What to know when reading it.
    """

    slug: str
    kind: ChartKind
    title: str
    x_label: str
    y_label: str
    series: tuple[Series, ...]
    note: str = ""


def charts(results: Sequence[Result]) -> list[Chart]:
    """Every chart that the results have numbers for, in a fixed order."""
    rows = [row for result in results for row in _rows(result)]
    return [
        *_retention(rows),
        *_reliability(rows),
        *_kinds(rows),
        *_length(rows, results),
        *_time(rows),
    ]


def _retention(rows: Sequence[Mapping[str, Plain]]) -> Iterator[Chart]:
    """A chart for each set: complete evidence against the share of tokens left out."""
    found: dict[str, dict[str, list[Point]]] = {}
    for row in rows:
        complete = _get(row, "evidence", "complete")
        x = _get(row, "reduction", "value")
        if isinstance(x, int | float) and (point := _point(float(x), complete)):
            found.setdefault(_text(row, "set"), {}).setdefault(_text(row, "method"), []).append(
                point
            )
    for name, methods in found.items():
        yield Chart(
            slug=f"retention-{name}",
            kind=ChartKind.LINES,
            title=f"Evidence kept, {name}",
            x_label="share of tokens left out",
            y_label="records with complete evidence",
            series=_series(methods),
            note="Some annotator's whole set survives verbatim; 95 % Wilson intervals.",
        )


def _reliability(rows: Sequence[Mapping[str, Plain]]) -> Iterator[Chart]:
    """A chart for each set: probability against the share that people call supported."""
    found: dict[str, dict[str, list[Point]]] = {}
    for row in rows:
        bins = row.get("reliability")
        for item in bins if isinstance(bins, Sequence) and not isinstance(bins, str) else ():
            mean = _get(item, "mean")
            if isinstance(mean, int | float) and (
                point := _point(float(mean), _get(item, "supported"))
            ):
                methods = found.setdefault(_text(row, "set"), {})
                methods.setdefault(_text(row, "method"), []).append(point)
    for name, methods in found.items():
        yield Chart(
            slug=f"reliability-{name}",
            kind=ChartKind.RELIABILITY,
            title=f"Reliability, {name}",
            x_label="probability of support",
            y_label="share that people call supported",
            series=_series(methods),
            note="On the diagonal a probability means what it says; 95 % Wilson intervals.",
        )


def _kinds(rows: Sequence[Mapping[str, Plain]]) -> Iterator[Chart]:
    """For each set the wrong claims that are caught, and the right ones that are refused."""
    kinds = [row for row in rows if isinstance(row.get("wrong"), bool) and "kind" in row]
    for name in dict.fromkeys(_text(row, "set") for row in kinds):
        for wrong, slug, title in (
            (True, "caught", "Wrong claims refused"),
            (False, "false-alarms", "Right claims refused"),
        ):
            mine = [r for r in kinds if r["wrong"] is wrong and _text(r, "set") == name]
            series = _series(_bars(mine))
            if series:
                yield Chart(
                    slug=f"{slug}-{name}",
                    kind=ChartKind.BARS,
                    title=f"{title}, {name}",
                    x_label="",
                    y_label="share refused",
                    series=series,
                    note="95 % Wilson intervals.",
                )


def _bars(rows: Sequence[Mapping[str, Plain]]) -> dict[str, list[Point]]:
    labels = list(dict.fromkeys(_text(row, "kind") for row in rows))
    methods: dict[str, list[Point]] = {}
    for row in rows:
        label = _text(row, "kind")
        if point := _point(float(labels.index(label)), row.get("failed"), label):
            methods.setdefault(_text(row, "method"), []).append(point)
    return methods


def _length(rows: Sequence[Mapping[str, Plain]], results: Sequence[Result]) -> Iterator[Chart]:
    """F1 against the length of a citation: short and right is up and to the left."""
    methods: dict[str, list[Point]] = {}
    for row in rows:
        x = row.get("citation_tokens")
        if isinstance(x, int | float) and (
            point := _point(float(x), row.get("citation_f1"), _text(row, "set"))
        ):
            methods.setdefault(_text(row, "method"), []).append(point)
    for result in results:
        for name in ("longbench-cite as-published", "longbench-cite strict"):
            sets = _get(result, "metrics", name, "scores", "sets")
            for label, scores in sets.items() if isinstance(sets, Mapping) else ():
                x = _get(scores, "citation_tokens")
                if isinstance(x, int | float) and (
                    point := _point(float(x), _get(scores, "f1"), str(label))
                ):
                    methods.setdefault(f"{result.get('scored')}, {name}", []).append(point)
    if methods:
        yield Chart(
            slug="f1-by-citation-length",
            kind=ChartKind.POINTS,
            title="Citation F1 against citation length",
            x_label="tokens of a citation",
            y_label="citation F1",
            series=_series(methods),
            note="95 % bootstrap intervals over answers.",
        )


def _time(rows: Sequence[Mapping[str, Plain]]) -> Iterator[Chart]:
    methods: dict[str, list[Point]] = {}
    for row in rows:
        x = row.get("p50_s")
        if isinstance(x, int | float) and (
            point := _point(float(x), row.get("evidence_f1"), _text(row, "set"))
        ):
            methods.setdefault(_text(row, "method"), []).append(point)
    if methods:
        yield Chart(
            slug="quality-by-time",
            kind=ChartKind.POINTS,
            title="Quality against cost",
            x_label="median seconds of an answer",
            y_label="F1 of cited sentences against people's evidence",
            series=_series(methods),
            note="95 % bootstrap intervals; seconds are comparable within one run only.",
        )


def _series(methods: Mapping[str, Sequence[Point]]) -> tuple[Series, ...]:
    return tuple(
        Series(name, tuple(sorted(found, key=lambda point: (point.x, point.label))))
        for name, found in methods.items()
    )


def _point(x: float, figure: Plain, label: str = "") -> Point | None:
    """A point of a figure with its interval, None where there is no score."""
    y, low, high = (_get(figure, name) for name in ("value", "low", "high"))
    if not isinstance(y, int | float):
        return None
    n = _get(figure, "total") or _get(figure, "n")
    return Point(
        x=x,
        y=float(y),
        low=float(low) if isinstance(low, int | float) else None,
        high=float(high) if isinstance(high, int | float) else None,
        label=label,
        n=n if isinstance(n, int) else None,
    )


def _rows(result: Result) -> Iterator[Mapping[str, Plain]]:
    listed = result.get("rows")
    for row in listed if isinstance(listed, Sequence) and not isinstance(listed, str) else ():
        if isinstance(row, Mapping):
            yield row


def _get(value: Plain, *path: str) -> Plain:
    for name in path:
        value = value.get(name) if isinstance(value, Mapping) else None
    return value


def _text(row: Mapping[str, Plain], name: str) -> str:
    value = row.get(name)
    return value if isinstance(value, str) else ""
