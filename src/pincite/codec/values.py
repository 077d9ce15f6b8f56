"""JSON text, its schema version, and what is wrong with a text that is no record."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from pydantic import ValidationError

from pincite.errors import RecordError

__all__ = ["SCHEMA", "Json", "dumps", "first_line", "load"]

SCHEMA = "pincite/1"

Json = dict[str, Any]


def dumps(value: Mapping[str, Any]) -> str:
    """One JSON value, keys sorted, indented, without a newline at the end.

    Raises:
        ValueError: On NaN and infinities, which JSON cannot hold.
    """
    return json.dumps(value, ensure_ascii=False, sort_keys=True, indent=1, allow_nan=False)


def load(text: str) -> Json:
    """The value of a record's JSON, once its schema is known to be this version's.

    Raises:
        RecordError: When it is not JSON, or no record of this schema.
    """
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise RecordError(
            f"not JSON: {first_line(error)}", remedy="give a file that `pincite pack` wrote"
        ) from error
    if not isinstance(data, dict) or "schema" not in data:
        raise RecordError(
            "not a pincite record: it has no `schema`",
            remedy="give a file that `pincite pack --json` wrote",
        )
    if data["schema"] != SCHEMA:
        raise RecordError(
            f"the record has schema {data['schema']!r}, this version reads {SCHEMA!r}",
            remedy="make it again with this version",
        )
    return data


def first_line(error: Exception) -> str:
    """What a person needs to know of an error, in one line."""
    if isinstance(error, ValidationError):
        first = error.errors()[0]
        return f"{'.'.join(str(step) for step in first['loc'])}: {first['msg']}"
    return str(error).splitlines()[0] if str(error) else type(error).__name__
