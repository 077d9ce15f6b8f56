"""JSON and CSV → their values, each with its path and the place of every character.

JSON that breaks off, or goes wrong, gives what stands before that. Nothing here recurses; cost is
linear in the text.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from pincite.readers.delimited import Cell, delimiter_of, is_head, rows

__all__ = ["Scan", "Value", "scan_csv", "scan_json"]

_TOKEN = re.compile(
    r'[ \t\r\n]*+(?:"(?P<string>(?:[^"\\]|\\.)*+)(?P<end>"?+)|(?P<sign>[][{},:])'
    r"|(?P<scalar>[-+]?\d[\d.eE+-]*+|true|false|null))",
    re.DOTALL,
)
_ESCAPE = re.compile(
    r"\\u([dD][89abAB][0-9a-fA-F]{2})\\u([dD][c-fC-F][0-9a-fA-F]{2})|\\u([0-9a-fA-F]{4})|\\(.)",
    re.DOTALL,
)
_ESCAPED = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f"}
_PLAIN_NAME = re.compile(r"[^\W\d]\w*+")
_FENCE = re.compile(r"^[ \t]*+(?:```+|~~~+)[^\n]*+\n", re.MULTILINE)
_OPENED = re.compile(r"^[{\[]", re.MULTILINE)
_FENCE_END = re.compile(r"^[ \t]*+(?:```+|~~~+)[ \t\r]*+$", re.MULTILINE)
_HALF_MARKER = re.compile(r"\[[\s<sS\d>;\u2010-\u2015\u2212-]*+\Z")
_DEEPEST = 100


@dataclass(frozen=True, slots=True)
class Value:
    """A value of an answer that is data.

    Attributes:
        path: Such as `$.duties[0].text` or `row 3`.
        record: The path of the nearest object that holds it; empty where there is none.
        name: Of its field or column; of the nearest one for an item of an array.
        text: Decoded.
        places: For each character of `text`, and its end, the position in the raw answer.
    """

    path: str
    record: str
    name: str
    text: str
    places: Sequence[int]


@dataclass(slots=True)
class Scan:
    """The values of an answer in order, and what went wrong."""

    values: list[Value] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)


@dataclass(slots=True)
class _Holder:
    """An object or array that is open; `row` counts the items of an array, −1 for an object."""

    path: str
    record: str
    name: str
    row: int
    key: str = ""

    def inner(self) -> tuple[str, str]:
        """Path and name of the value that comes next."""
        if self.row >= 0:
            return f"{self.path}[{self.row}]", self.name
        plain = _PLAIN_NAME.fullmatch(self.key)
        return self.path + (f".{self.key}" if plain else f"[{json.dumps(self.key)}]"), self.key


def scan_json(text: str) -> Scan:
    """The strings and numbers of a JSON value, keys apart; true, false and null say nothing."""
    scan = Scan()
    start, end = _fenced(text, scan)
    position, stop = start, ""
    open_: list[_Holder] = []
    expected = "value"
    while expected != "nothing" and not stop:
        token = _TOKEN.match(text, position, end)
        if token is None:
            stop = "the JSON breaks off" if not text[position:end].strip() else "this is no JSON"
            break
        stop, expected = _step(token, expected, open_, scan)
        position = token.end() if not stop else position
    if stop:
        line = text.count("\n", 0, position) + 1
        scan.warnings.append(f"truncated_data: {stop} in line {line}; what stands before was read")
    elif text[position:end].strip():
        scan.warnings.append("what stands behind the JSON value was not read")
    return scan


def _step(token: re.Match[str], expected: str, open_: list[_Holder], scan: Scan) -> tuple[str, str]:
    """Take a token; says what is wrong with it, and what may come next.

    `expected` is one of value, item (a value or the end of its array), key, member (a key or the
    end of its object), colon, next (a comma or an end).
    """
    sign, string = token["sign"], token["string"]
    within = open_[-1] if open_ else None
    path, name = within.inner() if within else ("$", "")
    if expected in ("value", "item") and sign in ("{", "["):
        if len(open_) == _DEEPEST:
            return f"it is nested deeper than {_DEEPEST} levels", expected
        record = path if sign == "{" else within.record if within else ""
        open_.append(_Holder(path, record, name, -1 if sign == "{" else 0))
        return "", "member" if sign == "{" else "item"
    if expected in ("value", "item") and not sign:
        if token["scalar"] not in ("true", "false", "null"):
            quoted = string is not None
            span = token.span("string" if quoted else "scalar")
            decoded, places = _decoded(token.string, *span)
            record = within.record if within else ""
            scan.values.append(Value(path, record, name, decoded, places))
        if string is not None and not token["end"]:
            return "a string is not closed", expected
        return "", "next" if open_ else "nothing"
    if expected in ("key", "member") and string is not None and token["end"]:
        assert within is not None
        within.key = _decoded(token.string, *token.span("string"))[0]
        return "", "colon"
    if expected == "colon" and sign == ":":
        return "", "value"
    if within is not None and expected == "next" and sign == ",":
        within.row += within.row >= 0
        return "", "key" if within.row < 0 else "value"
    closing = "}" if within is not None and within.row < 0 else "]"
    if within is not None and expected in ("item", "member", "next") and sign == closing:
        open_.pop()
        return "", "next" if open_ else "nothing"
    return f"{token[0].strip()[:20]!r} is out of place", expected


def _decoded(text: str, start: int, end: int) -> tuple[str, Sequence[int]]:
    """A string without its escapes, and the place of every character; half a pair is U+FFFD."""
    if text.find("\\", start, end) < 0:
        return text[start:end], range(start, end + 1)
    pieces: list[str] = []
    places: list[int] = []
    position = start
    for escape in _ESCAPE.finditer(text, start, end):
        pieces.append(text[position : escape.start()])
        places += range(position, escape.start() + 1)
        high, low, unit, letter = escape.groups()
        if high:
            char = chr(0x10000 + (int(high, 16) - 0xD800) * 0x400 + int(low, 16) - 0xDC00)
        elif unit:
            char = "\ufffd" if 0xD800 <= int(unit, 16) < 0xE000 else chr(int(unit, 16))
        else:
            char = _ESCAPED.get(letter, letter)
        pieces.append(char)
        position = escape.end()
    pieces.append(text[position:end])
    return "".join(pieces), [*places, *range(position, end + 1)]


def scan_csv(text: str) -> Scan:
    """The cells of a table, row by row, without its heads and without empty ones."""
    scan = Scan()
    start, end = _fenced(text, scan, opening="")
    inside = text[start:end]
    heads: list[str] = []
    for number, cells in enumerate(rows(inside, delimiter_of(inside, ",;\t")), 1):
        joined = list(_joined(inside, start, cells))
        texts = [text.strip() for text, _ in joined]
        if number == 1 and is_head(texts) and "[" not in "".join(texts):
            heads = texts
            continue
        names = [*heads, *[""] * len(joined)]
        scan.values += [
            Value(f"row {number}", "", name, text, places)
            for name, (text, places) in zip(names, joined, strict=False)
            if text.strip()
        ]
    return scan


def _joined(inside: str, base: int, cells: Sequence[Cell]) -> Iterator[tuple[str, Sequence[int]]]:
    """The texts of cells with their places; one that ends inside a marker goes on in the next."""
    text, places, end = "", list[int](), 0
    for cell in cells:
        for piece in cell:
            if places and end < piece.start:
                text += inside[end : piece.start]
                places += range(base + end, base + piece.start)
            whole = len(piece.text) == piece.end - piece.start
            places += range(base + piece.start, base + (piece.end if whole else piece.start + 1))
            text, end = text + piece.text, piece.end
        if not _HALF_MARKER.search(text):
            yield text, [*places, base + end]
            text, places, end = "", [], 0
    if text:
        yield text, [*places, base + end]


def _fenced(text: str, scan: Scan, opening: str = '{["') -> tuple[int, int]:
    """The first fenced block of a text, else from the first line that opens a value, else all."""
    if opening and text.lstrip()[:1] in opening:
        return 0, len(text)
    start, end, after = 0, len(text), len(text)
    if fence := _FENCE.search(text):
        closed = _FENCE_END.search(text, fence.end())
        start, end = fence.end(), closed.start() if closed else end
        after = closed.end() if closed else end
    elif opening and (bare := _OPENED.search(text)):
        start = bare.start()
    if (text[: fence.start() if fence else start] + text[after:]).strip():
        scan.warnings.append("what stands around the data was not read")
    return start, end
