"""Whether a text is JSON that fits a schema."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence

from pincite.canonical import Plain

__all__ = ["misfits"]

_MOST = 8
_KINDS: Mapping[str, type | tuple[type, ...]] = {
    "string": str,
    "integer": int,
    "number": (int, float),
    "boolean": bool,
    "null": type(None),
    "object": dict,
    "array": list,
}


def misfits(text: str, schema: Plain) -> tuple[str, ...]:
    """Where a text is no JSON of a schema, the first eight places.

    Args:
        text: Of an answer.
        schema: One that `check_schema` takes.
    """
    try:
        value: Plain = json.loads(text)
    except (ValueError, RecursionError):
        return ("the answer is no JSON value",)
    found = list(_misfits(value, schema, "$"))
    more = [f"the answer has {len(found) - _MOST} more values that do not fit"]
    return (*found[:_MOST], *(more if len(found) > _MOST else ()))


def _misfits(value: Plain, schema: Plain, path: str) -> Iterator[str]:
    assert isinstance(schema, Mapping)
    if "enum" in schema:
        options = schema["enum"]
        assert isinstance(options, Sequence)
        if not any(_same(value, option) for option in options):
            yield f"{path} of the answer is none of the values of its enum"
        return
    kind = schema["type"]
    kinds = [kind] if isinstance(kind, str) else kind
    assert isinstance(kinds, Sequence)
    if not any(_is(value, str(name)) for name in kinds):
        yield f"{path} of the answer is no {' or '.join(map(str, kinds))}"
    elif isinstance(value, dict):
        yield from _members(value, schema, path)
    elif isinstance(value, list):
        least, most = schema.get("minItems", 0), schema.get("maxItems", len(value))
        assert isinstance(least, int)
        assert isinstance(most, int)
        if not least <= len(value) <= most:
            yield f"{path} of the answer has {len(value)} items"
        for row, item in enumerate(value):
            yield from _misfits(item, schema["items"], f"{path}[{row}]")


def _members(value: Mapping[str, Plain], schema: Mapping[str, Plain], path: str) -> Iterator[str]:
    properties, required = schema.get("properties", {}), schema.get("required", ())
    assert isinstance(properties, Mapping)
    assert isinstance(required, Sequence)
    for name in required:
        if name not in value:
            yield f"{path}.{name} is missing from the answer"
    for name, member in value.items():
        if name in properties:
            yield from _misfits(member, properties[name], f"{path}.{name}")
        elif not schema.get("additionalProperties", True):
            yield f"{path}.{name} of the answer is not in the schema"


def _is(value: Plain, kind: str) -> bool:
    whole = isinstance(value, float) and kind == "integer" and value.is_integer()
    number = isinstance(value, _KINDS[kind]) and isinstance(value, bool) <= (kind == "boolean")
    return whole or number


def _same(value: Plain, option: Plain) -> bool:
    return value == option and isinstance(value, bool) == isinstance(option, bool)
