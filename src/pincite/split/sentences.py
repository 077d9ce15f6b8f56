"""One block of text in, the spans of its sentences out; knows no documents.

One compiled expression finds the places where a sentence could end, so that most characters never
reach Python; each place is then decided from at most some dozens of characters around it. Time is
linear in the text, the result depends on nothing but the text and the two settings.
"""

from __future__ import annotations

import re
from typing import Literal

from pincite.split.abbreviations import STARTERS, Abbreviation, abbreviations

__all__ = ["Domain", "sentence_spans"]

Domain = Literal["general", "legal"]
"""`legal` keeps citations in the sentence and takes lines that start like a heading as one."""

_CLOSERS = "\"'”’»›)\\]}）】」』》〉〕"
_OPENERS = "\"'“‘„‚«‹(\\[{¿¡（【「『《〈〔*_–—\\-"
_WIDE = "。！？｡．"
_STOPS = ".!?…‽⁇⁈⁉।॥։።፧؟۔" + _WIDE

_LINE_ENDS = "\n\r\x0b\x0c\x1c-\x1e\x85\u2028\u2029"

_CANDIDATE = re.compile(
    rf"[{_STOPS}{_LINE_ENDS}](?:(?<=[{_LINE_ENDS}])\s*+|"
    rf"[{_STOPS}]*+[{_CLOSERS}]*+(?:\[\d{{1,3}}\])*+(?P<end>)"
    r"(?:\s++|(?<=[。！？｡．」』）”’])|(?<=[a-z][.?!])(?=[A-Z][a-z ])))"
)
_BREAKS = frozenset("\n\r\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029")
_BLANK = re.compile(
    r"(?:\r\n|[\n\r\x0b\x0c\x1c-\x1e\x85\u2028\u2029])\s*[\n\r\u2029\x0b\x0c]|\u2029|\x0c"
)
_FIRST = re.compile(rf"[{_OPENERS}\s]*")
_WORD = re.compile(r"\w[\w'’]*")
_ITEM = re.compile(r"(?:[-*•–—·▪‣◦]|\(?(?:\d{1,3}|[A-Za-z]|[ivxIVX]{1,5})[.)])\s")
_LEAD = "([{\"'“‘«‹„‚*_—–-/"
_NUMERAL = re.compile(r"[IVXLCDM]+\b|[§(\d#]")
_REACH = 32


def sentence_spans(
    text: str, *, language: str | None = None, domain: Domain | None = None
) -> list[tuple[int, int]]:
    """The sentences of one block of text.

    Args:
        text: One paragraph, list item or the like; a single line break may stand inside of a
            sentence, a blank line always ends one.
        language: BCP 47 primary tag; None decides by script and by all languages' habits.
        domain: What kind of text it is, `general` unless given.

    Returns:
        Half-open code-point ranges: trimmed, disjoint, increasing; each character that is not
        white space lies in exactly one. The same input gives the same ranges.
    """
    decide = _Decision(text, language, domain or "general")
    spans: list[tuple[int, int]] = []
    length = len(text.rstrip())
    start = len(text) - len(text.lstrip())
    for match in _CANDIDATE.finditer(text, start, length):
        end, following = match.end("end"), match.end()
        if end < 0:
            end = match.start()
            while end > start and text[end - 1].isspace():
                end -= 1
        if start < end and following < length and decide(match, end, following):
            spans.append((start, end))
            start = following
    if start < length:
        spans.append((start, length))
    return spans


class _Decision:
    """Decides whether a sentence ends at a candidate."""

    def __init__(self, text: str, language: str | None, domain: Domain) -> None:
        self.text = text
        self.language = language
        self.legal = domain == "legal"
        self.table = abbreviations(language)

    def __call__(self, match: re.Match[str], end: int, following: int) -> bool:
        text = self.text
        at = match.start()
        mark = text[at]
        if mark in _BREAKS:
            return self.line_break(match.group(), at, following)
        if mark in _WIDE:
            return True
        space = text[end:following]
        if space != " " and _BLANK.search(space):
            return True
        broken = "\n" in space
        first = text[following]
        if not first.isalnum():
            after = _FIRST.match(text, following, following + 8)
            first = text[after.end()] if after and after.end() < len(text) else ""
        if mark != "." or (end - at > 1 and text[at + 1] in "?!"):
            if mark == "…":
                return first.isupper() or broken
            return broken or not first.islower()
        if text[at + 1 : at + 2] == ".":
            return first.isupper() or broken
        return self.full_stop(at, end, following, first, broken)

    def full_stop(self, at: int, end: int, following: int, first: str, broken: bool) -> bool:
        text = self.text
        words = text[max(0, at - _REACH) : at].split()
        token = words[-1] if words and not text[at - 1].isspace() else ""
        word = token.lstrip(_LEAD)
        kind = self.table.get(word.lower())
        closed = end > at + 1
        if first.islower():
            return broken and kind is None and len(word) > 1
        if kind is None:
            if len(word) == 1 and word.isalpha():
                return word.islower() or self.starts(following)
            if word.isdigit() or word in ("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX"):
                if (len(words) == 1 and at - len(token) == 0) or text[
                    at - len(token) - 1 : at - len(token)
                ] == "\n":
                    return False
                if self.language in ("de", "da", "no", "nb", "sk", "cs", "fi", "hu"):
                    return len(word) > 2
            if "." in word and not any(c.islower() for c in word):
                return self.starts(following)
            return True
        if kind is Abbreviation.JOINS:
            return False
        numeral = bool(_NUMERAL.match(text, following))
        if kind is Abbreviation.WORD:
            return not numeral
        if kind is Abbreviation.NUMBER and numeral:
            return False
        if closed:
            return True
        return self.starts(following) or (broken and not self.legal)

    def starts(self, following: int) -> bool:
        """Whether the next word is one that starts sentences."""
        match = _WORD.search(self.text, following, following + 24)
        return match is not None and match.group().lower() in STARTERS

    def line_break(self, gap: str, at: int, following: int) -> bool:
        if _BLANK.search(gap):
            return True
        text = self.text
        if _ITEM.match(text, following):
            return True
        line = text[max(0, at - 60) : at].rstrip()
        if not line or line[-1] in ",;":
            return self.legal and bool(line) and line[-1] == ";" and False
        cut = line.rfind("\n")
        short = cut >= 0 or at <= 60
        first = text[following]
        if line[-1] == ":":
            return short or self.legal
        return (short or self.legal) and not first.islower()
