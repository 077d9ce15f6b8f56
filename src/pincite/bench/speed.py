"""Time of the stages of the main job: read, split, parse, verify, each alone.

Every stage is run several times on the result of the one before it; a figure is the median of
the runs. Times are comparable within one run on one machine only; where others use the machine
too, processor time says more than the time that passed.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from statistics import median
from typing import NamedTuple, TypeVar

from pincite.bench import chosen
from pincite.bench.generated import cited_answer, report_pdf, report_text
from pincite.bench.progress import track
from pincite.datasets import load, names
from pincite.defaults import verify
from pincite.errors import CallerError
from pincite.parse import parse_answer
from pincite.readers import read_document
from pincite.records import Document
from pincite.split import split

__all__ = ["METHODS", "NEEDS_DATA", "OWN_SETS", "SpeedRow", "Timing", "rows", "stages"]

METHODS = ("read", "split", "parse", "verify")
NEEDS_DATA = False
OWN_SETS = ("generated_text", "generated_pdf")
"""Sets that need no data root: a million characters of text, a PDF of a hundred pages."""

FILINGS = "financebench_pdf"
"""The set of the original PDFs of financebench, all together."""

RUNS = 3
CLAIMS = 20

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Timing:
    """The time of one stage.

    Attributes:
        method: The stage.
        characters: What it worked on: the documents' text; for `parse` the answer.
        median_s: Of the runs.
        spread_s: Slowest less fastest run.
        cpu_s: Median processor time of the runs.
    """

    method: str
    characters: int
    median_s: float
    spread_s: float
    cpu_s: float

    @property
    def per_million_s(self) -> float:
        """Seconds per million characters."""
        return self.median_s * 1e6 / self.characters


class _Spent(NamedTuple):
    passed_s: float
    cpu_s: float


@dataclass(frozen=True, slots=True)
class SpeedRow:
    """The time of one stage on the documents of a set, all in one library.

    Attributes:
        set: The data set.
        method: The stage.
        n: Documents.
        characters: What the stage worked on.
        sentences: Of the library.
        runs: How often each stage ran.
        median_s: Of the runs.
        spread_s: Slowest less fastest run.
        cpu_s: Median processor time of the runs.
        s_per_million_characters: The median over the characters.
    """

    set: str
    method: str
    n: int
    characters: int
    sentences: int
    runs: int
    median_s: float
    spread_s: float
    cpu_s: float
    s_per_million_characters: float


@dataclass(frozen=True, slots=True)
class Stages:
    """The times of all stages on some sources.

    Attributes:
        documents: How many.
        pages: Of all of them, 0 for texts.
        characters: Of their canonical texts.
        text_bytes: The same in UTF-8.
        sentences: Of the library.
        timings: One for each stage, in order.
    """

    documents: int
    pages: int
    characters: int
    text_bytes: int
    sentences: int
    timings: tuple[Timing, ...]


def rows(
    root: Path | None, sets: Sequence[str], methods: Sequence[str], n: int | None
) -> Iterator[SpeedRow]:
    """One row for each set and stage.

    Args:
        root: The data root; None for the sets of our own.
        sets: `generated_text`, `generated_pdf`, `financebench_pdf`, or any data set, whose
            documents are read as plain text. Empty: the first two, and the third
            where there is one.
        methods: Stages; empty: all.
        n: Most documents of a set.
    """
    stages_wanted = chosen(methods, METHODS, what="method")
    known = OWN_SETS if root is None else (*OWN_SETS, FILINGS, *names())
    filings = root is not None and (root / "financebench" / "pdf").is_dir()
    usual = (*OWN_SETS, FILINGS) if filings else OWN_SETS
    for name in chosen(sets, known, what="set") if sets else usual:
        sources = list(islice(_sources(root, name), n))
        found = stages(sources, runs=RUNS, label=name)
        for timing in found.timings:
            if timing.method in stages_wanted:
                yield SpeedRow(
                    set=name,
                    method=timing.method,
                    n=found.documents,
                    characters=timing.characters,
                    sentences=found.sentences,
                    runs=RUNS,
                    median_s=timing.median_s,
                    spread_s=timing.spread_s,
                    cpu_s=timing.cpu_s,
                    s_per_million_characters=timing.per_million_s,
                )


def stages(
    sources: Sequence[bytes | Path], *, runs: int = RUNS, claims: int = CLAIMS, label: str = ""
) -> Stages:
    """Run and time every stage on some sources, read into one library.

    The answer that is parsed and verified has its claims spread evenly over the library.

    Args:
        sources: Files, or the bytes of PDFs and texts.
        runs: How often each stage runs.
        claims: Of the answer.
        label: Of the progress.

    Raises:
        CallerError: When there is no source.
    """
    if not sources:
        raise CallerError("there is no document to measure on")

    def read() -> tuple[Document, ...]:
        named = enumerate(track(sources, f"read {label}"), 1)
        return tuple(read_document(source, source_id=f"d{row}") for row, source in named)

    documents, reading = _timed(read, runs)
    library, splitting = _timed(lambda: split(documents), runs)
    answer = cited_answer(library, claims=claims)
    _, parsing = _timed(lambda: parse_answer(answer), runs)
    _, verifying = _timed(lambda: verify(answer, library), runs)
    characters = sum(len(document.text) for document in documents)
    sizes = (characters, characters, len(answer), characters)
    spent = (reading, splitting, parsing, verifying)
    return Stages(
        documents=len(documents),
        pages=sum(document.pages for document in documents),
        characters=characters,
        text_bytes=sum(len(document.text.encode()) for document in documents),
        sentences=len(library),
        timings=tuple(
            _timing(method, size, runs_of_stage)
            for method, size, runs_of_stage in zip(METHODS, sizes, spent, strict=True)
        ),
    )


def _sources(root: Path | None, name: str) -> Iterator[bytes | Path]:
    if name == "generated_text":
        yield report_text(1_000_000).encode()
    elif name == "generated_pdf":
        yield report_pdf(100)
    elif root is not None and name == FILINGS:
        yield from sorted((root / "financebench" / "pdf").glob("*.pdf"))
    elif root is not None:
        seen: set[str] = set()
        for record in load(root, name):
            for document in record.documents:
                if document.text.strip() and document.text not in seen:
                    seen.add(document.text)
                    yield document.text.encode()


def _timed(stage: Callable[[], T], runs: int) -> tuple[T, list[_Spent]]:
    """The last result, and the time of each run; a result is dropped before the next run."""
    spent: list[_Spent] = []
    while True:
        start, cpu_start = time.perf_counter(), time.process_time()
        result = stage()
        spent.append(_Spent(time.perf_counter() - start, time.process_time() - cpu_start))
        if len(spent) >= runs:
            return result, spent
        del result


def _timing(method: str, characters: int, spent: Sequence[_Spent]) -> Timing:
    passed = [run.passed_s for run in spent]
    return Timing(
        method=method,
        characters=characters,
        median_s=median(passed),
        spread_s=max(passed) - min(passed),
        cpu_s=median(run.cpu_s for run in spent),
    )
