"""Put how far judges agree with people, as `bench rank` measured it, beside the scores they make.

    pincite bench rank --data ROOT --json > rank.json
    python benchmarks/agreement.py rank.json

rewrites `src/pincite/bench/agreement.json`, from which `pincite score` prints a judge's worth. The
judges that the file has and `rank.json` has not stay.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import pincite

TARGET = Path(pincite.__file__).with_name("bench") / "agreement.json"


def said(share: dict[str, float]) -> str:
    """A share with its counts."""
    return f"{100 * share['value']:.1f} % ({share['successes']}/{share['total']})"


def worth(row: dict[str, dict[str, float]]) -> str:
    """What stands beside a score: claims, and where they were asked about, spans."""
    spans = row.get("relevance_agreement")
    claims = f"claims {said(row['agreement'])}"
    return f"{claims}, spans {said(spans)}" if spans else claims


def main() -> None:
    """Read, merge, write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("results", type=Path)
    rows = json.loads(parser.parse_args().results.read_text(encoding="utf-8"))["rows"]
    known = json.loads(TARGET.read_text(encoding="utf-8"))
    for judge in dict.fromkeys(row["method"] for row in rows):
        mine = [row for row in rows if row["method"] == judge]
        known[judge] = {row["set"]: worth(row) for row in mine}
    TARGET.write_text(
        json.dumps(known, indent=1, sort_keys=True, ensure_ascii=False) + "\n", "utf-8"
    )


if __name__ == "__main__":
    main()
