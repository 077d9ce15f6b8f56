"""Figures of right answers and claims, found in or derived from gold evidence, and altered ones.

A row counts figures, not claims: `right` those of right answers and supported claims, `altered`
the same ones with another leading digit.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from random import Random

from pincite.bench import chosen
from pincite.bench.progress import track
from pincite.checks.evidence import Evidence
from pincite.checks.figures import Figures, assess
from pincite.checks.support import evidence_of
from pincite.datasets import GoldRecord, Label, load
from pincite.datasets.edits import number
from pincite.errors import CallerError
from pincite.measure.intervals import wilson
from pincite.records import Proportion

__all__ = ["METHODS", "SCALES", "SETS", "FiguresRow", "rows"]

METHODS = ("checks",)
SETS = ("tatqa", "findver", "scitab", "financebench")
SCALES = frozenset({"thousand", "million", "billion", "percent"})
"""Tags of tatqa that name what an answer is counted in."""


@dataclass(frozen=True, slots=True)
class FiguresRow:
    """What the check of figures makes of the figures of a set.

    Attributes:
        set: The data set.
        method: The method.
        n: Figures.
        kind: `right` or `altered`.
        found: In the evidence as they stand, rounded, scaled.
        derived: Following from two others.
        unknown: Neither, with a reason why that tells nothing.
        refused: The rest, which fail the check.
    """

    set: str
    method: str
    n: int
    kind: str
    found: Proportion
    derived: Proportion
    unknown: Proportion
    refused: Proportion


@dataclass(frozen=True, slots=True)
class _Said:
    """A text of which the figures between two places are judged."""

    text: str
    start: int
    end: int
    evidence: Evidence


def rows(
    root: Path | None, sets: Sequence[str], methods: Sequence[str], n: int | None
) -> Iterator[FiguresRow]:
    """Two rows for each set; at most `n` records of a set."""
    if root is None:
        raise CallerError("this bench needs annotated data", remedy="give --data ROOT")
    for name in chosen(sets, SETS, what="set"):
        for method in chosen(methods, METHODS, what="method"):
            said = [s for record in islice(load(root, name), n) for s in _said(record)]
            for kind, texts in (("right", said), ("altered", list(_altered(said)))):
                yield _row(name, method, kind, texts)


def _row(name: str, method: str, kind: str, texts: Sequence[_Said]) -> FiguresRow:
    counts = {"found": 0, "derived": 0, "unknown": 0, "refused": 0}
    for said in track(texts, f"{name} {kind}"):
        for outcome in _outcomes(assess(said.text, said.evidence), said):
            counts[outcome] += 1
    total = sum(counts.values())
    shares = {outcome: wilson(count, total) for outcome, count in counts.items()}
    return FiguresRow(name, method, total, kind, **shares)


def _outcomes(found: Figures, said: _Said) -> Iterator[str]:
    groups = {
        "found": found.present,
        "derived": tuple(explained.quantity for explained in found.derived),
        "unknown": (*found.untried, *(explained.quantity for explained in found.doubtful)),
        "refused": found.absent,
    }
    for outcome, figures in groups.items():
        yield from (
            outcome for figure in figures if figure.start < said.end and figure.end > said.start
        )


def _said(record: GoldRecord) -> Iterator[_Said]:
    """A supported claim, or the answer before its question, with the gold evidence."""
    marked = [evidence.text for evidence in record.evidence]
    evidence = evidence_of("\n".join(marked or [d.text for d in record.documents]))
    if record.label is Label.SUPPORTED and record.claim:
        yield _Said(record.claim, 0, len(record.claim), evidence)
    elif record.label is None and record.question and len(record.answers) == 1:
        scale = next((tag for tag in record.tags if tag in SCALES), "")
        answer = f"{record.answers[0]} {scale}".strip()
        yield _Said(f"{answer} ({record.question})", 0, len(answer), evidence)


def _altered(texts: Sequence[_Said]) -> Iterator[_Said]:
    """The texts of which a figure can be altered, with only that figure to be judged."""
    for row, said in enumerate(texts):
        whole = said.text[: said.end]
        edited = number(whole, Random(row))
        if edited is None:
            continue
        changed = next(i for i, (a, b) in enumerate(zip(edited, whole, strict=False)) if a != b)
        yield _Said(edited + said.text[said.end :], changed, changed + 1, said.evidence)
