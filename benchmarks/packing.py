"""Packs beside `pincite bench pack`: evidence at other reductions, and time by size.

    python benchmarks/packing.py --data ROOT --sets covidqa,hotpotqa --n 60 > curve.json
    pincite bench report curve.json --out FOLDER
    python benchmarks/packing.py --sentences 10000,100000 --method linked
    python benchmarks/packing.py --first-use 6200 --method linked,dense

The first prints one JSON value in the form of a bench's result, the second one JSON line for each
size: our own text in documents of 100,000 characters, made ready once and packed three times. The
third runs `pincite pack` on such documents in processes of its own, with an empty cache at first.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

from pincite import defaults, pipeline
from pincite.bench import pack
from pincite.bench.frame import plain_rows
from pincite.bench.generated import report_text
from pincite.packing import PackRequest
from pincite.readers import read_document
from pincite.records import Library
from pincite.split import split

REDUCTIONS = (0.5, 0.6, 0.7, 0.744, 0.8, 0.9, 0.95)
RUNS = 3
BUDGET_TOKENS = 8_000
TASK = "How many tonnes did the northern yard store in the spring?"


def curve(root: Path, sets: list[str], methods: list[str], n: int | None) -> None:
    """Print the rows of `pincite bench pack` at each reduction."""
    rows = [
        row
        for reduction in REDUCTIONS
        for row in pack.rows(root, sets, methods, n, reduction=reduction)
    ]
    print(json.dumps({"bench": "pack", "rows": plain_rows(rows)}))


def timed(sentences: int, method: str) -> dict[str, object]:
    """Seconds to make a library ready and to pack it, and the memory of this process so far."""
    library = _library(sentences)
    ports = defaults.selection("o200k_base", method)
    start = time.perf_counter()
    ready = pipeline.prepare(library, ports)
    prepare_s = time.perf_counter() - start
    request = PackRequest(TASK, BUDGET_TOKENS, method=ports.method)
    seconds = []
    for _ in range(RUNS):
        start = time.perf_counter()
        made = pipeline.pack(library, request, ports, prepared=ready)
        seconds.append(time.perf_counter() - start)
    return {
        "method": method,
        "sentences": len(library),
        "input_tokens": made.boundary.input_tokens,
        "prepare_s": round(prepare_s, 3),
        "pack_median_s": round(median(seconds), 4),
        "pack_spread_s": round(max(seconds) - min(seconds), 4),
        "peak_mib": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024,
    }


def first_use(sentences: int, method: str) -> dict[str, object]:
    """Seconds of `pincite pack` as a process: nothing kept, and what the run before it kept."""
    library = _library(sentences)
    command = [sys.executable, "-m", "pincite", "pack", "--json", "--method", method]
    command += ["--task", TASK, "--budget", str(BUDGET_TOKENS)]
    with tempfile.TemporaryDirectory() as folder:
        for document in library.documents:
            path = Path(folder, f"{document.source_id}.txt")
            path.write_text(document.text, encoding="utf-8")
            command.append(str(path))
        environment = {**os.environ, "PINCITE_CACHE": str(Path(folder, "cache"))}
        seconds, printed = [], []
        for _ in range(1 + RUNS):
            start = time.perf_counter()
            done = subprocess.run(command, env=environment, capture_output=True, check=True)
            seconds.append(time.perf_counter() - start)
            printed.append(done.stdout)
        kept = sum(path.stat().st_size for path in Path(folder, "cache").rglob("*.npz"))
    return {
        "method": method,
        "sentences": len(library),
        "first_s": round(seconds[0], 2),
        "second_median_s": round(median(seconds[1:]), 2),
        "second_spread_s": round(max(seconds[1:]) - min(seconds[1:]), 2),
        "kept_mib": round(kept / 2**20, 1),
        "same_bytes": len(set(printed)) == 1,
    }


def _library(sentences: int) -> Library:
    documents = []
    found = 0
    while found < sentences:
        text = report_text(100_000, seed=len(documents)).encode()
        document = read_document(text, source_id=f"d{len(documents)}")
        found += len(split([document]))
        documents.append(document)
    return split(documents)


def main() -> int:
    """Read the arguments and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--data", type=Path)
    parser.add_argument("--sets", default="")
    parser.add_argument("--method", default="")
    parser.add_argument("--n", type=int)
    parser.add_argument("--sentences", default="")
    parser.add_argument("--first-use", type=int)
    asked = parser.parse_args()
    methods = [name for name in asked.method.split(",") if name]
    if asked.data:
        curve(asked.data, [name for name in asked.sets.split(",") if name], methods, asked.n)
    for size in filter(None, asked.sentences.split(",")):
        for method in methods or [defaults.METHODS[0]]:
            print(json.dumps(timed(int(size), method)), flush=True)
    if asked.first_use:
        for method in methods or defaults.METHODS:
            print(json.dumps(first_use(asked.first_use, method)), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
