"""What a bench makes slowly, kept in files so that a run that broke off goes on; knows no bench.

`keeping(folder)` opens the folder; `kept(name)` is a store of JSON values by key in it, and outside
of a `keeping` block a store that forgets. Judgements, which may be paid for, can have a folder of
their own where nothing else is to be kept.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path

from pincite.canonical import Plain, sha256_text
from pincite.datasets.lines import append_line

__all__ = ["Kept", "judgements_folder", "keeping", "kept"]

_folder: ContextVar[Path | None] = ContextVar("bench_kept", default=None)
_judgements: ContextVar[Path | None] = ContextVar("bench_judgements", default=None)


@contextmanager
def keeping(folder: Path | None, *, judgements: Path | None = None) -> Iterator[None]:
    """Keeps what stores are told to in a folder while the block runs.

    Args:
        folder: None keeps nothing.
        judgements: The folder of judgements; None for one in `folder`.
    """
    if judgements is None and folder is not None:
        judgements = folder / "judgements"
    tokens = _folder.set(folder), _judgements.set(judgements)
    try:
        yield
    finally:
        _folder.reset(tokens[0])
        _judgements.reset(tokens[1])


def judgements_folder() -> Path | None:
    """Where judgements are kept; None keeps them for this run alone."""
    return _judgements.get()


class Kept:
    """JSON values by key, a line each in a file that is added to.

    Args:
        path: Of the file; None keeps nothing.
    """

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._values: dict[str, Plain] = {}
        if path is not None and path.is_file():
            for line in path.read_text(encoding="utf-8", errors="replace").split("\n"):
                try:
                    key, value = json.loads(line)
                except (ValueError, TypeError):
                    continue
                self._values[str(key)] = value

    def get(self, key: str) -> Plain:
        """The value of a key, None where there is none."""
        return self._values.get(key)

    def put(self, key: str, value: Plain) -> None:
        """Keep a value."""
        self._values[key] = value
        if self._path is None:
            return
        append_line(self._path, [key, value])


def kept(name: str) -> Kept:
    """The store of a name, in the folder that is open."""
    folder = _folder.get()
    if folder is None:
        return Kept(None)
    safe = "".join(c if c.isalnum() or c in "-._" else "-" for c in name)[:80]
    digest = sha256_text(name).removeprefix("sha256:")[:8]
    return Kept(folder / f"{safe}-{digest}.jsonl")
