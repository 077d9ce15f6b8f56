"""`pincite ask`."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from pincite import defaults
from pincite.cli.judging import Output, load_policy, output_options, present
from pincite.cli.sources import read_sources


@click.command(name="ask")
@click.argument("question")
@click.argument("sources", nargs=-1, required=True, metavar="FILE...")
@click.option(
    "--budget",
    type=click.IntRange(min=1),
    default=defaults.ASK_BUDGET_TOKENS,
    show_default=True,
    help="Most tokens that the generator gets to read.",
)
@output_options
def command(
    *,
    question: str,
    sources: tuple[str, ...],
    budget: int,
    as_json: bool,
    form: str | None,
    html: Path | None,
    markdown: Path | None,
    policy: Path | None,
    fail_on: str,
) -> None:
    """Answer QUESTION from documents; every sentence of the answer is cited and checked.

    The built-in generator repeats sentences verbatim and says so when the documents do not answer.
    """
    library = read_sources(sources)
    report = defaults.ask(question, library, budget_tokens=budget, policy=load_policy(policy))
    sys.exit(present(report, Output(as_json, html, markdown, fail_on, form)))
