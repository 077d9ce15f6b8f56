"""How many claims a second the checks judge, and how long a quotation is searched for.

    python benchmarks/checks.py [--processes 2]

Prints one JSON line. The claims are edited sentences of generated reports. The evidence is the
sentence itself, or it with its neighbours in a passage; every run has texts of its own, so that
nothing is known of them from the run before. The quotation is searched for in a million
characters that were folded once, as a library is; it is in their last sentence, or nowhere.
"""

from __future__ import annotations

import argparse
import json
import statistics
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from itertools import count
from multiprocessing import get_context
from random import Random

import pincite
from pincite.bench.frame import commit, machine
from pincite.bench.generated import report_text
from pincite.checks import check_pair
from pincite.checks.quotes import FoldedLibrary
from pincite.datasets.edits import CHANGES, REWRITES
from pincite.split import sentence_spans

RUNS = 5
CLAIMS = 1_000
PASSAGES = {"sentence": 1, "passage of 5": 5, "passage of 25": 25}
CHARACTERS = 1_000_000
SEARCHES = 20


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--processes", type=int, default=2)
    options = parser.parse_args()
    speeds = {name: _alone(size) for name, size in PASSAGES.items()}
    together = _together(options.processes)
    print(
        json.dumps(
            {
                "commit": commit(),
                "machine": machine(),
                "n": RUNS,
                "claims": CLAIMS,
                "claims_per_s": speeds,
                "processes": options.processes,
                "claims_per_s_together": together,
                "quotation": _quotation(),
            }
        )
    )


def claims_of(size: int, seed: int) -> list[tuple[str, str]]:
    """Edited sentences, each with the sentences round its original."""
    text = report_text(CLAIMS * 60, seed=seed)
    lines = [line for line in text.split("\n\n") if line.endswith(".")]
    sentences = [line[a:b] for line in lines for a, b in sentence_spans(line)]
    edits = [*CHANGES.values(), *REWRITES.values()]
    found: list[tuple[str, str]] = []
    for row in count():
        place = row % len(sentences)
        edited = edits[row % len(edits)](sentences[place], Random(row))
        if edited is not None:
            found.append((edited, "\n".join(sentences[max(0, place - size + 1) : place + 1])))
        if len(found) == CLAIMS:
            return found
    raise AssertionError


def _alone(size: int) -> dict[str, float]:
    _judged(size, RUNS)
    return _spread([CLAIMS / _judged(size, seed) for seed in range(RUNS)])


def _together(processes: int) -> dict[str, float]:
    """All processes at work at once, each on claims of its own; starting them is not counted."""
    with ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as pool:
        list(pool.map(_judged, [1] * processes, range(RUNS, RUNS + processes)))
        speeds = []
        for run in range(RUNS):
            seeds = range(run * processes, (run + 1) * processes)
            spent = pool.map(_judged, [1] * processes, seeds)
            speeds.append(processes * CLAIMS / max(spent))
    return _spread(speeds)


def _judged(size: int, seed: int) -> float:
    """Processor time, which says more than the time that passed where others use the machine."""
    pairs = claims_of(size, seed)
    start = time.process_time()
    for claim, evidence in pairs:
        check_pair(claim, evidence)
    return time.process_time() - start


def _quotation() -> dict[str, object]:
    text = report_text(CHARACTERS).encode()
    library = pincite.read(text)
    folded = FoldedLibrary(library)
    last = library.sentence(len(library)).text
    absent = last.replace(last.split()[-2], "zebra")
    first = _seconds(lambda: folded.find(last))
    return {
        "characters": CHARACTERS,
        "folded_s": round(first, 3),
        "found_ms": _searched(folded, last),
        "absent_ms": _searched(folded, absent),
    }


def _searched(folded: FoldedLibrary, quotation: str) -> dict[str, float]:
    return _spread([1e3 * _seconds(lambda: folded.find(quotation)) for _ in range(SEARCHES)])


def _seconds(run: Callable[[], object]) -> float:
    start = time.perf_counter()
    run()
    return time.perf_counter() - start


def _spread(values: list[float]) -> dict[str, float]:
    return {
        "median": round(statistics.median(values), 2),
        "least": round(min(values), 2),
        "most": round(max(values), 2),
    }


if __name__ == "__main__":
    main()
