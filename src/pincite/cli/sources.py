"""Reading the documents of a command: the option, the cache, and progress on a terminal."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

import click

from pincite import defaults
from pincite.readers.cache import Cache
from pincite.records import Document, Library

__all__ = ["cache_folder", "read_sources", "source_option"]

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
    return option(command)


def read_sources(sources: Sequence[str]) -> Library:
    """Read the documents of a command, from the cache where they were read before.

    The cache is `$PINCITE_CACHE`, else `pincite` in the user's cache folder; `PINCITE_CACHE=off`
    turns it off.
    """
    with _progress() as on_document:
        return defaults.read(*sources, cache=_cache(), on_document=on_document)


def cache_folder() -> Path | None:
    """Where things are kept between runs: `$PINCITE_CACHE`, else in the user's cache folder."""
    named = os.environ.get("PINCITE_CACHE", "")
    if named.lower() == "off":
        return None
    home = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    return Path(named) if named else Path(home) / "pincite"


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
