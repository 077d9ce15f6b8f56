"""Markdown → Document: what a reader sees of it, each character mapped to its source.

CommonMark with tables and footnotes. The canonical text is the source's own characters without
the marks of markup: no `#`, `**`, link destinations or fences, since their digits and words are
not the document's; ordinals of lists and the bars of table rows stay, as they are read. Line ends
inside a paragraph stay line ends. Separator rows, rules and front matter are furniture.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import islice, pairwise

from markdown_it.token import Token

from pincite.errors import LimitError
from pincite.readers.decoding import decode
from pincite.readers.draft import About, Draft
from pincite.readers.inline import Content, Inline, Lines
from pincite.readers.limits import check_characters
from pincite.readers.runs import Piece
from pincite.readers.settings import ReadSettings
from pincite.records import BlockKind, Document

__all__ = ["read_markdown"]

READER = "markdown/1 markdown-it-py"

_DEEPEST = 100
_FRONT_MATTER = re.compile(r"---[ \t]*+\n(?:(?!---[ \t]*+\n)[^\n]*+\n)*+---[ \t]*+(?:\n|\Z)")
_TITLE = re.compile(r"^title:[ \t]*+[\"']?([^\"'\n]++)", re.MULTILINE)
_FOOTNOTE = re.compile(r"^\[\^[^\]\s]++\]:", re.MULTILINE)
_PREFIX = re.compile(r"(?:[ \t>]|[-*+][ \t]|\d{1,9}[.)][ \t])*+")
_TAGS = re.compile(r"<!--(?:(?!-->).)*+(?:-->)?|<[^<>]*+>", re.DOTALL)
_UNSHOWN = re.compile(
    r"<(script|style|template)\b(?:(?!</(?:script|style|template)).)*+", re.DOTALL | re.IGNORECASE
)


def read_markdown(data: bytes, *, about: About, settings: ReadSettings) -> Document:
    """Read Markdown.

    Args:
        data: The whole source.
        about: What is known of it.
        settings: `encoding`, `max_characters`, `max_depth` (at most 100 is used).

    Raises:
        DocumentError: With reason `encoding`, `binary` or `empty`.
        LimitError: On a text that is too long or nested too deep.
    """
    source = decode(data, name=about.title, declared=about.charset or settings.encoding)
    check_characters(len(source.text), settings.max_characters)
    draft = Draft(settings.max_characters, list(source.warnings))
    reader = _Reader(source.text, draft, min(settings.max_depth, _DEEPEST))
    reader.read()
    about = replace(about, title=reader.title or about.title)
    return draft.document(data, about=about, reader=READER, settings=settings, source=source)


class _Reader:
    """One pass over the block tokens of one text.

    Attributes:
        title: As front matter or the first heading of level 1 states it.
    """

    def __init__(self, text: str, draft: Draft, max_depth: int) -> None:
        self._draft = draft
        self._lines = Lines(text)
        self._inline = Inline(max_depth)
        self._max_depth = max_depth
        self.title: str | None = None
        self._body = self._front_matter(text)
        self._lists: list[Token] = []
        self._item: Token | None = None

    def _front_matter(self, text: str) -> str:
        match = _FRONT_MATTER.match(text)
        if match is None:
            return text
        stated = _TITLE.search(match[0])
        self.title = stated[1].strip() if stated else None
        self._draft.add(BlockKind.FURNITURE, [Piece(match[0], 0, match.end())])
        return "\n" * match[0].count("\n") + text[match.end() :]

    def read(self) -> None:
        tokens = self._inline.blocks(self._body)
        for row, token in enumerate(tokens):
            if token.level >= self._max_depth - 1:
                raise LimitError(
                    f"lists and quotations are nested deeper than {self._max_depth} levels",
                    limit="max_depth",
                    value=token.level + 1,
                    maximum=self._max_depth,
                )
            self._token(token, tokens, row)
        if self._inline.images:
            self._draft.warnings.append(f"{self._inline.images} images not read")
        if self._inline.bracketed:
            blocks = f"{self._inline.bracketed} blocks"
            self._draft.warnings.append(f"links not looked for in {blocks} full of brackets")

    def _token(self, token: Token, tokens: Sequence[Token], row: int) -> None:
        match token.type:
            case "bullet_list_open" | "ordered_list_open":
                self._lists.append(token)
            case "bullet_list_close" | "ordered_list_close":
                self._lists.pop()
            case "list_item_open":
                self._item = token
            case "heading_open":
                self._heading(tokens[row + 1], int(token.tag[1:]))
            case "paragraph_open":
                self._paragraph(tokens[row + 1])
            case "fence" | "code_block" | "html_block":
                self._verbatim(token)
            case "hr":
                self._line(_first_line(token), BlockKind.FURNITURE)
            case "table_open":
                self._table(tokens, row)
            case _:
                pass

    def _heading(self, inline: Token, level: int) -> None:
        pieces = self._inline.pieces(self._lines.content(inline.content, inline.map))
        if level == 1 and self.title is None:
            self.title = " ".join("".join(piece.text for piece in pieces).split()) or None
        self._draft.add(BlockKind.HEADING, pieces, level=level)

    def _paragraph(self, inline: Token) -> None:
        content = self._lines.content(inline.content, inline.map)
        cuts = [match.start() for match in _FOOTNOTE.finditer(content.text)]
        for start, end in pairwise(sorted({0, *cuts, len(content.text)})):
            pieces = self._inline.pieces(content.rows(start, end))
            if start in cuts:
                self._draft.add(BlockKind.FOOTNOTE, pieces)
            elif self._item is not None:
                pieces = [*self._ordinal(self._item, content.start), *pieces]
                self._draft.add(
                    BlockKind.LIST_ITEM, pieces, level=len(self._lists), tight=inline.hidden
                )
                self._item = None
            else:
                self._draft.add(BlockKind.PARAGRAPH, pieces)

    def _ordinal(self, item: Token, content_start: int) -> list[Piece]:
        """`3. ` as it stands before the item's first character."""
        written = item.info + item.markup
        if not item.info or content_start < 0:
            return []
        line_start = self._lines.start_of(content_start)
        at = self._lines.text.rfind(written, line_start, content_start)
        return [Piece(self._lines.text[at:content_start], at, content_start)] if at >= 0 else []

    def _verbatim(self, token: Token) -> None:
        lines = token.map
        if token.type == "fence" and lines:
            lines = [lines[0] + 1, lines[1]]
        content = self._lines.content(token.content.rstrip("\n"), lines)
        if token.type == "html_block":
            self._html(content)
        else:
            self._draft.add(BlockKind.CODE, content[:])

    def _html(self, content: Content) -> None:
        shown = _UNSHOWN.sub(lambda found: "<" + " " * (len(found[0]) - 2) + ">", content.text)
        pieces: list[Piece] = []
        start = 0
        for tag in _TAGS.finditer(shown):
            pieces += content[start : tag.start()]
            start = tag.end()
        self._draft.add(BlockKind.PARAGRAPH, [*pieces, *content[start:]])

    def _line(self, number: int, kind: BlockKind) -> None:
        start, line = self._lines.line(number)
        self._draft.add(kind, [Piece(line, start, start + len(line))])

    def _table(self, tokens: Sequence[Token], row: int) -> None:
        """All rows of the table that opens at `row`, each as its line with its bars."""
        cells: list[str] = []
        number = 0
        heads: tuple[str, ...] = ()
        for token in islice(tokens, row, None):
            if token.type == "tr_open":
                cells, number = [], _first_line(token)
            elif token.type == "inline":
                cells.append(token.content)
            elif token.type == "tr_close":
                pieces, shown = self._row(cells, number)
                first = not heads
                self._draft.add(
                    BlockKind.TABLE_ROW,
                    pieces,
                    context=heads,
                    head=first,
                    tight=not first,
                )
                heads = heads or tuple(shown)
            elif token.type == "table_close":
                break
        self._line(_first_line(tokens[row]) + 1, BlockKind.FURNITURE)

    def _row(self, cells: Sequence[str], number: int) -> tuple[list[Piece], list[str]]:
        """The pieces of a row, and what each of its cells shows."""
        start, line = self._lines.line(number)
        pieces: list[Piece] = []
        shown: list[str] = []
        at = next(_PREFIX.finditer(line)).end()
        for cell in cells:
            found = line.find(cell.replace("|", "\\|"), at)
            if found < 0:
                break
            pieces.append(Piece(line[at:found], start + at, start + found))
            at = found + len(cell.replace("|", "\\|"))
            inside = self._inline.pieces(Content(line[found:at], [start + found]))
            shown.append("".join(piece.text for piece in inside))
            pieces += inside
        pieces.append(Piece(line[at:], start + at, start + len(line)))
        return pieces, shown


def _first_line(token: Token) -> int:
    return token.map[0] if token.map else 0
