"""How often sentences end where people say that they end; knows no splitter's rules.

A boundary is the end of a sentence inside of a text; the end of the text is no decision and is
not counted, nor is what is found between two gold sentences, which nobody annotated. Each set is
split as it stands and again with its line breaks and paragraph marks turned into blanks.
Intervals are bootstrapped over records, with the same draws for all methods of a set.
"""

from __future__ import annotations

import re
import time
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from pincite.bench import chosen
from pincite.bench.progress import track
from pincite.bench.splitters import SPLITTERS, Spans, Splitter
from pincite.datasets import CATALOGUE, GoldRecord, load
from pincite.errors import CallerError
from pincite.measure.intervals import Difference, Interval, wilson
from pincite.records import Proportion
from pincite.split import Domain

__all__ = ["METHODS", "SplitRow", "Variant", "rows"]

METHODS = tuple(SPLITTERS)
Variant = Literal["as joined", "without paragraph marks"]

_VARIANTS: tuple[Variant, ...] = ("as joined", "without paragraph marks")
_FOLDER = "sbd"
_DRAWS = 1000
_SEED = 20261130
_LANGUAGES = {
    "amharic": "am",
    "arabic": "ar",
    "armenian": "hy",
    "bulgarian": "bg",
    "danish": "da",
    "deutsch": "de",
    "dutch": "nl",
    "english": "en",
    "french": "fr",
    "greek": "el",
    "hindi": "hi",
    "italian": "it",
    "japanese": "ja",
    "kazakh": "kk",
    "marathi": "mr",
    "russian": "ru",
    "slovak": "sk",
    "spanish": "es",
    "urdu": "ur",
}


@dataclass(frozen=True, slots=True)
class SplitRow:
    """What one method did on one set.

    Attributes:
        set: Name of the data set; `macro` for the mean over sets.
        method: Name of the splitter.
        n: Records; sets for `macro`.
        variant: Whether line breaks and paragraph marks were left in the text.
        precision: Share of found boundaries that are gold.
        recall: Share of gold boundaries that were found.
        f1: Their harmonic mean, over all boundaries of the set.
        lead: `f1` of the first method, `pincite`, less `f1` of this one.
        chars_per_second: Over the texts of the set, processor time, start-up not counted.
        note: Why there are no figures, if there are none.
    """

    set: str
    method: str
    n: int
    variant: Variant
    precision: Proportion | None = None
    recall: Proportion | None = None
    f1: Interval | None = None
    lead: Difference | None = None
    chars_per_second: float | None = None
    note: str = ""


@dataclass(frozen=True, slots=True)
class _Gold:
    text: str
    language: str
    spans: Spans


@dataclass(frozen=True, slots=True)
class _Run:
    """Counts of one method on one set: shape `(records, 3)`, columns true, false, missed."""

    counts: NDArray[np.int64]
    seconds: float


def rows(
    root: Path | None, sets: Sequence[str], methods: Sequence[str], n: int | None
) -> Iterator[SplitRow]:
    """Runs methods over sets, each set in both variants, then the mean over sets.

    Args:
        root: The data root; it holds `sbd/`.
        sets: `sbd/NAME` or `NAME` of files there; all if empty.
        methods: Names out of `METHODS`; all if empty. `pincite` always runs, as the measure.
        n: At most so many records of a set.

    Raises:
        CallerError: When a set or method is not known, or there is no root.
    """
    if root is None:
        raise CallerError("the bench of splitters needs a data root", remedy="--data ROOT")
    known = [part.name for part in CATALOGUE[_FOLDER].parts]
    asked = [name.removeprefix(f"{_FOLDER}/") for name in sets if name != _FOLDER]
    ready, missing = _load_methods(chosen(methods, METHODS, what="method"))
    means: dict[tuple[Variant, str], list[float]] = {}
    for name in chosen(asked, known, what="set"):
        domain: Domain = "legal" if "legal" in name else "general"
        records = [_gold(record) for record in islice(load(root, f"{_FOLDER}/{name}"), n)]
        for variant in _VARIANTS:
            golds = records if variant == "as joined" else [_flattened(r) for r in records]
            runs = {
                method: _run(call, golds, domain)
                for method, call in track(list(ready.items()), f"{name}, {variant}")
            }
            for row in _set_rows(name, variant, golds, runs):
                if row.f1 and row.f1.value is not None:
                    means.setdefault((variant, row.method), []).append(row.f1.value)
                yield row
            for method, note in missing.items():
                yield SplitRow(name, method, 0, variant, note=note)
    for (variant, method), values in means.items():
        mean = Interval(sum(values) / len(values), None, None, len(values))
        yield SplitRow("macro", method, len(values), variant, f1=mean)


def _load_methods(names: Iterable[str]) -> tuple[dict[str, Splitter], dict[str, str]]:
    ready: dict[str, Splitter] = {"pincite": SPLITTERS["pincite"]()}
    missing: dict[str, str] = {}
    for name in names:
        try:
            ready[name] = SPLITTERS[name]()
        except ImportError as error:
            missing[name] = f"not installed: {error.name or error}"
    return ready, missing


def _gold(record: GoldRecord) -> _Gold:
    document = record.documents[0]
    language = _LANGUAGES.get(record.language, record.language)
    return _Gold(document.text, language, [(start, end) for start, end in document.sentences])


def _flattened(gold: _Gold) -> _Gold:
    """The record with each run of white space that holds a line break as one blank."""
    pieces: list[str] = []
    places = [0] * (len(gold.text) + 1)
    position = taken = 0
    for match in re.finditer(r"\s*\n\s*", gold.text):
        pieces.append(gold.text[taken : match.start()])
        places[taken : match.start()] = range(position, position + match.start() - taken)
        position += match.start() - taken + 1
        pieces.append(" ")
        taken = match.end()
    pieces.append(gold.text[taken:])
    places[taken:] = range(position, position + len(places) - taken)
    spans = [(places[start], places[end - 1] + 1) for start, end in gold.spans]
    return _Gold("".join(pieces), gold.language, spans)


def _run(call: Splitter, golds: Sequence[_Gold], domain: Domain) -> _Run:
    call("Warm up. Then run.", golds[0].language, domain)
    begin = time.process_time()
    found = [call(gold.text, gold.language, domain) for gold in golds]
    seconds = time.process_time() - begin
    counts = [_count(gold, spans) for gold, spans in zip(golds, found, strict=True)]
    return _Run(np.array(counts, dtype=np.int64), seconds)


def _count(gold: _Gold, found: Spans) -> tuple[int, int, int]:
    """True, false and missed boundaries."""
    length = len(gold.text.rstrip())
    starts = [start for start, _ in gold.spans]
    expected = {end for _, end in gold.spans if end < length}
    given = {end for _, end in found if end < length}
    false = 0
    for end in given - expected:
        row = bisect_left(starts, end) - 1
        false += row >= 0 and end < gold.spans[row][1]
    true = len(expected & given)
    return true, false, len(expected) - true


def _set_rows(
    name: str, variant: Variant, golds: Sequence[_Gold], runs: dict[str, _Run]
) -> Iterator[SplitRow]:
    draws = np.random.default_rng(_SEED).multinomial(
        len(golds), np.full(len(golds), 1 / len(golds)), size=_DRAWS
    )
    chars = sum(len(gold.text) for gold in golds)
    ours = runs["pincite"].counts
    our_f1, our_drawn = float(_f1(ours.sum(axis=0))), _f1(draws @ ours)
    for method, run in runs.items():
        true, false, missed = (int(value) for value in run.counts.sum(axis=0))
        f1, drawn = float(_f1(run.counts.sum(axis=0))), _f1(draws @ run.counts)
        low, high = (float(end) for end in np.quantile(drawn, [0.025, 0.975]))
        yield SplitRow(
            set=name,
            method=method,
            n=len(golds),
            variant=variant,
            precision=wilson(true, true + false),
            recall=wilson(true, true + missed),
            f1=Interval(f1, low, high, len(golds)),
            lead=_lead(our_f1 - f1, our_drawn - drawn, len(golds)),
            chars_per_second=chars / run.seconds if run.seconds else None,
        )


def _lead(value: float, drawn: NDArray[np.float64], n: int) -> Difference:
    low, high = (float(end) for end in np.quantile(drawn, [0.025, 0.975]))
    fewest = min(int((drawn <= 0).sum()), int((drawn >= 0).sum()))
    return Difference(value, low, high, min(1.0, 2 * (1 + fewest) / (1 + _DRAWS)), n)


def _f1(counts: NDArray[np.int64]) -> NDArray[np.float64]:
    """Shape `(…, 3)` to `(…)`; 0 where nothing was expected or found."""
    true = 2.0 * counts[..., 0]
    return np.asarray(true / np.maximum(true + counts[..., 1] + counts[..., 2], 1))
