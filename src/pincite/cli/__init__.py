"""The command line: parse flags, call, print; one module a command, loaded when it is called.

A module `pincite.cli.NAME` defines `command`. `pincite --help` loads none of them.
"""

from __future__ import annotations

import importlib
import sys

import click

from pincite.errors import PinciteError
from pincite.version import __version__

__all__ = ["main"]

COMMANDS = {
    "demo": "Check a sample answer about sample documents, and write the report.",
    "verify": "Check the citations of an answer against documents.",
    "cite": "Attach citations to an answer that came without.",
    "ask": "Answer a question from documents, every sentence cited and checked.",
    "models": "List what can answer, and check a model.",
    "read": "Show a document as numbered sentences with positions.",
    "pack": "Choose what a model gets to see of documents, within a token budget.",
    "audit": "Check that a pack is what its sources give.",
    "show": "Draw which parts of which source a pack shows.",
    "report": "Show a stored report again, or highlight its evidence in a PDF.",
    "watch": "Judge the answers of a running application as they come.",
    "reanchor": "Find cited sentences again in a newer version of the documents.",
    "score": "Score a file of answers: citations, evidence, LongBench-Cite, ALCE.",
    "policy": "Show the policy that decides, or check a file that replaces it.",
    "bench": "Measure on annotated data.",
    "train": "Train, export and calibrate the verifier.",
}


class _Commands(click.Group):
    """Loads a command's module only when the command is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        if cmd_name not in COMMANDS:
            return None
        module = importlib.import_module(f"pincite.cli.{cmd_name}")
        command: click.Command = module.command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.group(
    cls=_Commands,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="Exit status: 0 accepted, 1 not accepted, 2 could not run. "
    'Shell completion: eval "$(_PINCITE_COMPLETE=bash_source pincite)".',
)
@click.version_option(__version__, prog_name="pincite")
def group() -> None:
    """Check answers about long documents: every claim tied to exact sentences, and judged."""


def main() -> None:
    """Run the command line; a failure prints what to do and exits with status 2."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    try:
        group(prog_name="pincite")
    except PinciteError as error:
        click.echo(f"pincite: {_printable(error.message)}", err=True)
        if error.remedy:
            click.echo(f"  {_printable(error.remedy)}", err=True)
        sys.exit(2)


def _printable(text: str) -> str:
    """Text of a message without control characters that a file name may carry."""
    return "".join(c if c.isprintable() or c == "\n" else f"\\x{ord(c):02x}" for c in text)
