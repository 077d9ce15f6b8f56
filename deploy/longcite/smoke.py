"""Does a LongCite model that is served cite as pincite reads it?

python deploy/longcite/smoke.py longcite:longcite@http://127.0.0.1:8000/v1

Asks two questions about the same document and prints a line of JSON for each: the seconds to the
first piece and to the whole answer, the citations by status, whether it came to its end. The first
piece of the second answer comes sooner where the prefix cache works. Exits with 1 where an answer
has no citation that resolves, or broke off.
"""

from __future__ import annotations

import json
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Literal

import pincite
from pincite.defaults import generator
from pincite.errors import PinciteError
from pincite.models.longcite import LongCite
from pincite.records import Library, Passage, Prompt
from pincite.samples import path

QUESTIONS = ("How much was invested, and where?", "What is said about the outlook?")


class Timed:
    """A LongCite model that notes when its first piece came."""

    form: Literal["longcite"] = "longcite"

    def __init__(self, model: LongCite) -> None:
        self.name = model.name
        self.max_tokens = model.max_tokens
        self.window_tokens = model.window_tokens
        self.first_s = 0.0
        self._model = model

    def generate(
        self, prompt: Prompt, library: Library, passages: Sequence[Passage]
    ) -> Iterator[str]:
        """The model's pieces."""
        started, first = time.perf_counter(), True
        for piece in self._model.generate(prompt, library, passages):
            if first:
                self.first_s = round(time.perf_counter() - started, 2)
                first = False
            yield piece


def main(spec: str) -> int:
    """The exit status."""
    named = generator(spec)
    if not isinstance(named, LongCite):
        sys.exit(f"{spec!r} is no LongCite model; name one as longcite:NAME@URL")
    model = Timed(named)
    library = pincite.read(path("halden-press-release.html"))
    failed = False
    for question in QUESTIONS:
        started = time.perf_counter()
        try:
            report = pincite.ask(question, library, generator=model)
        except PinciteError as error:
            print(json.dumps({"question": question, "error": error.message}))
            return 1
        statuses = Counter(str(c.status) for c in report.answer.citations)
        complete = report.generation is not None and report.generation.complete
        row = {
            "question": question,
            "first_s": model.first_s,
            "seconds": round(time.perf_counter() - started, 2),
            "citations": dict(statuses),
            "complete": complete,
            "decision": report.decision.value,
            "answer": report.answer.text,
        }
        print(json.dumps(row, ensure_ascii=False))
        failed = failed or not (complete and statuses["ok"])
    return int(failed)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1]))
