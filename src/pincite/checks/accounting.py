"""Which content words of a part its evidence accounts for: stems, lexicon, acronyms, titles."""

from __future__ import annotations

from dataclasses import dataclass

from pincite.checks.evidence import Evidence
from pincite.checks.words import Word, acronyms, content_words, equivalents
from pincite.rank import terms

__all__ = ["Account", "account"]


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
        known = all(_known(stem, evidence) for stem in terms(word.text))
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
    stems = frozenset(terms(word.text))
    if stems and stems <= evidence.terms | evidence.title_terms:
        return True
    return lower in acronyms(" ".join(evidence.titles))
