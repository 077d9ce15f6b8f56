"""Documents inside of documents: the chapters of a book, the body of a message."""

from __future__ import annotations

from pincite.readers.draft import Draft
from pincite.readers.parts import Parts
from pincite.readers.runs import Piece
from pincite.records import BlockKind, Document

__all__ = ["add_document"]


def add_document(
    page: Document, draft: Draft, parts: Parts, *, part: str, furniture: bool = False
) -> None:
    """Add the blocks of a document that is a part of another.

    Args:
        page: The part, read.
        draft: Of the whole.
        parts: Of the whole.
        part: The name of the part.
        furniture: Whether all of it is furniture.
    """
    for block in page.blocks:
        element = page.map.locate(block.start, block.end).element
        place = parts.add(part, element=element)
        draft.add(
            BlockKind.FURNITURE if furniture else block.kind,
            [Piece(page.text[block.start : block.end], place=place)],
            level=block.level,
            context=block.context,
            head=block.head,
            tight=block.kind is BlockKind.TABLE_ROW and not block.head,
        )
    draft.warnings += [f"{part}: {warning}" for warning in page.warnings]
