"""`pincite verify`."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from pincite import defaults
from pincite.cli.judging import (
    Output,
    load_policy,
    output_options,
    present,
    read_text,
)
from pincite.cli.sources import read_sources, source_option


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
@output_options
def command(
    *,
    answer: str,
    sources: tuple[str, ...],
    more_sources: tuple[str, ...],
    pack_file: Path | None,
    as_json: bool,
    html: Path | None,
    markdown: Path | None,
    policy: Path | None,
    fail_on: str,
) -> None:
    """Check the citations of ANSWER against documents.

    ANSWER is a file of text or Markdown with markers like [s12-s14, s20]; - reads standard input.
    The numbers are those of `pincite read` for the same files in the same order.
    """
    library = read_sources([*sources, *more_sources])
    pack = None
    if pack_file is not None:
        from pincite.codec import pack_from_json

        pack = pack_from_json(read_text(str(pack_file)))
    report = defaults.verify(read_text(answer), library, pack=pack, policy=load_policy(policy))
    sys.exit(present(report, Output(as_json, html, markdown, fail_on)))
