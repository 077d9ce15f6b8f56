"""Ids of sources: the caller's where it is one, else a slug; knows no reader."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Container

__all__ = ["slug", "unique"]

_ID = re.compile(r"[A-Za-z0-9._-]{1,64}")
_LONGEST = 64


def slug(name: str) -> str:
    """An id for a name: `[A-Za-z0-9._-]{1,64}`, unchanged where the name is one already.

    Letters that ASCII cannot say are left out, and 8 hex digits of the name's hash added, so that
    names of other scripts do not fall together.

    Example:
        >>> slug("acme-10k"), slug("Zürich: Bericht 2023")
        ('acme-10k', 'zurich-bericht-2023')
        >>> slug("年次報告") == slug("四半期報告")
        False
    """
    if _ID.fullmatch(name) and name.strip("."):
        return name
    composed = unicodedata.normalize("NFC", name)
    decomposed = unicodedata.normalize("NFKD", composed)
    ascii_only = decomposed.encode("ascii", "ignore").decode("ascii").lower()
    words = re.sub(r"[^a-z0-9._]+", "-", ascii_only).strip("-.")
    lost = any(character.isalnum() and not character.isascii() for character in decomposed)
    if words and not lost and len(words) <= _LONGEST:
        return words
    digest = hashlib.sha256(composed.encode("utf-8", "surrogatepass")).hexdigest()[:8]
    return f"{words[: _LONGEST - 9].strip('-.') or 'source'}-{digest}"


def unique(source_id: str, taken: Container[str]) -> str:
    """The id itself, or with `-2`, `-3`, … where it is taken; at most 64 characters."""
    if source_id not in taken:
        return source_id
    number = 2
    while True:
        ending = f"-{number}"
        candidate = source_id[: _LONGEST - len(ending)] + ending
        if candidate not in taken:
            return candidate
        number += 1
