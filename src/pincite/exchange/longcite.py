"""LongCite's answers: `<statement>…<cite>[a-b][c-c]</cite></statement>`, sentences from 0.

`[0-2]` names the sentences s1 to s3, both ends inclusive. Lost on the way out: verdicts. On the
way in `[7]`, `[3–5]` and `[3-5, 9-9]` are read too, an unclosed last statement is kept, and a
range that the library does not have, or that runs backwards, stays as written and is judged.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from pincite.canonical import Plain
from pincite.exchange.intake import Intake
from pincite.exchange.shapes import Exported, Imported
from pincite.exchange.shown import show
from pincite.records import Library, Report
from pincite.refs import Range
from pincite.text import WORD_JOINER

__all__ = ["read", "write"]

_TAG = re.compile(r"</?(?:statement|cite)>")
_HOSTILE = re.compile(r"<(?=/?(?:statement|cite)>)")
_ITEM = re.compile(r"(\d{1,9}+)(?:\s*+[-\u2010-\u2015\u2212]\s*+(\d{1,9}+))?+")


def write(report: Report) -> Exported:
    """The answer as statements; text that looks like a tag gets U+2060 after its bracket."""
    shown = show(report)
    statements = []
    for stretch in shown.stretches:
        text = shown.text[stretch.start : stretch.end]
        ranges = "".join(f"[{e.first - 1}-{e.last - 1}]" for e in stretch.evidence)
        if not ranges and not text.strip():
            statements.append(text)
            continue
        words = text.strip()
        before, after = text[: text.index(words)], text[text.index(words) + len(words) :]
        safe = _HOSTILE.sub("<" + WORD_JOINER, words)
        statements.append(f"{before}<statement>{safe}<cite>{ranges}</cite></statement>{after}")
    return Exported("".join(statements), shown.lost)


def read(value: Plain, library: Library) -> Imported:
    """The answer that a LongCite model wrote.

    Args:
        value: The text.
        library: Whose sentences it numbers, from 0.
    """
    intake = Intake(library, "longcite")
    if not isinstance(value, str):
        intake.note("the answer is not a text")
        return intake.finish()
    start = position = 0
    inside = ""
    for tag in (*_TAG.finditer(value), None):
        piece = value[position : tag.start() if tag else len(value)]
        if inside == "cite":
            _cite(intake, piece, start)
        else:
            intake.text += piece
        if tag is None:
            break
        position = tag.end()
        if tag[0] == "<statement>":
            start, inside = len(intake.text), "statement"
        elif tag[0] == "<cite>":
            inside = "cite"
        else:
            inside = "statement" if tag[0] == "</cite>" else ""
    if inside:
        intake.note("truncated_stream: the last statement is not closed")
    return intake.finish()


def _cite(intake: Intake, inside: str, start: int) -> None:
    if not inside.strip():
        return
    ranges = list(_ranges(inside))
    if not ranges:
        intake.note(f"<cite>{inside[:60]}</cite> names no sentence")
    intake.add_ranges(f"<cite>{inside}</cite>", start, len(intake.text), ranges)


def _ranges(inside: str) -> Iterator[Range]:
    for match in _ITEM.finditer(inside):
        first = int(match[1]) + 1
        yield first, int(match[2]) + 1 if match[2] else first
