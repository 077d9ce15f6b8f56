"""What a part of a claim rests on: the cited sentences, their words and their context."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from pincite.rank import terms
from pincite.records import Library, Sentence
from pincite.refs import Range

__all__ = ["Evidence", "gather"]


@dataclass(frozen=True)
class Evidence:
    """The sentences that a part cites.

    Attributes:
        sentences: In reading order.
        passages: The documents' text from the first to the last sentence of each cited run.
        titles: Of the documents cited; they speak for names, not for facts.
    """

    sentences: tuple[Sentence, ...]
    passages: tuple[str, ...]
    titles: tuple[str, ...]

    @cached_property
    def text(self) -> str:
        """The column heads and the text of every sentence, one a line."""
        return "\n".join(" ".join((*s.context, s.text)) for s in self.sentences)

    @cached_property
    def terms(self) -> frozenset[str]:
        """The stems of `text`."""
        return frozenset(terms(self.text))

    @cached_property
    def title_terms(self) -> frozenset[str]:
        """The stems of the titles."""
        return frozenset(terms(" ".join(self.titles)))


def gather(ranges: Sequence[Range], library: Library) -> Evidence:
    """The evidence of some ranges, which must exist; linear in the sentences cited."""
    sentences = tuple(s for first, last in ranges for s in library.sentences(first, last))
    passages = []
    for first, last in ranges:
        document = library.document(first)
        start, end = library.starts[first - 1], library.ends[last - 1]
        passages.append(document.text[start:end])
    titles = dict.fromkeys(library.document(first).title for first, _ in ranges)
    return Evidence(sentences, tuple(passages), tuple(titles))
