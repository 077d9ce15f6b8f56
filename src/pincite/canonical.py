"""Canonical JSON (RFC 8785) of plain values, and SHA-256 over it; knows no records.

A hash is written `sha256:<64 hex digits>`. What goes into each hash is documented where the hash
is made; no clock, path or cache state ever does.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence

import rfc8785

__all__ = ["Plain", "canonical_json", "sha256_bytes", "sha256_text", "sha256_value"]

Plain = None | bool | int | float | str | Sequence["Plain"] | Mapping[str, "Plain"]


def canonical_json(value: Plain) -> bytes:
    """Plain values as RFC 8785 JSON, the same bytes on every platform.

    Args:
        value: Mappings with string keys, sequences, strings, numbers, booleans, None.

    Raises:
        ValueError: On NaN, infinities, integers beyond 2**53 and lone surrogates.
    """
    return rfc8785.dumps(value)


def sha256_value(value: Plain) -> str:
    """The hash of a value's canonical JSON."""
    return sha256_bytes(canonical_json(value))


def sha256_text(text: str) -> str:
    """The hash of a text's UTF-8 bytes."""
    return sha256_bytes(text.encode("utf-8"))


def sha256_bytes(data: bytes) -> str:
    """The hash of bytes."""
    return "sha256:" + hashlib.sha256(data).hexdigest()
