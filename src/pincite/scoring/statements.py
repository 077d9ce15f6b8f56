"""Answers → the statements and cited spans that LongBench-Cite scores, in either mode.

As published: what is tagged and closed, what stands between tags if it has more than five
characters, `[a-b]` alone, ends clamped, what starts beyond the text dropped, a range that goes on
where the one before ended joined to it, three spans of a statement, forty statements. Strict:
every statement, every range as written; a broken one is a span without text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pincite.checks.resolve import resolve
from pincite.measure.longbench import Mode
from pincite.records import Library
from pincite.refs import Range
from pincite.scoring.answers import Entry, Form

__all__ = ["Statement", "statements"]

MOST_STATEMENTS = 40
MOST_SPANS = 3
_LEAST_LOOSE = 6
_OPEN, _CLOSE = "<statement>", "</statement>"
_CITE = re.compile(r"<cite>(.*?)(?:</cite>|\Z)", re.DOTALL)
_STRICT_ITEM = re.compile(r"(\d{1,9}+)(?:\s*+[-\u2010-\u2015\u2212]\s*+(\d{1,9}+))?+")
_PUBLISHED_ITEM = re.compile(r"\[(\d{1,18}+)-(\d{1,18}+)\]")


@dataclass(frozen=True, slots=True)
class Statement:
    """A statement with the spans that it cites.

    Attributes:
        text: Without tags and markers.
        spans: What each cited span says; None for one that points at nothing.
        unknown: Spans beyond the third, which a file of predictions does not quote.
    """

    text: str
    spans: tuple[str | None, ...] = ()
    unknown: int = 0


def statements(entry: Entry, mode: Mode) -> list[Statement]:
    """The statements of an answer that count in a mode."""
    if entry.quoted:
        found = list(_quoted(entry, mode))
    elif entry.form is Form.LONGCITE:
        found = list(_tagged(entry.raw, entry.library, mode))
    else:
        found = list(_claims(entry, mode))
    return found[:MOST_STATEMENTS] if mode is Mode.AS_PUBLISHED else found


def _quoted(entry: Entry, mode: Mode) -> Iterator[Statement]:
    """As the file has them; strict adds the ranges of the raw text that the file left out."""
    written: dict[str, list[Range]] = {}
    if mode is Mode.STRICT:
        for text, ranges in _pieces(entry.raw, mode):
            written.setdefault(text, []).extend(ranges)
    for item in entry.quoted:
        text = item.text.strip()
        lost = 0
        if len(item.ranges) == len(item.quotes):
            covered = item.ranges
            lost = sum(
                not any(a <= first <= last <= b for a, b in covered)
                for first, last in written.pop(text, [])
            )
        full = len(item.quotes) >= MOST_SPANS
        yield Statement(text, (*item.quotes, *[None] * (0 if full else lost)), lost if full else 0)


def _tagged(raw: str, library: Library, mode: Mode) -> Iterator[Statement]:
    for text, ranges in _pieces(raw, mode):
        if mode is Mode.STRICT:
            yield Statement(text, tuple(_span(pair, library) for pair in ranges))
        else:
            yield Statement(text, tuple(_published_spans(ranges, library)))


def _claims(entry: Entry, mode: Mode) -> Iterator[Statement]:
    for claim in entry.answer.claims:
        cited = [entry.answer.citations[row] for row in claim.citations]
        if mode is Mode.AS_PUBLISHED:
            pairs = [pair for citation in cited for pair in citation.ranges]
            spans: Sequence[str | None] = list(_published_spans(pairs, entry.library))
            if not claim.citations and len(claim.text) < _LEAST_LOOSE:
                continue
        else:
            spans = [
                _span(pair, entry.library)
                for citation in cited
                for pair in citation.ranges or resolve(citation, entry.library).evidence or [(0, 0)]
            ]
        yield Statement(claim.text, tuple(spans))


def _pieces(raw: str, mode: Mode) -> Iterator[tuple[str, list[Range]]]:
    """Each statement's text with its ranges, in sentence numbers from 1, in order."""
    position = 0
    while True:
        start = raw.find(_OPEN, position)
        loose = raw[position : start if start >= 0 else len(raw)].strip()
        if len(loose) >= _LEAST_LOOSE or (mode is Mode.STRICT and loose):
            yield loose, []
        if start < 0:
            return
        end = raw.find(_CLOSE, start)
        if end < 0 and mode is Mode.AS_PUBLISHED:
            return
        inside = raw[start + len(_OPEN) : end if end >= 0 else len(raw)]
        if inside.strip():
            yield _CITE.sub("", inside).strip(), _ranges(inside, mode)
        if end < 0:
            return
        position = end + len(_CLOSE)


def _ranges(inside: str, mode: Mode) -> list[Range]:
    item = _PUBLISHED_ITEM if mode is Mode.AS_PUBLISHED else _STRICT_ITEM
    return [
        (int(match[1]) + 1, int(match[2] or match[1]) + 1)
        for cite in _CITE.finditer(inside)
        for match in item.finditer(cite[1])
    ]


def _published_spans(ranges: Sequence[Range], library: Library) -> Iterator[str]:
    joined: list[Range] = []
    for first, last in ranges:
        if first > len(library) or last < first:
            continue
        if joined and first == joined[-1][1] + 1:
            joined[-1] = (joined[-1][0], min(last, len(library)))
        else:
            joined.append((first, min(last, len(library))))
    for pair in joined[:MOST_SPANS]:
        yield _text(pair, library)


def _span(pair: Range, library: Library) -> str | None:
    first, last = pair
    exists = 1 <= first <= last <= len(library)
    if not exists or library.document_row(first) != library.document_row(last):
        return None
    return _text(pair, library)


def _text(pair: Range, library: Library) -> str:
    return "\n".join(sentence.text for sentence in library.sentences(*pair))
