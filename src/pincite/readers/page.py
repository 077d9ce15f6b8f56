"""One walk over the tree of a page, in document order, without recursion: elements → blocks."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from selectolax.lexbor import LexborNode

from pincite.readers.draft import Draft
from pincite.readers.elements import Elements
from pincite.readers.limits import check_depth
from pincite.readers.markup_text import MarkupText
from pincite.readers.runs import Piece
from pincite.readers.tables import CELL_SEPARATOR, Table
from pincite.records import BlockKind

__all__ = ["Page"]

_HEADINGS = {f"h{level}": level for level in range(1, 7)}
_KINDS = {
    **dict.fromkeys(_HEADINGS, BlockKind.HEADING),
    **dict.fromkeys(("pre", "listing", "xmp", "plaintext"), BlockKind.CODE),
    **dict.fromkeys(("figcaption", "caption"), BlockKind.CAPTION),
    "li": BlockKind.LIST_ITEM,
}
_BLOCKS = frozenset(
    """address article aside blockquote body center dd details dialog dir div dl dt fieldset
    figure footer form header hgroup hr html legend main menu nav ol optgroup option p search
    section summary table tbody td tfoot th thead tr ul""".split()
) | set(_KINDS)
_UNSHOWN = frozenset(
    """audio canvas datalist embed head iframe noembed noframes noscript object param rp
    script style svg template textarea video""".split()
)
_CELLS = frozenset({"td", "th"})
_CODE = frozenset({"script", "style", "head"})
_LISTS = frozenset({"ul", "ol", "menu", "dir"})
_FURNITURE = frozenset({"nav", "aside", "search"})
_FURNITURE_ROLES = frozenset({"navigation", "banner", "contentinfo", "complementary", "search"})
_SECTIONS = frozenset({"main", "article", "section"})
_NOTES = re.compile(r"(?:doc-)?(?:footnote|endnote|rearnote)s?")
_LAYOUT = "table, h1, h2, h3, h4, h5, h6, article, section, main, nav, aside, header, footer"
_HIDING = re.compile(r"(?:display\s*+:\s*+none|visibility\s*+:\s*+hidden)", re.IGNORECASE)
_STRETCH = re.compile(r"[ \t\n\f\r]++|[^ \t\n\f\r]++(?: [^ \t\n\f\r]++)*+")


@dataclass(slots=True)
class _Frame:
    """An open element and what holds inside of it."""

    tag: str
    row: int
    block: bool = False
    kind: BlockKind = BlockKind.PARAGRAPH
    level: int = 0
    depth: int = 0
    furniture: bool = False
    sectioned: bool = False
    hidden: bool = False
    outside: bool = False
    pre: bool = False
    table: Table | None = None
    item: list[bool] | None = None
    ordinals: dict[str, int] = field(default_factory=dict)


class Page:
    """Reads a tree into a draft.

    Attributes:
        title: The text of `<title>`, None where there is none.
    """

    def __init__(
        self, draft: Draft, elements: Elements, source: MarkupText, *, max_depth: int
    ) -> None:
        self.title: str | None = None
        self._draft = draft
        self._elements = elements
        self._source = source
        self._max_depth = max_depth
        self._frames: list[_Frame] = []
        self._pieces: list[Piece] = []
        self._only: int | None = None
        self._hidden = self._unread = self._images = 0

    def read(self, root: LexborNode, *, only: int | None = None) -> None:
        """Read the page.

        Args:
            root: The element `html`.
            only: The `mem_id` of the element outside of which nothing is read.
        """
        self._only = only
        node: LexborNode | None = root
        while node is not None:
            if node.is_element_node:
                self._enter(node)
                child = node.first_child
                if child is not None:
                    node = child
                    continue
                self._leave()
            elif node.is_text_node:
                self._text(node.text_content or "")
            node = self._after(node)
        self._note()

    def _after(self, node: LexborNode) -> LexborNode | None:
        """The next node that is not inside this one; leaves the elements that end before it."""
        while self._frames:
            following = node.next
            if following is not None:
                return following
            parent = node.parent
            if parent is None:
                return None
            node = parent
            self._leave()
        return None

    def _note(self) -> None:
        notes = (
            (self._hidden, "{} characters in hidden elements not read"),
            (self._unread, "{} characters outside of the main element not read, by the settings"),
            (self._images, "{} images not read"),
        )
        for count, message in notes:
            if count:
                self._draft.warnings.append(message.format(count))

    def _enter(self, node: LexborNode) -> None:
        check_depth(len(self._frames) + 1, self._max_depth)
        tag = node.tag or "unknown"
        parent = self._frames[-1] if self._frames else None
        ordinal = 1
        if parent is not None:
            ordinal = parent.ordinals[tag] = parent.ordinals.get(tag, 0) + 1
        row = self._elements.add(tag, parent.row if parent else -1, ordinal)
        frame = self._frame(node, tag, row, parent)
        if tag == "br" and parent is not None:
            self._line_break(parent)
        elif tag in ("img", "svg") and not frame.outside:
            self._images += 1
        elif frame.block and not frame.hidden and parent is not None:
            self._open(node, frame, parent)
        self._frames.append(frame)

    def _frame(self, node: LexborNode, tag: str, row: int, parent: _Frame | None) -> _Frame:
        if parent is None:
            return _Frame(tag, row, block=True, outside=self._only is not None)
        attributes = node.attributes
        frame = _Frame(
            tag,
            row,
            block=tag in _BLOCKS,
            kind=parent.kind,
            level=parent.level,
            depth=parent.depth + (tag in _LISTS),
            sectioned=parent.sectioned or tag in _SECTIONS,
            hidden=parent.hidden or _is_hidden(tag, attributes),
            outside=parent.outside and node.mem_id != self._only,
            pre=parent.pre,
            table=parent.table,
            item=parent.item,
        )
        frame.furniture = parent.furniture or _is_furniture(node, tag, attributes, parent)
        if tag in _KINDS:
            frame.kind = _KINDS[tag]
            frame.level = _HEADINGS.get(tag, 0)
            frame.pre = frame.pre or frame.kind is BlockKind.CODE
            frame.item = [False] if tag == "li" else None
        notes = (attributes.get("role"), attributes.get("epub:type"))
        if any(note and _NOTES.fullmatch(note.strip()) for note in notes):
            frame.kind, frame.block, frame.furniture = BlockKind.FOOTNOTE, True, parent.furniture
        if tag == "table":
            frame.table = None if _is_layout(node, attributes.get("role")) else Table()
        return frame

    def _open(self, node: LexborNode, frame: _Frame, parent: _Frame) -> None:
        table = frame.table
        if table is None or frame.tag == "tr" or not (table.in_row or frame.tag in _CELLS):
            self._flush(parent)
            if table is not None and frame.tag == "tr":
                table.open_row(in_head=parent.tag == "thead")
        elif frame.tag in _CELLS:
            if not table.in_row:
                self._flush(parent)
                table.open_row(in_head=False)
            self._open_cell(node, frame, table)
        else:
            self._space(frame.row)

    def _open_cell(self, node: LexborNode, frame: _Frame, table: Table) -> None:
        while self._pieces and self._pieces[-1].text == " ":
            self._pieces.pop()
        if self._pieces and self._pieces[-1].text != CELL_SEPARATOR:
            self._pieces.append(Piece(CELL_SEPARATOR, place=frame.row))
        attributes = node.attributes
        table.open_cell(
            len(self._pieces),
            head=frame.tag == "th",
            columns=attributes.get("colspan"),
            rows=attributes.get("rowspan"),
        )

    def _leave(self) -> None:
        frame = self._frames.pop()
        if not frame.block or frame.hidden:
            return
        table = frame.table
        if table is None or not table.in_row or frame.tag in ("tr", "table"):
            self._flush(frame)
        elif frame.tag in _CELLS:
            text = "".join(piece.text for piece in self._pieces[table.cell_piece :])
            table.close_cell(text)
            if not text.strip():
                del self._pieces[table.cell_piece :]
        else:
            self._space(frame.row)

    def _text(self, text: str) -> None:
        frame = self._frames[-1]
        at = self._source.find(text)
        if frame.tag == "title" and self._frames[-2].tag == "head" and self.title is None:
            self.title = " ".join(text.split()) or None
        elif frame.hidden or frame.outside:
            self._left_out(frame, text)
        elif frame.pre and (frame.table is None or not frame.table.in_row):
            self._pieces += self._placed(at, 0, text, frame.row)
        else:
            self._fold(text, at, frame.row)

    def _left_out(self, frame: _Frame, text: str) -> None:
        count = len(" ".join(text.split()))
        if frame.outside:
            self._unread += count
        elif not any(around.tag in _CODE for around in self._frames):
            self._hidden += count

    def _placed(self, at: int | None, start: int, text: str, row: int) -> list[Piece]:
        if at is None:
            return [Piece(text, place=row)]
        return self._source.pieces(at + start, text, row)

    def _fold(self, text: str, at: int | None, row: int) -> None:
        for match in _STRETCH.finditer(text):
            if match[0][0] not in " \t\n\f\r":
                self._pieces += self._placed(at, match.start(), match[0], row)
            elif self._pieces and not self._pieces[-1].text[-1:].isspace():
                span = self._placed(at, match.start(), match[0], row)
                self._pieces.append(Piece(" ", span[0].start, span[-1].end, row))

    def _space(self, row: int) -> None:
        if self._pieces and not self._pieces[-1].text[-1:].isspace():
            self._pieces.append(Piece(" ", place=row))

    def _line_break(self, frame: _Frame) -> None:
        if frame.hidden or frame.outside or not self._pieces:
            return
        if self._pieces[-1].text == CELL_SEPARATOR:
            return
        in_row = frame.table is not None and frame.table.in_row
        while self._pieces and self._pieces[-1].text == " ":
            self._pieces.pop()
        if self._pieces[-1:] and self._pieces[-1].text == "\n" and not frame.pre and not in_row:
            self._flush(frame)
        else:
            self._pieces.append(Piece("\n", place=frame.row))

    def _flush(self, frame: _Frame) -> None:
        """End the block that is open in an element, if there is one."""
        pieces, self._pieces = self._pieces, []
        if frame.table is not None and frame.table.in_row:
            while pieces and pieces[-1].text in (" ", CELL_SEPARATOR):
                pieces.pop()
            row = frame.table.close_row()
            kind = BlockKind.FURNITURE if frame.furniture else BlockKind.TABLE_ROW
            self._draft.add(kind, pieces, context=row.context, head=row.head, tight=not row.first)
        elif not pieces:
            return
        elif frame.furniture:
            self._draft.add(BlockKind.FURNITURE, pieces)
        elif frame.kind is not BlockKind.LIST_ITEM or frame.item is None:
            self._draft.add(frame.kind, pieces, level=frame.level)
        elif frame.item[0]:
            self._draft.add(BlockKind.PARAGRAPH, pieces)
        else:
            frame.item[0] = self._draft.add(BlockKind.LIST_ITEM, pieces, level=max(frame.depth, 1))


def _is_hidden(tag: str, attributes: dict[str, str | None]) -> bool:
    if tag in _UNSHOWN or (tag == "dialog" and "open" not in attributes):
        return True
    if "hidden" in attributes and attributes["hidden"] != "until-found":
        return True
    style = attributes.get("style")
    return bool(style and _HIDING.search(style))


def _is_layout(table: LexborNode, role: str | None) -> bool:
    """Whether a table arranges parts of a page: it holds headings, sections or tables."""
    return role in ("presentation", "none") or any(
        part.css_first(_LAYOUT) is not None for part in table.iter() if part.tag != "caption"
    )


def _is_furniture(
    node: LexborNode, tag: str, attributes: dict[str, str | None], parent: _Frame
) -> bool:
    if tag in _FURNITURE or attributes.get("role") in _FURNITURE_ROLES:
        return True
    if tag not in ("header", "footer") or parent.sectioned:
        return False
    return tag == "footer" or node.css_first("h1") is None
