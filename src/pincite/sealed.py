"""A folder of files, each sealed with its own hash; knows nothing of what is in them.

A file that was cut or changed is damaged, and counts as absent. A name has to say all that its
content depends on, so that no file can be stale.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from pincite.canonical import sha256_bytes

__all__ = ["SealedFolder"]


class SealedFolder:
    """Bytes by name, kept until the folder is full.

    Args:
        folder: Made when the first file is kept, readable by its owner alone.
        suffix: Of the files, such as `.json`; others are left alone.
        max_bytes: Beyond it the files used longest ago are removed; a larger one is not kept.
        on_damaged: Called with the path of a file that does not have the hash it is sealed with.
    """

    def __init__(
        self,
        folder: Path,
        *,
        suffix: str,
        max_bytes: int,
        on_damaged: Callable[[Path], None] | None = None,
    ) -> None:
        self._folder = folder
        self._suffix = suffix
        self._max_bytes = max_bytes
        self._on_damaged = on_damaged

    def get(self, name: str) -> bytes | None:
        """What is kept under a name, None where nothing is, or where it is damaged."""
        path = self._path(name)
        try:
            seal, _, body = path.read_bytes().partition(b"\n")
        except OSError:
            return None
        if seal.decode("ascii", "replace") != sha256_bytes(body):
            if self._on_damaged is not None:
                self._on_damaged(path)
            return None
        with suppress(OSError):
            os.utime(path)
        return body

    def put(self, name: str, body: bytes) -> None:
        """Keep bytes under a name; a disk that is full or read-only keeps nothing."""
        if len(body) > self._max_bytes:
            return
        written: Path | None = None
        try:
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            with tempfile.NamedTemporaryFile(dir=self._folder, delete=False) as stream:
                written = Path(stream.name)
                stream.write(sha256_bytes(body).encode("ascii") + b"\n")
                stream.write(body)
            written.replace(self._path(name))
            self._shrink()
        except OSError:
            if written is not None:
                written.unlink(missing_ok=True)

    def _path(self, name: str) -> Path:
        return self._folder / f"{name}{self._suffix}"

    def _shrink(self) -> None:
        found = [(path, path.stat()) for path in self._folder.glob(f"*{self._suffix}")]
        total = sum(status.st_size for _, status in found)
        for path, status in sorted(found, key=lambda row: row[1].st_mtime_ns):
            if total <= self._max_bytes:
                break
            path.unlink(missing_ok=True)
            total -= status.st_size
