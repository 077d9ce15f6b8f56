"""How fast the verifier reads: pairs of 128 tokens a second, and an answer of 20 claims.

    python benchmarks/verifier.py

Prints one JSON line. Texts are the sample report's; a claim cites one to three sentences.
"""

from __future__ import annotations

import json
import statistics
import time
from collections.abc import Callable, Sequence

import pincite
from pincite import defaults
from pincite.bench.frame import commit, machine
from pincite.models.crossencoder import CrossEncoder
from pincite.models.verifier import Verifier
from pincite.ports import Judgement
from pincite.records import Library
from pincite.samples import path

RUNS = 5
PAIRS = 60
TOKENS = 128
CLAIMS = 20


def main() -> None:
    """Measures and prints."""
    verifier = defaults.verifier("builtin")
    assert isinstance(verifier, Verifier)
    reader = verifier.reader
    assert isinstance(reader, CrossEncoder)
    library = pincite.read(path("halden-report-2025.pdf"))
    pairs = _pairs(library, reader)
    verifier.judge(pairs[:4])
    speeds = [PAIRS / _seconds(lambda: verifier.judge(pairs)) for _ in range(RUNS)]
    answer = _answer(library)
    pincite.verify(answer, library)
    times = [_seconds(lambda: pincite.verify(answer, library)) for _ in range(RUNS)]
    bare = [_seconds(lambda: defaults.verify(answer, library, entailment=_Silent())) for _ in times]
    result = {
        "commit": commit(),
        "machine": machine(),
        "verifier": verifier.name,
        "pairs": PAIRS,
        "tokens": TOKENS,
        "pairs_per_s": _spread(speeds),
        "claims": CLAIMS,
        "verify_s": _spread(times),
        "verify_without_s": _spread(bare),
    }
    print(json.dumps(result))


class _Silent:
    """Reads nothing."""

    name = "silent"

    def judge(self, pairs: Sequence[tuple[str, str]]) -> list[Judgement | None]:
        """None for every pair."""
        return [None for _ in pairs]


def _pairs(library: Library, reader: CrossEncoder) -> list[tuple[str, str]]:
    """A sentence as the claim, and as many that follow as make about 128 tokens with it."""
    texts = [
        sentence.text for sentence in library.sentences(1, len(library)) if len(sentence.text) > 40
    ]
    found = []
    for row in range(PAIRS):
        claim = texts[row]
        evidence, size = [], reader.count([claim])[0]
        for text in texts[row + 1 :]:
            size += reader.count([text])[0]
            if size > TOKENS:
                break
            evidence.append(text)
        found.append((claim, "\n".join(evidence) or texts[row + 1]))
    return found


def _answer(library: Library) -> str:
    rows = [n for n in range(1, len(library) - 2) if len(library.sentence(n).text) > 60][::9][
        :CLAIMS
    ]
    lines = [
        f"{library.sentence(n).text.rstrip('.')} [s{n}-s{n + row % 3}]."
        for row, n in enumerate(rows)
    ]
    assert len(lines) == CLAIMS
    return "\n\n".join(lines)


def _seconds(run: Callable[[], object]) -> float:
    start = time.perf_counter()
    run()
    return time.perf_counter() - start


def _spread(values: list[float]) -> dict[str, float]:
    return {
        "median": round(statistics.median(values), 3),
        "least": round(min(values), 3),
        "most": round(max(values), 3),
    }


if __name__ == "__main__":
    main()
