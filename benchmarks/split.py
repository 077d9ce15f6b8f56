"""Prints how sentence splitters compare, and how ours grows: `python benchmarks/split.py ROOT`."""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path

from pincite.bench.split import SplitRow, rows
from pincite.split import sentence_spans


def main() -> None:
    """Reads the arguments and prints the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("root", type=Path, help="folder that holds sbd/")
    parser.add_argument("--sets", type=lambda value: value.split(","))
    parser.add_argument("--methods", type=lambda value: value.split(";"))
    parser.add_argument("--growth", action="store_true", help="time against length instead")
    arguments = parser.parse_args()
    if arguments.growth:
        growth(arguments.root)
        return
    found = list(rows(arguments.root, arguments.sets or (), arguments.methods or (), None))
    table(found)


def table(found: list[SplitRow]) -> None:
    """F1 in percent, a column for each method; `<` significantly below ours, `>` above."""
    methods = list(dict.fromkeys(row.method for row in found))
    notes = {row.method: row.note for row in found if row.note}
    shown = [method for method in methods if method not in notes]
    for variant in dict.fromkeys(row.variant for row in found):
        print(f"\n{variant:24}" + "".join(f"{method[:11]:>12}" for method in shown))
        for name in dict.fromkeys(row.set for row in found):
            cells = {r.method: r for r in found if r.set == name and r.variant == variant}
            print(f"{name:24}" + "".join(_cell(cells[method]) for method in shown))
        speeds = {m: [r.chars_per_second or 0 for r in found if r.method == m] for m in shown}
        print(f"{'million chars/s, median':24}", end="")
        for method in shown:
            values = sorted(value for value in speeds[method] if value)
            print(f"{values[len(values) // 2] / 1e6:12.2f}", end="")
        print()
    for method, note in notes.items():
        print(f"{method}: {note}")


def _cell(row: SplitRow) -> str:
    lead = row.lead
    sign = " "
    if lead is not None and lead.low is not None and lead.high is not None:
        sign = "<" if lead.low > 0 else ">" if lead.high < 0 else " "
    value = row.f1.value if row.f1 and row.f1.value is not None else 0.0
    return f"{100 * value:11.1f}{sign}"


def growth(root: Path) -> None:
    """Seconds against length, for plain English and for hostile texts."""
    with (root / "sbd" / "ud_english_pud.jsonl").open(encoding="utf-8") as lines:
        prose = " ".join(json.loads(line)["text"] for line in lines)
    units = {
        "plain English": prose,
        "one word": "a",
        "full stops": ".",
        "initials": "a.",
        "spaced initials": "A. ",
        "line breaks": "\n",
        "wrapped lines": "no stop at all in this line of text\n",
        "blanks and a break": " " * 50 + "\n",
        "closers": '.")',
        "combining marks": "e\u0301\u0302.",
        "wide stops": "。",
        "brackets": ".[1]",
        "numbers": "1. 2) ",
        "no blanks": "Word.Word",
    }
    for name, unit in units.items():
        cells = []
        for length in (500_000, 1_000_000, 2_000_000, 4_000_000):
            text = (unit * (length // len(unit) + 1))[:length]
            times = []
            for _ in range(2):
                begin = time.process_time()
                sentence_spans(text, language="en")
                times.append(time.process_time() - begin)
            cells.append(f"{length / min(times) / 1e6:9.1f}")
        print(f"{name:24}" + "".join(cells) + "  million chars/s at 0.5, 1, 2, 4 million")


if __name__ == "__main__":
    main()
