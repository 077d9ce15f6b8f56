"""The small JSON files beside a model: our `manifest.json`, a published `config.json`."""

from __future__ import annotations

import json
from pathlib import Path

from pincite.errors import CallerError

__all__ = ["json_object", "manifest"]

_LIMIT_BYTES = 1 << 20


def manifest(folder: Path) -> dict[str, object]:
    """What the folder's `manifest.json` says; nothing where there is none."""
    path = folder / "manifest.json"
    return json_object(path) if path.is_file() else {}


def json_object(path: Path) -> dict[str, object]:
    """The object in a file.

    Raises:
        CallerError: When it holds none, or more than a mebibyte.
    """
    if path.stat().st_size > _LIMIT_BYTES:
        raise CallerError(f"{path.name} is larger than {_LIMIT_BYTES} bytes")
    try:
        values = json.loads(path.read_text(encoding="utf-8"))
    except ValueError as error:
        raise CallerError(f"{path.name} is not JSON: {error}") from error
    if not isinstance(values, dict):
        raise CallerError(f"{path.name} is not a JSON object")
    return values
