"""The content words of a claim and what may stand for them in the evidence."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files

from pincite.checks.quantities import quantities
from pincite.rank import FUNCTION_WORDS, terms

__all__ = ["NEGATORS", "Word", "acronyms", "content_words", "equivalents", "negations"]

NEGATORS = frozenset(
    """not no never neither nor none nobody nothing nowhere without cannot fail failed fails unable
    refuse refused refuses lack lacks lacked except unless hardly barely""".split()
)
_CONNECTIVES = frozenset(
    """also however therefore thus moreover furthermore additionally meanwhile contrast addition
    instead further overall finally respectively according both either each while whereas because
    since although though both during per via after before between within through across over
    against until upon among amid including include includes included very just only even still
    yet already its say says said state states stated write writes wrote note notes noted document
    documents""".split()
)
_WORD = re.compile(r"[^\W_]++(?:[-'’.&/][^\W_]++)*+")
_CAPITALS = re.compile(r"(?:[A-Z][\w'’-]*+[ -](?:(?:of|and|for|the|de)[ ])?+){1,7}[A-Z0-9][\w-]*+")


@dataclass(frozen=True, slots=True)
class Word:
    """A word of a part that carries content.

    Attributes:
        text: As written.
        start: In the part.
        end: In the part.
        name: Whether it is written as a name: a capital inside the sentence, or capitals or
            digits after the first letter.
    """

    text: str
    start: int
    end: int
    name: bool


def content_words(part: str) -> list[Word]:
    """The words that have to be accounted for; figures and function words are left out."""
    figures = [(q.start, q.end) for q in quantities(part)]
    found: list[Word] = []
    first = True
    for match in _WORD.finditer(part):
        text = match[0]
        inside = any(start <= match.start() < end for start, end in figures)
        lower = text.lower()
        opening, first = first, False
        if inside or lower in FUNCTION_WORDS or lower in _CONNECTIVES or _is_negation(lower):
            continue
        marked = any(c.isupper() for c in text[1:]) or (
            text[0].isupper() and any(c.isdigit() for c in text)
        )
        follows = _WORD.search(part, match.end())
        paired = follows is not None and follows[0][:1].isupper() and opening
        name = marked or (text[0].isupper() and (not opening or paired))
        found.append(Word(text, match.start(), match.end(), name))
    return found


def negations(text: str) -> list[re.Match[str]]:
    """The words of a text that deny."""
    return [match for match in _WORD.finditer(text) if _is_negation(match[0].lower())]


def _is_negation(lower: str) -> bool:
    return lower in NEGATORS or lower.endswith(("n't", "n’t"))


@lru_cache(maxsize=1)
def _groups() -> dict[str, frozenset[str]]:
    lines = (files(__package__) / "lexicon.txt").read_text(encoding="utf-8").splitlines()
    groups: dict[str, frozenset[str]] = {}
    for line in lines:
        if line and not line.startswith("#"):
            stems = frozenset(terms(line))
            for stem in stems:
                groups[stem] = groups.get(stem, frozenset()) | stems
    return groups


def equivalents(stem: str) -> frozenset[str]:
    """The stems that may stand for one, itself included."""
    return _groups().get(stem, frozenset()) | {stem}


def acronyms(text: str) -> frozenset[str]:
    """The initials of the capitalised runs of a text, in lower case: `Gulf Line Union` gives `glu`.

    A trailing number is kept: `Wafer-Scale Engine 3` gives `wse3` and `wse-3`.
    """
    found: set[str] = set()
    for match in _CAPITALS.finditer(text):
        pieces = [p for p in re.split(r"[ -]", match[0]) if p[:1].isupper() or p[:1].isdigit()]
        for first in range(len(pieces) - 1):
            letters = [p[0].lower() if p[0].isalpha() else p for p in pieces[first:]]
            for last in range(2, len(letters) + 1):
                run = letters[:last] if first + last <= len(pieces) else []
                if not run:
                    continue
                found.add("".join(run))
                if run[-1].isdigit():
                    found.add("".join(run[:-1]) + "-" + run[-1])
    return frozenset(found)
