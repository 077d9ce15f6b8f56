"""Sentences of other documents that repeat a claim nearly word for word, and what differs.

The same statement in other words is not looked for here, and one that agrees is no conflict.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pincite.checks.agreement import agrees
from pincite.checks.evidence import gather
from pincite.checks.polarity import polarity
from pincite.checks.postings import SentenceIndex
from pincite.checks.quantities import Quantity, quantities
from pincite.checks.words import content_words, equivalents, word_stems
from pincite.records import Outcome
from pincite.refs import Range

__all__ = ["Rival", "rivals"]

_LOOKED_AT = 6
_LEAST_WORDS = 3
_MOST_MISSING = 0.15
"""Share of the claim's content words that a restatement may lack."""
_MOST_EXTRA = 0.25
"""Content words that it may have beyond them, by the number of the claim's."""


@dataclass(frozen=True, slots=True)
class Rival:
    """A sentence that says of the same thing something else.

    Attributes:
        number: Of the sentence.
        difference: What differs, for a person.
        claimed: The claim's figure, where a figure or date differs.
    """

    number: int
    difference: str
    claimed: Quantity | None = None


def rivals(part: str, cited: Sequence[Range], sentences: SentenceIndex) -> Iterator[Rival]:
    """The restatements of a part in documents that it does not cite, where something differs.

    Args:
        part: The words of the part.
        cited: What it cites.
        sentences: Of the library.
    """
    library = sentences.library
    own = {library.document_row(first) for first, _ in cited}
    stems = [word_stems(word.text) for word in content_words(part)]
    wanted = {stem for found in stems for stem in found}
    if not own or len(wanted) < _LEAST_WORDS:
        return
    for number in sentences.nearest(part, _LOOKED_AT):
        if library.document_row(number) in own:
            continue
        text = library.sentence(number).text
        if not _restates(wanted, text):
            continue
        figure = _figure(part, text)
        if figure is not None:
            mine, theirs = figure
            difference = f"has {theirs.raw} where the claim has {mine.raw}"
            yield Rival(number, difference, mine)
            continue
        turned = polarity(part, gather([(number, number)], library), index=0, offset=0)
        if turned is not None and turned.outcome is Outcome.FAIL:
            yield Rival(number, f"says otherwise: {turned.reason}")


def _restates(wanted: set[str], text: str) -> bool:
    said = {stem for word in content_words(text) for stem in word_stems(word.text)}
    missing = [stem for stem in wanted if said.isdisjoint(equivalents(stem))]
    extra = [stem for stem in said if wanted.isdisjoint(equivalents(stem))]
    size = len(wanted)
    return len(missing) <= _MOST_MISSING * size and len(extra) <= max(1, _MOST_EXTRA * size)


def _figure(part: str, text: str) -> tuple[Quantity, Quantity] | None:
    """The first figure of one kind that each has and the other has not."""
    mine, theirs = quantities(part), quantities(text)
    only_mine = [q for q in mine if not any(agrees(q, other) for other in theirs)]
    only_theirs = [q for q in theirs if not any(agrees(other, q) for other in mine)]
    for figure in only_mine:
        for other in only_theirs:
            if (figure.unit, figure.per) == (other.unit, other.per):
                return figure, other
    return None
