"""How often sentences end where people say that they end; knows no splitter's rules.

A boundary is the end of a sentence inside of a text; the end of the text is no decision and is
not counted, nor is what is found between two gold sentences, which nobody annotated. Intervals
are bootstrapped over records, with the same draws for all methods of a set.
"""

from __future__ import annotations

import gzip
import json
import re
import time
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from pincite.bench.splitters import METHODS, Spans, Splitter, splitter
from pincite.split import Domain

__all__ = ["SplitRow", "Variant", "rows"]

Variant = Literal["as joined", "without paragraph marks"]

_VARIANTS: tuple[Variant, ...] = ("as joined", "without paragraph marks")
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
        variant: Whether line breaks and paragraph marks were left in the text.
        method: Name of the splitter.
        n: Gold boundaries inside of texts.
        precision: Share of found boundaries that are gold.
        recall: Share of gold boundaries that were found.
        f1: Their harmonic mean, over all boundaries of the set.
        low: Lower end of the 95 % interval of `f1`.
        high: Upper end.
        lead: `f1` of pincite minus `f1` of this method.
        lead_low: Lower end of its paired 95 % interval.
        lead_high: Upper end.
        chars_per_second: Over the texts of the set, processor time, start-up not counted.
        note: Why there are no figures, if there are none.
    """

    set: str
    variant: Variant
    method: str
    n: int
    precision: float | None = None
    recall: float | None = None
    f1: float | None = None
    low: float | None = None
    high: float | None = None
    lead: float | None = None
    lead_low: float | None = None
    lead_high: float | None = None
    chars_per_second: float | None = None
    note: str = ""


@dataclass(frozen=True, slots=True)
class _Gold:
    text: str
    language: str
    spans: Spans


@dataclass(frozen=True, slots=True)
class _Run:
    """Counts of one method on one set: shape `(records, 3)`, columns tp, fp, fn."""

    counts: NDArray[np.int64]
    seconds: float


def rows(
    root: Path,
    sets: Sequence[str] | None = None,
    methods: Sequence[str] | None = None,
) -> Iterator[SplitRow]:
    """Runs methods over sets, each set in both variants, then the mean over sets.

    Args:
        root: Folder that holds `sbd/`.
        sets: Names of files there without ending; all if None.
        methods: Names out of `METHODS`; all if None.

    Raises:
        KeyError: When a method is not known.
        FileNotFoundError: When there is no such set.
    """
    chosen = list(methods or METHODS)
    if "pincite" not in chosen:
        chosen.insert(0, "pincite")
    ready, missing = _load_methods(chosen)
    means: dict[tuple[Variant, str], list[float]] = {}
    for path in _files(root / "sbd", sets):
        name = path.name.partition(".")[0]
        domain: Domain = "legal" if "legal" in name else "general"
        records = list(_records(path))
        for variant in _VARIANTS:
            golds = records if variant == "as joined" else [_flattened(r) for r in records]
            runs = {m: _run(call, golds, domain) for m, call in ready.items()}
            for row in _set_rows(name, variant, golds, runs):
                means.setdefault((variant, row.method), []).append(row.f1 or 0.0)
                yield row
            for method, note in missing.items():
                yield SplitRow(name, variant, method, 0, note=note)
    for (variant, method), values in means.items():
        mean = sum(values) / len(values)
        best = means[variant, "pincite"]
        lead = sum(best) / len(best) - mean
        yield SplitRow("macro", variant, method, len(values), f1=mean, lead=lead)


def _load_methods(names: Iterable[str]) -> tuple[dict[str, Splitter], dict[str, str]]:
    ready: dict[str, Splitter] = {}
    missing: dict[str, str] = {}
    for name in names:
        try:
            ready[name] = splitter(name)
        except ImportError as error:
            missing[name] = f"not installed: {error.name or error}"
    return ready, missing


def _files(folder: Path, sets: Sequence[str] | None) -> list[Path]:
    found = {path.name.partition(".")[0]: path for path in sorted(folder.glob("*.jsonl*"))}
    if not found:
        raise FileNotFoundError(f"no sets in {str(folder)!r}")
    for name in sets or ():
        if name not in found:
            raise FileNotFoundError(f"no set {name!r} in {str(folder)!r}")
    return [found[name] for name in sets or found]


def _records(path: Path) -> Iterator[_Gold]:
    opened = gzip.open if path.suffix == ".gz" else open
    with opened(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            record = json.loads(line)
            language = _LANGUAGES.get(record["lang"], record["lang"])
            yield _Gold(record["text"], language, [(a, b) for a, b in record["spans"]])


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
    ours = runs["pincite"]
    our_f1, our_drawn = _f1(ours.counts.sum(axis=0)), _f1(draws @ ours.counts)
    for method, run in runs.items():
        true, false, missed = (int(value) for value in run.counts.sum(axis=0))
        f1, drawn = float(_f1(run.counts.sum(axis=0))), _f1(draws @ run.counts)
        low, high = np.quantile(drawn, [0.025, 0.975])
        lead_low, lead_high = np.quantile(our_drawn - drawn, [0.025, 0.975])
        yield SplitRow(
            set=name,
            variant=variant,
            method=method,
            n=true + missed,
            precision=true / (true + false) if true + false else None,
            recall=true / (true + missed) if true + missed else None,
            f1=f1,
            low=float(low),
            high=float(high),
            lead=float(our_f1 - f1),
            lead_low=float(lead_low),
            lead_high=float(lead_high),
            chars_per_second=chars / run.seconds,
        )


def _f1(counts: NDArray[np.int64]) -> NDArray[np.float64]:
    """Shape `(…, 3)` to `(…)`; 0 where nothing was expected or found."""
    true = 2.0 * counts[..., 0]
    return np.asarray(true / np.maximum(true + counts[..., 1] + counts[..., 2], 1))
