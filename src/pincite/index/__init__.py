"""Adapters for the port `Index`, and the key under which an index may be kept."""

from __future__ import annotations

import hashlib

from pincite.records import Library

__all__ = ["content_key"]


def content_key(library: Library) -> str:
    """A hash of all that an index depends on: texts, where sentences start and end, column heads.

    `library_id` alone does not say how a reader cut the text into blocks.
    """
    digest = hashlib.sha256()
    for document in library.documents:
        digest.update(f"{document.source_id} {document.text_sha256}\n".encode())
        for block in document.blocks:
            if block.context:
                digest.update(f"{block.start} {block.context!r}\n".encode())
    for column in (library.starts, library.ends):
        digest.update(column.tobytes())
    digest.update(repr(library.first_numbers).encode())
    return "sha256:" + digest.hexdigest()
