"""What holds for every document of every reader."""

from __future__ import annotations

from pincite.records import BlockKind, Document


def covered(document: Document) -> None:
    """Blocks are disjoint, increasing and trimmed; only white space is outside of them."""
    outside, at = [], 0
    for block in document.blocks:
        assert at <= block.start < block.end
        outside.append(document.text[at : block.start])
        inside = document.text[block.start : block.end]
        assert inside == inside.strip()
        at = block.end
    outside.append(document.text[at:])
    assert not "".join(outside).strip()
    kinds = [block.kind is BlockKind.FURNITURE for block in document.blocks]
    assert kinds == sorted(kinds)


def shown(document: Document) -> list[tuple[str, str]]:
    """Kind and text of each block."""
    return [(block.kind.value, document.text[block.start : block.end]) for block in document.blocks]
