"""PPTX → Document: slide by slide, titles as headings, lists with their depth, tables, notes.

Numbers, dates and footers of slides are furniture. Hidden slides are left out and counted.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from pincite.readers.archive import Archive
from pincite.readers.draft import About, Draft
from pincite.readers.parts import Parts
from pincite.readers.runs import Piece
from pincite.readers.settings import ReadSettings
from pincite.readers.tables import CELL_SEPARATOR, Table
from pincite.records import BlockKind, Document

__all__ = ["read_pptx"]

READER = "pptx/1"

_MAIN = "ppt/presentation.xml"
_FURNITURE = frozenset({"sldNum", "dt", "ftr", "hdr"})
_TITLES = frozenset({"title", "ctrTitle"})


def read_pptx(data: bytes, *, about: About, settings: ReadSettings) -> Document:
    """Read a presentation.

    Args:
        data: The whole source.
        about: What is known of it.
        settings: Limits.

    Raises:
        DocumentError: With reason `damaged`, `encrypted` or `empty`.
        LimitError: On an archive, a text or a nesting beyond its limit.
    """
    archive = Archive(data, name=about.title, settings=settings)
    draft, parts = Draft(settings.max_characters), Parts()
    order = _Order()
    archive.parse(_MAIN, order)
    targets = archive.relations(_MAIN)
    images = hidden = 0
    for number, relation in enumerate(order.slides, 1):
        member = targets.get(relation, "")
        slide = _Slide(draft, parts, f"slide {number}")
        archive.parse(member, slide)
        images += slide.images
        hidden += slide.hidden
        slide.finish()
        for name in archive.relations(member).values():
            if name.startswith("ppt/notesSlides/") and not slide.hidden:
                notes = _Slide(draft, parts, f"slide {number} notes")
                archive.parse(name, notes)
                notes.finish()
    if hidden:
        draft.warnings.append(f"{hidden} hidden slides not read")
    if images:
        draft.warnings.append(f"{images} images not read")
    about = replace(about, title=archive.title() or about.title)
    return draft.document(data, about=about, reader=READER, settings=settings, places=parts)


class _Order:
    def __init__(self) -> None:
        self.slides: list[str] = []

    def start(self, tag: str, attributes: Mapping[str, str]) -> None:
        if tag == "sldId":
            self.slides.append(attributes.get("r:id", ""))

    def end(self, tag: str) -> None:
        pass

    def text(self, data: str) -> None:
        pass


@dataclass(slots=True)
class _Block:
    kind: BlockKind
    pieces: list[Piece] = field(default_factory=list)
    level: int = 0
    context: tuple[str, ...] = ()
    head: bool = False
    tight: bool = False


class _Slide:
    """Takes the events of one slide.

    Attributes:
        hidden: Whether the slide is not shown.
        images: How many it has.
    """

    def __init__(self, draft: Draft, parts: Parts, name: str) -> None:
        self.hidden = False
        self.images = 0
        self._draft = draft
        self._place = parts.add(name)
        self._blocks: list[_Block] = []
        self._holder = ""
        self._in_text = False
        self._level = 1
        self._pieces: list[Piece] = []
        self._table: Table | None = None
        self._head = False
        self._rows = 0
        self._row: list[Piece] = []
        self._cell: list[Piece] = []
        self._columns: str | None = None

    def start(self, tag: str, attributes: Mapping[str, str]) -> None:
        match tag:
            case "sld":
                self.hidden = attributes.get("show") in ("0", "false")
            case "sp" | "graphicFrame" | "pic":
                self._holder = ""
                self.images += tag == "pic"
            case "ph":
                self._holder = attributes.get("type", "body")
            case "p":
                self._pieces, self._level = [], 1
            case "pPr" if attributes.get("lvl", "").isdecimal():
                self._level = min(int(attributes["lvl"]), 99) + 1
            case "t":
                self._in_text = True
            case "br":
                self._pieces.append(Piece("\n", place=self._place))
            case "tbl":
                self._table, self._rows, self._head = Table(), 0, False
            case "tblPr":
                self._head = attributes.get("firstRow") in ("1", "true")
            case "tr" if self._table:
                self._rows += 1
                self._row = []
                self._table.open_row(in_head=self._head and self._rows == 1)
            case "tc" if self._table:
                self._cell, self._columns = [], attributes.get("gridSpan")
            case _:
                pass

    def text(self, data: str) -> None:
        if self._in_text:
            self._pieces.append(Piece(data, place=self._place))

    def end(self, tag: str) -> None:
        match tag:
            case "t":
                self._in_text = False
            case "p" if self._table:
                if self._cell and self._pieces:
                    self._cell.append(Piece(" ", place=self._place))
                self._cell += self._pieces
            case "p":
                self._paragraph()
            case "tc" if self._table:
                self._table.open_cell(0, head=False, columns=self._columns)
                text = "".join(piece.text for piece in self._cell)
                self._table.close_cell(text)
                if self._row and text.strip():
                    self._row.append(Piece(CELL_SEPARATOR, place=self._place))
                self._row += self._cell if text.strip() else []
            case "tr" if self._table:
                row = self._table.close_row()
                self._blocks.append(
                    _Block(
                        BlockKind.TABLE_ROW,
                        self._row,
                        context=row.context,
                        head=row.head,
                        tight=not row.first,
                    )
                )
            case "tbl":
                self._table = None
            case _:
                pass

    def _paragraph(self) -> None:
        block = _Block(BlockKind.PARAGRAPH, self._pieces)
        if self._holder in _TITLES:
            block.kind, block.level = BlockKind.HEADING, 1
        elif self._holder == "subTitle":
            block.kind, block.level = BlockKind.HEADING, 2
        elif self._holder in _FURNITURE:
            block.kind = BlockKind.FURNITURE
        elif self._holder:
            block.kind, block.level = BlockKind.LIST_ITEM, self._level
        self._blocks.append(block)

    def finish(self) -> None:
        """Add what was read to the draft, the title first, unless the slide is hidden."""
        if self.hidden:
            return
        self._blocks.sort(key=lambda block: block.kind is not BlockKind.HEADING)
        for block in self._blocks:
            self._draft.add(
                block.kind,
                block.pieces,
                level=block.level,
                context=block.context,
                head=block.head,
                tight=block.tight,
            )
