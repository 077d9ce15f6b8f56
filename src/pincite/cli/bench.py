"""`pincite bench`: measure on annotated data, one bench or all; and compare two runs."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import click

from pincite.bench import BENCHES, Row, load_bench
from pincite.canonical import Plain
from pincite.cli.invocation import command_line, options_line
from pincite.cli.sources import judgements_folder
from pincite.errors import CallerError, PinciteError

__all__ = ["command"]


class _Benches(click.Group):
    """A subcommand for each bench, beside those that are written here."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted([*super().list_commands(ctx), *BENCHES])

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        own = super().get_command(ctx, cmd_name)
        if own is not None:
            return own
        if cmd_name not in BENCHES:
            load_bench(cmd_name)
        return _command(cmd_name)


@click.group("bench", cls=_Benches)
def command() -> None:
    """Measure on annotated data, and compare what was measured."""


_DATA = click.option(
    "--data",
    "root",
    metavar="ROOT",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="Folder with one folder for each data set.",
)
_LIMIT = click.option(
    "--n", "limit", metavar="N", type=click.IntRange(1), help="Records of a set, at most."
)
_JSON = click.option("--json", "as_json", is_flag=True, help="Print one JSON value.")


_ABOUT = {
    "ask": "A generator end to end, against people's evidence.",
    "checks": "The checks against edits and against people.",
    "cite": "Citations found for claims, against people's evidence.",
    "judge": "How well judges of support agree with people.",
    "claims": "Whether a sentence is taken for a claim, against labels.",
    "figures": "Right figures found, altered ones refused, on gold evidence.",
    "mcrb": "MCRB-1, by its published protocol.",
    "pack": "Gold evidence that packs keep.",
    "rank": "Do a judge's scores rank systems as people do.",
    "read": "What readers find in PDFs.",
    "repair": "Spoiled citations put right.",
    "speed": "Time of the stages.",
    "split": "Sentence boundaries.",
}


def _command(name: str) -> click.Command:
    """The subcommand of a bench."""

    @click.command(name, short_help=_ABOUT[name])
    @_DATA
    @click.option(
        "--sets",
        multiple=True,
        metavar="A,B",
        help="Data sets; all that the bench is made for if left out.",
    )
    @_LIMIT
    @click.option(
        "--method", "methods", multiple=True, metavar="M,…", help="Methods; all if left out."
    )
    @click.option(
        "--keep",
        metavar="FOLDER",
        type=click.Path(file_okay=False, path_type=Path),
        help="Keep what is slow to make there, such as answers; a run that broke off goes on.",
    )
    @_JSON
    def run(
        *,
        root: Path | None,
        sets: tuple[str, ...],
        limit: int | None,
        methods: tuple[str, ...],
        keep: Path | None,
        as_json: bool,
    ) -> None:
        from pincite.bench.kept import keeping

        with keeping(keep, judgements=judgements_folder()):
            rows = _rows(name, root, _listed(sets), _listed(methods), limit)
        if as_json:
            _print_json(_result(name, rows, command_line()))
        else:
            _print_tables(name, rows)

    run.help = f"Measure {name} and print a row for each data set and method."
    return run


@command.command("all")
@_DATA
@_LIMIT
@click.option(
    "--out",
    metavar="FOLDER",
    required=True,
    type=click.Path(file_okay=False, path_type=Path),
    help="Where the JSON of each bench goes; one that is there is not measured again.",
)
def everything(root: Path | None, limit: int | None, out: Path) -> None:
    """Run every bench, each to its JSON file; goes on where it was broken off.

    A bench that fails is named, and the others run. The exit status is then 2.
    """
    from pincite.bench.kept import keeping
    from pincite.codec import dumps

    out.mkdir(parents=True, exist_ok=True)
    failed = False
    options = options_line(without={"out"})
    for name in sorted(BENCHES):
        path = out / f"{name}.json"
        if path.is_file():
            click.echo(f"{name}: there already", err=True)
            continue
        try:
            with keeping(out / "kept", judgements=judgements_folder()):
                rows = _rows(name, root, [], [], limit)
        except PinciteError as error:
            failed = True
            click.echo(f"{name}: {error.message}", err=True)
            continue
        part = path.with_suffix(".part")
        part.write_text(
            dumps(_result(name, rows, f"pincite bench {name} {options}".rstrip())), encoding="utf-8"
        )
        part.replace(path)
        click.echo(f"{name}: {len(rows)} rows", err=True)
    if failed:
        raise SystemExit(2)


@command.command("compare")
@click.argument("a", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.argument("b", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@_JSON
def comparison(a: Path, b: Path, as_json: bool) -> None:
    """Say which differences between two results are real: A less B.

    A and B are files of `pincite score --json` about the same ids, or of one bench.
    """
    from pincite.bench.compare import compare

    rows = compare(_read(a), _read(b))
    if as_json:
        _print_json(_result("compare", rows, command_line()))
    else:
        _print_tables(f"{a.stem} less {b.stem}", rows)


@command.command("report")
@click.argument("results", nargs=-1, required=True, type=click.Path(exists=True, path_type=Path))
@click.option(
    "--out",
    metavar="FOLDER",
    required=True,
    type=click.Path(file_okay=False, path_type=Path),
    help="Where report.html goes, and a PNG and a CSV for each plot.",
)
def page(results: Sequence[Path], out: Path) -> None:
    """Show results as one page with plots and tables.

    RESULTS are files of `pincite score --json` and `pincite bench --json`, or folders of them.
    """
    from pincite.bench.page import write_page

    paths = [path for given in results for path in _files(given)]
    written = write_page({path.stem: _read(path) for path in paths}, out)
    click.echo(f"{len(written)} files written, {written[-1]}", err=True)


def _files(given: Path) -> list[Path]:
    return sorted(given.glob("*.json")) if given.is_dir() else [given]


def _listed(values: tuple[str, ...]) -> list[str]:
    """The names in options that take several, by commas or by being given again."""
    return [name.strip() for value in values for name in value.split(",") if name.strip()]


def _rows(
    name: str,
    root: Path | None,
    sets: Sequence[str],
    methods: Sequence[str],
    limit: int | None,
) -> list[Row]:
    from pincite.bench.progress import showing

    bench = load_bench(name)
    if root is None and getattr(bench, "NEEDS_DATA", True):
        raise CallerError(f"the bench {name!r} needs annotated data", remedy="give --data ROOT")
    with showing():
        return list(bench.rows(root, sets, methods, limit))


def _result(name: str, rows: Sequence[Row], command: str) -> dict[str, Plain]:
    from pincite.bench.frame import environment, plain_rows
    from pincite.codec import SCHEMA

    return {
        "schema": SCHEMA,
        "bench": name,
        "command": command,
        "environment": environment(),
        "rows": plain_rows(rows),
    }


def _print_json(result: dict[str, Plain]) -> None:
    from pincite.codec import dumps

    click.echo(dumps(result))


def _print_tables(title: str, rows: Sequence[Row]) -> None:
    from rich.console import Console

    from pincite.bench.frame import tables

    console = Console()
    if not console.is_terminal:
        console = Console(width=240)
    console.print(*tables(title, rows), sep="\n")


def _read(path: Path) -> dict[str, Plain]:
    try:
        value: Plain = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        raise CallerError(
            f"{path.name} is not JSON: {str(error).splitlines()[0]}",
            remedy="give a file that `pincite score --json` or `pincite bench --json` wrote",
        ) from error
    if not isinstance(value, dict):
        raise CallerError(f"{path.name} is not a result")
    return value
