"""Adapters for the port `Index`, what they read of a sentence, and the key of a library."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator

from pincite.records import Library

__all__ = ["content_key", "sentence_texts"]


def content_key(library: Library) -> str:
    """A hash of all that passages, sizes and indexes depend on: titles, texts, blocks, sentences.

    `library_id` alone says neither how a reader cut the text into blocks nor what a title is.
    """
    digest = hashlib.sha256()
    for document in library.documents:
        named = (document.source_id, document.title, document.text_sha256)
        digest.update(repr(named).encode())
        for block in document.blocks:
            cut = (block.kind.value, block.start, block.end, block.head, block.context)
            digest.update(repr(cut).encode())
    for column in (library.starts, library.ends):
        digest.update(column.tobytes())
    digest.update(repr(library.first_numbers).encode())
    return "sha256:" + digest.hexdigest()


def sentence_texts(library: Library) -> Iterator[str]:
    """What rankings read of each sentence: column heads count as part of a table row."""
    for sentence in library.sentences():
        yield " ".join((*sentence.context, sentence.text))
