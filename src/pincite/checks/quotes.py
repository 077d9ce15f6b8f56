"""Whether quoted words stand in the evidence: typography is forgiven, a changed word never."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import lru_cache

from pincite.checks.evidence import Evidence
from pincite.checks.words import NEGATORS
from pincite.records import Check, Library, Outcome
from pincite.text import Folded, Span, fold

__all__ = ["FoldedLibrary", "quotations", "quotes", "stands"]

_LEAST_WORDS = 3
"""Fewer quoted words without a digit are a term or a scare quote."""

_MOST_ALIGNED = 1_000_000
"""Pairs of a word of the quotation and one of the evidence up to which they are aligned."""
_RUN = 3

_FAMILIES = re.compile(
    r"“([^“”]++)”|„([^„“”]++)[“”]|«([^«»]++)»|「([^「」]++)」|『([^『』]++)』"
    r"|(?<!\w)\"([^\"]++)\"(?!\w)|(?<!\w)‘((?:[^‘’]|’(?=\w))++)’(?!\w)"
    r"|(?<![\w'])'((?:[^'\n]|(?<=\w)'(?=\w))++)'(?![\w'])"
)
_ALTERED = re.compile(r"\[[^\[\]]*+\]|\.{3}|\u2026")
_LOOSE = re.compile(r" (?=[.,;:!?)\]])|(?<=[(\[]) ")
_TRIMMED = " \t\n.,;:!?。，；：！？"
_TITLE_WORD = re.compile(r"[A-Z0-9]|(?:a|an|and|as|at|by|for|from|in|of|on|or|the|to|with)\b")


@dataclass(frozen=True, slots=True)
class Quotation:
    """Quoted words of a text; `start` and `end` are without the marks."""

    text: str
    start: int
    end: int


class FoldedLibrary:
    """The documents of a library, folded when first searched; linear, once."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self._folded: dict[int, Folded] = {}

    def find(self, quotation: str) -> int | None:
        """The number of the first sentence in which a quotation begins; typography is forgiven."""
        words = _folded(quotation)
        if not words:
            return None
        for row, document in enumerate(self._library.documents):
            folded = self._folded.get(row)
            if folded is None:
                folded = self._folded[row] = fold(document.text)
            found = _find(words, folded.text, 0)
            if found is not None:
                return self._number(row, folded.span(*found).start)
        return None

    def _number(self, row: int, position: int) -> int | None:
        first, stop = self._library.first_numbers[row : row + 2]
        number = bisect_right(self._library.ends, position, first - 1, stop - 1) + 1
        return number if number < stop else None


def quotations(text: str) -> Iterator[Quotation]:
    """The quotations of a text, in order.

    Apostrophes, titles and scare quotes are none, nor is what has no letter outside of brackets.
    """
    for match in _FAMILIES.finditer(text):
        group = match.lastindex or 0
        inside = match[group]
        words = inside.split()
        wide = any(ord(c) > 0x2E7F for c in inside)
        if len(words) < _LEAST_WORDS and not any(c.isdigit() for c in inside) and not wide:
            continue
        if not any(c.isalnum() for c in _ALTERED.sub("", inside)):
            continue
        if not wide and all(_TITLE_WORD.match(word) for word in words):
            continue
        yield Quotation(inside, match.start(group), match.end(group))


def stands(words: str, text: str) -> bool:
    """Whether words stand in a text as they are, typography forgiven."""
    folded = _folded(words)
    return bool(folded) and _find(folded, _folded_text(text), 0) is not None


def quotes(
    part: str, evidence: Evidence, elsewhere: FoldedLibrary | None, *, index: int, offset: int
) -> Check | None:
    """Pass where each quotation stands in one cited passage; None without a quotation.

    Args:
        part: The words of the part.
        evidence: What it cites.
        elsewhere: Searched for a quotation that the evidence does not have, if given.
        index: Of the part.
        offset: Where the part starts in the raw answer.
    """
    found = list(quotations(part))
    if not found:
        return None
    passages = [_folded_text(passage) for passage in evidence.passages]
    for quotation in found:
        problem = _problem(quotation.text, passages)
        if problem is None:
            continue
        span = Span(offset + quotation.start, offset + quotation.end)
        place = elsewhere.find(quotation.text) if elsewhere is not None else None
        if place is not None:
            reason = f"the quotation is not in the evidence, but in s{place}: {quotation.text}"
            known: tuple[int, ...] = (place,)
        else:
            reason, known = f"{problem}: {quotation.text}", ()
        return Check("quotes", Outcome.FAIL, reason, spans=(span,), part=index, evidence=known)
    return Check("quotes", Outcome.PASS, "quoted word for word", part=index)


def _folded(quotation: str) -> str:
    return fold(quotation).text.strip(_TRIMMED)


def _problem(quotation: str, passages: list[str]) -> str | None:
    whole = _folded(quotation)
    if not whole or any(_find(whole, passage, 0) is not None for passage in passages):
        return None
    bare = _closed(whole)
    if any(_find(bare, _closed(passage), 0) is not None for passage in passages):
        return None
    lost = ""
    if _ALTERED.search(quotation):
        pieces = _pieces(quotation)
        for passage in passages:
            swallowed = _elided(pieces, passage)
            if swallowed is not None:
                lost = next((w for w in re.findall(r"[\w']+", swallowed) if w in NEGATORS), "")
                if not lost:
                    return None
    if lost:
        return f"the ellipsis swallows “{lost}”"
    return _difference(whole, passages)


@lru_cache(maxsize=64)
def _folded_text(text: str) -> str:
    return fold(text).text


def _closed(folded: str) -> str:
    """Without blanks before punctuation and after opening brackets, as in tokenised texts."""
    return _LOOSE.sub("", folded)


def _pieces(quotation: str) -> list[str]:
    plain = re.sub(r"\[(\w)\](?=\w)", r"\1", quotation)
    pieces = [fold(piece).text.strip(_TRIMMED) for piece in _ALTERED.split(plain)]
    return [piece for piece in pieces if piece]


def _elided(pieces: list[str], passage: str) -> str | None:
    """What an altered quotation leaves out of a passage; None where it is not in there."""
    position, swallowed = 0, []
    for row, piece in enumerate(pieces):
        found = _find(piece, passage, position)
        if found is None:
            return None
        if row:
            swallowed.append(passage[position : found.start])
        position = found.end
    return " ".join(swallowed)


def _find(needle: str, text: str, position: int) -> Span | None:
    """Where words stand in a text and do not begin or end inside a word or number."""
    start = text.find(needle, position)
    while start >= 0:
        end = start + len(needle)
        before, after = text[start - 1 : start], text[end : end + 2]
        cut_before = _latin(needle[0]) and bool(before) and _latin(before)
        cut_after = _latin(needle[-1]) and bool(after) and _latin(after[0])
        decimals = needle[-1].isdigit() and after[:1] in (".", ",") and after[1:].isdigit()
        if not (cut_before or cut_after or decimals):
            return Span(start, end)
        start = text.find(needle, start + 1)
    return None


def _latin(char: str) -> bool:
    return char.isalnum() and ord(char) < 0x2E80


def _words(text: str) -> list[str]:
    return [bare for word in text.split() if (bare := word.strip(_TRIMMED + "\"'()"))]


def _difference(quotation: str, passages: list[str]) -> str:
    """How the quotation differs from the stretch of the evidence that is nearest to it."""
    wanted = _words(quotation)
    best, changes = 0.0, ""
    for passage in passages:
        words = _words(passage)
        if len(words) * len(wanted) > _MOST_ALIGNED:
            share, absent = _shared_runs(words, wanted)
            if share > best:
                best = share
                changes = f"first at “{absent}”" if absent else "the same words in another order"
            continue
        matcher = SequenceMatcher(None, words, wanted, autojunk=False)
        blocks = [block for block in matcher.get_matching_blocks() if block.size]
        share = sum(block.size for block in blocks) / len(wanted)
        if share > best:
            first, last = blocks[0], blocks[-1]
            start = max(0, first.a - first.b)
            stop = last.a + last.size + len(wanted) - last.b - last.size
            inner = SequenceMatcher(None, words[start:stop], wanted, autojunk=False)
            best = share
            changes = ", ".join(
                f"“{' '.join(words[start + a1 : start + a2])}” became “{' '.join(wanted[b1:b2])}”"
                for tag, a1, a2, b1, b2 in inner.get_opcodes()
                if tag != "equal"
            )
    if best < 0.6:
        return "the quotation is not in the evidence"
    return f"the quotation was changed ({changes})"


def _shared_runs(words: Sequence[str], wanted: Sequence[str]) -> tuple[float, str]:
    """Which share of the runs of three words of a quotation a text has, and the first it has not.

    Linear, for texts that are too long to be aligned.
    """
    known = {tuple(words[row : row + _RUN]) for row in range(len(words))}
    runs = [tuple(wanted[row : row + _RUN]) for row in range(max(1, len(wanted) - _RUN + 1))]
    absent = next((run for run in runs if run not in known), ())
    return sum(run in known for run in runs) / len(runs), " ".join(absent)
