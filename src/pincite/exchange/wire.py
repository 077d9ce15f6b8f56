"""Bytes of other systems → values that may be of any type; a wrong one is named, never fatal."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import Enum

from pincite.canonical import Plain

__all__ = ["Fields", "Log", "answers", "decode", "stream_values"]

_DATA = re.compile(r"data:[ ]?(.*)", re.DOTALL)
_FIELD = re.compile(r":|(?:event|id|retry):")
_LINE_END = re.compile(r"\r\n|[\r\n]")
_HUMP = re.compile(r"_([a-z])")


class Log(list[str]):
    """Notes in order; whether one is there costs the same however many there are."""

    def __init__(self) -> None:
        super().__init__()
        self._seen: set[str] = set()

    def note(self, what: str) -> None:
        """Add a note, once."""
        if what not in self._seen:
            self._seen.add(what)
            self.append(what)


class Fields:
    """The fields of a JSON object, asked for by type.

    A field is found by its `snake_case` name or the `camelCase` form of it. One of another type
    than asked for counts as absent and is noted, once for each field.

    Args:
        value: Anything; what is no object has no fields.
        path: Where it stands, for the notes.
        log: Takes the notes; one of its own where it is not given.
    """

    def __init__(self, value: Plain, path: str, log: Log | None = None) -> None:
        self.raw: Mapping[str, Plain] = value if isinstance(value, Mapping) else {}
        self.path = path
        self.log = Log() if log is None else log
        if not isinstance(value, Mapping) and value is not None:
            self._note(path, "an object", value)

    def __contains__(self, name: str) -> bool:
        return self._get(name) is not None

    def string(self, name: str) -> str | None:
        """A text."""
        value = self._get(name)
        if isinstance(value, str):
            return value
        self._absent(name, "a text", value)
        return None

    def integer(self, name: str) -> int | None:
        """A whole number; booleans are none."""
        value = self._get(name)
        if isinstance(value, int) and not isinstance(value, bool):
            return value
        self._absent(name, "a whole number", value)
        return None

    def pair(self, first: str, second: str) -> tuple[int, int] | None:
        """Two whole numbers, where both are there."""
        start, end = self.integer(first), self.integer(second)
        return None if start is None or end is None else (start, end)

    def child(self, name: str) -> Fields:
        """An object; one without fields where it is absent."""
        return Fields(self._get(name), f"{self.path}.{name}", self.log)

    def children(self, name: str) -> list[Fields]:
        """The objects of a list."""
        return [
            Fields(value, f"{self.path}.{name}[{row}]", self.log)
            for row, value in enumerate(self.items(name))
        ]

    def items(self, name: str) -> Sequence[Plain]:
        """The values of a list."""
        value = self._get(name)
        if isinstance(value, Sequence) and not isinstance(value, str):
            return value
        self._absent(name, "a list", value)
        return ()

    def _get(self, name: str) -> Plain:
        if name in self.raw:
            return self.raw[name]
        return self.raw.get(_HUMP.sub(lambda match: match[1].upper(), name))

    def _absent(self, name: str, wanted: str, value: Plain) -> None:
        if value is not None:
            self._note(f"{self.path}.{name}", wanted, value)

    def _note(self, path: str, wanted: str, value: Plain) -> None:
        note = f"{path} is not {wanted}: {json.dumps(value, default=str)[:80]}"
        self.log.note(note)


def decode(text: str) -> tuple[Plain, tuple[str, ...]]:
    """The value of a file: one JSON value, or the list of those of a JSONL or SSE stream.

    Returns:
        The value, None where there is none, and a warning for each piece that is no JSON.
    """
    try:
        value: Plain = json.loads(text)
    except (ValueError, RecursionError):
        values: list[Plain] = []
        warnings: list[str] = []
        for found, problem in stream_values(_LINE_END.split(text)):
            if problem:
                warnings.append(problem)
            else:
                values.append(found)
        return (values or None), tuple(warnings)
    return value, ()


def stream_values(lines: Iterable[str]) -> Iterator[tuple[Plain, str]]:
    """The values of a JSONL or SSE stream as its lines come, each with its problem or `""`.

    A `data` line of SSE that is JSON by itself is a value at once, others are joined up to the
    blank line; other fields and comments are passed over, `[DONE]` is no value. A line without
    `data:` is a value of its own.
    """
    data: list[str] = []
    number = 0
    for number, line in enumerate(lines, 1):
        content = line.rstrip("\r\n")
        match = _DATA.match(content)
        if match and (data or not _is_json(match[1])):
            data.append(match[1])
            continue
        if data:
            yield from _value("\n".join(data), number - 1)
            data = []
        if match:
            yield from _value(match[1], number)
        elif content.strip() and not _FIELD.match(content):
            yield from _value(content, number)
    if data:
        yield from _value("\n".join(data), number)


def _is_json(text: str) -> bool:
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True


def _value(text: str, line: int) -> Iterator[tuple[Plain, str]]:
    if text.strip() == "[DONE]":
        return
    try:
        yield json.loads(text), ""
    except (ValueError, RecursionError) as error:
        yield None, f"line {line} is not JSON ({error}): {text[:60]!r}"


def answers(origin: str | None, values: Iterable[tuple[Plain, str]]) -> Iterator[tuple[Plain, str]]:
    """The values of a stream put together to answers: a list for one that came in events.

    Args:
        origin: The API whose events end an answer; without one each value is an answer.
        values: From `stream_values`; problems are handed on.
    """
    open_events: list[Plain] = []
    for value, problem in values:
        if problem:
            yield value, problem
            continue
        step = _step(origin, value)
        if open_events and step in (_Step.WHOLE, _Step.FIRST):
            yield open_events, ""
            open_events = []
        if step is _Step.WHOLE:
            yield value, ""
        elif step is not _Step.AFTER or open_events:
            open_events.append(value)
        if step is _Step.LAST:
            yield open_events, ""
            open_events = []
    if open_events:
        yield open_events, ""


class _Step(Enum):
    WHOLE = "a whole answer"
    FIRST = "the first event of one"
    MIDDLE = "an event of one"
    LAST = "the last event of one"
    AFTER = "an event that may follow the last"


_FIRST = ("message_start", "message-start", "response.created", "messageStart")
_LAST = ("message_stop", "message-end", "messageStop")
_LAST_OPENAI = ("response.completed", "response.incomplete", "response.failed")
_AFTER = ("ping", "metadata")


def _step(origin: str | None, value: Plain) -> _Step:
    """What a value is to the answer it belongs to."""
    if origin in (None, "longcite", "w3c") or not isinstance(value, Mapping):
        return _Step.WHOLE
    kind = value.get("type")
    if origin == "bedrock":
        kind = next(iter(value), "") if len(value) == 1 else ""
        if kind in ("", "output", "message", "content"):
            return _Step.WHOLE
    elif origin == "gemini":
        listed = value.get("candidates")
        first = listed[0] if isinstance(listed, list) and listed else None
        done = isinstance(first, Mapping) and ("finish_reason" in first or "finishReason" in first)
        return _Step.LAST if done else _Step.MIDDLE
    elif value.get("object") == "chat.completion.chunk":
        return _chunk_step(value)
    elif kind == "message" or not isinstance(kind, str):
        return _Step.WHOLE
    if kind in _FIRST:
        return _Step.FIRST
    if kind in _LAST or kind in _LAST_OPENAI:
        return _Step.LAST
    return _Step.AFTER if kind in _AFTER else _Step.MIDDLE


def _chunk_step(value: Mapping[str, Plain]) -> _Step:
    choices = value.get("choices")
    if not isinstance(choices, list) or not choices:
        return _Step.AFTER
    first = choices[0]
    ended = isinstance(first, Mapping) and first.get("finish_reason") is not None
    return _Step.LAST if ended else _Step.MIDDLE
