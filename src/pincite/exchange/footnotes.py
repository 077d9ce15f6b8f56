"""Markdown with a footnote for each marker: what the cited sentences say, and a link to them.

Labels are the sentence numbers (`[^s12-s14]`), so that a footnote is the same in every answer.
A document with a web address is linked at the cited words, with the page for a PDF; another is
named. Text of documents is escaped: none of it becomes Markdown. Lost: verdicts and positions.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from pincite.exchange.fragments import is_web, link_to
from pincite.exchange.shapes import Exported
from pincite.exchange.shown import Evidence
from pincite.records import Report

__all__ = ["write"]

_ACTIVE = re.compile(r"([\\`*_{}\[\]<>()#+!|~&$:@-])")


def write(report: Report) -> Exported:
    """The answer as Markdown, with its footnotes at the end."""
    text = report.answer.text
    pieces: list[str] = []
    lost: list[str] = []
    notes: dict[str, Evidence] = {}
    position = 0
    for citation in report.answer.citations:
        labels = []
        for first, last in citation.evidence:
            label = f"s{first}" if first == last else f"s{first}-s{last}"
            notes.setdefault(label, Evidence(report.library, first, last))
            labels.append(f"[^{label}]")
        if not labels:
            lost.append(f"{citation.raw} points at nothing: {citation.reason or 'not resolved'}")
        before = text[position : citation.start]
        pieces.append(before.rstrip(" \t") if labels and citation.start < citation.end else before)
        pieces.append("".join(labels) or text[citation.start : citation.end])
        position = max(position, citation.end)
    pieces.append(text[position:])
    body = "".join(pieces).rstrip("\n")
    footer = "\n".join(_note(label, evidence) for label, evidence in notes.items())
    return Exported(f"{body}\n\n{footer}\n" if footer else f"{body}\n", tuple(lost))


def _note(label: str, evidence: Evidence) -> str:
    document = evidence.document
    title = _escaped(document.title or document.source_id)
    if is_web(document.uri):
        pages = evidence.pages
        address = f"{document.uri}#page={pages[0]}" if pages else link_to(evidence)
        title = f"[{title}](<{_address(address)}>)"
    return f"[^{label}]: “{_escaped(evidence.exact)}” {title}{''.join(_page(evidence))}"


def _page(evidence: Evidence) -> Iterator[str]:
    if evidence.pages is not None:
        first, last = evidence.pages
        yield f", p. {first}" if first == last else f", pp. {first}–{last}"


def _escaped(text: str) -> str:
    return _ACTIVE.sub(r"\\\1", " ".join(text.split()))


def _address(address: str) -> str:
    """An address that cannot end its own angle brackets."""
    return re.sub(r"[<>\\\s]", lambda match: f"%{ord(match[0][0]):02X}", address)
