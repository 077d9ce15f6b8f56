"""Files of answers or gold records → their entries with line numbers; knows no metric.

JSON Lines, one JSON list, or one JSON object with a list `data` (as ALCE writes its results). What
cannot be read is a `Fault` with its line, and the rest is read on.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import cast

from pincite.canonical import Plain
from pincite.datasets.lines import LINE_LIMIT_BYTES, Fault, Fields, read_lines
from pincite.errors import CallerError, LimitError

__all__ = ["FILE_LIMIT_BYTES", "read_entries"]

FILE_LIMIT_BYTES = 2 << 30
"""Largest file of one JSON value that is read; JSON Lines have no limit but that of a line."""

_BLANKS = re.compile(r"[\s,]*+")
_UNDECODED = re.compile("[\udc80-\udcff]")
_DATA = re.compile(r'"data"\s*+:\s*+\[')


def read_entries(path: Path) -> Iterator[tuple[int, Fields | Fault]]:
    """The entries of a file with the line that each starts on.

    Raises:
        CallerError: When there is no such file.
        LimitError: When one JSON value is larger than `FILE_LIMIT_BYTES`.
    """
    if not path.is_file():
        raise CallerError(f"there is no file {str(path)!r}", remedy="give a file of answers")
    lines = path.suffix == ".gz" or _has_lines(path)
    return _with_text(read_lines(path, path.name) if lines else _elements(path), path.name)


def _with_text(
    entries: Iterator[tuple[int, Fields | Fault]], file: str
) -> Iterator[tuple[int, Fields | Fault]]:
    """The entries, those with a string that is no text as faults."""
    for line, entry in entries:
        if isinstance(entry, Fields) and not _is_text(entry.everything):
            yield line, Fault(file, line, "a string has half of a surrogate pair")
        else:
            yield line, entry


def _is_text(value: Plain) -> bool:
    """Whether all strings in a value can be encoded."""
    waiting: list[Plain] = [value]
    while waiting:
        item = waiting.pop()
        if isinstance(item, str):
            try:
                item.encode()
            except UnicodeEncodeError:
                return False
        elif isinstance(item, Mapping):
            waiting.extend(item.keys())
            waiting.extend(item.values())
        elif isinstance(item, Sequence):
            waiting.extend(item)
    return True


def _has_lines(path: Path) -> bool:
    """Whether a file is JSON Lines, by its first line."""
    with path.open("rb") as stream:
        line = stream.readline(LINE_LIMIT_BYTES)
    first = line.decode("utf-8", "replace").lstrip("\ufeff").strip()
    if first.startswith("[") or first == "{":
        return False
    try:
        value = json.loads(first)
    except (ValueError, RecursionError):
        return _DATA.search(first) is None and not first.endswith((",", "{", "["))
    return not (isinstance(value, dict) and isinstance(value.get("data"), list))


def _elements(path: Path) -> Iterator[tuple[int, Fields | Fault]]:
    """The objects of a list, wherever in the value it stands."""
    size = path.stat().st_size
    if size > FILE_LIMIT_BYTES:
        raise LimitError(
            f"{path.name} is one JSON value of {size} bytes",
            limit="FILE_LIMIT_BYTES",
            value=size,
            maximum=FILE_LIMIT_BYTES,
        )
    text = path.read_bytes().decode("utf-8-sig", "surrogateescape")
    start = _list_start(text)
    if start is None:
        yield 1, Fault(path.name, 1, "neither JSON Lines, nor a list, nor an object with `data`")
        return
    line, counted = 1, 0
    position = _BLANKS.match(text, start).end()  # type: ignore[union-attr]
    while position < len(text) and text[position] != "]":
        line += text.count("\n", counted, position)
        counted = position
        found, end, problem = _value(text, position)
        if problem:
            yield line, Fault(path.name, line, problem)
        else:
            yield line, Fields(cast(dict[str, object], found))
        if end is None:
            return
        position = _BLANKS.match(text, end).end()  # type: ignore[union-attr]
    if position >= len(text):
        line += text.count("\n", counted, position)
        yield line, Fault(path.name, line, "the file breaks off inside of its list")


def _list_start(text: str) -> int | None:
    if text.lstrip().startswith("["):
        return text.index("[") + 1
    match = _DATA.search(text)
    return match.end() if match else None


def _value(text: str, position: int) -> tuple[object, int | None, str]:
    """The value at a position, where it ends (None where that is unknown), and what is wrong."""
    constants: list[str] = []
    decoder = json.JSONDecoder(parse_constant=constants.append)
    try:
        value, end = decoder.raw_decode(text, position)
    except (ValueError, RecursionError) as error:
        return None, None, f"not JSON from here on: {str(error).splitlines()[0]}"
    if _UNDECODED.search(text, position, end):
        return None, end, "the entry is not UTF-8"
    if constants:
        return None, end, f"{constants[0]} is not a JSON value"
    if not isinstance(value, dict):
        return None, end, "the entry is not a JSON object"
    return value, end, ""
