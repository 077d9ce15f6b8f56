"""Documents, blocks, sentences, passages and the library that numbers them."""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Protocol, runtime_checkable

__all__ = [
    "Block",
    "BlockKind",
    "Document",
    "Library",
    "Location",
    "PageImage",
    "PageSource",
    "Passage",
    "Region",
    "Sentence",
    "SourceMap",
]

Box = tuple[float, float, float, float]


class BlockKind(StrEnum):
    """What a block of a document is; `furniture` is neither numbered nor citable."""

    HEADING = "heading"
    PARAGRAPH = "paragraph"
    LIST_ITEM = "list_item"
    TABLE_ROW = "table_row"
    CODE = "code"
    CAPTION = "caption"
    FOOTNOTE = "footnote"
    FURNITURE = "furniture"


@dataclass(frozen=True, slots=True)
class Block:
    """A heading, paragraph, list item, table row, … of a document.

    Attributes:
        kind: What it is.
        start: First code point in the document's text.
        end: One past the last code point.
        level: 1 to 6 for headings, depth for list items, else 0.
        context: What belongs to the block's meaning but not to its text: the column heads of a
            table row.
        head: Whether a table row is the table's head.
    """

    kind: BlockKind
    start: int
    end: int
    level: int = 0
    context: tuple[str, ...] = ()
    head: bool = False


@dataclass(frozen=True, slots=True)
class Region:
    """A part of a page.

    Attributes:
        page: 1-based position in the file.
        page_label: What is printed on the page or declared by the file.
        boxes: `(x0, y0, x1, y1)` in PDF points from the top left of the page as displayed.
        ocr: Whether the page is a picture whose text was recognised.
    """

    page: int
    page_label: str
    boxes: tuple[Box, ...] = ()
    ocr: bool = False


@dataclass(frozen=True, slots=True)
class Location:
    """Where a span of a document's text stands in its source.

    Attributes:
        regions: One for each page (PDF).
        element: Path of the innermost element around the span (HTML), such as
            `html>body>p:nth-of-type(2)`.
        part: Name of the part of the source around the span (office formats, records), such as
            `Sheet1!B7` or `slide 3`.
        line: 1-based line of the source where the span starts (text formats).
        column: 1-based column, in code points.
        source_start: Byte offset in the source where the span starts, if the format has one.
        source_end: Byte offset in the source where it ends.
    """

    regions: tuple[Region, ...] = ()
    element: str | None = None
    part: str | None = None
    line: int | None = None
    column: int | None = None
    source_start: int | None = None
    source_end: int | None = None


class SourceMap(Protocol):
    """Leads from a document's text back to its source; made by the reader of the format."""

    def locate(self, start: int, end: int) -> Location:
        """Where the span `[start, end)` of the document's text stands in the source."""

    def page(self, position: int) -> int | None:
        """The 1-based page of a position, None where the format has no pages."""


@dataclass(frozen=True, slots=True)
class PageImage:
    """A page as displayed, drawn.

    Attributes:
        page: 1-based position in the file.
        width: In PDF points; boxes of regions are in the same frame.
        height: In PDF points.
        png: The picture.
    """

    page: int
    width: float
    height: float
    png: bytes = field(repr=False)


@runtime_checkable
class PageSource(Protocol):
    """A source map that can also draw the pages of its source."""

    def draw(self, page: int, *, pixels: int) -> PageImage | None:
        """A 1-based page with `pixels` on its longer side; None where it cannot be drawn."""


@dataclass(frozen=True, slots=True)
class Document:
    """One source, read.

    Attributes:
        source_id: Unique in its library, `[A-Za-z0-9._-]{1,64}`.
        title: As the source states it, else the file name.
        uri: Where it came from; never part of a hash.
        media_type: Such as `application/pdf`.
        source_sha256: Hash of the bytes read.
        text: Canonical text, furniture at its end.
        text_sha256: Hash of `text`.
        language: BCP 47 primary tag, `und` where unknown.
        reader: Name and version of the reader and of the library it stands on.
        settings_sha256: Hash of the reader's settings.
        blocks: In order of `start`, disjoint; they cover all that is not white space.
        map: Leads back to the source.
        pages: Number of pages in the file, 0 where the format has none.
        page_labels: What is printed on each page or declared by the file; empty where unknown.
        warnings: What could not be read, or only in part.
    """

    source_id: str
    title: str
    uri: str
    media_type: str
    source_sha256: str
    text: str
    text_sha256: str
    language: str
    reader: str
    settings_sha256: str
    blocks: tuple[Block, ...]
    map: SourceMap = field(compare=False, repr=False)
    pages: int = 0
    warnings: tuple[str, ...] = ()
    page_labels: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Sentence:
    """The unit that is cited: a view of one row of a library's columns.

    Attributes:
        number: 1-based in the library; written `s12`.
        source_id: Its document.
        kind: The kind of its block.
        start: In the document's text.
        end: In the document's text.
        text: `document.text[start:end]`.
        context: The column heads of a table row.
    """

    number: int
    source_id: str
    kind: BlockKind
    start: int
    end: int
    text: str
    context: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Passage:
    """Consecutive sentences of one document: the unit that is selected.

    Attributes:
        passage_id: `source_id:p` and 8 hex digits of the hash of its text.
        source_id: Its document.
        start: In the document's text.
        end: In the document's text.
        first_sentence: Number in the library.
        last_sentence: Number in the library, inclusive.
    """

    passage_id: str
    source_id: str
    start: int
    end: int
    first_sentence: int
    last_sentence: int


@dataclass(frozen=True, slots=True)
class Library:
    """The documents of one task with their sentences, kept as columns.

    Sentence `n` is row `n - 1`. Memory is 32 bytes a sentence beside the texts.

    Attributes:
        documents: In the order given.
        library_id: Hash of the ordered `[source_id, text_sha256]` and the splitter's version.
        splitter: Name and version of the splitter.
        starts: Column of starts in the sentence's document.
        ends: Column of ends.
        block_rows: Column of indexes into the document's blocks.
        first_numbers: Number of the first sentence of each document, then one past the last of
            all: document `d` holds the sentences `first_numbers[d] … first_numbers[d + 1] - 1`.
    """

    documents: tuple[Document, ...]
    library_id: str
    splitter: str
    starts: array[int] = field(repr=False)
    ends: array[int] = field(repr=False)
    block_rows: array[int] = field(repr=False)
    first_numbers: tuple[int, ...] = field(repr=False)

    def __len__(self) -> int:
        """The number of sentences."""
        return len(self.starts)

    def document_row(self, number: int) -> int:
        """The index in `documents` of the document that holds a sentence.

        Raises:
            KeyError: When the library has no such sentence.
        """
        if not 1 <= number <= len(self.starts):
            raise KeyError(number)
        return bisect_right(self.first_numbers, number) - 1

    def document(self, number: int) -> Document:
        """The document that holds a sentence."""
        return self.documents[self.document_row(number)]

    def sentence(self, number: int) -> Sentence:
        """The sentence of a number.

        Raises:
            KeyError: When the library has no such sentence.
        """
        document = self.document(number)
        start, end = self.starts[number - 1], self.ends[number - 1]
        block = document.blocks[self.block_rows[number - 1]]
        return Sentence(
            number=number,
            source_id=document.source_id,
            kind=block.kind,
            start=start,
            end=end,
            text=document.text[start:end],
            context=block.context,
        )

    def sentences(self, first: int = 1, last: int | None = None) -> Iterator[Sentence]:
        """The sentences `first` to `last`, both inclusive, in order."""
        for number in range(first, (len(self) if last is None else last) + 1):
            yield self.sentence(number)

    def numbers(self, source_id: str) -> range:
        """The sentence numbers of a document.

        Raises:
            KeyError: When the library has no such document.
        """
        for row, document in enumerate(self.documents):
            if document.source_id == source_id:
                return range(self.first_numbers[row], self.first_numbers[row + 1])
        raise KeyError(source_id)
