"""Which content words of a part its evidence accounts for: stems, lexicon, acronyms, titles."""

from __future__ import annotations

import re
from dataclasses import dataclass

from pincite.checks.evidence import Evidence
from pincite.checks.words import Word, acronyms, content_words, equivalents, word_stems
from pincite.rank import terms

__all__ = ["Account", "account"]

_ANAPHOR = re.compile(
    r"\b(?:he|she|it|they|his|her|its|their|this|these|the [a-z]+)\b", re.IGNORECASE
)
_PEOPLE = ("ian", "ean", "an", "n", "ese", "ish", "i")
_LEAST_ROOT = 4
_LONGEST_REST = 3


@dataclass(frozen=True, slots=True)
class Account:
    """The content words of a part, told apart.

    Attributes:
        present: What the evidence has.
        absent: What it does not have.
    """

    present: tuple[Word, ...]
    absent: tuple[Word, ...]

    @property
    def absent_names(self) -> tuple[Word, ...]:
        """The absent words that are written as names."""
        return tuple(word for word in self.absent if word.name)


def account(part: str, evidence: Evidence) -> Account:
    """Tell the words apart; a name may also stand in the title or be an acronym."""
    initials = acronyms(evidence.text)
    present: list[Word] = []
    absent: list[Word] = []
    for word in content_words(part):
        known = all(_known(stem, evidence) for stem in word_stems(word.text))
        if not known and word.name:
            known = _known_name(word, evidence, initials)
        (present if known else absent).append(word)
    return Account(tuple(present), tuple(absent))


def _known(stem: str, evidence: Evidence) -> bool:
    return not evidence.terms.isdisjoint(equivalents(stem))


def _known_name(word: Word, evidence: Evidence, initials: frozenset[str]) -> bool:
    lower = word.text.lower()
    bare = lower.removesuffix("s") if word.text[:-1].isupper() else lower
    if {lower, bare} & initials:
        return True
    stems = frozenset(word_stems(word.text))
    if stems and stems <= evidence.terms | evidence.title_terms:
        return True
    if lower in acronyms(" ".join(evidence.titles)) or _same_place(lower, evidence):
        return True
    refers = _ANAPHOR.search(evidence.text) is not None
    return refers and bool(stems) and stems <= frozenset(terms(evidence.before))


def _same_place(lower: str, evidence: Evidence) -> bool:
    """Whether the evidence has the country of a people, or the people of a country."""
    return any(_demonym(lower, word) or _demonym(word, lower) for word in evidence.names)


def _demonym(people: str, place: str) -> bool:
    for ending in _PEOPLE:
        root = people.removesuffix(ending)
        if root != people and len(root) >= _LEAST_ROOT and place.startswith(root):
            return len(place) - len(root) <= _LONGEST_REST
    return False
