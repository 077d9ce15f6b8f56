"""Answers and reports in the shapes that others use, and answers from them; one file a shape.

Out: `write("anthropic", report)`. In: `read("anthropic", value, library)`; what another API says
about positions is checked against the text and not believed. Each module states its units, the
base of its indexes, and what its shape cannot carry.
"""

from __future__ import annotations

import importlib
from types import ModuleType
from typing import cast

from pincite.canonical import Plain
from pincite.errors import CallerError
from pincite.exchange.shapes import Exported, Given, Imported
from pincite.records import Library, Report

__all__ = ["FORMATS", "SOURCES", "Exported", "Given", "Imported", "read", "write"]

SOURCES = ("anthropic", "bedrock", "cohere", "gemini", "longcite", "openai", "w3c")
"""Names of the shapes that an answer can be read from."""

_STREAMS = ("anthropic", "bedrock", "cohere", "openai")

FORMATS = (
    *("anthropic", "anthropic-blocks", "anthropic-search-results", "bedrock", "cohere", "csv"),
    *("footnotes", "fragments", "gemini", "github", "longcite", "openai", "sarif", "w3c"),
    *(f"{name}-events" for name in _STREAMS),
)
"""Names of the shapes that a report can be written in."""


def write(name: str, report: Report, *, answer_uri: str = "answer.md") -> Exported:
    """A report in the shape of a name.

    Args:
        name: One of `FORMATS`; `…-events` gives the list of events that stream the answer.
        report: An answer, judged.
        answer_uri: The answer's file, for shapes that point at its lines.

    Raises:
        CallerError: When there is no such shape.
    """
    if name not in FORMATS:
        raise CallerError(f"no format {name!r}", remedy=f"use one of {', '.join(FORMATS)}")
    if name in ("github", "sarif"):
        from pincite.exchange import findings

        shape = findings.github if name == "github" else findings.sarif
        return shape(report, answer_uri=answer_uri)
    if name in ("anthropic-blocks", "anthropic-search-results"):
        from pincite.exchange import anthropic

        location: anthropic.Location = (
            "content_block" if name == "anthropic-blocks" else "search_result"
        )
        return anthropic.write(report, location=location)
    if name.endswith("-events"):
        return cast(Exported, _module(name.removesuffix("-events")).events(report))
    return cast(Exported, _module({"csv": "table"}.get(name, name)).write(report))


def read(name: str, value: Plain, library: Library) -> Imported:
    """An answer from the shape of a name; `pincite.verify` takes its `answer`.

    Args:
        name: One of `SOURCES`.
        value: JSON values: a whole answer, or the list of the events that streamed it. A text for
            `longcite`. Objects of an SDK give them with `model_dump()`.
        library: The documents that the answer is about, in the order in which the API got them.

    Raises:
        CallerError: When there is no such shape.
    """
    if name not in SOURCES:
        raise CallerError(f"no source {name!r}", remedy=f"use one of {', '.join(SOURCES)}")
    return cast(Imported, _module(name).read(value, library))


def _module(name: str) -> ModuleType:
    return importlib.import_module(f"pincite.exchange.{name}")
