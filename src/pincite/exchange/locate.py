"""What another API points at → sentence numbers; its words decide, its positions are hints.

A pointer names a document and, in it, a quotation, characters, pages or blocks. Quotations are
compared by their letters and digits alone, so that another extraction of the same text is found.
"""

from __future__ import annotations

import re
from array import array
from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from urllib.parse import unquote

from pincite.exchange.units import Unit, nearest, to_code_points
from pincite.records import Library
from pincite.refs import Range
from pincite.text import Span, fold

__all__ = ["Located", "Locator", "Pointer"]

_INDEX = re.compile(r"(?:doc|document|source)[-:_ ]?(\d{1,6})", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Pointer:
    """What a citation of another API says about its source.

    Attributes:
        index: 0-based among the documents; asked where no name is known.
        names: Ids, addresses, titles or file names of the document.
        quote: Words of the document.
        before: Words that stand before the quotation.
        until: Where `quote` is only the first words, the last ones.
        chars: Half-open, code points of the document's text.
        pages: First and last page, both inclusive, 1-based.
        blocks: Half-open, 0-based; blocks are the document's sentences.
    """

    index: int | None = None
    names: tuple[str, ...] = ()
    quote: str | None = None
    before: str | None = None
    until: str | None = None
    chars: tuple[int, int] | None = None
    pages: tuple[int, int] | None = None
    blocks: tuple[int, int] | None = None

    def missing(self) -> str:
        """Why there is no document for it."""
        if any(self.names):
            return f"{next(filter(None, self.names))!r} is not in the library"
        if self.index is None:
            return "it names no document that was given"
        return f"document {self.index} is not in the library"


@dataclass(frozen=True, slots=True)
class Located:
    """What a pointer is worth.

    Attributes:
        ranges: Sentence numbers; empty where it points at nothing.
        reason: Why it points at nothing.
        note: What was wrong with it although it was found.
    """

    ranges: tuple[Range, ...] = ()
    reason: str = ""
    note: str = ""


class _Squeezed:
    """A text's letters and digits, folded, with the way back."""

    def __init__(self, text: str) -> None:
        folded = fold(text)
        self.rows = array("l", (i for i, c in enumerate(folded.text) if c.isalnum()))
        self.text = "".join(folded.text[i] for i in self.rows)
        self._folded = folded

    def span(self, found: Span) -> Span:
        return self._folded.span(self.rows[found.start], self.rows[found.end - 1] + 1)

    def position(self, start: int) -> int:
        """About where a position of the text stands here; exact for plain text."""
        return bisect_left(self.rows, start)


class Locator:
    """Finds what pointers mean in one library; each document is prepared when first needed."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self._squeezed: dict[int, _Squeezed] = {}
        self._pages: dict[int, tuple[array[int], array[int]]] = {}

    def locate(self, pointer: Pointer) -> Located:
        """The sentences that a pointer means, or the reason why there are none."""
        row = self._row(pointer)
        wanted = _squeeze(pointer.quote or "")
        if row is None:
            return Located(reason=pointer.missing() + self._elsewhere(wanted, row))
        if not wanted:
            return self._by_place(row, pointer)
        hint = self._hint(row, pointer)
        span = None
        if pointer.chars is None and pointer.pages is None and pointer.blocks is None:
            span = self._whole_sentence(row, pointer.quote or "")
        span = span or self._quoted(row, pointer.quote or "", wanted, hint)
        if span is not None and pointer.before:
            span = self._after(row, _squeeze(pointer.before), wanted) or span
        if span is not None and pointer.until:
            last = _squeeze(pointer.until)
            stop = (
                self._quoted(row, pointer.until, last, span.end, least=span.end) if last else None
            )
            span = Span(span.start, stop.end) if stop else None
        if span is None:
            title = self._library.documents[row].source_id
            return Located(
                reason=f"its quotation is not in {title!r}" + self._elsewhere(wanted, row)
            )
        ranges = self._sentences(row, *span)
        if not ranges:
            return Located(reason="its quotation stands in furniture, which is not citable")
        return Located(ranges, note=self._disagreement(row, pointer, span, ranges[0]))

    def _row(self, pointer: Pointer) -> int | None:
        documents = self._library.documents
        for name in filter(None, pointer.names):
            wanted = _plain_name(name)
            for known in ("source_id", "uri", "title"):
                rows = [
                    r for r, d in enumerate(documents) if _plain_name(getattr(d, known)) == wanted
                ]
                if len(rows) == 1:
                    return rows[0]
            rows = [
                r for r, d in enumerate(documents) if _file_name(d.uri) == _file_name(name) != ""
            ]
            if len(rows) == 1:
                return rows[0]
        for name in pointer.names:
            numbered = _INDEX.fullmatch(name)
            if numbered and int(numbered[1]) < len(documents):
                return int(numbered[1])
        if pointer.index is not None and 0 <= pointer.index < len(documents):
            return pointer.index
        return None

    def _by_place(self, row: int, pointer: Pointer) -> Located:
        document = self._library.documents[row]
        first = self._library.first_numbers[row]
        count = self._library.first_numbers[row + 1] - first
        if pointer.chars is not None:
            start, end = pointer.chars
            inside = 0 <= start < end <= len(document.text)
            found = self._sentences(row, start, end) if inside else ()
            what = f"characters {start} to {end}"
        elif pointer.pages is not None:
            found = self._on_pages(row, *pointer.pages)
            what = f"pages {pointer.pages[0]} to {pointer.pages[1]}"
        elif pointer.blocks is not None:
            start, end = pointer.blocks
            found = ((first + start, first + end - 1),) if 0 <= start < end <= count else ()
            what = f"blocks {start} to {end}"
        else:
            found = ((first, first + count - 1),) if count else ()
            return Located(found, note="it names a document and no place in it", reason="")
        if found:
            return Located(found)
        return Located(reason=f"{what} of {document.source_id!r} hold no sentence")

    def _hint(self, row: int, pointer: Pointer) -> int:
        """A position of the document's text near which the pointer should stand."""
        if pointer.chars is not None:
            return pointer.chars[0]
        found: tuple[Range, ...] = ()
        if pointer.pages is not None:
            found = self._on_pages(row, *pointer.pages)
        elif pointer.blocks is not None:
            number = self._library.first_numbers[row] + pointer.blocks[0]
            found = ((number, number),) if 1 <= number <= len(self._library) else ()
        return self._library.starts[found[0][0] - 1] if found else 0

    def _quoted(
        self, row: int, quote: str, wanted: str, hint: int, *, least: int = 0
    ) -> Span | None:
        text = self._library.documents[row].text
        exact = nearest(text, quote, hint)
        if exact is not None and exact.start >= least:
            return exact
        squeezed = self._prepared(row)
        found = nearest(squeezed.text, wanted, squeezed.position(hint))
        span = squeezed.span(found) if found else None
        return span if span and span.start >= least else None

    def _whole_sentence(self, row: int, quote: str) -> Span | None:
        """The first place where words without a position begin a sentence and end one."""
        text = self._library.documents[row].text
        low, high = (number - 1 for number in self._library.first_numbers[row : row + 2])
        starts, ends = self._library.starts, self._library.ends
        found = text.find(quote)
        while found >= 0:
            end = found + len(quote)
            first = bisect_left(starts, found, low, high)
            last = bisect_left(ends, end, low, high)
            begins = first < high and starts[first] == found
            if begins and last < high and ends[last] == end:
                return Span(found, end)
            following = bisect_right(starts, found, low, high)
            found = text.find(quote, starts[following]) if following < high else -1
        return None

    def _after(self, row: int, before: str, wanted: str) -> Span | None:
        squeezed = self._prepared(row)
        found = nearest(squeezed.text, before + wanted, 0)
        return squeezed.span(Span(found.start + len(before), found.end)) if found else None

    def _prepared(self, row: int) -> _Squeezed:
        if row not in self._squeezed:
            self._squeezed[row] = _Squeezed(self._library.documents[row].text)
        return self._squeezed[row]

    def _elsewhere(self, wanted: str, but: int | None) -> str:
        for row, document in enumerate(self._library.documents):
            span = self._quoted(row, wanted, wanted, 0) if wanted and row != but else None
            found = self._sentences(row, *span) if span else ()
            if found:
                return f"; it stands in s{found[0][0]} of {document.source_id!r}"
        return ""

    def _sentences(self, row: int, start: int, end: int) -> tuple[Range, ...]:
        low, high = (number - 1 for number in self._library.first_numbers[row : row + 2])
        first = bisect_right(self._library.ends, start, low, high)
        stop = bisect_left(self._library.starts, end, low, high)
        return ((first + 1, stop),) if first < stop else ()

    def _on_pages(self, row: int, first: int, last: int) -> tuple[Range, ...]:
        if row not in self._pages:
            found = self._library.documents[row].map
            numbers = range(*self._library.first_numbers[row : row + 2])
            opens = array("l", (found.page(self._library.starts[n - 1]) or 0 for n in numbers))
            closes = array("l", (found.page(self._library.ends[n - 1] - 1) or 0 for n in numbers))
            self._pages[row] = (opens, closes)
        starts, ends = self._pages[row]
        rows = [
            i for i, (a, b) in enumerate(zip(starts, ends, strict=True)) if a <= last and b >= first
        ]
        number = self._library.first_numbers[row]
        return ((number + rows[0], number + rows[-1]),) if rows and 1 <= first <= last else ()

    def _disagreement(self, row: int, pointer: Pointer, span: Span, found: Range) -> str:
        """What the pointer's positions say that its quotation does not."""
        document = self._library.documents[row]
        if pointer.chars is not None and pointer.chars != span:
            start, end = pointer.chars
            if 0 <= start < end and _squeeze(document.text[start:end]) == _squeeze(
                document.text[span.start : span.end]
            ):
                return ""
            for unit in (Unit.UTF16, Unit.BYTES):
                if to_code_points(document.text, start, end, unit) == span:
                    return f"its characters count {unit}, not code points"
            return (
                f"characters {start} to {end} do not hold its quotation, which stands at "
                f"{span.start} to {span.end}"
            )
        if pointer.pages is not None:
            page, first, last = document.map.page(span.start), *pointer.pages
            if page is not None and not first <= page <= last:
                return f"its quotation stands on page {page}, not on {first} to {last}"
        if pointer.blocks is not None:
            first = self._library.first_numbers[row]
            blocks = (found[0] - first, found[1] + 1 - first)
            if blocks != pointer.blocks:
                return f"its quotation is blocks {blocks}, not {pointer.blocks}"
        return ""


def _squeeze(text: str) -> str:
    return "".join(c for c in fold(text).text if c.isalnum())


def _plain_name(name: str) -> str:
    return " ".join(name.partition("#")[0].split()).casefold().rstrip("/")


def _file_name(name: str) -> str:
    return unquote(
        name.partition("#")[0].partition("?")[0].rstrip("/").rpartition("/")[2]
    ).casefold()
