"""Charts → PNG and SVG, by matplotlib (the extra `bench`); the same chart gives the same bytes.

Colours are those of Okabe and Ito (2008), which people who are colour-blind tell apart; markers,
line styles and hatches tell series apart in grey print too.
"""

from __future__ import annotations

import io
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from pincite.bench.charts import Chart, ChartKind, Series
from pincite.errors import ExtraError

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["Drawn", "draw"]

COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00", "#000000")
MARKERS = ("o", "s", "^", "D", "v", "P", "X")
LINES = ("-", "--", "-.", ":", (0, (5, 1)), (0, (3, 1, 1, 1)), (0, (1, 1)))
HATCHES = ("", "///", "...", "xxx", "\\\\\\", "++", "oo")
_WIDEST_INCHES = 14.0
_ID = re.compile(r'(\bid="|href="#|url\(#)')


class Drawn:
    """A chart as pictures.

    Attributes:
        png: At 200 dots an inch.
        svg: For a page; text stays text.
    """

    def __init__(self, png: bytes, svg: str) -> None:
        self.png = png
        self.svg = svg


def draw(chart: Chart) -> Drawn:
    """The pictures of a chart.

    Raises:
        ExtraError: When matplotlib is not installed.
    """
    try:
        import matplotlib as mpl
        from matplotlib.figure import Figure
    except ImportError as error:
        raise ExtraError("plots", extra="bench") from error
    with mpl.rc_context(
        {
            "svg.hashsalt": "pincite",
            "svg.fonttype": "none",
            "font.size": 9,
            "axes.spines.top": False,
            "axes.spines.right": False,
            "hatch.linewidth": 0.6,
        }
    ):
        figure = Figure(figsize=(_width(chart), 3.6), layout="constrained")
        axes = figure.add_subplot()
        match chart.kind:
            case ChartKind.BARS:
                _bars(axes, chart.series)
            case ChartKind.LINES | ChartKind.RELIABILITY:
                _lines(axes, chart.series)
            case ChartKind.POINTS:
                _points(axes, chart.series)
        if chart.kind is ChartKind.RELIABILITY:
            axes.plot([0, 1], [0, 1], color="#999999", linewidth=0.8, zorder=0)
            axes.set_xlim(0, 1)
        axes.set_ylim(0, 1.02)
        axes.set_title(chart.title, loc="left", fontsize=10)
        axes.set_xlabel(chart.x_label)
        axes.set_ylabel(chart.y_label)
        axes.grid(axis="y", color="#dddddd", linewidth=0.6)
        axes.set_axisbelow(True)
        figure.legend(loc="outside lower center", ncols=3, frameon=False)
        return Drawn(_png(figure), _svg(figure, chart.slug))


def _width(chart: Chart) -> float:
    if chart.kind is not ChartKind.BARS:
        return 6.0
    groups = max(len(series.points) for series in chart.series)
    return min(_WIDEST_INCHES, 4.0 + 0.2 * groups * len(chart.series))


def _lines(axes: Axes, series: Sequence[Series]) -> None:
    for row, one in enumerate(series):
        axes.errorbar(
            [point.x for point in one.points],
            [point.y for point in one.points],
            yerr=_errors(one),
            color=COLOURS[row % len(COLOURS)],
            marker=MARKERS[row % len(MARKERS)],
            linestyle=LINES[row % len(LINES)],
            markersize=4.5,
            linewidth=1.2,
            capsize=2,
            elinewidth=0.7,
            label=one.name,
        )


def _points(axes: Axes, series: Sequence[Series]) -> None:
    for row, one in enumerate(series):
        axes.errorbar(
            [point.x for point in one.points],
            [point.y for point in one.points],
            yerr=_errors(one),
            color=COLOURS[row % len(COLOURS)],
            marker=MARKERS[row % len(MARKERS)],
            linestyle="none",
            capsize=2,
            elinewidth=0.7,
            label=one.name,
        )
        for point in one.points:
            axes.annotate(
                point.label,
                (point.x, point.y),
                xytext=(5, 3),
                textcoords="offset points",
                fontsize=7,
            )
    axes.set_xlim(left=0)


def _bars(axes: Axes, series: Sequence[Series]) -> None:
    share = 0.8 / len(series)
    labels: dict[float, str] = {}
    for row, one in enumerate(series):
        labels |= {point.x: point.label for point in one.points}
        axes.bar(
            [point.x + (row - (len(series) - 1) / 2) * share for point in one.points],
            [point.y for point in one.points],
            width=share,
            yerr=_errors(one),
            color=COLOURS[row % len(COLOURS)],
            hatch=HATCHES[row % len(HATCHES)],
            edgecolor="white",
            error_kw={"elinewidth": 0.7, "capsize": 1.5},
            label=one.name,
        )
    axes.set_xticks(sorted(labels), [labels[x] for x in sorted(labels)], rotation=40, ha="right")


def _errors(series: Series) -> list[list[float]]:
    """Lengths below and above each point, 0 where there is no interval."""
    below = [0.0 if p.low is None else max(0.0, p.y - p.low) for p in series.points]
    above = [0.0 if p.high is None else max(0.0, p.high - p.y) for p in series.points]
    return [below, above]


def _png(figure: Figure) -> bytes:
    stream = io.BytesIO()
    figure.savefig(stream, format="png", dpi=200, metadata={"Software": None})
    return stream.getvalue()


def _svg(figure: Figure, slug: str) -> str:
    """The picture with ids of its own, so that several can stand on one page."""
    stream = io.StringIO()
    figure.savefig(stream, format="svg", metadata={"Date": None, "Creator": None})
    text = stream.getvalue()
    return _ID.sub(rf"\1{slug}-", text[text.index("<svg") :])
