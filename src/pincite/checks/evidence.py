"""What a part of a claim rests on: the cited sentences, their words and their context."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property, lru_cache

from pincite.checks.agreement import fields_of, table_scale
from pincite.checks.dates import lone_months
from pincite.checks.lookup import FigureIndex, label_of, setting
from pincite.checks.quantities import Quantity, quantities
from pincite.checks.words import acronyms
from pincite.language import detect_language
from pincite.rank import terms
from pincite.records import BlockKind, Library, Sentence
from pincite.refs import Range

__all__ = ["Evidence", "gather"]

_SAMPLE = 1500
"""Characters that the language of a text is told by."""
_SENTENCES_BEFORE = 4
_SENTENCES_OVER_TABLE = 4
_ANAPHOR = re.compile(
    r"\b(?:he|she|it|they|his|her|its|their|this|these|the [a-z]+)\b", re.IGNORECASE
)
_TEXTS = 64
"""Texts of which what they hold is kept."""
_MOST_ROWS = 200
"""How far up the head of a table is looked for."""


@dataclass(frozen=True)
class Evidence:
    """The sentences that a part cites.

    Attributes:
        sentences: In reading order.
        passages: The documents' text from the first to the last sentence of each cited run.
        titles: Of the documents cited; they speak for names, not for facts.
        before: Text that stands before the cited runs: what pronouns in them may stand for.
        scale: What a table says before its rows that its numbers are counted in.
        documents: The whole texts of the documents cited; empty where they are not known.
    """

    sentences: tuple[Sentence, ...]
    passages: tuple[str, ...]
    titles: tuple[str, ...]
    before: str = ""
    scale: str = ""
    documents: tuple[str, ...] = ()

    @cached_property
    def text(self) -> str:
        """The column heads and the text of every sentence, one a line, composed (NFC)."""
        lines = "\n".join(" ".join((*s.context, s.text)) for s in self.sentences)
        return unicodedata.normalize("NFC", lines)

    @cached_property
    def language(self) -> str:
        """Of `text`, `und` where it does not tell."""
        return _language(self.text[:_SAMPLE])

    def language_of(self, part: str) -> str:
        """The language of a part, where it does not tell that of the evidence."""
        found = _language(part[:_SAMPLE])
        return self.language if found == "und" else found

    @cached_property
    def figures(self) -> FigureIndex:
        """The figures of `text`, with what those of a table are counted in."""
        return _figures(self.text, self.language, table_scale(f"{self.text}\n{self.scale}"))

    @cached_property
    def months(self) -> frozenset[int]:
        """The months of the dates of `text`, and those named alone."""
        dated = (q for q in self.figures.figures if q.unit == "date")
        return lone_months(self.text) | {fields_of(q.value)[1] for q in dated} - {0}

    @cached_property
    def settings(self) -> dict[tuple[str, ...], list[Quantity]]:
        """The figures of `text` by the words that they stand among."""
        return _settings(self.text, self.language)

    @cached_property
    def labels(self) -> dict[str, set[Decimal]]:
        """The numbers of `text` that number a table, section, phase and the like, by its word."""
        return _labels(self.text, self.language)

    @cached_property
    def terms(self) -> frozenset[str]:
        """The stems of `text`."""
        return _stems(self.text)

    @cached_property
    def acronyms(self) -> frozenset[str]:
        """The initials of the capitalised runs of `text`, in lower case."""
        return _acronyms(self.text)

    @cached_property
    def openings(self) -> tuple[str, ...]:
        """The first sentence of each cited run, whose pronouns stand for what is not cited."""
        found: list[str] = []
        last: Sentence | None = None
        for sentence in self.sentences:
            if last is None or sentence.number != last.number + 1:
                found.append(sentence.text)
            last = sentence
        return tuple(found)

    @cached_property
    def title_terms(self) -> frozenset[str]:
        """The stems of the titles."""
        return _stems(" ".join(self.titles))

    @cached_property
    def title_acronyms(self) -> frozenset[str]:
        """The initials of the capitalised runs of the titles, in lower case."""
        return _acronyms(" ".join(self.titles))

    @cached_property
    def terms_before(self) -> frozenset[str]:
        """The stems of `before`."""
        return _stems(self.before)

    @cached_property
    def refers(self) -> bool:
        """Whether `text` has a word that may stand for what is named before it."""
        return _ANAPHOR.search(self.text) is not None


@lru_cache(maxsize=4096)
def _language(sample: str) -> str:
    return detect_language(sample)


# Many claims rest on the same sentences; what these hold is found once for each text.


@lru_cache(maxsize=_TEXTS)
def _figures(text: str, language: str, scale: Decimal) -> FigureIndex:
    return FigureIndex(quantities(text, language), scale)


@lru_cache(maxsize=_TEXTS)
def _settings(text: str, language: str) -> dict[tuple[str, ...], list[Quantity]]:
    found: dict[tuple[str, ...], list[Quantity]] = {}
    for quantity in quantities(text, language):
        among = setting(text, quantity)
        if among is not None:
            found.setdefault(among, []).append(quantity)
    return found


@lru_cache(maxsize=_TEXTS)
def _labels(text: str, language: str) -> dict[str, set[Decimal]]:
    found: dict[str, set[Decimal]] = {}
    for quantity in quantities(text, language):
        label = label_of(text, quantity)
        if label is not None:
            found.setdefault(label, set()).add(abs(quantity.value))
    return found


@lru_cache(maxsize=_TEXTS)
def _stems(text: str) -> frozenset[str]:
    return frozenset(terms(text))


@lru_cache(maxsize=_TEXTS)
def _acronyms(text: str) -> frozenset[str]:
    return acronyms(text)


def gather(ranges: Sequence[Range], library: Library) -> Evidence:
    """The evidence of some ranges, which must exist; linear in the sentences cited."""
    sentences = tuple(s for first, last in ranges for s in library.sentences(first, last))
    passages = []
    for first, last in ranges:
        document = library.document(first)
        start, end = library.starts[first - 1], library.ends[last - 1]
        passages.append(document.text[start:end])
    titles = dict.fromkeys(library.document(first).title for first, _ in ranges)
    before = "\n".join(_before(first, library) for first, _ in ranges)
    rows = [first for first, _ in ranges if library.sentence(first).kind is BlockKind.TABLE_ROW]
    scale = "\n".join(_over_table(first, library) for first in rows)
    texts = tuple(dict.fromkeys(library.document(first).text for first, _ in ranges))
    return Evidence(sentences, tuple(passages), tuple(titles), before, scale, texts)


def _before(number: int, library: Library) -> str:
    """The sentences of the same document that come shortly before one."""
    first = library.first_numbers[library.document_row(number)]
    found = library.sentences(max(first, number - _SENTENCES_BEFORE), number - 1)
    return "\n".join(sentence.text for sentence in found)


def _over_table(number: int, library: Library) -> str:
    """What stands right over the table of a row: caption, heading, scale."""
    first = library.first_numbers[library.document_row(number)]
    row = number - 1
    while row >= first and number - row < _MOST_ROWS:
        if library.sentence(row).kind is not BlockKind.TABLE_ROW:
            break
        row -= 1
    found = library.sentences(max(first, row - _SENTENCES_OVER_TABLE + 1), row)
    return "\n".join(sentence.text for sentence in found)
