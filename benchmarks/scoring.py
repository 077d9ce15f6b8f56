"""Time to score 1,000 answers of 10 claims with a judge, one JSON line.

    python benchmarks/scoring.py [--answers 1000] [--claims 10] [--judge builtin]
                                 [--metric citation-on-fact,longbench-cite,alce]

Each answer is about a text of its own of about 20,000 characters: half of its claims repeat what
they cite, the others cite three sentences that they do not repeat. `cpu_s` is processor time, which
says more than the time that passed on a machine that others use.
"""

from __future__ import annotations

import argparse
import json
import resource
import time
from collections.abc import Iterator

from pincite import defaults
from pincite.bench.frame import commit, machine
from pincite.bench.generated import cited_answer, report_text
from pincite.models.tokens import tokenizer
from pincite.parse import parse_answer
from pincite.scoring import Entry, Form, make_metrics, score
from pincite.scoring.answers import as_library
from pincite.scoring.gold import Gold
from pincite.scoring.ledger import Ledger


def entries(answers: int, claims: int) -> Iterator[Entry]:
    """Answers, each about a text of its own."""
    for row in range(answers):
        library = as_library([(report_text(20_000, seed=row), "report", "Report")])
        text = cited_answer(library, claims=claims)
        yield Entry(
            str(row), row + 1, Form.OWN, "generated", "", parse_answer(text), library, raw=text
        )


def main() -> None:
    """Measure once and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--answers", type=int, default=1000)
    parser.add_argument("--claims", type=int, default=10)
    parser.add_argument("--judge", default="builtin")
    parser.add_argument("--metric", default="citation-on-fact")
    options = parser.parse_args()
    judge = Ledger(defaults.judge(options.judge))
    names = options.metric.split(",")
    metrics = make_metrics(names, judge, tokenizer(), gold=Gold({}, {}, (), ""), plain={})
    start, start_cpu = time.perf_counter(), time.process_time()
    run = score(entries(options.answers, options.claims), metrics, file="generated")
    print(
        json.dumps(
            {
                "commit": commit(),
                "machine": machine(),
                "judge": judge.name,
                "metrics": names,
                "answers": run.answers,
                "claims": run.answers * options.claims,
                "wall_s": round(time.perf_counter() - start, 1),
                "cpu_s": round(time.process_time() - start_cpu, 1),
                "peak_mib": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024,
            }
        )
    )


if __name__ == "__main__":
    main()
