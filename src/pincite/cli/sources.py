"""Reading the documents of a command: the option, the cache, and progress on a terminal."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import click

from pincite import defaults
from pincite.canonical import sha256_bytes
from pincite.errors import CallerError, MismatchError
from pincite.readers import ReadSettings
from pincite.readers.cache import Cache
from pincite.readers.sources import fetch
from pincite.records import Document, Library

if TYPE_CHECKING:
    from pincite.index.cache import IndexCache

__all__ = [
    "cache_folder",
    "index_cache",
    "judgements_folder",
    "read_again",
    "read_sources",
    "settings_option",
    "source_option",
]

_SETTINGS = "pincite.read_settings"
_CHOICES = {"html": ("whole", "main"), "ocr": ("auto", "off")}

_F = TypeVar("_F", bound=Callable[..., object])


def source_option(command: _F) -> _F:
    """Add the option `--source`."""
    option = click.option(
        "--source",
        "-s",
        "sources",
        multiple=True,
        required=True,
        metavar="FILE",
        help="A document, folder, glob or address; repeat for more, in their order.",
    )
    return settings_option(option(command))


def settings_option(command: _F) -> _F:
    """Add the option `--set`, whose values `read_sources` uses."""
    option = click.option(
        "--set",
        "settings",
        multiple=True,
        expose_value=False,
        metavar="NAME=VALUE",
        callback=_keep_settings,
        help="A setting of the readers, such as encoding=cp1252, html=main, ocr=off, "
        "max_bytes=1000000000.",
    )
    return option(command)


def _keep_settings(context: click.Context, _: click.Parameter, given: tuple[str, ...]) -> None:
    context.meta[_SETTINGS] = _read_settings(given)


def _read_settings(given: Sequence[str]) -> ReadSettings:
    """The settings that options name.

    Raises:
        click.BadParameter: On an unknown name, or a value that is not one of its setting's.
    """
    known = {field.name: getattr(ReadSettings(), field.name) for field in fields(ReadSettings)}
    named: dict[str, object] = {}
    for item in given:
        name, _, value = item.partition("=")
        if name not in known:
            raise click.BadParameter(f"no setting {name!r}; there are {', '.join(known)}")
        default = known[name]
        choices = _CHOICES.get(name)
        if choices and value not in choices:
            raise click.BadParameter(f"{name} is one of {', '.join(choices)}")
        try:
            if isinstance(default, int | float):
                named[name] = type(default)(value)
            else:
                named[name] = tuple(value.split(",")) if isinstance(default, tuple) else value
        except ValueError as error:
            raise click.BadParameter(f"{name} is a number, not {value!r}") from error
    return replace(ReadSettings(), **named)  # type: ignore[arg-type]


def read_sources(sources: Sequence[str]) -> Library:
    """Read the documents of a command, from the cache where they were read before.

    The cache is `$PINCITE_CACHE`, else `pincite` in the user's cache folder; `PINCITE_CACHE=off`
    turns it off.
    """
    context = click.get_current_context(silent=True)
    settings: ReadSettings | None = context.meta.get(_SETTINGS) if context else None
    with _progress() as on_document:
        return defaults.read(*sources, settings=settings, cache=_cache(), on_document=on_document)


def read_again(document: Document) -> bytes:
    """The bytes that a document was read from.

    Raises:
        CallerError: On standard input, which is read once.
        MismatchError: Where its place now has other bytes.
    """
    if document.uri == "-":
        raise CallerError(
            "standard input cannot be read again", remedy="give the document as a file"
        )
    context = click.get_current_context(silent=True)
    settings: ReadSettings | None = context.meta.get(_SETTINGS) if context else None
    data = fetch(document.uri, settings=settings or ReadSettings()).data
    if sha256_bytes(data) != document.source_sha256:
        raise MismatchError(
            f"{document.uri!r} changed while it was used", remedy="run the command again"
        )
    return data


def cache_folder() -> Path | None:
    """Where things are kept between runs: `$PINCITE_CACHE`, else in the user's cache folder."""
    named = os.environ.get("PINCITE_CACHE", "")
    if named.lower() == "off":
        return None
    home = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    return Path(named) if named else Path(home) / "pincite"


def judgements_folder() -> Path | None:
    """Where judgements of models and readings of verifiers are kept between runs."""
    folder = cache_folder()
    return folder / "judgements" if folder else None


def index_cache() -> IndexCache | None:
    """Where indexes are kept between runs; one that is damaged is named and made again."""
    from pincite.index.cache import IndexCache

    folder = cache_folder()
    return IndexCache(folder / "indexes", on_damaged=_say_damaged) if folder else None


def _say_damaged(path: Path) -> None:
    click.echo(f"warning: the kept index {path} is damaged; it is made again", err=True)


def _cache() -> Cache | None:
    folder = cache_folder()
    return Cache(folder) if folder else None


@contextmanager
def _progress() -> Iterator[Callable[[Document, int], None] | None]:
    """Calls that advance a bar on standard error, where that is a terminal."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    columns = (TextColumn("reading"), BarColumn(), MofNCompleteColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("reading", total=None)

        def advance(_: Document, total: int) -> None:
            progress.update(task, total=total, advance=1)

        yield advance
