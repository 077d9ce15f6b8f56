"""The command that stands in a result: whole, callable, and without what is private."""

from pathlib import Path

import click
from click.testing import CliRunner

from pincite.cli.invocation import command_line


@click.group()
def pincite() -> None:
    """Stands for the real group."""


@pincite.command()
@click.argument("answers", type=click.Path(path_type=Path))
@click.option("--data", metavar="ROOT", type=click.Path(path_type=Path))
@click.option("--judge", default="builtin")
@click.option("--source", "-s", multiple=True)
@click.option("--json", "as_json", is_flag=True)
@click.option("--n", type=int)
def score(**_: object) -> None:
    """Print the command."""
    click.echo(command_line())


def said(*words: str) -> str:
    """The command that a call records."""
    done = CliRunner().invoke(pincite, ["score", *words], prog_name="pincite")
    assert done.exit_code == 0, done.output
    return done.output.strip()


def test_every_option_given_is_recorded(tmp_path: Path) -> None:
    """Flags, repeated options and short names; defaults that nobody gave are left out."""
    source = tmp_path / "my notes.txt"
    source.write_text("A note.")
    call = said(
        str(tmp_path / "a.jsonl"), "--json", "-s", str(source), "-s", "b.txt", "--n", "5",
        "--data", str(tmp_path),
    )  # fmt: skip
    assert call == (
        "pincite score a.jsonl --data ROOT --source 'my notes.txt' --source b.txt --json --n 5"
    )
    assert str(tmp_path) not in call


def test_a_user_in_an_address_is_left_out() -> None:
    """Results are shared; keys are not."""
    call = said("a.jsonl", "--judge", "openai:m@http://me:secret@host:8000/v1")
    assert call == "pincite score a.jsonl --judge openai:m@http://host:8000/v1"
