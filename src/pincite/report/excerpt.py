"""Which sentences of a library a report shows, in groups and chunks; knows no claims.

A library of up to `Limits.whole_characters` is shown whole. Of a larger one only the sentences
that the report speaks of are shown, with their neighbours, and every stretch left out is a `Gap`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from pincite.context import merge_ranges
from pincite.records import Block, BlockKind, Document, Library
from pincite.refs import Range
from pincite.report.words import page_mark, visible

__all__ = ["Excerpt", "Gap", "Group", "Item", "Limits", "Row", "SourceView", "excerpt"]


_OWN_BULLET = re.compile(r"(?:[•◦▪▫●○■□·*o–—-]|\(?\w{1,4}[.)])\s")


@dataclass(frozen=True, slots=True)
class Limits:
    """How much of a library a report shows.

    Attributes:
        whole_characters: A library of at most this many characters is shown whole.
        neighbours: Sentences shown before and after each cited range of a larger one.
        longest: Of a longer cited range only its first and last half of this many sentences.
        most: Sentences after which no further range is taken in.
        chunk: Sentences after which a new chunk of the page begins.
        pages: Pages drawn as pictures, at most; 0 for none.
        page_pixels: On the longer side of a picture.
    """

    whole_characters: int = 2_000_000
    neighbours: int = 20
    longest: int = 200
    most: int = 30_000
    chunk: int = 40
    pages: int = 40
    page_pixels: int = 1200


@dataclass(frozen=True, slots=True)
class Row:
    """A sentence as shown.

    Attributes:
        number: In the library.
        text: With control characters made visible.
        cells: Of a table row, else empty.
        page: The printed label of the page that begins with this sentence, else empty.
        cited: Whether the report speaks of it.
    """

    number: int
    text: str
    cells: tuple[str, ...]
    page: str
    cited: bool


@dataclass(frozen=True, slots=True)
class Item:
    """A block, or what is shown of it."""

    level: int
    head: bool
    context: tuple[str, ...]
    rows: tuple[Row, ...]

    @property
    def bulleted(self) -> bool:
        """Whether the text brings its own bullet or number."""
        return bool(self.rows) and _OWN_BULLET.match(self.rows[0].text) is not None


@dataclass(frozen=True, slots=True)
class Group:
    """Consecutive table rows or list items, or one block of another kind."""

    kind: BlockKind
    items: tuple[Item, ...]


@dataclass(frozen=True, slots=True)
class Gap:
    """Sentences of a document that are left out, both ends inclusive."""

    first: int
    last: int

    @property
    def count(self) -> int:
        """How many."""
        return self.last - self.first + 1


@dataclass(frozen=True, slots=True)
class SourceView:
    """A document as shown.

    Attributes:
        document: The record.
        title: With control characters made visible.
        first: Number of its first sentence.
        last: Number of its last sentence; `first - 1` for a document without sentences.
        cited: How many of its sentences the report speaks of.
        chunks: Stretches of about `Limits.chunk` sentences.
    """

    document: Document
    title: str
    first: int
    last: int
    cited: int
    chunks: tuple[tuple[Group | Gap, ...], ...]


@dataclass(frozen=True, slots=True)
class Excerpt:
    """The documents as shown, and how much of them that is."""

    sources: tuple[SourceView, ...]
    shown: int
    total: int
    limits: Limits

    @property
    def note(self) -> str:
        """One sentence on what is left out; empty when nothing is."""
        if self.shown == self.total:
            return ""
        return (
            f"This page holds {self.shown:,} of the library's {self.total:,} sentences: those "
            f"that the report speaks of, with {self.limits.neighbours} on either side. "
            "Every gap is marked where it is."
        )


def excerpt(library: Library, cited: Sequence[Range], limits: Limits) -> Excerpt:
    """The sentences to show, given those that the report speaks of.

    Args:
        library: The documents.
        cited: Existing sentence numbers, in the order of the claims.
        limits: What counts as large, and what is then shown.
    """
    total = len(library)
    if sum(len(document.text) for document in library.documents) <= limits.whole_characters:
        kept = merge_ranges([(1, total)] if total else [])
    else:
        kept = _neighbourhoods(cited, total, limits)
    spoken = merge_ranges(cited)
    sources = tuple(
        _source(library, row, kept, spoken, limits) for row in range(len(library.documents))
    )
    return Excerpt(sources, sum(last - first + 1 for first, last in kept), total, limits)


def _neighbourhoods(cited: Sequence[Range], total: int, limits: Limits) -> tuple[Range, ...]:
    kept: list[Range] = []
    taken = 0
    for first, last in cited:
        half = limits.longest // 2
        ends = (
            [(first, last)]
            if last - first < limits.longest
            else [(first, first + half - 1), (last - half + 1, last)]
        )
        for begin, end in ends:
            stretch = (max(1, begin - limits.neighbours), min(total, end + limits.neighbours))
            taken += stretch[1] - stretch[0] + 1
            if taken > limits.most:
                return merge_ranges(kept)
            kept.append(stretch)
    return merge_ranges(kept)


def _source(
    library: Library,
    row: int,
    kept: tuple[Range, ...],
    spoken: tuple[Range, ...],
    limits: Limits,
) -> SourceView:
    document = library.documents[row]
    first, last = library.first_numbers[row], library.first_numbers[row + 1] - 1
    inside = _clip(kept, first, last)
    named = _clip(spoken, first, last)
    groups: list[Group | Gap] = []
    for before, stretch in pairwise([(first, first - 1), *inside, (last + 1, last)]):
        if before[1] + 1 < stretch[0]:
            groups.append(Gap(before[1] + 1, stretch[0] - 1))
        cited = frozenset(n for a, b in _clip(named, *stretch) for n in range(a, b + 1))
        groups.extend(_groups(library, document, stretch, cited))
    return SourceView(
        document=document,
        title=visible(document.title),
        first=first,
        last=last,
        cited=sum(b - a + 1 for a, b in named),
        chunks=_chunks(groups, limits.chunk),
    )


def _clip(ranges: Iterable[Range], first: int, last: int) -> list[Range]:
    clipped = ((max(a, first), min(b, last)) for a, b in ranges)
    return [(a, b) for a, b in clipped if a <= b]


def _groups(
    library: Library, document: Document, stretch: Range, cited: frozenset[int]
) -> Iterator[Group]:
    kind: BlockKind | None = None
    items: list[Item] = []
    for block, rows in _blocks(library, document, stretch, cited):
        joins = block.kind in (BlockKind.TABLE_ROW, BlockKind.LIST_ITEM) and not block.head
        if kind is not None and not (joins and block.kind is kind):
            yield Group(kind, tuple(items))
            items = []
        kind = block.kind
        items.append(Item(block.level, block.head, tuple(map(visible, block.context)), rows))
    if kind is not None:
        yield Group(kind, tuple(items))


def _blocks(
    library: Library, document: Document, stretch: Range, cited: frozenset[int]
) -> Iterator[tuple[Block, tuple[Row, ...]]]:
    place: int | None = None
    page: int | None = None
    rows: list[Row] = []
    for number in range(stretch[0], stretch[1] + 1):
        start, end = library.starts[number - 1], library.ends[number - 1]
        new = library.block_rows[number - 1]
        if place is not None and new != place:
            yield document.blocks[place], tuple(rows)
            rows = []
        place = new
        text = visible(document.text[start:end])
        cells = _cells(text) if document.blocks[new].kind is BlockKind.TABLE_ROW else ()
        now = document.map.page(start)
        label = page_mark(now, document.page_labels) if now and now != page else ""
        page = now
        rows.append(Row(number, text, cells, label, number in cited))
    if place is not None:
        yield document.blocks[place], tuple(rows)


def _cells(text: str) -> tuple[str, ...]:
    separator = "\t" if "\t" in text else " | "
    return tuple(cell.strip() for cell in text.split(separator))


def _chunks(groups: Sequence[Group | Gap], size: int) -> tuple[tuple[Group | Gap, ...], ...]:
    chunks: list[tuple[Group | Gap, ...]] = []
    chunk: list[Group | Gap] = []
    held = 0
    for group in groups:
        chunk.append(group)
        held += sum(len(item.rows) for item in group.items) if isinstance(group, Group) else 0
        if held >= size:
            chunks.append(tuple(chunk))
            chunk, held = [], 0
    if chunk:
        chunks.append(tuple(chunk))
    return tuple(chunks)
