"""The blocks of an answer's light Markdown; knows no markers but a half one at the end."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from pincite.records import BlockKind

__all__ = ["AnswerBlock", "answer_blocks", "cut_truncated"]

_LINE = re.compile(r"[^\r\n]*+(?:\r\n|\r|\n|\Z)")
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
    """A block of the answer; `holes` are raw ranges that are not part of its text."""

    kind: BlockKind
    start: int
    end: int
    holes: list[tuple[int, int]] = field(default_factory=list)


def answer_blocks(text: str) -> Iterator[AnswerBlock]:
    """The blocks of an answer, in order; rules and blank lines belong to none."""
    block: AnswerBlock | None = None
    fence = ""
    for line in _LINE.finditer(text):
        content = line[0].rstrip("\r\n")
        end = line.start() + len(content)
        if fence and block is not None:
            block.end = end
            stripped = content.strip()
            if stripped.startswith(fence) and not stripped.strip(fence[0]):
                yield block
                block, fence = None, ""
            continue
        quote = _QUOTE.match(content)
        start = line.start() + (quote.end() if quote else 0)
        body = text[start:end]
        opened = _FENCE.match(body)
        if opened:
            fresh: AnswerBlock | None = AnswerBlock(BlockKind.CODE, start, end)
            fence = opened[1]
        else:
            fresh = _open(body, start, end, inside=block)
        if fresh is not None or not body.strip() or _RULE.match(body):
            if block is not None:
                if block.kind is BlockKind.TABLE_ROW and _RULE.match(body):
                    block.kind = BlockKind.HEADING
                yield block
            block = fresh
        elif block is None or block.kind in (BlockKind.HEADING, BlockKind.TABLE_ROW):
            if block is not None:
                yield block
            block = AnswerBlock(BlockKind.PARAGRAPH, start, end)
        else:
            if quote:
                block.holes.append((line.start(), start))
            block.end = end
    if block is not None:
        yield block


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


def cut_truncated(text: str, blocks: list[AnswerBlock]) -> bool:
    """Whether the text ends inside a marker, which is then a hole of its block."""
    if not blocks or blocks[-1].kind is BlockKind.CODE:
        return False
    last = blocks[-1]
    opening = text.rfind("[", last.start)
    while opening > last.start and text[opening - 1] in " \t":
        opening -= 1
    match = _TRUNCATED.match(text, opening) if opening >= last.start else None
    if match is None:
        return False
    last.end = match.start()
    return True
