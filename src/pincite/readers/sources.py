"""Where documents come from: files, folders, globs, standard input; bytes, bounded.

A size is checked before anything is read, and again while reading what has no size.
"""

from __future__ import annotations

import glob
import os
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO
from urllib.parse import unquote, urlsplit

from pincite.errors import DocumentError, WorldError
from pincite.readers.limits import check_bytes, check_files
from pincite.readers.settings import ReadSettings
from pincite.readers.sniff import EXTENSIONS

__all__ = ["Given", "Source", "expand", "fetch", "is_address"]

Given = str | os.PathLike[str] | bytes
"""What a caller may name: a path, an address, `-` for standard input, or the bytes themselves."""


@dataclass(frozen=True, slots=True)
class Source:
    """The bytes of a source with what its place says about it.

    Attributes:
        data: All of it.
        name: File name, for the extension and the title.
        uri: Where it came from.
        media_type: What a server declared.
    """

    data: bytes
    name: str
    uri: str
    media_type: str | None = None


@dataclass(frozen=True, slots=True)
class Expansion:
    """What folders and globs stand for.

    Attributes:
        given: Paths, addresses and bytes, one document each.
        skipped: Files beside them that pincite does not read.
    """

    given: list[Given] = field(default_factory=list)
    skipped: list[str] = field(default_factory=list)


def is_address(given: Given) -> bool:
    """Whether it is an http or https address."""
    return isinstance(given, str) and given.lower().startswith(("http://", "https://"))


def fetch(given: Given, *, settings: ReadSettings, name: str | None = None) -> Source:
    """The bytes of one source.

    Args:
        given: A path, an address, `-`, or bytes.
        settings: `max_bytes`, and for addresses `max_redirects` and `timeout_s`.
        name: What to call it; needed for the extension where `given` has none.

    Raises:
        DocumentError: With reason `missing` or `empty`.
        LimitError: On a source larger than `max_bytes`.
        WorldError: When an address does not answer.
    """
    if isinstance(given, bytes):
        check_bytes(len(given), settings.max_bytes)
        source = Source(given, name or "text", "")
    elif is_address(given):
        from pincite.readers.web import get

        address = os.fspath(given)
        page = get(address, settings=settings)
        source = Source(page.data, name or _last_step(page.address), page.address, page.media_type)
    elif os.fspath(given) == "-":
        source = Source(_bounded(sys.stdin.buffer, settings.max_bytes), name or "stdin", "-")
    else:
        source = _read_file(Path(given), settings, name)
    if not source.data.strip():
        raise DocumentError(
            f"{source.name!r} is empty",
            name=source.name,
            reason="empty",
            remedy="check that it is the right file",
        )
    return source


def _read_file(path: Path, settings: ReadSettings, name: str | None) -> Source:
    try:
        if path.is_dir():
            raise DocumentError(
                f"{str(path)!r} is a folder, not one document",
                name=str(path),
                reason="missing",
                remedy="give its files, or read it where several documents are read",
            )
        check_bytes(path.stat().st_size, settings.max_bytes)
        with path.open("rb") as stream:
            data = _bounded(stream, settings.max_bytes)
    except (FileNotFoundError, NotADirectoryError, ValueError) as error:
        raise DocumentError(
            f"there is no file {str(path)!r}",
            name=str(path),
            reason="missing",
            remedy="check the path, relative to the folder you are in",
        ) from error
    except OSError as error:
        raise WorldError(
            f"{str(path)!r} cannot be read: {error.strerror}", retryable=False
        ) from error
    return Source(data, name or path.name, str(path))


def _bounded(stream: BinaryIO, max_bytes: int) -> bytes:
    data = stream.read(max_bytes + 1)
    check_bytes(len(data), max_bytes)
    return data


def _last_step(address: str) -> str:
    parts = urlsplit(address)
    return unquote(parts.path.rstrip("/").rpartition("/")[2]) or parts.hostname or address


def expand(sources: Iterable[Given], *, settings: ReadSettings) -> Expansion:
    """The single sources that folders and globs stand for, sorted; the rest as given.

    A folder stands for the files below it that pincite reads; hidden files and folders are not
    looked at, links to folders not followed. A path that exists is never taken for a glob.

    Raises:
        DocumentError: With reason `missing` when a folder or glob stands for nothing.
        LimitError: At more than `max_files`.
    """
    expansion = Expansion()
    for given in sources:
        if isinstance(given, bytes) or is_address(given) or os.fspath(given) == "-":
            expansion.given.append(given)
            continue
        before = len(expansion.given)
        for path in _paths(os.fspath(given)):
            if path.suffix.lower() in EXTENSIONS or str(path) == os.fspath(given):
                expansion.given.append(path)
            else:
                expansion.skipped.append(str(path))
            check_files(len(expansion.given) + len(expansion.skipped), settings.max_files)
        if len(expansion.given) == before:
            raise DocumentError(
                f"{os.fspath(given)!r} stands for no file that pincite reads",
                name=os.fspath(given),
                reason="missing",
                remedy="extensions read: " + " ".join(sorted(EXTENSIONS)),
            )
    return expansion


def _paths(given: str) -> Iterator[Path]:
    path = Path(given)
    if path.is_dir():
        yield from _below(path)
    elif glob.has_magic(given) and not path.exists():
        for match in sorted(glob.glob(given, recursive=True)):
            if Path(match).is_dir():
                continue
            yield Path(match)
    else:
        yield Path(given)


def _below(folder: Path) -> Iterator[Path]:
    for here, folders, files in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(files):
            if not name.startswith("."):
                yield Path(here, name)
