"""A pack drawn: one strip per document, dark where its sentences are in, for terminals and as HTML.

A strip has the same length for every document; a cell stands for an equal share of its sentences.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from jinja2 import Environment, StrictUndefined, Template
from markupsafe import Markup
from rich.console import Console
from rich.text import Text

from pincite.records import Pack
from pincite.refs import Range
from pincite.report.words import plain, range_label, visible

__all__ = ["Strip", "strips", "strips_html", "strips_terminal"]

_SHADES = " ░▒▓█"
_LEAST_CELLS = 20
_MOST_NAMED = 200
"""Strips drawn in a terminal; further documents are counted."""


@dataclass(frozen=True, slots=True)
class Strip:
    """What a pack shows of one document.

    Attributes:
        source_id: The document.
        title: As the source states it.
        first: Number of its first sentence.
        sentences: How many it has.
        shown: Its sentences in the pack, as disjoint increasing pairs.
        tokens: Of its text.
        tokens_included: Of its passages in the pack.
    """

    source_id: str
    title: str
    first: int
    sentences: int
    shown: tuple[Range, ...]
    tokens: int
    tokens_included: int

    @property
    def shown_sentences(self) -> int:
        """How many of its sentences are in the pack."""
        return sum(last + 1 - first for first, last in self.shown)

    def cells(self, width: int) -> list[float]:
        """The share of sentences shown in each of `width` equal stretches, 0 to 1."""
        marks = bytearray(self.sentences)
        for first, last in self.shown:
            marks[first - self.first : last + 1 - self.first] = b"\1" * (last + 1 - first)
        found = []
        for cell in range(width):
            begin = cell * self.sentences // width
            stop = max(begin + 1, (cell + 1) * self.sentences // width)
            found.append(sum(marks[begin:stop]) / max(1, len(marks[begin:stop])))
        return found

    def bars(self) -> Iterator[tuple[float, float, str]]:
        """Where each pair begins and how wide it is, in percent of the strip, with its label."""
        for first, last in self.shown:
            begin = 100 * (first - self.first) / self.sentences
            yield (
                round(begin, 3),
                round(100 * (last + 1 - first) / self.sentences, 3),
                range_label(first, last),
            )


def strips(pack: Pack, sources: Sequence[tuple[str, str, int]]) -> list[Strip]:
    """One strip for each document, in order.

    Args:
        pack: What is shown.
        sources: Id, title and number of sentences of each document of its library, in order.
    """
    shares = {share.source_id: share for share in pack.boundary.sources}
    found, first = [], 1
    for source_id, title, sentences in sources:
        last = first + sentences - 1
        inside = [(max(a, first), min(b, last)) for a, b in pack.shown if a <= last and b >= first]
        share = shares.get(source_id)
        found.append(
            Strip(
                source_id=source_id,
                title=title,
                first=first,
                sentences=sentences,
                shown=tuple(inside),
                tokens=share.tokens if share else 0,
                tokens_included=share.tokens_included if share else 0,
            )
        )
        first = last + 1
    return found


def strips_terminal(pack: Pack, drawn: Sequence[Strip], *, console: Console | None = None) -> None:
    """Print the strips, then the boundary's figures and warnings."""
    out = console or Console(highlight=False)
    names = [_shortened(plain(strip.source_id)) for strip in drawn]
    margin = max((len(name) for name in names[:_MOST_NAMED]), default=0)
    width = max(_LEAST_CELLS, out.width - margin - 28)
    out.print(Text(plain(pack.task), "bold"), soft_wrap=True)
    for name, strip in zip(names[:_MOST_NAMED], drawn, strict=False):
        shades = (_SHADES[-(-int(1000 * share) // 250)] for share in strip.cells(width))
        line = Text.assemble((f"{name:<{margin}} ", "bold"), "▕", ("".join(shades), "green"), "▏")
        line.append(f" {strip.tokens_included:,} of {strip.tokens:,}", "dim")
        out.print(line, soft_wrap=True)
    if len(drawn) > _MOST_NAMED:
        out.print(Text(f"and {len(drawn) - _MOST_NAMED:,} more documents", "dim"))
    out.print(Text(summary(pack), "dim"), soft_wrap=True)
    for warning in pack.boundary.warnings:
        out.print(Text(f"warning: {plain(warning)}", "yellow"), soft_wrap=True)


def strips_html(pack: Pack, drawn: Sequence[Strip]) -> str:
    """The strips and every passage as one HTML file that loads nothing; the same bytes each time.

    Source text reaches the page through escaping alone; the policy in its head admits no script.
    """
    style = (files("pincite.report") / "strip.css").read_text(encoding="utf-8")
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode("ascii")
    return _template().render(
        pack=pack,
        strips=drawn,
        summary=summary(pack),
        style=Markup(style),
        policy=f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; "
        "form-action 'none'",
    )


def summary(pack: Pack) -> str:
    """The boundary's figures in one line."""
    boundary = pack.boundary
    return (
        f"{boundary.output_tokens:,} of {boundary.input_tokens:,} tokens "
        f"({boundary.tokenizer}), budget {boundary.budget_tokens:,}; "
        f"{len(pack.passages):,} passages in, {boundary.excluded_passages:,} left out; "
        f"evidence retention {boundary.evidence_retention}"
    )


def _shortened(name: str, longest: int = 32) -> str:
    return name if len(name) <= longest else name[: longest - 1] + "…"


@cache
def _template() -> Template:
    environment = Environment(
        autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    environment.filters["visible"] = visible
    environment.globals["label"] = range_label
    page = (files("pincite.report") / "strip.html.j2").read_text(encoding="utf-8")
    return environment.from_string(page)
