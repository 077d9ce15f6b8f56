"""DOCX → Document: paragraphs with the levels of their styles, lists, table rows, footnotes.

Text boxes stand where they are anchored. Headers and footers are furniture. Deleted text of
tracked changes and hidden text is left out and counted; inserted text is text.
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

__all__ = ["read_docx"]

READER = "docx/1"

_MAIN = "word/document.xml"
_BREAKS = {"tab": "\t", "br": "\n", "cr": "\n", "noBreakHyphen": "\u2011"}
_OFF = ("0", "false", "off", "none")


def read_docx(data: bytes, *, about: About, settings: ReadSettings) -> Document:
    """Read a Word document.

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
    styles = _Styles()
    if "word/styles.xml" in archive:
        archive.parse("word/styles.xml", styles)
    left_out = _LeftOut()
    targets = sorted(set(archive.relations(_MAIN).values()))
    archive.parse(_MAIN, _Body(draft, parts, styles.resolve(), left_out))
    for name in targets:
        file = name.rpartition("/")[2].removesuffix(".xml").rstrip("0123456789")
        if name in archive and file in _NOTES:
            archive.parse(name, _Body(draft, parts, {}, left_out, kind=_NOTES[file], named=file))
    draft.warnings += left_out.warnings()
    if any(name.startswith("word/comments") for name in archive.names):
        draft.warnings.append("comments not read")
    about = replace(about, title=archive.title() or about.title)
    return draft.document(data, about=about, reader=READER, settings=settings, places=parts)


_NOTES = {
    "footnotes": BlockKind.FOOTNOTE,
    "endnotes": BlockKind.FOOTNOTE,
    "header": BlockKind.FURNITURE,
    "footer": BlockKind.FURNITURE,
}


@dataclass(slots=True)
class _LeftOut:
    deleted: int = 0
    hidden: int = 0
    images: int = 0

    def warnings(self) -> list[str]:
        notes = (
            (self.deleted, "{} characters of tracked deletions not read"),
            (self.hidden, "{} characters of hidden text not read"),
            (self.images, "{} images not read"),
        )
        return [message.format(count) for count, message in notes if count]


@dataclass(frozen=True, slots=True)
class _Style:
    """Level 1 to 6 of a heading, depth of a list item; 0 where it is none."""

    level: int = 0
    depth: int = 0


class _Styles:
    """The paragraph styles, each with what it takes from the style that it is based on."""

    def __init__(self) -> None:
        self._style = ""
        self._levels: dict[str, int] = {}
        self._depths: dict[str, int] = {}
        self._based_on: dict[str, str] = {}

    def start(self, tag: str, attributes: Mapping[str, str]) -> None:
        value = attributes.get("val", "")
        if tag == "style":
            self._style = attributes.get("styleId", "")
            self._based_on[self._style] = ""
        elif tag == "basedOn":
            self._based_on[self._style] = value
        elif tag == "outlineLvl" and value.isdecimal():
            self._levels[self._style] = int(value) + 1 if int(value) < 9 else 0
        elif tag == "name" and value.lower() == "title":
            self._levels.setdefault(self._style, 1)
        elif tag == "name" and value.lower().startswith("heading ") and value[8:].isdecimal():
            self._levels.setdefault(self._style, int(value[8:]))
        elif tag == "numId":
            self._depths.setdefault(self._style, 1)
        elif tag == "ilvl" and value.isdecimal():
            self._depths[self._style] = min(int(value), 99) + 1

    def end(self, tag: str) -> None:
        pass

    def text(self, data: str) -> None:
        pass

    def resolve(self) -> dict[str, _Style]:
        """The styles by id."""
        return {
            style: _Style(
                min(self._inherited(style, self._levels), 6), self._inherited(style, self._depths)
            )
            for style in self._based_on
        }

    def _inherited(self, style: str, own: Mapping[str, int]) -> int:
        seen = set()
        while style not in own and style not in seen:
            seen.add(style)
            style = self._based_on.get(style, "")
        return own.get(style, 0)


@dataclass(slots=True)
class _Paragraph:
    place: int
    pieces: list[Piece] = field(default_factory=list)
    level: int = 0
    depth: int = 0


@dataclass(slots=True)
class _Cell:
    columns: str = "1"
    paragraphs: list[_Paragraph] = field(default_factory=list)

    def pieces(self, place: int) -> list[Piece]:
        """Its paragraphs, parted by a space."""
        found: list[Piece] = []
        for paragraph in self.paragraphs:
            if found and paragraph.pieces:
                found.append(Piece(" ", place=place))
            found += [piece._replace(place=place) for piece in paragraph.pieces]
        return found


class _Body:
    """Takes the events of a part with paragraphs and tables."""

    def __init__(
        self,
        draft: Draft,
        parts: Parts,
        styles: Mapping[str, _Style],
        left_out: _LeftOut,
        *,
        kind: BlockKind = BlockKind.PARAGRAPH,
        named: str = "paragraph",
    ) -> None:
        self._draft, self._parts, self._styles = draft, parts, styles
        self._left_out, self._kind, self._named = left_out, kind, named.removesuffix("s")
        self._open: list[_Paragraph] = []
        self._paragraphs = self._tables = self._rows = 0
        self._table_depth = self._skipped = 0
        self._in_text = self._in_deleted = self._hidden = False
        self._table = Table()
        self._first_is_head = self._row_is_head = False
        self._cells: list[_Cell] = []

    def start(self, tag: str, attributes: Mapping[str, str]) -> None:
        if self._skipped or tag == "Fallback":
            self._skipped += 1
        elif tag in _BREAKS and self._open and "pos" not in attributes:
            self._add(_BREAKS[tag])
        else:
            self._start(tag, attributes, attributes.get("val", ""))

    def _start(self, tag: str, attributes: Mapping[str, str], value: str) -> None:
        match tag:
            case "p":
                self._paragraphs += 1
                place = self._parts.add(f"{self._named} {self._paragraphs}")
                self._open.append(_Paragraph(place))
            case "pStyle" if self._open:
                style = self._styles.get(value, _Style())
                self._open[-1].level, self._open[-1].depth = style.level, style.depth
            case "outlineLvl" if self._open and value.isdecimal():
                self._open[-1].level = int(value) + 1 if int(value) < 6 else 0
            case "ilvl" if self._open and value.isdecimal():
                self._open[-1].depth = min(int(value), 99) + 1
            case "numId" if self._open:
                self._open[-1].depth = 0 if value == "0" else max(self._open[-1].depth, 1)
            case "r":
                self._hidden = False
            case "vanish":
                self._hidden = value not in _OFF
            case "t":
                self._in_text = True
            case "delText":
                self._in_deleted = True
            case "blip" | "imagedata":
                self._left_out.images += 1
            case "tbl" | "tr" | "tc" | "tblHeader" | "tblLook" | "gridSpan":
                self._start_table(tag, attributes, value)
            case _:
                pass

    def _start_table(self, tag: str, attributes: Mapping[str, str], value: str) -> None:
        """A table inside of a cell is text of that cell."""
        if tag == "tbl":
            self._table_depth += 1
        if self._table_depth > 1:
            return
        match tag:
            case "tbl":
                self._tables += 1
                self._rows = 0
                self._table, self._first_is_head = Table(), False
            case "tblLook":
                self._first_is_head = attributes.get("firstRow") == "1"
            case "tr":
                self._cells, self._row_is_head = [], False
                self._rows += 1
            case "tblHeader":
                self._row_is_head = value not in _OFF
            case "tc":
                self._cells.append(_Cell())
            case "gridSpan" if self._cells:
                self._cells[-1].columns = value
            case _:
                pass

    def text(self, data: str) -> None:
        if self._in_deleted:
            self._left_out.deleted += len(data)
        elif self._in_text and self._hidden:
            self._left_out.hidden += len(data)
        elif self._in_text and not self._skipped:
            self._add(data)

    def _add(self, text: str) -> None:
        if self._open:
            self._open[-1].pieces.append(Piece(text, place=self._open[-1].place))

    def end(self, tag: str) -> None:
        if self._skipped:
            self._skipped -= 1
            return
        match tag:
            case "t":
                self._in_text = False
            case "delText":
                self._in_deleted = False
            case "p" if self._open:
                paragraph = self._open.pop()
                if self._table_depth and self._cells:
                    self._cells[-1].paragraphs.append(paragraph)
                else:
                    self._emit(paragraph)
            case "tr" if self._table_depth == 1:
                self._emit_row()
            case "tbl":
                self._table_depth -= 1
            case _:
                pass

    def _emit(self, paragraph: _Paragraph) -> None:
        kind, level = self._kind, 0
        if kind is BlockKind.PARAGRAPH and paragraph.level:
            kind, level = BlockKind.HEADING, paragraph.level
        elif kind is BlockKind.PARAGRAPH and paragraph.depth:
            kind, level = BlockKind.LIST_ITEM, paragraph.depth
        self._draft.add(kind, paragraph.pieces, level=level)

    def _emit_row(self) -> None:
        cells, self._cells = self._cells, []
        if len(cells) == 1 and sum(bool(p.pieces) for p in cells[0].paragraphs) > 1:
            for paragraph in cells[0].paragraphs:
                self._emit(paragraph)
            return
        place = self._parts.add(f"table {self._tables}, row {self._rows}")
        head = self._row_is_head or (self._first_is_head and self._rows == 1)
        self._table.open_row(in_head=head)
        pieces: list[Piece] = []
        for cell in cells:
            inside = cell.pieces(place)
            self._table.open_cell(0, head=head, columns=cell.columns)
            text = "".join(piece.text for piece in inside)
            self._table.close_cell(text)
            if text.strip():
                pieces += [Piece(CELL_SEPARATOR, place=place), *inside] if pieces else inside
        row = self._table.close_row()
        kind = BlockKind.TABLE_ROW if self._kind is BlockKind.PARAGRAPH else self._kind
        self._draft.add(kind, pieces, context=row.context, head=row.head, tight=not row.first)
