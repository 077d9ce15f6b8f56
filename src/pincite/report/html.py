"""A report as one HTML file that works from disk; knows no servers and loads nothing.

The file carries its style and script inline under a content security policy that allows these two
by hash and nothing else: no network, no inline handlers, no other script. Every text of an answer
or document reaches the page through Jinja2's escaping and, where its direction matters, inside
`<bdi>`; none is ever written into the style or script.
"""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Iterator
from functools import cache
from importlib.resources import files

from jinja2 import Environment, StrictUndefined, Template
from markupsafe import Markup

from pincite.records import BlockKind, CitationStatus, Decision, Report
from pincite.refs import Range
from pincite.report.excerpt import Gap, Limits, excerpt
from pincite.report.pictures import pictures
from pincite.report.view import ClaimView, view
from pincite.report.words import (
    DECISION_WORDS,
    OUTCOME_WORDS,
    STATUS_WORDS,
    marker_label,
    proportion_words,
    range_label,
    visible,
)

__all__ = ["html"]

_WEB = re.compile(r"https?://[!-~]++")
_RIGHT_TO_LEFT = frozenset({"ar", "arc", "ckb", "dv", "fa", "he", "ps", "sd", "ug", "ur", "yi"})


def html(report: Report, *, title: str = "Citation report", limits: Limits | None = None) -> str:
    """The report as the text of one self-contained HTML file; the same bytes for the same report.

    A library larger than `limits.whole_characters` is shown in part, and the page says which part.
    Cited pages of a document that can be drawn are in it as pictures, about 0.1 MB each.

    Args:
        report: An answer, judged.
        title: Heading and title of the page.
        limits: How much of the library the page holds.

    Returns:
        Text that can be encoded as UTF-8.
    """
    shown, limits = view(report), limits or Limits()
    style, script = _asset("page.css"), _asset("page.js")
    return _template().render(
        title=visible(title),
        report=report,
        view=shown,
        excerpt=excerpt(report.library, shown.spoken, limits),
        pictures=pictures(report.library, shown.spoken, limits),
        style=Markup(style),
        script=Markup(script),
        policy=_policy(style, script),
    )


def _asset(name: str) -> str:
    return (files("pincite.report") / name).read_text(encoding="utf-8")


def _policy(style: str, script: str) -> str:
    """A content security policy that admits this style and script and data-URI images."""
    return (
        f"default-src 'none'; style-src {_hash(style)}; script-src {_hash(script)}; "
        "img-src data:; base-uri 'none'; form-action 'none'"
    )


def _hash(text: str) -> str:
    digest = hashlib.sha256(text.encode("utf-8")).digest()
    return f"'sha256-{base64.b64encode(digest).decode('ascii')}'"


_EMPHASIS = re.compile(r"\*\*(?=[^\s*])([^*\n]++)(?<!\s)\*\*|`([^`\n]++)`")


def _runs(text: str) -> Iterator[tuple[str, str]]:
    """Text cut at Markdown's `**strong**` and `` `code` ``, as tag name and text."""
    position = 0
    for match in _EMPHASIS.finditer(text):
        if position < match.start():
            yield "", text[position : match.start()]
        yield ("strong", match[1]) if match[1] is not None else ("code", match[2])
        position = match.end()
    if position < len(text):
        yield "", text[position:]


@cache
def _template() -> Template:
    environment = Environment(
        autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    environment.filters.update(
        pairs=_pairs,
        runs=_runs,
        web=_web,
        ranges=marker_label,
        proportion=proportion_words,
        direction=lambda language: (
            "rtl" if language.partition("-")[0] in _RIGHT_TO_LEFT else "auto"
        ),
    )
    environment.tests.update(
        claim=lambda item: isinstance(item, ClaimView), gap=lambda item: isinstance(item, Gap)
    )
    environment.globals.update(
        statuses=STATUS_WORDS,
        decisions=DECISION_WORDS,
        outcomes=OUTCOME_WORDS,
        range_label=range_label,
        Kind=BlockKind,
        CitationStatus=CitationStatus,
        Decision=Decision,
    )
    return environment.from_string(_asset("page.html.j2"))


def _web(address: str) -> str:
    """An http(s) address that a page may link to, else nothing: no script, no local path."""
    return address if _WEB.fullmatch(address) else ""


def _pairs(ranges: tuple[Range, ...]) -> str:
    """Ranges for the script, such as `12-14 20-20`."""
    return " ".join(f"{first}-{last}" for first, last in ranges)
