"""`pincite watch`."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import BinaryIO

import click

from pincite import defaults
from pincite.canonical import Plain
from pincite.cli.judging import load_policy, verifier_option
from pincite.cli.sources import read_sources, source_option
from pincite.codec import report_to_json
from pincite.errors import CallerError
from pincite.exchange import SOURCES, read
from pincite.exchange.wire import answers, stream_values
from pincite.records import Answer, Decision, Library, Report

_LINE_END = re.compile(rb"\r\n|[\r\n]")
_PIECE = 1 << 16
_FIELDS = ("answer", "text", "output", "content", "completion")


@click.command(name="watch")
@click.argument("stream", metavar="FILE|-")
@source_option
@click.option(
    "--from",
    "origin",
    type=click.Choice(SOURCES),
    metavar="NAME",
    help=f"The answers are those of another API: {', '.join(SOURCES)}.",
)
@click.option(
    "--policy",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="A TOML file that replaces the default policy.",
)
@verifier_option
@click.option(
    "--fail-on",
    type=click.Choice(["review", "reject"]),
    default="reject",
    show_default=True,
    help="The mildest decision that exits with status 1 at the end.",
)
def command(
    *,
    stream: str,
    sources: tuple[str, ...],
    origin: str | None,
    policy: Path | None,
    verifier: str | None,
    fail_on: str,
) -> None:
    """Judge the answers of a running application as they come.

    FILE is JSONL or SSE: a text a line, an object with the field `answer` or `text`, or with
    --from what the API returned, whole or in events. For each answer one line of JSON is printed
    at once: its `number`, its `id` where it had one, and the report; for what cannot be read,
    `error`. It never stops the rest.
    """
    chosen, library = load_policy(policy), read_sources(sources)

    def judged(given: str | Answer) -> Report:
        return defaults.verify(given, library, policy=chosen, entailment=verifier)

    failing = {Decision.REJECT.value} | ({Decision.REVIEW.value} if fail_on == "review" else set())
    failed = False
    found = answers(origin, stream_values(_lines(stream)))
    for number, (value, problem) in enumerate(found, 1):
        verdict = _judged(value, problem, origin, library, judged)
        failed = failed or "error" in verdict or verdict["decision"] in failing
        line = {"number": number, "id": _identity(value), **verdict}
        click.echo(json.dumps(line, ensure_ascii=False, sort_keys=True))
    sys.exit(int(failed))


def _lines(stream: str) -> Iterator[str]:
    if stream == "-":
        yield from _as_they_come(sys.stdin.buffer)
        return
    try:
        with Path(stream).open("rb") as source:
            yield from _as_they_come(source)
    except OSError as error:
        raise CallerError(
            f"cannot read {stream!r}: {error.strerror}",
            remedy="give an existing file, or - for stdin",
        ) from error


def _as_they_come(source: BinaryIO) -> Iterator[str]:
    """The lines of a stream, each when its end is there: CR, LF or both, as SSE has them."""
    held: list[bytes] = []
    returned = False
    mark = b"\xef\xbb\xbf"
    while piece := source.read1(_PIECE):  # type: ignore[attr-defined]
        found = piece.removeprefix(b"\n") if returned else piece
        returned = piece.endswith(b"\r")
        first, *others = _LINE_END.split(found)
        held.append(first)
        for other in others:
            yield b"".join(held).removeprefix(mark).decode("utf-8", "backslashreplace")
            held, mark = [other], b""
    if any(held):
        yield b"".join(held).removeprefix(mark).decode("utf-8", "backslashreplace")


def _judged(
    value: Plain,
    problem: str,
    origin: str | None,
    library: Library,
    judge: Callable[[str | Answer], Report],
) -> Mapping[str, Plain]:
    given: str | Answer | None
    if problem:
        return {"error": problem}
    if origin is not None:
        given = read(origin, _text(value) if origin == "longcite" else value, library).answer
    else:
        given = _text(value)
    if given is None:
        return {"error": f"it has no text; give one of the fields {', '.join(_FIELDS)}"}
    return report_to_json(judge(given))


def _text(value: Plain) -> str | None:
    if isinstance(value, str):
        return value
    fields = value if isinstance(value, Mapping) else {}
    return next((text for name in _FIELDS if isinstance(text := fields.get(name), str)), None)


def _identity(value: Plain) -> Plain:
    """The id that an answer came with, of its first event where it came in events."""
    first = value[0] if isinstance(value, list) and value else value
    for holder in (first, *(first.values() if isinstance(first, Mapping) else ())):
        found = holder.get("id") if isinstance(holder, Mapping) else None
        if isinstance(found, str | int):
            return found
    return None
