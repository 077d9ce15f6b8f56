"""The content words of a claim and what may stand for them in the evidence."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files

from pincite.checks.quantities import covered, quantities
from pincite.rank import FUNCTION_WORDS, terms

__all__ = [
    "NEGATORS",
    "Word",
    "acronyms",
    "content_words",
    "denials",
    "equivalents",
    "negations",
    "word_stems",
]

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
    documents he she him his her hers himself herself itself themselves me my mine us""".split()
)
_NO_CONTENT = FUNCTION_WORDS | _CONNECTIVES
_WORD = re.compile(
    r"[^\W_][^\W_\u0300-\u036f]*+(?:[\u0300-\u036f]++[^\W_]*+)*+"
    r"(?:[-'’.&/][^\W_]++(?:[\u0300-\u036f]++[^\W_]*+)*+)*+"
)
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


@lru_cache(maxsize=4096)
def content_words(part: str) -> tuple[Word, ...]:
    """The words that have to be accounted for; figures and function words are left out."""
    taken = covered(part, quantities(part))
    found: list[Word] = []
    for match in _WORD.finditer(part):
        text = match[0]
        lower = text.lower()
        if lower in _NO_CONTENT or taken[match.start()] or _is_negation(lower):
            continue
        name = lower != text and _is_name(text, _opens(part, match.start()), part, match.end())
        found.append(Word(text, match.start(), match.end(), name))
    return tuple(found)


_OPENING = re.compile(r"(?:^|[^\W\d_]{2}[.!?:;]|[.!?][\"'”’)]|\s[.!?]|[•*]|\n)[\s\"'“‘(]*+$")
_SHORT_FORMS = re.compile(
    r"\b(?:Mr|Mrs|Ms|Dr|Prof|St|Sen|Rep|Gov|Gen|Col|Lt|Sgt|Jr|Sr|vs|No)\.\s*+$"
)
_REACH = 24


def _opens(part: str, start: int) -> bool:
    """Whether a word begins a sentence, so that its capital tells nothing."""
    before = part[max(0, start - _REACH) : start]
    if not before.strip("\"'“‘( ") and start < _REACH:
        return True
    return _OPENING.search(before) is not None and not _SHORT_FORMS.search(before)


def _is_name(text: str, opening: bool, part: str, end: int) -> bool:
    """Whether a word is written as a name; the first of a sentence needs another one after it."""
    if any(c.isupper() for c in text[1:]):
        return True
    if not text[0].isupper():
        return False
    if not opening or any(c.isdigit() for c in text):
        return True
    follows = _WORD.search(part, end)
    return follows is not None and follows[0][:1].isupper()


@lru_cache(maxsize=1 << 16)
def word_stems(word: str) -> tuple[str, ...]:
    """The stems of one word, which may be compound."""
    return tuple(terms(unicodedata.normalize("NFC", word)))


def denials(text: str) -> Iterator[re.Match[str]]:
    """Where the words of a text stand that deny."""
    return (match for match in _WORD.finditer(text) if _is_negation(match[0].lower()))


@lru_cache(maxsize=4096)
def negations(text: str) -> tuple[str, ...]:
    """The words of a text that deny, in lower case."""
    return tuple(word for match in _WORD.finditer(text) if _is_negation(word := match[0].lower()))


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


@lru_cache(maxsize=1 << 16)
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
