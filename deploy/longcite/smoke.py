"""Does a LongCite model that is served cite as pincite reads it?

python deploy/longcite/smoke.py longcite:longcite@http://127.0.0.1:8000/v1

Asks two questions about the same document and prints a line of JSON for each: the seconds to the
whole answer, its citations by status, whether it came to its end. The second is faster where the
prefix cache works. Exits with 1 where an answer has no citation that resolves, or broke off.
"""

from __future__ import annotations

import json
import sys
import time
from collections import Counter

import pincite
from pincite.defaults import generator
from pincite.errors import PinciteError
from pincite.samples import path

QUESTIONS = ("How much was invested, and where?", "What is said about the outlook?")


def main(spec: str) -> int:
    """The exit status."""
    model = generator(spec)
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
