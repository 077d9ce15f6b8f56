"""Evidence retention of packs: how much gold evidence each method keeps at one reduction.

All methods select from the same passages, or from their sentences, and are rendered by the same
code, within the same budget of rendered tokens: the part of a record's tokens that the reduction
leaves. Records of fewer than 1,000 tokens, or without gold evidence, are not asked. A record whose
documents do not read back position for position, or that leaves no room for the gap lines, is
counted in `left_out`.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path
from statistics import median

from pincite.bench import chosen
from pincite.bench.peers import require
from pincite.bench.progress import track
from pincite.bench.selection import BY_NAME, MAKERS, NEEDS_DENSE, Shelf, Shelves
from pincite.datasets import Fault, GoldRecord, Kind, load, names
from pincite.errors import CallerError
from pincite.measure.evidence import (
    EvidenceScores,
    GoldSpan,
    Retention,
    evidence_scores,
    retention,
)
from pincite.measure.intervals import (
    Difference,
    Interval,
    bootstrap,
    paired_bootstrap,
    wilson,
)
from pincite.records import Pack, Proportion
from pincite.text import Span

__all__ = ["METHODS", "REDUCTION", "SETS", "PackRow", "rows"]

METHODS = tuple(MAKERS)

REDUCTION = 0.744
"""Of the tokens of a record, as published for MCRB-1."""

LEAST_TOKENS = 1_000

BASELINES = ("bm25", "static", "dense")
"""What the gap to the oracle is counted from, the best of them."""

SETS = tuple(name for name in names(Kind.QUESTIONS) if name not in {"clapnq", "qed", "expmrc"})
"""The sets of questions with records of at least 1,000 tokens."""


@dataclass(frozen=True, slots=True)
class PackRow:
    """What one method keeps on one set.

    Attributes:
        set: The data set.
        method: The method.
        n: Records measured.
        left_out: Records and lines that could not be measured.
        evidence: Complete sets, recall, any hit, by position.
        complete_less_bm25: Complete sets less those of bm25, paired; None for bm25 itself and
            where it was not run.
        complete_less_dense: The same against `dense`, or `static` where that was not run.
        gap_closed: How much of what lies between the best of `BASELINES` and the oracle of
            sentences it closes; None where these were not run, or nothing lies between.
        answers: Records of which some reference answer is in the selection, among those with one
            in the documents.
        reduction: 1 − rendered / input tokens.
        content_reduction: 1 − tokens of the passages alone / input tokens.
        tag_tokens: Tokens of tags, headers and gap lines for each sentence shown.
        p50_ms: Median time of a pack, passages and index made before.
    """

    set: str
    method: str
    n: int
    left_out: int
    evidence: EvidenceScores
    complete_less_bm25: Difference | None
    complete_less_dense: Difference | None
    gap_closed: float | None
    answers: Proportion
    reduction: Interval
    content_reduction: Interval
    tag_tokens: Interval
    p50_ms: float | None


@dataclass(slots=True)
class _Tally:
    kept: list[Retention] = field(default_factory=list)
    answered: list[bool] = field(default_factory=list)
    reductions: list[float] = field(default_factory=list)
    content_reductions: list[float] = field(default_factory=list)
    tag_tokens: list[float] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)


def rows(
    root: Path | None,
    sets: Sequence[str],
    methods: Sequence[str],
    n: int | None,
    *,
    reduction: float = REDUCTION,
) -> Iterator[PackRow]:
    """One row for each set and method.

    Args:
        root: The data root.
        sets: Sets of questions; empty: `SETS`.
        methods: Names of `METHODS`; empty: all that what is installed allows, but those with
            MiniLM, whose encoder takes minutes for a set, and those of others only by name.
        n: Most records of a set.
        reduction: Of a record's tokens, as rendered; what it leaves is the budget.

    Raises:
        CallerError: Without a data root, on an unknown set or method, or one not installed.
    """
    if root is None:
        raise CallerError("the bench 'pack' needs annotated data")
    wanted = chosen(methods or _usual(), METHODS, what="method")
    for name in wanted:
        require(name)
    for name in chosen(sets, names(Kind.QUESTIONS), what="set") if sets else SETS:
        yield from _rows_of_set(root, name, wanted, n=n, reduction=reduction)


def _rows_of_set(
    root: Path, name: str, methods: Sequence[str], *, n: int | None, reduction: float
) -> Iterator[PackRow]:
    tallies = {method: _Tally() for method in methods}
    faults: list[Fault] = []
    left_out = measured = 0
    shelves = Shelves()
    for record in track(load(root, name, on_fault=faults.append), f"pack {name}"):
        if measured == n:
            break
        if not record.evidence:
            continue
        shelf = shelves.of(record.documents)
        if shelf is not None and shelf.input_tokens < LEAST_TOKENS:
            continue
        if shelf is None or not _measure(record, shelf, tallies, reduction):
            left_out += 1
        else:
            measured += 1
    complete = {
        method: [float(kept.complete) for kept in tally.kept] for method, tally in tallies.items()
    }
    encoder = "dense" if "dense" in tallies else "static"
    for method, tally in tallies.items():
        yield PackRow(
            set=name,
            method=method,
            n=measured,
            left_out=left_out + len(faults),
            evidence=evidence_scores(tally.kept),
            complete_less_bm25=_less(complete, method, "bm25"),
            complete_less_dense=_less(complete, method, encoder),
            gap_closed=_gap_closed(complete, method),
            answers=wilson(sum(tally.answered), len(tally.answered)),
            reduction=bootstrap(tally.reductions),
            content_reduction=bootstrap(tally.content_reductions),
            tag_tokens=bootstrap(tally.tag_tokens),
            p50_ms=1000 * median(tally.seconds) if tally.seconds else None,
        )


def _usual() -> tuple[str, ...]:
    """All methods but those that are slow or not installed."""
    vectors = all(find_spec(name) is not None for name in ("tokenizers", "wordllama"))
    return tuple(
        name for name in METHODS if name not in BY_NAME and (vectors or name not in NEEDS_DENSE)
    )


def _less(complete: dict[str, list[float]], method: str, other: str) -> Difference | None:
    if other not in complete or method == other or not complete[method]:
        return None
    return paired_bootstrap(complete[method], complete[other])


def _gap_closed(complete: dict[str, list[float]], method: str) -> float | None:
    """(ours − the better baseline) / (oracle − the better baseline)."""
    baselines = [sum(complete[name]) for name in BASELINES if name in complete]
    if not baselines or "oracle" not in complete or method in BASELINES:
        return None
    gap = sum(complete["oracle"]) - max(baselines)
    return round((sum(complete[method]) - max(baselines)) / gap, 3) if gap > 0 else None


def _measure(
    record: GoldRecord, shelf: Shelf, tallies: dict[str, _Tally], reduction: float
) -> bool:
    """Pack a record by every method; False, and nothing counted, where one has no room."""
    ids = {item.doc_id: f"d{row}" for row, item in enumerate(record.documents, 1)}
    gold = [
        [GoldSpan(ids[span.doc_id], span.start, span.end) for span in group]
        for group in record.evidence_sets()
    ]
    texts = {document.source_id: document.text for document in shelf.library.documents}
    task = record.question or record.claim or ""
    budget = int((1 - reduction) * shelf.input_tokens)
    answers = [answer for answer in record.answers if _holds(texts.values(), answer)]
    packed: list[tuple[_Tally, Pack, float]] = []
    for name, tally in tallies.items():
        method = MAKERS[name](gold)
        shelf.warm(name)
        start = time.perf_counter()
        try:
            pack = method(shelf, task, budget)
        except CallerError:
            return False
        packed.append((tally, pack, time.perf_counter() - start))
    for tally, pack, seconds in packed:
        kept: dict[str, list[Span]] = {}
        for passage in pack.passages:
            kept.setdefault(passage.source_id, []).append(Span(passage.start, passage.end))
        found = retention(gold, texts=texts, kept=kept)
        assert found is not None
        tally.kept.append(found)
        if answers:
            texts_shown = [passage.text for passage in pack.passages]
            tally.answered.append(any(_holds(texts_shown, answer) for answer in answers))
        tally.reductions.append(1 - pack.boundary.output_tokens / shelf.input_tokens)
        tally.content_reductions.append(1 - pack.boundary.content_tokens / shelf.input_tokens)
        shown = sum(last + 1 - first for first, last in pack.shown)
        tags = pack.boundary.output_tokens - pack.boundary.content_tokens
        tally.tag_tokens.append(tags / max(1, shown))
        tally.seconds.append(seconds)
    return True


def _holds(texts: Iterable[str], answer: str) -> bool:
    wanted = " ".join(answer.casefold().split())
    return bool(wanted) and any(wanted in " ".join(text.casefold().split()) for text in texts)
