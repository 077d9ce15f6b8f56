"""MCRB-1: evidence kept of QASPER v0.3 dev papers within a budget of 2,048 tokens.

The published protocol: of all answerable questions those about documents of at least 4,096 tokens,
the first 250 by the SHA-256 of their id; 2,048 tokens declared, of which a ranking may fill 1,474,
counted on the whole rendered pack; complete when the highlighted spans of one annotator all stand
verbatim in the selected passages once white space is folded. The data root holds
`qasper-dev-v0.3.json`. Highlights of figures (`FLOAT SELECTED`) are not text and are left out.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import TypedDict

from pincite import defaults
from pincite.bench import chosen
from pincite.bench.progress import track
from pincite.errors import CallerError
from pincite.measure.intervals import Interval, bootstrap, wilson
from pincite.models.tokens import tokenizer
from pincite.readers import read_document
from pincite.records import Proportion
from pincite.split import split

__all__ = ["METHODS", "McrbRow", "cohort", "rows"]

METHODS = (defaults.METHODS[0], "windows", "bm25", "fused", "static", "dense")
FILE = "qasper-dev-v0.3.json"
QUESTIONS = 250
LEAST_TOKENS = 4_096
FILL_TOKENS = 1_474
_NEED_EXTRA = frozenset({"fused", "static", "dense"})


class _Answer(TypedDict):
    unanswerable: bool
    highlighted_evidence: list[str]


class _Annotation(TypedDict):
    answer: _Answer


class _Question(TypedDict):
    question: str
    question_id: str
    answers: list[_Annotation]


class _Section(TypedDict):
    section_name: str | None
    paragraphs: list[str]


class _Paper(TypedDict):
    title: str
    abstract: str
    full_text: list[_Section]
    qas: list[_Question]


@dataclass(frozen=True, slots=True)
class Asked:
    """A question of the cohort.

    Attributes:
        question_id: Its id.
        question: Its text.
        text: The paper.
        annotators: The highlighted spans of each, white space folded.
    """

    question_id: str
    question: str
    text: str
    annotators: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class McrbRow:
    """What one method keeps on the cohort.

    Attributes:
        set: `mcrb-1`.
        method: The method.
        n: Questions.
        complete: Questions of which one annotator's spans all survive.
        recall: Best annotator's share of spans.
        reduction: 1 − rendered / document tokens.
    """

    set: str
    method: str
    n: int
    complete: Proportion
    recall: Interval
    reduction: Interval


def rows(
    root: Path | None, sets: Sequence[str], methods: Sequence[str], n: int | None
) -> Iterator[McrbRow]:
    """One row for each method.

    Args:
        root: The folder of `qasper-dev-v0.3.json`.
        sets: `mcrb-1`, or nothing.
        methods: Names of `METHODS`; empty: those that need no extra.
        n: Most questions of the cohort.

    Raises:
        CallerError: Without the file.
    """
    chosen(sets, ("mcrb-1",), what="set")
    if root is None or not (root / FILE).is_file():
        raise CallerError(f"the data root has no {FILE}", remedy="give the folder that holds it")
    asked = cohort(json.loads((root / FILE).read_text(encoding="utf-8")))[:n]
    usual = tuple(name for name in METHODS if name not in _NEED_EXTRA)
    for method in chosen(methods or usual, METHODS, what="method"):
        yield _row(method, asked)


def cohort(papers: dict[str, _Paper]) -> list[Asked]:
    """The first 250 answerable questions about long papers, by the hash of their id."""
    found: list[Asked] = []
    for paper in papers.values():
        text = _text(paper)
        if tokenizer().count([text])[0] < LEAST_TOKENS:
            continue
        for item in paper["qas"]:
            annotators = tuple(spans for each in item["answers"] if (spans := _spans(each)))
            if annotators:
                found.append(Asked(item["question_id"], item["question"], text, annotators))
    found.sort(key=lambda item: sha256(item.question_id.encode()).hexdigest())
    return found[:QUESTIONS]


def _row(method: str, asked: Sequence[Asked]) -> McrbRow:
    complete, recalls, reductions = 0, [], []
    for item in track(asked, f"mcrb {method}"):
        library = split([read_document(item.text.encode(), source_id="paper")])
        pack = defaults.pack(item.question, library, budget_tokens=FILL_TOKENS, method=method)
        document = library.documents[0].text
        kept = [document[library.starts[a - 1] : library.ends[b - 1]] for a, b in pack.shown]
        folded = [_folded(text) for text in kept]
        shares = [_share(spans, folded) for spans in item.annotators]
        complete += max(shares) == 1.0
        recalls.append(max(shares))
        reductions.append(pack.boundary.reduction)
    return McrbRow(
        set="mcrb-1",
        method=method,
        n=len(asked),
        complete=wilson(complete, len(asked)),
        recall=bootstrap(recalls),
        reduction=bootstrap(reductions),
    )


def _text(paper: _Paper) -> str:
    parts = [paper["title"], paper["abstract"]]
    for section in paper["full_text"]:
        parts += [section["section_name"] or "", *section["paragraphs"]]
    return "\n\n".join(part.strip() for part in parts if part.strip())


def _spans(annotation: _Annotation) -> tuple[str, ...]:
    answer = annotation["answer"]
    if answer["unanswerable"]:
        return ()
    spans = (_folded(span) for span in answer["highlighted_evidence"])
    return tuple(span for span in spans if span and not span.startswith("FLOAT SELECTED"))


def _share(spans: Sequence[str], kept: Sequence[str]) -> float:
    return sum(any(span in text for text in kept) for span in spans) / len(spans)


def _folded(text: str) -> str:
    return " ".join(text.split())
