"""`pincite score`: the scores of a file of answers, as a table or as JSON."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pincite import defaults
from pincite.cli.invocation import command_line
from pincite.cli.judging import write_file
from pincite.cli.sources import judgements_folder, read_sources
from pincite.errors import CallerError
from pincite.exchange import SOURCES

if TYPE_CHECKING:
    from pincite.datasets.lines import Fault
    from pincite.records import Library
    from pincite.scoring import Entry, Judge, Run
    from pincite.scoring.gold import Gold
    from pincite.scoring.ledger import Estimate, Ledger

__all__ = ["command"]

METRIC_NAMES = ("citation-on-fact", "longbench-cite", "alce", "evidence")


@dataclass(frozen=True, slots=True)
class _Request:
    """What a run of the command reads and measures."""

    answers: Path
    metrics: tuple[str, ...]
    origin: str | None
    library: Library | None
    gold: Gold
    plain: dict[str, str]
    generator: str | None
    keep: Path | None
    command: str


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
    default=METRIC_NAMES[0],
    show_default=True,
    help=f"Of {', '.join(METRIC_NAMES)}.",
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
@click.option(
    "--plain",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Answers to the same ids without citations, for LongBench-Cite's correctness ratio.",
)
@click.option(
    "--ledger",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Where judgements of a model or a verifier are kept; the cache folder unless given.",
)
@click.option(
    "--generate",
    metavar="NAME",
    help="ANSWERS holds questions with documents, such as LongBench-Cite.json: let this generator "
    "answer them, then score.",
)
@click.option(
    "--keep",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Keep whole generated answers there; a run that broke off goes on.",
)
@click.option("--dry-run", is_flag=True, help="Say what judging would cost, and judge nothing.")
@click.option(
    "--prices",
    metavar="IN,OUT",
    help="Dollars for a million tokens of the judge's model, for --dry-run.",
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
    plain: Path | None,
    ledger: Path | None,
    generate: str | None,
    keep: Path | None,
    dry_run: bool,
    prices: str | None,
    as_json: bool,
) -> None:
    """Score the answers of a file: JSON Lines, or what LongCite and ALCE write.

    An entry has `id`, `answer` with markers like [s12], and `documents` (id, title, text) unless
    --source names them. What cannot be read is named with its line, and the rest is scored.
    """
    from pincite.scoring.gold import Gold, read_gold, read_plain

    request = _Request(
        answers=answers,
        metrics=_chosen(metrics),
        origin=origin,
        library=read_sources(sources) if sources else None,
        gold=read_gold(gold or answers) if gold or generate else Gold({}, {}, (), ""),
        plain=read_plain(plain) if plain else {},
        generator=generate,
        keep=keep,
        command=command_line(),
    )
    judge = _remembering(defaults.judge(judge_name), ledger)
    if dry_run:
        _present_estimate(_estimate(request, judge, _prices(prices)), as_json=as_json)
        return
    run = _run(request, judge)
    _present(run, judge, request, records=records, as_json=as_json)
    answered = {entry.record_id for result in run.results for entry in result.outcomes}
    for fault in (*run.faults, *request.gold.faults, *request.gold.unanswered(answered)):
        click.echo(f"left out: {fault}", err=True)


def _chosen(asked: str) -> tuple[str, ...]:
    names = [name.strip() for name in asked.split(",") if name.strip()]
    for name in names:
        if name not in METRIC_NAMES:
            known = ", ".join(METRIC_NAMES)
            raise CallerError(f"no metric is named {name!r}", remedy=f"one of {known}")
    return tuple(dict.fromkeys(names))


def _remembering(judge: Judge, path: Path | None) -> Ledger:
    from pincite.scoring.ledger import judgements_file, remembering

    return remembering(judge, path or judgements_file(judgements_folder(), judge))


def _prices(given: str | None) -> tuple[float, float] | None:
    if given is None:
        return None
    try:
        first, second = (float(part) for part in given.split(","))
    except ValueError as error:
        raise CallerError(
            f"--prices {given!r} is not two numbers", remedy="such as --prices 2.50,10"
        ) from error
    return first, second


def _run(request: _Request, judge: Judge) -> Run:
    from pincite.bench.progress import showing, track
    from pincite.models.tokens import tokenizer
    from pincite.scoring import make_metrics, score

    metrics = make_metrics(
        request.metrics, judge, tokenizer(), gold=request.gold, plain=request.plain
    )
    with showing():
        entries = track(_entries(request), "answers")
        return score(entries, metrics, file=request.answers.name)


def _entries(request: _Request) -> Iterator[Entry | Fault]:
    from pincite.bench.kept import Kept
    from pincite.scoring import read_answers, read_entries
    from pincite.scoring.generate import Answerer, Written, answer_all, written

    if request.generator is None:
        return read_answers(
            read_entries(request.answers),
            file=request.answers.name,
            library=request.library,
            documents_of=request.gold.library,
            origin=request.origin,
        )
    generator = defaults.generator(request.generator)

    def answer(question: str, library: Library) -> Written:
        return written(defaults.ask(question, library, generator=generator))

    answerer = Answerer(generator.name, answer)
    return _told(answer_all(request.gold, answerer, Kept(request.keep), time.perf_counter))


def _told(entries: Iterator[Entry | Fault]) -> Iterator[Entry | Fault]:
    """The entries; says at their end how many reached their limit of tokens."""
    from pincite.scoring import Entry

    count = 0
    for entry in entries:
        count += isinstance(entry, Entry) and entry.at_limit
        yield entry
    if count:
        click.echo(f"{count} answers end at their limit of tokens, and are scored so", err=True)


def _estimate(request: _Request, ledger: Ledger, prices: tuple[float, float] | None) -> Estimate:
    from pincite.models.tokens import tokenizer
    from pincite.scoring.ledger import Estimator

    tried = defaults.judge("builtin") if ledger.checks_first else None
    estimator = Estimator(ledger, tokenizer(), tried=tried)
    _run(request, estimator)
    return estimator.estimate(prices)


def _present_estimate(estimate: Estimate, *, as_json: bool) -> None:
    from rich.console import Console

    from pincite.bench.frame import figures_tables, plain
    from pincite.codec import SCHEMA, dumps

    if as_json:
        click.echo(dumps({"schema": SCHEMA, "estimate": plain(estimate)}))
    else:
        Console().print(*figures_tables("estimate", estimate), sep="\n")


def _present(
    run: Run, judge: Ledger, request: _Request, *, records: Path | None, as_json: bool
) -> None:
    from rich.console import Console

    from pincite.bench.scored import record_lines, score_tables, scored_json
    from pincite.codec import dumps

    if records is not None:
        write_file(records, "".join(record_lines(run)))
    if as_json:
        name = request.answers.name
        click.echo(dumps(scored_json(run, judge, file=name, command=request.command)))
        return
    console = Console()
    if not console.is_terminal:
        console = Console(width=200)
    for piece in score_tables(run, judge):
        console.print(piece, highlight=False, markup=False)
