"""JSON Lines, plain or gzip, one line in memory at a time, typed access to their fields, adding.

A line that cannot be read is a `Fault` with file and line number; what becomes of it is the
caller's to say.
"""

from __future__ import annotations

import gzip
import io
import json
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, NoReturn, cast

from pincite.canonical import Plain
from pincite.errors import RecordError
from pincite.text import Span

__all__ = ["LINE_LIMIT_BYTES", "Fault", "Fields", "append_line", "find_lines", "read_lines"]

LINE_LIMIT_BYTES = 64 << 20
"""Longest line that is read; a longer one is a fault."""


@dataclass(frozen=True, slots=True)
class Fault:
    """A line that was not read, and why.

    Attributes:
        file: Relative to the data root.
        line: 1-based; of a broken file the first line that could not be read.
        reason: What is wrong with it.
    """

    file: str
    line: int
    reason: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.reason}"


class Fields:
    """A JSON object whose fields are asked for by name and type.

    Every method raises `RecordError` where the field is missing or of another type.
    """

    __slots__ = ("_values",)

    def __init__(self, values: Mapping[str, object]) -> None:
        self._values = values

    def __contains__(self, name: str) -> bool:
        """Whether there is such a field and it is not null."""
        return self._values.get(name) is not None

    def plain(self, name: str) -> Plain:
        """Whatever JSON value there is, None where there is none."""
        return cast(Plain, self._values.get(name))

    @property
    def everything(self) -> Mapping[str, Plain]:
        """The object as it came."""
        return cast(Mapping[str, Plain], self._values)

    def text(self, name: str) -> str:
        """A string."""
        value = self._values.get(name)
        if not isinstance(value, str):
            self._refuse(name, "a string")
        return value

    def optional_text(self, name: str) -> str | None:
        """A string, or None where it is missing or null."""
        return None if self._values.get(name) is None else self.text(name)

    def integer(self, name: str, default: int | None = None) -> int:
        """A whole number; the default where it is missing or null, if one is given."""
        value = self._values.get(name)
        if value is None and default is not None:
            return default
        if not isinstance(value, int) or isinstance(value, bool):
            self._refuse(name, "a whole number")
        return value

    def flag(self, name: str) -> bool | None:
        """A boolean, or None where it is missing or null."""
        value = self._values.get(name)
        if value is not None and not isinstance(value, bool):
            self._refuse(name, "a boolean")
        return value

    def texts(self, name: str) -> tuple[str, ...]:
        """A list of strings, empty where it is missing."""
        values = self._list(name)
        if not all(isinstance(value, str) for value in values):
            self._refuse(name, "a list of strings")
        return tuple(cast(list[str], values))

    def one_or_more_texts(self, name: str) -> tuple[str, ...]:
        """A string alone, or a list of strings; empty where it is missing."""
        value = self._values.get(name)
        return (value,) if isinstance(value, str) else self.texts(name)

    def has_lists(self, name: str) -> bool:
        """Whether it is a list of lists."""
        value = self._values.get(name)
        return isinstance(value, list) and bool(value) and isinstance(value[0], list)

    def lists_of_texts(self, name: str) -> tuple[tuple[str, ...], ...]:
        """A list of lists of strings, empty where it is missing."""
        return tuple(Fields({name: value}).texts(name) for value in self._list(name))

    def objects(self, name: str) -> list[Fields]:
        """A list of objects, empty where it is missing."""
        values = self._list(name)
        if not all(isinstance(value, dict) for value in values):
            self._refuse(name, "a list of objects")
        return [Fields(value) for value in cast(list[dict[str, object]], values)]

    def spans(self, name: str, text: str) -> tuple[Span, ...]:
        """A list of `[start, end]` inside a text, empty where it is missing."""
        spans = []
        for value in self._list(name):
            match value:
                case [int(start), int(end)] if 0 <= start <= end <= len(text):
                    spans.append(Span(start, end))
                case _:
                    self._refuse(name, "a list of spans of the text")
        return tuple(spans)

    def _list(self, name: str) -> list[object]:
        value = self._values.get(name)
        if value is None:
            return []
        if not isinstance(value, list):
            self._refuse(name, "a list")
        return cast(list[object], value)

    def _refuse(self, name: str, wanted: str) -> NoReturn:
        found = repr(self._values[name])[:60] if name in self._values else "missing"
        raise RecordError(f"the field {name!r} is not {wanted}: {found}")


def find_lines(folder: Path, stem: str) -> Path | None:
    """The file `stem.jsonl` or `stem.jsonl.gz` of a folder, None where there is neither."""
    for suffix in (".jsonl", ".jsonl.gz"):
        path = folder / (stem + suffix)
        if path.is_file():
            return path
    return None


def read_lines(path: Path, file: str) -> Iterator[tuple[int, Fields | Fault]]:
    """The lines of a file with their numbers, each read or a fault; blank lines are passed over.

    A file that breaks off inside its compression ends with a fault.

    Args:
        path: Read as gzip where it ends in `.gz`.
        file: What faults call it.
    """
    number = 0
    with gzip.open(path, "rb") if path.suffix == ".gz" else path.open("rb") as stream:
        try:
            for line in _bounded(cast(BinaryIO, stream)):
                number += 1
                if line is None:
                    reason = f"the line is longer than {LINE_LIMIT_BYTES} bytes"
                    yield number, Fault(file, number, reason)
                elif line.strip():
                    yield number, _parse(line, file, number)
        except (EOFError, OSError, zlib.error) as error:
            yield number + 1, Fault(file, number + 1, f"the file breaks off: {error}")


def append_line(path: Path, value: Plain) -> None:
    """Add a value to a file of JSON Lines; it is on its way to the disk when this returns.

    A last line that broke off is ended first, so that it costs itself alone.

    Args:
        path: Made with its folders where it is missing.
        value: In one line.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    line = json.dumps(value, ensure_ascii=False).encode() + b"\n"
    with path.open("ab+") as stream:
        if stream.seek(0, io.SEEK_END):
            stream.seek(-1, io.SEEK_END)
            line = line if stream.read(1) == b"\n" else b"\n" + line
        stream.write(line)


def _bounded(stream: BinaryIO) -> Iterator[bytes | None]:
    """The lines of a stream; None for one that is too long, of which the rest is passed over."""
    while line := stream.readline(LINE_LIMIT_BYTES):
        if len(line) < LINE_LIMIT_BYTES or line.endswith(b"\n"):
            yield line
            continue
        yield None
        while line and not line.endswith(b"\n"):
            line = stream.readline(LINE_LIMIT_BYTES)


def _parse(line: bytes, file: str, number: int) -> Fields | Fault:
    try:
        value: object = json.loads(line.decode("utf-8"), parse_constant=_no_constant)
    except UnicodeDecodeError as error:
        return Fault(file, number, f"the line is not UTF-8: {error.reason} at byte {error.start}")
    except RecursionError:
        return Fault(file, number, "the line is nested too deeply")
    except ValueError as error:
        return Fault(file, number, f"the line is not JSON: {error}")
    if not isinstance(value, dict):
        return Fault(file, number, "the line is not a JSON object")
    return Fields(cast(dict[str, object], value))


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not a JSON value")
