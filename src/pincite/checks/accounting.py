"""Which content words of a part its evidence accounts for: stems, lexicon, acronyms, titles."""

from __future__ import annotations

from dataclasses import dataclass

from pincite.checks.doubt import stands_for
from pincite.checks.evidence import Evidence
from pincite.checks.words import Word, content_words, equivalents, word_stems

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
    present: list[Word] = []
    absent: list[Word] = []
    for word in content_words(part):
        known = all(_known(stem, evidence) for stem in word_stems(word.text))
        if not known and word.name:
            known = _known_name(word, part, evidence)
        (present if known else absent).append(word)
    return Account(tuple(present), tuple(absent))


def _known(stem: str, evidence: Evidence) -> bool:
    return not evidence.terms.isdisjoint(equivalents(stem))


def _known_name(word: Word, part: str, evidence: Evidence) -> bool:
    lower = word.text.lower()
    bare = lower.removesuffix("s") if word.text[:-1].isupper() else lower
    if not evidence.acronyms.isdisjoint({lower, bare}):
        return True
    stems = frozenset(word_stems(word.text))
    if stems and stems <= evidence.terms | evidence.title_terms:
        return True
    if lower in evidence.title_acronyms or stands_for(word, part, evidence):
        return True
    return bool(stems) and stems <= evidence.terms_before and evidence.refers
