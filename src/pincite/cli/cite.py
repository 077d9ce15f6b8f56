"""`pincite cite`."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from pincite import defaults
from pincite.cli.judging import (
    Output,
    list_changes,
    load_policy,
    output_options,
    present,
    read_answer,
    verifier_option,
    write_file,
)
from pincite.cli.sources import read_sources, source_option
from pincite.refs import Style


@click.command(name="cite")
@click.argument("answer", metavar="ANSWER")
@source_option
@click.argument("more_sources", nargs=-1, metavar="[FILE]...")
@click.option("--recite", is_flag=True, help="Replace the citations that are there.")
@click.option(
    "--out",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write the cited answer there and print the report instead.",
)
@verifier_option
@output_options
def command(
    *,
    answer: str,
    sources: tuple[str, ...],
    more_sources: tuple[str, ...],
    recite: bool,
    out: Path | None,
    verifier: str | None,
    as_json: bool,
    form: str | None,
    html: Path | None,
    markdown: Path | None,
    policy: Path | None,
    fail_on: str,
) -> None:
    """Attach citations to ANSWER, claim by claim, and print it.

    Each claim gets the smallest set of sentences that supports it; a claim that the documents do
    not support gets none. What was put in, and why, goes to standard error. ANSWER is a file of
    text or Markdown, or one whose name ends in .json or .csv; - reads standard input.
    """
    library = read_sources([*sources, *more_sources])
    cited = defaults.cite(
        read_answer(answer, None, library, Style.LINE),
        library,
        recite=recite,
        policy=load_policy(policy),
        entailment=verifier,
    )
    if out is not None:
        write_file(out, cited.text)
    list_changes(cited.changes, out)
    output = Output(as_json, html, markdown, fail_on, form)
    quiet = out is None and not as_json and form is None
    if quiet:
        click.echo(cited.text, nl=not cited.text.endswith("\n"))
    sys.exit(present(cited.report, output, quiet=quiet))
