"""Size of the base install and cold start of the command, one JSON line.

    python benchmarks/footprint.py [--runs 11]

The size is that of pincite and of the distributions that its base install needs, as installed in
the environment that runs this; the start is that of `python -m pincite --help` in a new process.
"""

from __future__ import annotations

import argparse
import json
import re
import statistics
import subprocess
import sys
import time
from importlib.metadata import Distribution, distribution
from pathlib import Path

import pincite


def needed(name: str, seen: dict[str, Distribution]) -> None:
    """Collect a distribution and what it requires on every platform."""
    if name in seen:
        return
    seen[name] = found = distribution(name)
    for line in found.requires or ():
        name_only = re.match(r"[\w.-]+", line)
        if name_only and ";" not in line:
            needed(name_only[0].lower().replace("_", "-"), seen)


def size(found: Distribution) -> int:
    """Bytes of the files of a distribution."""
    paths = (Path(str(file.locate())) for file in found.files or ())
    return sum(path.stat().st_size for path in paths if path.is_file())


def main() -> None:
    """Print the line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=11)
    runs = parser.parse_args().runs
    seen: dict[str, Distribution] = {}
    needed("pincite", seen)
    sizes = {name: size(found) for name, found in seen.items()}
    largest = sorted(sizes.items(), key=lambda item: -item[1])[:5]
    times = []
    for _ in range(runs):
        start = time.perf_counter()
        subprocess.run([sys.executable, "-m", "pincite", "--help"], capture_output=True, check=True)
        times.append(time.perf_counter() - start)
    line = {
        "pincite_version": pincite.__version__,
        "python": sys.version.split()[0],
        "install_mb": round(sum(sizes.values()) / 1e6, 1),
        "largest_mb": {name: round(size_ / 1e6, 1) for name, size_ in largest},
        "help_s": {
            "n": runs,
            "median": round(statistics.median(times), 3),
            "min": round(min(times), 3),
            "max": round(max(times), 3),
        },
    }
    print(json.dumps(line))


if __name__ == "__main__":
    main()
