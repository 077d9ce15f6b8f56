"""What `verify`, `ask` and `demo` share: options for the result, and printing it."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeVar

import click

from pincite.canonical import Plain
from pincite.checks import Change, Policy
from pincite.errors import CallerError
from pincite.exchange import FORMATS, read, write
from pincite.exchange.wire import decode
from pincite.models.verifiers import VERIFIERS
from pincite.parse import form_of, parse_answer
from pincite.records import Answer, AnswerForm, Decision, Library, Report
from pincite.refs import Style

__all__ = [
    "DATA",
    "Output",
    "list_changes",
    "load_policy",
    "output_options",
    "present",
    "read_answer",
    "read_text",
    "verifier_option",
    "write_file",
]

DATA: tuple[AnswerForm, ...] = ("json", "csv")
"""Forms of answers that are data."""

_F = TypeVar("_F", bound=Callable[..., object])


@dataclass(frozen=True, slots=True)
class Output:
    """Where a report goes and when it counts as a failure."""

    as_json: bool = False
    html: Path | None = None
    markdown: Path | None = None
    fail_on: str = "review"
    form: str | None = None
    answer_uri: str = "answer.md"


def output_options(command: _F) -> _F:
    """Add the options that `Output` and `load_policy` take."""
    options = [
        click.option("--json", "as_json", is_flag=True, help="Print one JSON value."),
        click.option(
            "--format",
            "form",
            type=click.Choice(FORMATS),
            metavar="NAME",
            help=f"Print in the shape of another system: {', '.join(FORMATS)}.",
        ),
        click.option(
            "--html",
            type=click.Path(dir_okay=False, path_type=Path),
            help="Write the report as one HTML file.",
        ),
        click.option(
            "--markdown",
            type=click.Path(dir_okay=False, path_type=Path),
            help="Write the report as Markdown.",
        ),
        click.option(
            "--policy",
            type=click.Path(exists=True, dir_okay=False, path_type=Path),
            help="A TOML file that replaces the default policy.",
        ),
        click.option(
            "--fail-on",
            type=click.Choice(["review", "reject"]),
            default="review",
            show_default=True,
            help="The mildest decision that exits with status 1.",
        ),
    ]
    for option in reversed(options):
        command = option(command)
    return command


def verifier_option(command: _F) -> _F:
    """Add the option `--verifier`, a name that `defaults.verifier` takes."""
    return click.option(
        "--verifier",
        envvar="PINCITE_VERIFIER",
        show_envvar=True,
        metavar="NAME",
        help=f"What reads the claims that the checks leave open: {', '.join(VERIFIERS)}.",
    )(command)


def load_policy(path: Path | None) -> Policy:
    """The policy of a TOML file, the default one where none is given."""
    return Policy() if path is None else Policy.from_toml(path.read_text(encoding="utf-8"))


def present(report: Report, output: Output, *, quiet: bool = False) -> int:
    """Print a report and write its files.

    Args:
        report: An answer, judged.
        output: Where it goes.
        quiet: Write the files and print nothing.

    Returns:
        The exit status: 0 where the decision is milder than `fail_on`, else 1.
    """
    if output.html is not None:
        from pincite.report.html import html

        write_file(output.html, html(report))
    if output.markdown is not None:
        from pincite.report.markdown import markdown

        write_file(output.markdown, markdown(report))
    if output.as_json and output.form:
        raise click.UsageError("--json and --format both say what to print; give one of them")
    if output.as_json:
        from pincite.codec import dumps, report_to_json

        click.echo(dumps(report_to_json(report)))
    elif output.form:
        _export(report, output.form, output.answer_uri)
    elif not quiet:
        from pincite.report.terminal import terminal

        terminal(report)
        for path in (output.html, output.markdown):
            if path is not None:
                click.echo(f"report written to {path}", err=True)
    failing = {Decision.REJECT} if output.fail_on == "reject" else set(Decision) - {Decision.ACCEPT}
    return int(report.decision in failing)


def _export(report: Report, form: str, answer_uri: str) -> None:
    """Print a report in another shape, events one a line; what is lost goes to standard error."""
    exported = write(form, report, answer_uri=answer_uri)
    if isinstance(exported.value, str):
        click.echo(exported.value, nl=False)
    elif form.endswith("-events") and isinstance(exported.value, list):
        for event in exported.value:
            click.echo(json.dumps(event, ensure_ascii=False))
    else:
        click.echo(json.dumps(exported.value, ensure_ascii=False, indent=1))
    for lost in exported.lost:
        click.echo(f"not in this format: {lost}", err=True)


def list_changes(changes: Sequence[Change], path: Path | None = None) -> None:
    """Say on standard error which markers were changed, and why.

    Args:
        changes: Of an answer.
        path: Where the changed answer was written, if it was.
    """
    where = f" in {path}" if path is not None else ""
    count = len(changes) or "no"
    click.echo(f"{count} marker{'s' if len(changes) != 1 else ''} changed{where}", err=True)
    for change in changes:
        click.echo(f"  {change}", err=True)


def write_file(path: Path, text: str) -> None:
    """Write a text file whole.

    Raises:
        CallerError: When it cannot be written there.
    """
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise CallerError(
            f"cannot write {str(path)!r}: {error.strerror}", remedy="give another path"
        ) from error


def read_text(path: str) -> str:
    """The text of a file, or of standard input for `-`; invalid UTF-8 is an error.

    Raises:
        CallerError: When it cannot be read as UTF-8 text.
    """
    try:
        data = sys.stdin.buffer.read() if path == "-" else Path(path).read_bytes()
    except OSError as error:
        raise CallerError(
            f"cannot read {path!r}: {error.strerror}",
            remedy="give an existing file, or - for stdin",
        ) from error
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise CallerError(
            f"{path!r} is not UTF-8: byte {error.start} cannot be decoded",
            remedy="save it as UTF-8 text",
        ) from error


def read_answer(path: str, origin: str | None, library: Library, style: Style) -> Answer | str:
    """The answer of a file, or of standard input for `-`.

    Args:
        path: Says by its ending that it is data, unless `origin` says what it is.
        origin: One of `DATA`, or of `exchange.SOURCES`; None for an answer with markers.
        library: What it cites.
        style: Of its markers.

    Raises:
        CallerError: When it cannot be read, or is to be of another API and holds no JSON at all.
    """
    text = read_text(path)
    form = form_of(path) if origin is None else origin
    for data in DATA:
        if form == data:
            return parse_answer(text, style, form=data)
    return text if origin is None else _taken_in(origin, text, library)


def _taken_in(origin: str, text: str, library: Library) -> Answer:
    """The answer that a file of another API's JSON, JSONL or SSE holds.

    Raises:
        CallerError: When it holds no JSON at all.
    """
    value: Plain = text
    warnings: tuple[str, ...] = ()
    if origin != "longcite":
        value, warnings = decode(text)
        if value is None:
            raise CallerError(
                "the answer is not JSON", remedy=f"give what the {origin} API returned, as JSON"
            )
    answer = read(origin, value, library).answer
    return replace(answer, warnings=(*warnings, *answer.warnings))
