"""Markdown's inline markup → pieces of text with their positions in the source.

The parser keeps no positions. What it does keep is order: whenever it has no text pending, the
next token starts where it stands, and pending text is copied from the source as it is. So one
rule that notes the position before each token is enough to place every token, and each is then
compared with the source; what does not agree is left as the source has it, markup and all.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence

from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock, reference
from markdown_it.rules_inline import StateInline
from markdown_it.rules_inline import text as text_rule
from markdown_it.token import Token

from pincite.readers.runs import Piece

__all__ = ["Content", "Inline", "Lines"]


class Content:
    """A block's content as its parser kept it, with the way back to the source.

    Attributes:
        text: Lines parted by line feeds.
    """

    def __init__(self, text: str, places: Sequence[int]) -> None:
        self.text = text
        self._places = places
        self._starts = [0, *(match.end() for match in re.finditer("\n", text))]

    def rows(self, start: int, end: int) -> Content:
        """The content from a line's start to a line's end; trailing line ends are left out."""
        row = bisect_right(self._starts, start) - 1
        return Content(self.text[start:end].rstrip("\n"), self._places[row:])

    @property
    def start(self) -> int:
        """Where the first character stands in the source, −1 where that is not known."""
        return self._places[0]

    def __getitem__(self, span: slice) -> list[Piece]:
        """The pieces of a stretch, one a line, line ends kept."""
        start, end, _ = span.indices(len(self.text))
        found = []
        row = bisect_right(self._starts, start) - 1
        while start < end:
            stop = min(self._starts[row + 1], end) if row + 1 < len(self._starts) else end
            at = self._places[row] + start - self._starts[row]
            if self._places[row] < 0:
                found.append(Piece(self.text[start:stop]))
            else:
                found.append(Piece(self.text[start:stop], at, at + stop - start))
            start = stop
            row += 1
        return found


class Lines:
    """The lines of a text, to find what a block parser took from them.

    Attributes:
        text: The whole source, folded.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self._starts = [0]
        while (end := text.find("\n", self._starts[-1])) >= 0:
            self._starts.append(end + 1)

    def start_of(self, position: int) -> int:
        """The start of the line that holds a position."""
        return self._starts[bisect_right(self._starts, position) - 1]

    def line(self, number: int) -> tuple[int, str]:
        """The start and the characters of a zero-based line, without its end."""
        start = self._starts[number]
        end = self.text.find("\n", start)
        return start, self.text[start : end if end >= 0 else len(self.text)]

    def content(self, kept: str, lines: Sequence[int] | None) -> Content:
        """A block's content with the places of its lines, −1 where one is not found.

        Args:
            kept: What the parser kept of the lines: each without what stands before it, and a
                heading without the `#` after it.
            lines: The first line, and one past the last.
        """
        first = lines[0] if lines else 0
        last = min(lines[1] if lines else first, len(self._starts))
        places = []
        for row, line_kept in enumerate(kept.split("\n")):
            if first + row >= last:
                places.append(-1)
                continue
            start, line = self.line(first + row)
            places.append(_suffix(line, line_kept, start))
        return Content(kept, places)


def _suffix(line: str, kept: str, start: int) -> int:
    kept, line = kept.rstrip(), line.rstrip()
    if line.endswith(kept):
        return start + len(line) - len(kept)
    line = line.rstrip("#").rstrip()
    return start + len(line) - len(kept) if line.endswith(kept) else -1


def _noting_text(state: StateInline, silent: bool) -> bool:
    starts = state.env["starts"]
    if not silent and state.src is state.env["content"] and not state.pending:
        starts[len(state.tokens)] = state.pos
    return text_rule(state, silent)


def _reference(state: StateBlock, start_line: int, end_line: int, silent: bool) -> bool:
    first = state.bMarks[start_line] + state.tShift[start_line]
    if state.src.startswith("[^", first):
        return False
    return reference(state, start_line, end_line, silent)


_MOST_BRACKETS = 2_000
"""Opening brackets of a block; looking for links takes time that grows with their square."""


class Inline:
    """A Markdown parser that knows where its text comes from.

    Attributes:
        images: How many images were met; what they show is not read.
        bracketed: How many blocks have so many brackets that links in them are not looked for.
    """

    def __init__(self, max_depth: int) -> None:
        self._parser = MarkdownIt("commonmark", {"maxNesting": max_depth}).enable("table")
        self._parser.core.ruler.disable(["inline", "text_join"])
        self._parser.inline.ruler.at("text", _noting_text)
        self._parser.inline.ruler2.disable(["fragments_join"])
        self._parser.block.ruler.at("reference", _reference)
        self._env: dict[str, object] = {}
        self.images = 0
        self.bracketed = 0

    def blocks(self, text: str) -> list[Token]:
        """The block tokens of a text; their inline content is not parsed yet."""
        return self._parser.parse(text, self._env)

    def pieces(self, content: Content) -> list[Piece]:
        """What a reader sees of inline content; as written where it has too many brackets."""
        if content.text.count("[") > _MOST_BRACKETS:
            self.bracketed += 1
            return content[:]
        starts: dict[int, int] = {}
        self._env |= {"starts": starts, "content": content.text}
        tokens: list[Token] = []
        self._parser.inline.parse(content.text, self._parser, self._env, tokens)
        walk = _Walk(content)
        for row, token in enumerate(tokens):
            walk.at = starts.get(row, walk.at)
            if not walk.token(token):
                return content[:]
        self.images += sum(token.type == "image" for token in tokens)
        return walk.pieces


class _Walk:
    """Goes along the content with the tokens, comparing.

    Attributes:
        at: Where the next token starts.
        pieces: What was shown so far.
    """

    def __init__(self, content: Content) -> None:
        self._source = content
        self._content = content.text
        self._address = False
        self.at = 0
        self.pieces: list[Piece] = []

    def token(self, token: Token) -> bool:
        """Take one token; False where it does not agree with the content."""
        match token.type:
            case "text" if token.content:
                return self._text(token.content)
            case "text" | "em_open" | "em_close" | "strong_open" | "strong_close":
                self.at += 1
            case "text_special":
                self._replaced(token.content, self.at + len(token.markup))
                return self._content.startswith(token.markup, self.at - len(token.markup))
            case "softbreak" | "hardbreak":
                return self._line_end()
            case "code_inline":
                return self._code(token.markup)
            case "link_open":
                self._address = token.info == "auto"
                self.at += self._address
            case "link_close":
                self._address = False
            case _:
                pass
        return True

    def _text(self, shown: str) -> bool:
        end = self.at + len(shown)
        if self._content.startswith(shown, self.at):
            self.pieces += self._source[self.at : end]
            self.at = end
            return True
        if not self._address:
            return False
        end = self._content.find(">", self.at)
        self._replaced(shown, end)
        return end >= 0

    def _replaced(self, shown: str, end: int) -> None:
        spans = self._source[self.at : end]
        known = spans and spans[0].start >= 0 and spans[-1].end >= 0
        start, finish = (spans[0].start, spans[-1].end) if known else (-1, -1)
        self.pieces.append(Piece(shown, start, finish))
        self.at = end

    def _line_end(self) -> bool:
        end = self._content.find("\n", self.at)
        if end < 0:
            return False
        self.pieces += self._source[end : end + 1]
        self.at = end + 1
        return True

    def _code(self, marks: str) -> bool:
        if not self._content.startswith(marks, self.at):
            return False
        start = end = self.at + len(marks)
        while True:
            end = self._content.find(marks, end)
            if end < 0:
                return False
            after = end + len(marks)
            while self._content.startswith("`", after):
                after += 1
            if after - end == len(marks):
                break
            end = after
        inside = self._content[start:end].replace("\n", " ")
        if inside.startswith(" ") and inside.endswith(" ") and inside.strip(" "):
            self.pieces += self._source[start + 1 : end - 1]
        else:
            self.pieces += self._source[start:end]
        self.at = after
        return True
