"""A scored file of answers → JSON, lines of records, and what a terminal shows.

Beside each score stands what it was judged with and how far that judge agrees with people.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from importlib.resources import files
from typing import TYPE_CHECKING

from pincite.bench.frame import environment, figures_tables, plain
from pincite.canonical import Plain
from pincite.codec import SCHEMA
from pincite.scoring import Run
from pincite.scoring.ledger import Ledger

if TYPE_CHECKING:
    from rich.table import Table

__all__ = ["agreement_of", "record_lines", "score_tables", "scored_json"]


def scored_json(run: Run, judge: Ledger, *, file: str, command: str) -> dict[str, Plain]:
    """All figures, with those of each answer so that two runs can be compared.

    Args:
        run: The file, scored.
        judge: With which.
        file: The name of the file, without its folder.
        command: What was called, without folders.
    """
    return {
        "schema": SCHEMA,
        "scored": file,
        "command": command,
        "judge": {
            "name": judge.name,
            "asked": judge.asked,
            "known": judge.known,
            "agreement_with_people": agreement_of(judge.name),
        },
        "environment": environment(),
        "answers": run.answers,
        "left_out": [plain(fault) for fault in run.faults],
        "metrics": {
            result.metric: {
                "scores": plain(result.scores),
                "left_out": [plain(fault) for fault in result.left_out],
                "failed_judgements": result.failed,
                "unsettled_judgements": result.unsettled,
                "answers": [
                    {"id": outcome.record_id, **{k: plain(v) for k, v in outcome.figures.items()}}
                    for outcome in result.outcomes
                ],
            }
            for result in run.results
        },
    }


def record_lines(run: Run) -> Iterator[str]:
    """A line of JSON for each claim or statement of each metric."""
    for result in run.results:
        for outcome in result.outcomes:
            for record in outcome.records:
                found = plain(record)
                assert isinstance(found, dict)
                line = {"metric": result.metric, "id": outcome.record_id, **found}
                yield json.dumps(line, ensure_ascii=False, sort_keys=True) + "\n"


def score_tables(run: Run, judge: Ledger) -> Iterator[Table | str]:
    """The tables of each metric, what was left out, and what the judge is worth."""
    for result in run.results:
        yield from figures_tables(result.metric, result.scores)
        left_out = len(run.faults) + len(result.left_out)
        yield (
            f"{len(result.outcomes)} answers scored, {left_out} left out; "
            f"{result.failed} judgements failed, {result.unsettled} established nothing"
        )
        for fault in result.left_out:
            yield f"left out: {fault}"
        yield _worth(judge.name) + "\n"


def agreement_of(judge: str) -> Plain:
    """How far a judge agrees with people, by data set; None where that was not measured."""
    text = (files("pincite.bench") / "agreement.json").read_text(encoding="utf-8")
    found: Plain = json.loads(text).get(judge)
    return found


def _worth(judge: str) -> str:
    found = agreement_of(judge)
    if not isinstance(found, dict):
        return f"judge {judge}: its agreement with people was not measured"
    sets = "; ".join(f"{name} {said}" for name, said in sorted(found.items()))
    return f"judge {judge} agrees with people: {sets}"
