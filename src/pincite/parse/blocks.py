"""The blocks of an answer's light Markdown; knows no markers but a half one at the end."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from pincite.records import BlockKind

__all__ = ["AnswerBlock", "BlockReader", "half_marker"]

_FENCE = re.compile(r"[ \t]*+(`{3,}+|~{3,}+)[^`\r\n]*+$")
_HEADING = re.compile(r" {0,3}#{1,6}(?=[ \t])[ \t]*+")
_BULLET = re.compile(r"[ \t]*+(?:[-*+•]|\d{1,9}[.)])[ \t]++")
_NUMBERED = re.compile(r"[ \t]*+(?!1[.)])\d{1,9}[.)][ \t]")
_ROW = re.compile(r"[ \t]*+\|")
_RULE = re.compile(r"[ \t]*+(?:(?:[-*_=][ \t]*+){3,}+|\|?(?:[ \t]*+:?-++:?[ \t]*+\|?)++)[ \t]*+$")
_QUOTE = re.compile(r"(?:[ \t]*+>)++[ \t]?+")
_TRUNCATED = re.compile(r"[ \t]*+\[\s*+(?:<?[sS][0-9sS<>,;\s\u2010-\u2015\u2212-]*+)?\Z")


@dataclass(slots=True)
class AnswerBlock:
    """A block of the answer.

    Attributes:
        kind: What it is.
        start: In the raw answer.
        end: In the raw answer.
        text: The raw answer from `start` to `end`, once the block is closed.
        holes: Ranges of the raw answer that are not part of its words.
    """

    kind: BlockKind
    start: int
    end: int
    text: str = ""
    holes: list[tuple[int, int]] = field(default_factory=list)


class BlockReader:
    """Cuts an answer into blocks line by line; rules and blank lines belong to none."""

    def __init__(self) -> None:
        self._block: AnswerBlock | None = None
        self._fence = ""

    @property
    def open_block(self) -> AnswerBlock | None:
        """The block that is not closed yet, None outside of any and in code."""
        return None if self._fence else self._block

    def line(self, start: int, content: str) -> Iterator[AnswerBlock]:
        """Take one line without its ending; gives the blocks that it closes."""
        end = start + len(content)
        if self._fence and self._block is not None:
            self._block.end = end
            stripped = content.strip()
            if stripped.startswith(self._fence) and not stripped.strip(self._fence[0]):
                yield from self.finish()
            return
        quote = _QUOTE.match(content)
        inner = start + (quote.end() if quote else 0)
        body = content[inner - start :]
        fresh = self._fresh(body, inner, end)
        block = self._block
        if fresh is not None or not body.strip() or _RULE.match(body):
            if block is not None:
                if block.kind is BlockKind.TABLE_ROW and _RULE.match(body):
                    block.kind = BlockKind.HEADING
                yield block
            self._block = fresh
        elif block is None or block.kind in (BlockKind.HEADING, BlockKind.TABLE_ROW):
            if block is not None:
                yield block
            self._block = AnswerBlock(BlockKind.PARAGRAPH, inner, end)
        else:
            if quote:
                block.holes.append((start, inner))
            block.end = end

    def finish(self) -> Iterator[AnswerBlock]:
        """The block that is still open."""
        if self._block is not None:
            yield self._block
        self._block, self._fence = None, ""

    def _fresh(self, body: str, start: int, end: int) -> AnswerBlock | None:
        opened = _FENCE.match(body)
        if opened:
            self._fence = opened[1]
            return AnswerBlock(BlockKind.CODE, start, end)
        return _open(body, start, end, inside=self._block)


def _open(body: str, start: int, end: int, *, inside: AnswerBlock | None) -> AnswerBlock | None:
    """The block that a line opens whatever stands before it."""
    if _RULE.match(body):
        return None
    for kind, pattern in (
        (BlockKind.HEADING, _HEADING),
        (BlockKind.LIST_ITEM, _BULLET),
        (BlockKind.TABLE_ROW, _ROW),
    ):
        match = pattern.match(body)
        if match and body[match.end() :].strip():
            in_paragraph = inside is not None and inside.kind is BlockKind.PARAGRAPH
            if in_paragraph and _NUMBERED.match(body):
                continue
            bars = len(body) - len(body.rstrip(" \t|")) if kind is BlockKind.TABLE_ROW else 0
            return AnswerBlock(kind, start + match.end(), end - bars)
    return None


def half_marker(text: str) -> int | None:
    """Where in a block's text a marker starts that it ends inside of, with the blanks before it."""
    opening = text.rfind("[")
    while opening > 0 and text[opening - 1] in " \t":
        opening -= 1
    match = _TRUNCATED.match(text, opening) if opening >= 0 else None
    return match.start() if match else None
