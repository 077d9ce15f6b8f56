"""The main job at growing size: time per stage, peak memory, and how both grow.

    python benchmarks/main_job.py [--data ROOT] [--pages 10,30,100,300,1000] [--runs 3]

Reads a PDF, splits it, parses and verifies an answer of 20 claims; each case in a process of its
own, so that its peak memory is its own. The PDFs are of our own making; with --data also the real
filings of financebench, the longest alone and all together. One JSON line a case; the last line
has the growth: the slope of log processor time over log characters from the smallest to the largest
PDF of ours (1 is linear), and the same of the memory that a case needs beyond the loaded program.
"""

from __future__ import annotations

import argparse
import json
import math
import resource
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

MIB = 1 << 20


def main() -> None:
    """Run the cases, or the one that this process is for."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path, help="data root with financebench/pdf")
    parser.add_argument("--pages", default="10,30,100,300,1000", help="sizes of the PDFs made")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--case", nargs="+", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.case:
        print(json.dumps(measure(options.case, options.runs)))
        return
    environment = surroundings()
    with tempfile.TemporaryDirectory() as folder:
        made = []
        for name, files in cases(Path(folder), options.pages.split(","), options.data):
            figures = in_own_process(files, options.runs)
            print(json.dumps({"case": name, **figures, **environment}), flush=True)
            if name.startswith("made"):
                made.append(figures)
    if len(made) > 1:
        print(json.dumps({"case": "growth", **growth(made[0], made[-1]), **environment}))


def cases(folder: Path, pages: list[str], data: Path | None) -> Iterator[tuple[str, list[Path]]]:
    """Name and files of each case."""
    from pincite.bench.generated import report_pdf

    for count in pages:
        path = folder / f"{count}.pdf"
        path.write_bytes(report_pdf(int(count)))
        yield f"made, {count} pages", [path]
    filings = sorted(data.glob("financebench/pdf/*.pdf")) if data else []
    if filings:
        yield "the longest filing", [max(filings, key=page_count)]
        yield f"{len(filings)} filings", filings


def page_count(path: Path) -> int:
    """The pages of a PDF."""
    import pypdfium2

    with pypdfium2.PdfDocument(path) as document:
        return len(document)


def in_own_process(files: list[Path], runs: int) -> dict[str, object]:
    """The figures of a case, measured by a process that does nothing else."""
    command = [sys.executable, __file__, "--runs", str(runs), "--case", *map(str, files)]
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
    figures: dict[str, object] = json.loads(done.stdout)
    return figures


def measure(files: list[Path], runs: int) -> dict[str, object]:
    """Times and peak memory of the stages on some files."""
    from pincite.bench.generated import report_pdf
    from pincite.bench.speed import stages

    stages([report_pdf(1)], runs=1)
    base = peak_bytes()
    found = stages(files, runs=runs)
    peak = peak_bytes()
    return {
        "documents": found.documents,
        "pages": found.pages,
        "characters": found.characters,
        "sentences": found.sentences,
        "n": runs,
        "stages": {
            timing.method: {
                "median_s": round(timing.median_s, 4),
                "spread_s": round(timing.spread_s, 4),
                "cpu_s": round(timing.cpu_s, 4),
                "s_per_million_characters": round(timing.per_million_s, 4),
            }
            for timing in found.timings
        },
        "base_mib": round(base / MIB, 1),
        "peak_mib": round(peak / MIB, 1),
        "text_mib": round(found.text_bytes / MIB, 2),
        "added_over_text": round((peak - base) / found.text_bytes, 1),
    }


def peak_bytes() -> int:
    """The largest resident set of this process so far.

    On Linux from `/proc`, since `getrusage` also counts the parent at the time of the fork.
    """
    status = Path("/proc/self/status")
    if status.exists():
        (line,) = (row for row in status.read_text().splitlines() if row.startswith("VmHWM:"))
        return int(line.split()[1]) * 1024
    unit = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit


def growth(small: dict[str, object], large: dict[str, object]) -> dict[str, object]:
    """Slopes of log cost over log characters between two cases; 1 is linear."""
    factor = math.log(number(large, "characters") / number(small, "characters"))
    slopes = {
        stage: math.log(seconds(large, stage) / seconds(small, stage)) / factor
        for stage in ("read", "split", "verify")
    }
    added = [number(case, "peak_mib") - number(case, "base_mib") for case in (small, large)]
    slopes["memory"] = math.log(max(added[1], 0.1) / max(added[0], 0.1)) / factor
    return {name: round(slope, 2) for name, slope in slopes.items()}


def number(case: dict[str, object], name: str) -> float:
    """A figure of a case."""
    value = case[name]
    assert isinstance(value, int | float)
    return value


def seconds(case: dict[str, object], stage: str) -> float:
    """The median processor time of a stage."""
    stages = case["stages"]
    assert isinstance(stages, dict)
    return float(stages[stage]["cpu_s"]) or 1e-4


def surroundings() -> dict[str, object]:
    """Commit and machine."""
    from pincite.bench.frame import commit, machine

    return {"commit": commit(), "machine": machine()}


if __name__ == "__main__":
    main()
