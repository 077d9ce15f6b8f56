"""`pincite score`: the scores of a file of answers, as a table or as JSON."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pincite import defaults
from pincite.cli.judging import write_file
from pincite.cli.sources import read_sources
from pincite.errors import CallerError
from pincite.exchange import SOURCES

if TYPE_CHECKING:
    from pincite.canonical import Plain
    from pincite.scoring import Judge, Metric, Run
    from pincite.scoring.gold import Gold

__all__ = ["command"]

METRICS = ("citation-on-fact", "longbench-cite", "alce", "evidence")


@click.command("score")
@click.argument("answers", metavar="ANSWERS", type=click.Path(dir_okay=False, path_type=Path))
@click.option(
    "--source",
    "-s",
    "sources",
    multiple=True,
    metavar="FILE",
    help="A document that all answers are about; repeat for more. Not needed for answers that "
    "bring their documents.",
)
@click.option(
    "--gold",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="What people say about the same ids: documents, evidence, reference answers.",
)
@click.option(
    "--metric",
    "metrics",
    metavar="A,B",
    default=METRICS[0],
    show_default=True,
    help=f"Of {', '.join(METRICS)}.",
)
@click.option(
    "--judge",
    "judge_name",
    metavar="NAME",
    default="builtin",
    show_default=True,
    help="builtin, checks, words, or openai:MODEL[@URL].",
)
@click.option(
    "--from",
    "origin",
    type=click.Choice(SOURCES),
    metavar="NAME",
    help=f"What the entries are where they do not say: {', '.join(SOURCES)}.",
)
@click.option(
    "--records",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Write a line of JSON for each claim or statement, so that every figure can be opened.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON value.")
def command(
    answers: Path,
    *,
    sources: Sequence[str],
    gold: Path | None,
    metrics: str,
    judge_name: str,
    origin: str | None,
    records: Path | None,
    as_json: bool,
) -> None:
    """Score the answers of a file: JSON Lines, or what LongCite and ALCE write.

    An entry has `id`, `answer` with markers like [s12], and `documents` (id, title, text) unless
    --source names them. What cannot be read is named with its line, and the rest is scored.
    """
    from pincite.bench.progress import showing, track
    from pincite.scoring import read_answers, read_entries, score
    from pincite.scoring.gold import Gold, read_gold

    judge = defaults.judge(judge_name)
    people = read_gold(gold) if gold else Gold({}, {}, (), "")
    chosen = _metrics(metrics, judge, people)
    library = read_sources(sources) if sources else None
    with showing():
        entries = read_answers(
            read_entries(answers),
            file=answers.name,
            library=library,
            documents_of=people.library,
            origin=origin,
        )
        run = score(track(entries, "answers"), chosen, file=answers.name)
    if records is not None:
        write_file(records, "".join(_record_lines(run)))
    if as_json:
        from pincite.codec import dumps

        click.echo(dumps(_as_json(run, judge, answers)))
    else:
        _print(run, judge)
    answered = {entry.record_id for result in run.results for entry in result.outcomes}
    for fault in (*run.faults, *people.faults, *people.unanswered(answered)):
        click.echo(f"left out: {fault}", err=True)


def _metrics(asked: str, judge: Judge, gold: Gold) -> list[Metric]:
    from pincite.measure.longbench import Mode
    from pincite.models.tokens import tokenizer
    from pincite.scoring.alce import AlceMetric
    from pincite.scoring.factual import FactualMetric
    from pincite.scoring.longbench import LongBenchMetric
    from pincite.scoring.retention import EvidenceMetric

    names = [name.strip() for name in asked.split(",") if name.strip()]
    for name in names:
        if name not in METRICS:
            raise CallerError(f"no metric is named {name!r}", remedy=f"one of {', '.join(METRICS)}")
    references = {name: record.answers for name, record in gold.records.items()}
    makers: dict[str, Callable[[], list[Metric]]] = {
        "citation-on-fact": lambda: [FactualMetric(judge)],
        "longbench-cite": lambda: [
            LongBenchMetric(judge, mode, tokenizer(), references=references) for mode in Mode
        ],
        "alce": lambda: [AlceMetric(judge, mode) for mode in Mode],
        "evidence": lambda: [EvidenceMetric(gold.records.get, tokenizer())],
    }
    return [metric for name in dict.fromkeys(names) for metric in makers[name]()]


def _as_json(run: Run, judge: Judge, file: Path) -> dict[str, Plain]:
    from pincite.bench.frame import environment, plain
    from pincite.codec import SCHEMA

    return {
        "schema": SCHEMA,
        "scored": file.name,
        "judge": {"name": judge.name},
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


def _record_lines(run: Run) -> Iterator[str]:
    from pincite.bench.frame import plain

    for result in run.results:
        for outcome in result.outcomes:
            for record in outcome.records:
                found = plain(record)
                assert isinstance(found, dict)
                line = {"metric": result.metric, "id": outcome.record_id, **found}
                yield json.dumps(line, ensure_ascii=False, sort_keys=True) + "\n"


def _print(run: Run, judge: Judge) -> None:
    from rich.console import Console

    from pincite.bench.frame import figures_tables

    console = Console()
    if not console.is_terminal:
        console = Console(width=200)
    for result in run.results:
        console.print(*figures_tables(result.metric, result.scores), sep="\n")
        left_out = len(run.faults) + len(result.left_out)
        console.print(
            f"{len(result.outcomes)} answers scored, {left_out} left out; judge {judge.name}: "
            f"{result.failed} judgements failed, {result.unsettled} established nothing",
            highlight=False,
        )
        for fault in result.left_out:
            console.print(f"left out: {fault}", highlight=False, markup=False)
