"""Progress on standard error while a bench runs; knows no bench.

`showing()` opens the display, `track` adds a line to it. Without a display `track` only iterates,
so that a bench called from Python prints nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sized
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from rich.progress import Progress

__all__ = ["showing", "track"]

T = TypeVar("T")

_display: ContextVar[Progress | None] = ContextVar("bench_display", default=None)


@contextmanager
def showing() -> Iterator[None]:
    """Shows progress on standard error while the block runs, where that is a terminal."""
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
    )

    console = Console(stderr=True)
    progress = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        console=console,
        transient=True,
        disable=not console.is_terminal,
    )
    with progress:
        token = _display.set(progress)
        try:
            yield
        finally:
            _display.reset(token)


def track(items: Iterable[T], label: str, *, total: int | None = None) -> Iterator[T]:
    """The items, unchanged, with a line of progress while they are taken.

    Args:
        items: What to iterate over.
        label: Shown before the bar.
        total: How many there will be; None where unknown, and then taken from `len` if it has one.
    """
    progress = _display.get()
    if progress is None:
        yield from items
        return
    size = len(items) if total is None and isinstance(items, Sized) else total
    task = progress.add_task(label, total=size)
    try:
        for item in items:
            yield item
            progress.advance(task)
    finally:
        progress.remove_task(task)
