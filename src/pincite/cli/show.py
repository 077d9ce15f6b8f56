"""`pincite show`."""

from __future__ import annotations

from pathlib import Path

import click

from pincite.cli.judging import read_text
from pincite.codec import stored_pack_from_json


@click.command(name="show")
@click.argument("pack_file", metavar="PACK")
@click.option(
    "--html",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write the strips and the passages as one HTML file.",
)
def command(*, pack_file: str, html: Path | None) -> None:
    """Draw which parts of which source a pack shows, a strip per document.

    PACK is what `pincite pack --json` wrote; `pincite audit` says whether it is still as made.
    """
    from pincite.report.strip import strips, strips_html, strips_terminal

    stored = stored_pack_from_json(read_text(pack_file))
    sizes = [(s.source_id, s.title, s.sentences) for s in stored.sizes()]
    drawn = strips(stored.pack, sizes)
    if html is not None:
        html.write_text(strips_html(stored.pack, drawn), encoding="utf-8")
        click.echo(f"written to {html}", err=True)
        return
    strips_terminal(stored.pack, drawn)
