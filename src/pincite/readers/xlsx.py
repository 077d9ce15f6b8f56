"""XLSX → Document: sheet by sheet, a row a unit, each cell with its address.

Cells show what the workbook stores: dates as ISO dates, percentages with their sign, other
numbers unrounded, formulas by their last result. The first row of nothing but words heads its
columns. Hidden sheets are left out and named.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from decimal import Decimal, InvalidOperation

from pincite.readers.archive import Archive
from pincite.readers.draft import About, Draft
from pincite.readers.parts import Parts, column_name
from pincite.readers.runs import Piece
from pincite.readers.settings import ReadSettings
from pincite.readers.tables import CELL_SEPARATOR
from pincite.records import BlockKind, Document

__all__ = ["read_xlsx"]

READER = "xlsx/1"

_MAIN = "xl/workbook.xml"
_DATE_FORMATS = frozenset({*range(14, 23), *range(27, 37), *range(45, 48), *range(50, 59)})
_PERCENT_FORMATS = frozenset({9, 10})
_QUOTED = re.compile(r'"[^"]*+"|\[[^\]]*+\]|\\.')
_ADDRESS = re.compile(r"([A-Z]{1,3})([1-9][0-9]{0,6})")
_LAST_DAY = 2_957_003
_MOST_DIGITS = 30


def read_xlsx(data: bytes, *, about: About, settings: ReadSettings) -> Document:
    """Read a workbook.

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
    book, strings, formats = _Book(), _Strings(), _Formats()
    archive.parse(_MAIN, book)
    for member, handler in (("xl/sharedStrings.xml", strings), ("xl/styles.xml", formats)):
        if member in archive:
            archive.parse(member, handler)
    targets = archive.relations(_MAIN)
    for name, relation, hidden in book.sheets:
        member = targets.get(relation, "")
        if hidden:
            draft.warnings.append(f"hidden sheet {name!r} not read")
        elif member.startswith("xl/worksheets/"):
            sheet = _Sheet(draft, parts, name, strings.texts, formats, since=book.since)
            archive.parse(member, sheet)
            if sheet.unknown:
                draft.warnings.append(f"{sheet.unknown} formulas of {name!r} have no result")
        else:
            draft.warnings.append(f"sheet {name!r} is a chart and was not read")
    about = replace(about, title=archive.title() or about.title)
    return draft.document(data, about=about, reader=READER, settings=settings, places=parts)


class _Book:
    """The sheets as `(name, relation, hidden)`, and the day that dates count from."""

    def __init__(self) -> None:
        self.sheets: list[tuple[str, str, bool]] = []
        self.since = datetime(1899, 12, 30)

    def start(self, tag: str, attributes: Mapping[str, str]) -> None:
        if tag == "sheet":
            hidden = attributes.get("state", "visible") != "visible"
            self.sheets.append((attributes.get("name", ""), attributes.get("r:id", ""), hidden))
        elif tag == "workbookPr" and attributes.get("date1904") in ("1", "true"):
            self.since = datetime(1904, 1, 1)

    def end(self, tag: str) -> None:
        pass

    def text(self, data: str) -> None:
        pass


class _Strings:
    """The shared strings; phonetic guides are not part of them."""

    def __init__(self) -> None:
        self.texts: list[str] = []
        self._pieces: list[str] = []
        self._phonetic = self._in_text = False

    def start(self, tag: str, attributes: Mapping[str, str]) -> None:  # noqa: ARG002
        self._phonetic = self._phonetic or tag == "rPh"
        self._in_text = tag == "t" and not self._phonetic

    def end(self, tag: str) -> None:
        self._in_text = False
        self._phonetic = self._phonetic and tag != "rPh"
        if tag == "si":
            self.texts.append("".join(self._pieces))
            self._pieces = []

    def text(self, data: str) -> None:
        if self._in_text:
            self._pieces.append(data)


class _Formats:
    """What the number formats of the cell styles show: a date, a share of a hundred, a number."""

    def __init__(self) -> None:
        self._codes: dict[str, str] = {}
        self._in_cells = False
        self._kinds: list[str] = []

    def start(self, tag: str, attributes: Mapping[str, str]) -> None:
        if tag == "numFmt":
            self._codes[attributes.get("numFmtId", "")] = attributes.get("formatCode", "")
        elif tag == "cellXfs":
            self._in_cells = True
        elif tag == "xf" and self._in_cells:
            self._kinds.append(self._kind(attributes.get("numFmtId", "0")))

    def end(self, tag: str) -> None:
        if tag == "cellXfs":
            self._in_cells = False

    def text(self, data: str) -> None:
        pass

    def _kind(self, number: str) -> str:
        code = _QUOTED.sub("", self._codes.get(number, "")).lower()
        if number.isdecimal() and number not in self._codes:
            known = int(number)
            if known in _DATE_FORMATS:
                return "date"
            return "percent" if known in _PERCENT_FORMATS else "number"
        if "%" in code:
            return "percent"
        return "date" if re.search(r"[ymdhs]", code.partition(";")[0]) else "number"

    def kind(self, style: str) -> str:
        """`date`, `percent` or `number`."""
        row = int(style) if style.isdecimal() else 0
        return self._kinds[row] if row < len(self._kinds) else "number"


class _Sheet:
    """Takes the events of one sheet; a row is added when it ends.

    Attributes:
        unknown: How many formulas have no stored result.
    """

    def __init__(
        self,
        draft: Draft,
        parts: Parts,
        name: str,
        strings: list[str],
        formats: _Formats,
        *,
        since: datetime,
    ) -> None:
        self.unknown = 0
        self._draft, self._parts, self._name = draft, parts, name
        self._strings, self._formats, self._since = strings, formats, since
        self._heads: dict[int, str] = {}
        self._rows = 0
        self._row = self._column = 0
        self._type = self._style = ""
        self._formula = self._in_value = False
        self._value: list[str] = []
        self._cells: list[tuple[int, str, bool]] = []
        draft.add(BlockKind.HEADING, [Piece(name, place=parts.add(name))], level=1)

    def start(self, tag: str, attributes: Mapping[str, str]) -> None:
        match tag:
            case "row":
                stated = attributes.get("r", "")
                self._row = int(stated) if stated.isdecimal() else self._row + 1
                self._column, self._cells = -1, []
            case "c":
                self._column = _column(attributes.get("r", ""), self._column + 1)
                self._type = attributes.get("t", "n")
                self._style = attributes.get("s", "0")
                self._value, self._formula = [], False
            case "f":
                self._formula = True
            case "v" | "t":
                self._in_value = True
            case _:
                pass

    def text(self, data: str) -> None:
        if self._in_value:
            self._value.append(data)

    def end(self, tag: str) -> None:
        self._in_value = False
        if tag == "c":
            text = self._shown("".join(self._value))
            self.unknown += self._formula and not text
            if text.strip():
                words = self._type in ("s", "str", "inlineStr")
                self._cells.append((self._column, text, words))
        elif tag == "row":
            self._emit()

    def _shown(self, value: str) -> str:
        match self._type:
            case "s":
                row = int(value) if value.isdecimal() and len(value) < 10 else -1
                return self._strings[row] if 0 <= row < len(self._strings) else ""
            case "b":
                return {"0": "FALSE", "1": "TRUE"}.get(value, value)
            case "n":
                return _number(value, self._formats.kind(self._style), self._since)
            case _:
                return value

    def _emit(self) -> None:
        cells, self._cells = self._cells, []
        if not cells:
            return
        head = not self._heads and len(cells) > 1 and all(words for _, _, words in cells)
        context: tuple[str, ...] = ()
        if head:
            self._heads = {column: " ".join(text.split()) for column, text, _ in cells}
        elif any(column in self._heads for column, _, _ in cells):
            context = tuple(self._heads.get(column, "") for column, _, _ in cells)
        pieces: list[Piece] = []
        for column, text, _ in cells:
            place = self._parts.add(f"{self._name}!{column_name(column)}{self._row}")
            pieces += [Piece(CELL_SEPARATOR, place=place), Piece(text, place=place)]
        self._rows += 1
        self._draft.add(
            BlockKind.TABLE_ROW, pieces[1:], context=context, head=head, tight=self._rows > 1
        )


def _column(address: str, following: int) -> int:
    """The zero-based column of a cell's address, the following one where it has none."""
    match = _ADDRESS.fullmatch(address)
    if match is None:
        return following
    column = 0
    for letter in match[1]:
        column = column * 26 + ord(letter) - 64
    return column - 1


def _number(value: str, kind: str, since: datetime) -> str:
    try:
        number = Decimal(value)
    except InvalidOperation:
        return value
    if not number.is_finite() or abs(number.adjusted()) > _MOST_DIGITS:
        return value
    if kind == "percent":
        return f"{(number * 100).normalize():f} %"
    if kind == "date" and 0 <= number <= _LAST_DAY:
        return _date(number, since)
    return value


def _date(days: Decimal, since: datetime) -> str:
    """An ISO date, a time of day, or both."""
    moment = since + timedelta(seconds=round(float(days) * 86_400))
    if days < 1:
        return moment.time().isoformat()
    return moment.date().isoformat() if days == int(days) else moment.isoformat(sep=" ")
