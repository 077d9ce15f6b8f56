"""`pincite audit`."""

from __future__ import annotations

import sys
from dataclasses import asdict

import click

from pincite import defaults
from pincite.cli.judging import read_text
from pincite.cli.sources import read_sources, source_option
from pincite.codec import SCHEMA, compare_sources, dumps, stored_pack_from_json


@click.command(name="audit")
@click.argument("pack_file", metavar="PACK")
@source_option
@click.option("--json", "as_json", is_flag=True, help="Print one JSON value.")
def command(*, pack_file: str, sources: tuple[str, ...], as_json: bool) -> None:
    """Check that a pack is what its sources give: context, records and sources.

    PACK is what `pincite pack --json` wrote. Exit status: 0 when nothing was changed, 1 when
    something was; each finding names its passage or field.
    """
    stored = stored_pack_from_json(read_text(pack_file))
    library = read_sources(sources)
    findings = (*compare_sources(stored, library), *defaults.verify_pack(stored.pack, library))
    if as_json:
        value = {
            "schema": SCHEMA,
            "pack_id": stored.pack.pack_id,
            "library_id": library.library_id,
            "sound": not findings,
            "findings": [asdict(finding) for finding in findings],
        }
        click.echo(dumps(value))
    else:
        for finding in findings:
            click.echo("".join(c if c.isprintable() else " " for c in str(finding)))
        passages = len(stored.pack.passages)
        click.echo(
            f"{len(findings)} findings" if findings else f"sound: {passages} passages as they stand"
        )
    sys.exit(bool(findings))
