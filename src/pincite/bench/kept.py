"""What a bench makes slowly, kept in files so that a run that broke off goes on; knows no bench.

`keeping(folder)` opens the folder; `kept(name)` is a store of JSON values by key in it, and outside
of a `keeping` block a store that forgets.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path

from pincite.canonical import Plain, sha256_text

__all__ = ["Kept", "keeping", "kept"]

_folder: ContextVar[Path | None] = ContextVar("bench_kept", default=None)


@contextmanager
def keeping(folder: Path | None) -> Iterator[None]:
    """Keeps what stores are told to in a folder while the block runs; None keeps nothing."""
    token = _folder.set(folder)
    try:
        yield
    finally:
        _folder.reset(token)


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
        self._path.parent.mkdir(parents=True, exist_ok=True)
        with self._path.open("a", encoding="utf-8") as stream:
            stream.write(json.dumps([key, value], ensure_ascii=False) + "\n")


def kept(name: str) -> Kept:
    """The store of a name, in the folder that is open."""
    folder = _folder.get()
    if folder is None:
        return Kept(None)
    safe = "".join(c if c.isalnum() or c in "-._" else "-" for c in name)[:80]
    digest = sha256_text(name).removeprefix("sha256:")[:8]
    return Kept(folder / f"{safe}-{digest}.jsonl")
