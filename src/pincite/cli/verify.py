"""`pincite verify`."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from pincite import defaults
from pincite.checks import rewrite
from pincite.cli.judging import (
    DATA,
    Output,
    list_changes,
    load_policy,
    output_options,
    present,
    read_answer,
    read_text,
    verifier_option,
    write_file,
)
from pincite.cli.sources import read_sources, source_option
from pincite.exchange import SOURCES
from pincite.refs import Style


@click.command(name="verify")
@click.argument("answer", metavar="ANSWER")
@source_option
@click.argument("more_sources", nargs=-1, metavar="[FILE]...")
@click.option(
    "--pack",
    "pack_file",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="What the answer's writer was shown (from `pincite pack --json`).",
)
@click.option(
    "--from",
    "origin",
    type=click.Choice((*DATA, *SOURCES)),
    metavar="NAME",
    help=f"ANSWER is data whose texts cite ({', '.join(DATA)}; taken so when its name ends so), "
    f"or JSON, JSONL or SSE of another API: {', '.join(SOURCES)}.",
)
@click.option(
    "--annotations",
    is_flag=True,
    help="Print findings as annotations of GitHub Actions; the same as --format github.",
)
@click.option(
    "--fix",
    "fixed",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="OUT",
    help="Write the answer with the markers that are suggested, and list what was changed.",
)
@verifier_option
@output_options
def command(
    *,
    answer: str,
    sources: tuple[str, ...],
    more_sources: tuple[str, ...],
    pack_file: Path | None,
    origin: str | None,
    annotations: bool,
    fixed: Path | None,
    verifier: str | None,
    as_json: bool,
    form: str | None,
    html: Path | None,
    markdown: Path | None,
    policy: Path | None,
    fail_on: str,
) -> None:
    """Check the citations of ANSWER against documents.

    ANSWER is a file of text or Markdown with markers like [s12-s14, s20]; - reads standard input.
    The numbers are those of `pincite read` for the same files in the same order. With --from,
    ANSWER is what another API returned for these files, given to it in this order; its positions
    are checked against the text. Where ANSWER is data, each text of JSON is checked, and each row
    of CSV.
    """
    if annotations and form not in (None, "github"):
        raise click.UsageError("--annotations is --format github; leave one of them out")
    library = read_sources([*sources, *more_sources])
    pack = None
    if pack_file is not None:
        from pincite.codec import pack_from_json

        pack = pack_from_json(read_text(str(pack_file)))
    report = defaults.verify(
        read_answer(answer, origin, library, pack.style if pack else Style.LINE),
        library,
        pack=pack,
        policy=load_policy(policy),
        entailment=verifier,
    )
    if fixed is not None:
        written = rewrite(report.answer, report.verdicts, library)
        write_file(fixed, written.text)
        list_changes(written.changes, fixed)
    form = "github" if annotations else form
    uri = "answer.md" if answer == "-" else Path(answer).as_posix()
    sys.exit(present(report, Output(as_json, html, markdown, fail_on, form, uri)))
