"""`pincite pack`."""

from __future__ import annotations

import click

from pincite import defaults
from pincite.cli.sources import index_cache, read_sources, settings_option
from pincite.models.tokens import ENCODINGS, ByteBound
from pincite.refs import Style, read_bracket


@click.command(name="pack")
@click.option("--task", required=True, help="A question, or what the text is needed for.")
@click.option(
    "--budget", type=int, default=8_000, show_default=True, help="Most tokens of the context."
)
@click.option(
    "--style",
    type=click.Choice([style.value for style in Style]),
    default=Style.LINE.value,
    show_default=True,
    help="How sentences are tagged.",
)
@click.option(
    "--tokenizer",
    type=click.Choice([*ENCODINGS, ByteBound.name]),
    default=ENCODINGS[0],
    show_default=True,
    help="What counts tokens.",
)
@click.option(
    "--method",
    type=click.Choice(defaults.METHODS),
    default=defaults.METHODS[0],
    show_default=True,
    help="How sentences are ranked.",
)
@click.option("--keep", metavar="s1,s50", default="", help="Sentences that have to be in the pack.")
@click.option("--json", "as_json", is_flag=True, help="Print the pack with its records.")
@click.argument("sources", nargs=-1, required=True, metavar="FILE...")
@settings_option
def command(
    *,
    task: str,
    budget: int,
    style: str,
    tokenizer: str,
    method: str,
    keep: str,
    as_json: bool,
    sources: tuple[str, ...],
) -> None:
    """Choose what a model gets to see of documents, within a token budget.

    Prints the context; what was left out goes to standard error.
    """
    library = read_sources(sources)
    pack = defaults.pack(
        task,
        library,
        budget_tokens=budget,
        style=Style(style),
        tokenizer=tokenizer,
        method=method,
        keep=_numbers(keep),
        cache=index_cache(),
    )
    if as_json:
        from pincite.codec import dumps, pack_to_json

        click.echo(dumps(pack_to_json(pack, library)))
        return
    click.echo(pack.context)
    boundary = pack.boundary
    click.echo(
        f"{boundary.output_tokens} of {boundary.input_tokens} tokens ({boundary.tokenizer}), "
        f"{boundary.excluded_passages} passages left out",
        err=True,
    )
    for warning in boundary.warnings:
        click.echo(f"warning: {warning}", err=True)


def _numbers(keep: str) -> list[int]:
    reading = read_bracket(keep) if keep.strip() else None
    if keep.strip() and (reading is None or not reading.ranges):
        raise click.BadParameter(f"{keep!r} names no sentences", param_hint="--keep")
    ranges = reading.ranges if reading else ()
    return [number for first, last in ranges for number in range(first, last + 1)]
