"""The costly columns of an index, kept on disk: terms and vectors of the same texts once.

An entry is named by the hash of everything that decides what is in it: the texts themselves, what
was made of them and by which model, and the code and libraries that made it. So it cannot be
stale, only absent. A ranking made from a kept entry is the ranking made anew, number for number.
"""

from __future__ import annotations

import hashlib
import io
import sys
import warnings
from collections.abc import Callable, Iterable
from functools import cache
from importlib.metadata import version
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from pincite.canonical import sha256_value
from pincite.sealed import SealedFolder

__all__ = ["Columns", "IndexCache"]

Columns = dict[str, NDArray[np.generic]]
"""Arrays of numbers by name."""

_MOST_BYTES = 2 << 30
_LIBRARIES = ("numpy", "snowballstemmer")


def _warn(path: Path) -> None:
    warnings.warn(
        f"the kept index {path.name} is damaged; it is made again", RuntimeWarning, stacklevel=2
    )


class IndexCache:
    """A folder of columns, opened again by the hash of what they are made of.

    Args:
        folder: Made when the first entry is kept, readable by its owner alone.
        max_bytes: Beyond it the entries used longest ago are removed; a larger one is not kept.
        on_damaged: Called with the path of an entry that was cut or changed, before it is made
            again; by default a `RuntimeWarning`.
    """

    def __init__(
        self,
        folder: Path,
        *,
        max_bytes: int = _MOST_BYTES,
        on_damaged: Callable[[Path], None] = _warn,
    ) -> None:
        self._folder = SealedFolder(
            folder, suffix=".npz", max_bytes=max_bytes, on_damaged=on_damaged
        )

    def columns(self, maker: str, texts: Iterable[str], make: Callable[[], Columns]) -> Columns:
        """What `make` makes of some texts, from the folder where it was made before.

        Args:
            maker: Names what is made, and by what: another name is another entry.
            texts: All that `make` reads, in order; read once.
            make: Called where nothing is kept.
        """
        name = _name(maker, texts)
        body = self._folder.get(name)
        if body is not None:
            return _read(body)
        made = make()
        stream = io.BytesIO()
        np.savez(stream, allow_pickle=False, **made)
        self._folder.put(name, stream.getvalue())
        return made


def _name(maker: str, texts: Iterable[str]) -> str:
    digest = hashlib.sha256()
    for text in texts:
        data = text.encode("utf-8", "surrogatepass")
        digest.update(b"%d:" % len(data))
        digest.update(data)
    decides = [maker, _code(), sys.byteorder, digest.hexdigest()]
    return sha256_value(decides).removeprefix("sha256:")


@cache
def _code() -> str:
    """The hash of all code that decides what columns hold."""
    package = Path(__file__).parent.parent
    digest = hashlib.sha256(repr([(name, version(name)) for name in _LIBRARIES]).encode())
    digest.update(sys.version.encode())
    for path in (*sorted((package / "index").glob("*.py")), package / "rank.py"):
        digest.update(path.read_bytes())
    return digest.hexdigest()


def _read(body: bytes) -> Columns:
    with np.load(io.BytesIO(body), allow_pickle=False) as kept:
        return {name: kept[name] for name in kept.files}
