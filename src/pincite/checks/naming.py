"""Names as a text writes them: runs of capitalised words, their keys, and what stands for them.

Knows no claim and no evidence; what is done with a name that is missing is decided in `doubt`.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from importlib.resources import files

from pincite.rank import FUNCTION_WORDS

__all__ = ["NamedText", "Run", "adjective_of", "key", "named", "near", "people_phrases"]

_WORD = re.compile(r"[^\W_][\w\u0300-\u036f]*+(?:[-'’.&/][^\W_][\w\u0300-\u036f]*+)*+")
_JOINS = re.compile(r"(?:[ \u00a0]|\.[ ]|[ ]-[ ])(?:(?:of|the|de|la|du|von|van|der)[ ]){0,2}")
_MARKS = re.compile(r"[\u0300-\u036f'’.\-&/]")
_LEAST_NEAR = 5
_ENDS = ".!?:;"


@dataclass(frozen=True, slots=True)
class Run:
    """Capitalised words that stand together, with short words between them.

    Attributes:
        start: In the text.
        end: In the text.
        keys: Of the words that are not function words, in order.
        starts: Where they stand.
        opening: Whether the first word begins a sentence, so that its capital tells nothing.
    """

    start: int
    end: int
    keys: tuple[str, ...]
    starts: tuple[int, ...]
    opening: bool


@dataclass(frozen=True)
class NamedText:
    """A text with its names; everything is found when first asked for, in linear time."""

    text: str

    @cached_property
    def keys(self) -> frozenset[str]:
        """The keys of all words and of the pieces of compound ones."""
        found: set[str] = set()
        for match in _WORD.finditer(self.text):
            found.add(key(match[0]))
            if not match[0].isalnum():
                found.update(key(piece) for piece in re.split(r"[-'’./&]", match[0]) if piece)
        return frozenset(found)

    @cached_property
    def capitals(self) -> frozenset[str]:
        """The words of capitals alone, as written."""
        return frozenset(m[0] for m in _WORD.finditer(self.text) if m[0].isupper())

    @cached_property
    def runs(self) -> tuple[Run, ...]:
        """The runs, in order."""
        return tuple(_runs(self.text))

    def run_at(self, position: int) -> Run | None:
        """The run that a position is in."""
        row = bisect_right(self._run_starts, position) - 1
        return self.runs[row] if row >= 0 and position < self.runs[row].end else None

    @cached_property
    def _run_starts(self) -> tuple[int, ...]:
        return tuple(run.start for run in self.runs)

    @cached_property
    def name_keys(self) -> frozenset[str]:
        """The keys of the words of all runs."""
        return frozenset(word for run in self.runs for word in run.keys)


@lru_cache(maxsize=256)
def named(text: str) -> NamedText:
    """The names of a text."""
    return NamedText(text)


@lru_cache(maxsize=1 << 16)
def key(word: str) -> str:
    """A word without case, accents, points, hyphens, apostrophes and possessive ending.

    Example:
        >>> key("L’Oréal's"), key("U.K."), key("erbB-2")
        ('loreal', 'uk', 'erbb2')
    """
    bare = re.sub(r"['’]s?$", "", word)
    return _MARKS.sub("", unicodedata.normalize("NFKD", bare)).casefold()


def near(one: str, other: str) -> bool:
    """Whether two keys of five letters or more differ by one letter, or by two turned round."""
    if min(len(one), len(other)) < _LEAST_NEAR or not (one + other).isalpha():
        return False
    if abs(len(one) - len(other)) > 1 or one == other:
        return False
    start = next((i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), None)
    if start is None:
        return True
    rests = one[start:], other[start:]
    if len(one) == len(other):
        turned = rests[0][:2] == rests[1][1::-1] and rests[0][2:] == rests[1][2:]
        return turned or rests[0][1:] == rests[1][1:]
    longer, shorter = sorted(rests, key=len, reverse=True)
    return longer[1:] == shorter


def _runs(text: str) -> Iterator[Run]:
    words = [match for match in _WORD.finditer(text) if match[0][0].isupper()]
    group: list[re.Match[str]] = []
    for word in words:
        if group and _JOINS.fullmatch(text, group[-1].end(), word.start()) is None:
            yield from _run(text, group)
            group = []
        group.append(word)
    yield from _run(text, group)


def _run(text: str, group: list[re.Match[str]]) -> Iterator[Run]:
    kept = [word for word in group if word[0].lower() not in FUNCTION_WORDS]
    if kept:
        before = text[max(0, kept[0].start() - 4) : kept[0].start()].rstrip(" \"'“”‘(")
        opening = kept[0] is group[0] and (not before or before[-1] in _ENDS + "\n")
        yield Run(
            kept[0].start(),
            kept[-1].end(),
            tuple(key(word[0]) for word in kept),
            tuple(word.start() for word in kept),
            opening,
        )


def people_phrases(word: str) -> frozenset[str]:
    """What a country, its people and their adjective are called, by one of these words."""
    return _peoples().get(word, (frozenset(), False))[0]


def adjective_of(word: str) -> bool:
    """Whether a word says of which people something is."""
    return _peoples().get(word, (frozenset(), False))[1]


@lru_cache(maxsize=1)
def _peoples() -> dict[str, tuple[frozenset[str], bool]]:
    lines = (files(__package__) / "peoples.txt").read_text(encoding="utf-8").splitlines()
    found: dict[str, tuple[frozenset[str], bool]] = {}
    for line in lines:
        if not line or line.startswith("#"):
            continue
        places, adjectives = ([p.strip() for p in side.split(",")] for side in line.split("|"))
        phrases = frozenset((*places, *adjectives))
        for phrase in phrases:
            found[phrase] = (phrases, phrase in adjectives)
    return found
