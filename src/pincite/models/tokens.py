"""Token counting without a network: real vocabularies, and an upper bound without one."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from pincite.errors import CallerError

__all__ = ["ENCODINGS", "ByteBound", "Encoding", "tokenizer"]

ENCODINGS = ("o200k_base", "cl100k_base", "llama3", "qwen3")
"""Names that `tokenizer` knows beside `utf8-bound`."""


class Encoding:
    """A byte-pair vocabulary by name; counts are exact.

    Args:
        name: One of `ENCODINGS`.
    """

    exact = True

    def __init__(self, name: str) -> None:
        import quicktok

        self.name = name
        self._encoding = quicktok.get_encoding(name)

    def count(self, texts: Sequence[str]) -> list[int]:
        """The number of tokens of each text; special tokens in a text count as ordinary text.

        Lone surrogates, which no text read by pincite holds, count as replacement characters.
        """
        count = self._encoding.count
        return [count(_encodable(text)) for text in texts]


def _encodable(text: str) -> str:
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-8", "replace").decode()
    return text


class ByteBound:
    """An upper bound for any byte-level vocabulary: no text has more tokens than UTF-8 bytes."""

    name = "utf8-bound"
    exact = False

    def count(self, texts: Sequence[str]) -> list[int]:
        """The number of UTF-8 bytes of each text."""
        return [len(text.encode("utf-8", "surrogatepass")) for text in texts]


@lru_cache(maxsize=8)
def tokenizer(name: str = "o200k_base") -> Encoding | ByteBound:
    """The tokenizer of a name, built once in a process.

    Raises:
        CallerError: When no tokenizer has that name.
    """
    if name == ByteBound.name:
        return ByteBound()
    if name not in ENCODINGS:
        known = ", ".join((*ENCODINGS, ByteBound.name))
        raise CallerError(f"no tokenizer is called {name!r}", remedy=f"use one of {known}")
    return Encoding(name)
