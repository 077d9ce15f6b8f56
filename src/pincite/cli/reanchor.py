"""`pincite reanchor`."""

from __future__ import annotations

import sys
from collections import Counter
from dataclasses import asdict

import click

from pincite.anchors import Anchor, AnchorStatus, reanchor
from pincite.cli.judging import read_text
from pincite.cli.sources import read_sources, source_option
from pincite.codec import SCHEMA, dumps, report_from_json


@click.command(name="reanchor")
@click.argument("report_file", metavar="REPORT")
@source_option
@click.option("--json", "as_json", is_flag=True, help="Print one JSON value.")
def command(*, report_file: str, sources: tuple[str, ...], as_json: bool) -> None:
    """Find the sentences that a report cites again in a newer version of its documents.

    REPORT is what `pincite verify --json` wrote. Exit status: 0 when every sentence still stands
    word for word, 1 when one was edited or is gone.
    """
    stored = report_from_json(read_text(report_file))
    library = read_sources(sources)
    anchors = reanchor(stored.quotations, library)
    if as_json:
        value = {
            "schema": SCHEMA,
            "library_id": library.library_id,
            "old_library_id": stored.library_id,
            "anchors": [asdict(anchor) for anchor in anchors],
        }
        click.echo(dumps(value))
    else:
        for anchor in anchors:
            click.echo("\n".join(_lines(anchor)))
        counts = Counter(anchor.status.value for anchor in anchors)
        click.echo(", ".join(f"{counts[s]} {s}" for s in AnchorStatus) or "nothing was cited")
    sys.exit(any(a.status in (AnchorStatus.EDITED, AnchorStatus.GONE) for a in anchors))


def _lines(anchor: Anchor) -> list[str]:
    old = f"s{anchor.quotation.number}"
    new = f"s{anchor.number}" if anchor.number else "–"
    text = "".join(c if c.isprintable() else " " for c in anchor.quotation.exact)
    lines = [f"{anchor.status.value:>6}  {old} → {new}  {text}"]
    for change in anchor.differences:
        lines.append(f"        - {change.before or '(nothing)'}")
        lines.append(f"        + {change.after or '(nothing)'}")
    return lines
