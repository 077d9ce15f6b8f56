"""Which sentences of answers are taken for claims: ours, labelled by hand, and those of `begin`.

A row counts the sentences of one label that are taken for claims: all of `claim` and none of
`none` would be right. Of `begin`, `generic` needs no support; the rest says something of a source,
right or wrong, though much of it is small talk too.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib.resources import files
from itertools import islice
from pathlib import Path

from pincite.bench import chosen
from pincite.checks.claims import is_claim
from pincite.datasets import Label, load
from pincite.measure.intervals import wilson
from pincite.parse import parse_answer
from pincite.records import Proportion

__all__ = ["METHODS", "NEEDS_DATA", "SETS", "ClaimsRow", "labelled_sentences", "rows"]

METHODS = ("checks",)
SETS = ("own", "begin")
NEEDS_DATA = False


@dataclass(frozen=True, slots=True)
class ClaimsRow:
    """What the detector makes of the sentences of one label.

    Attributes:
        set: `own` or `begin`.
        method: The method.
        n: Sentences.
        kind: Their label.
        claims: Those taken for claims.
    """

    set: str
    method: str
    n: int
    kind: str
    claims: Proportion


def rows(
    root: Path | None, sets: Sequence[str], methods: Sequence[str], n: int | None
) -> Iterator[ClaimsRow]:
    """A row for each label of each set; `begin` only where there is a data root."""
    names = chosen(sets, SETS, what="set")
    for name in names if root else [name for name in names if name == "own"]:
        groups: dict[str, list[str]] = defaultdict(list)
        found = labelled_sentences() if name == "own" else _begin(root)
        for kind, text in islice(found, n):
            groups[kind].append(text)
        for method in chosen(methods, METHODS, what="method"):
            for kind, texts in sorted(groups.items()):
                taken = sum(_taken(text) for text in texts)
                yield ClaimsRow(name, method, len(texts), kind, wilson(taken, len(texts)))


def labelled_sentences() -> Iterator[tuple[str, str]]:
    """Label and text of each of our own sentences."""
    text = (files(__package__) / "sentences.tsv").read_text(encoding="utf-8")
    for line in text.splitlines():
        if not line.startswith("#"):
            label, _, sentence = line.partition("\t")
            yield label, sentence


def _begin(root: Path | None) -> Iterator[tuple[str, str]]:
    assert root is not None
    for record in load(root, "begin"):
        text = record.claim or record.response
        if text and record.label is not None:
            yield "none" if record.label is Label.GENERIC else "claim", text


def _taken(text: str) -> bool:
    """Whether any sentence of a text is taken for a claim."""
    return any(is_claim(claim) for claim in parse_answer(text).claims)
