"""`pincite bench`: measure on annotated data, as a table or as JSON."""

from __future__ import annotations

from pathlib import Path

import click

from pincite.bench import BENCHES, load_bench
from pincite.errors import CallerError

__all__ = ["command"]


def _listed(value: str | None) -> list[str]:
    return [name.strip() for name in (value or "").split(",") if name.strip()]


@click.command("bench", epilog="Benches: " + ", ".join(sorted(BENCHES)) + ".")
@click.argument("name")
@click.option(
    "--data",
    "root",
    metavar="ROOT",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="Folder with one folder for each data set.",
)
@click.option(
    "--sets", metavar="A,B", help="Data sets; all that the bench is made for if left out."
)
@click.option(
    "--n", "limit", metavar="N", type=click.IntRange(1), help="Records of a set, at most."
)
@click.option("--method", "methods", metavar="M,…", help="Methods; all if left out.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON value.")
def command(
    name: str,
    *,
    root: Path | None,
    sets: str | None,
    limit: int | None,
    methods: str | None,
    as_json: bool,
) -> None:
    """Measure NAME and print a row for each data set and method."""
    from rich.console import Console

    from pincite.bench.frame import environment, plain_rows, tables
    from pincite.bench.progress import showing
    from pincite.codec import SCHEMA, dumps

    bench = load_bench(name)
    if root is None and getattr(bench, "NEEDS_DATA", True):
        raise CallerError(f"the bench {name!r} needs annotated data", remedy="give --data ROOT")
    with showing():
        rows = list(bench.rows(root, _listed(sets), _listed(methods), limit))
    if as_json:
        result = {
            "schema": SCHEMA,
            "bench": name,
            "environment": environment(),
            "rows": plain_rows(rows),
        }
        click.echo(dumps(result))
        return
    console = Console()
    if not console.is_terminal:
        console = Console(width=240)
    console.print(*tables(name, rows), sep="\n")
