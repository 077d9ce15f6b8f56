"""One block of text in, the spans of its sentences out; knows no documents.

One compiled expression finds the places where a sentence could end, so that most characters never
reach Python; each place is then decided from at most some dozens of characters around it (some
hundreds for the labels of a list). Time is linear in the text, and the result depends on nothing
but the text and the two settings.
"""

from __future__ import annotations

import re
from typing import Literal

from pincite.split import candidates as at_end
from pincite.split.abbreviations import MONTHS, STARTERS, Abbreviation, abbreviations

__all__ = ["Domain", "sentence_spans"]

Domain = Literal["general", "legal"]
"""`legal`: citations stay in their sentence, the number of a paragraph is one of its own."""

_BREAKS = at_end.BREAKS
_QUOTES = '"“«¿¡'
_PARTICLES = "とっはがをにもでの、，"
_ORDINAL = frozenset(
    ("de", "da", "no", "nb", "nn", "cs", "sk", "sl", "hr", "sr", "fi", "hu", "et", "lv", "is", "tr")
)
_LABEL = re.compile(r"(?<![^\s(])(?:\d{1,2}|[a-z])\Z")
_REACH = 32
_LINE = 160
_LIST = 250
_NARROW = 32


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

    Example:
        >>> sentence_spans("Dr. Ito paid 3.5 million. She left.")
        [(0, 25), (26, 35)]
    """
    legal = domain == "legal"
    decision = _Decision(text, language, legal=legal)
    spans: list[tuple[int, int]] = []
    length = len(text.rstrip())
    start = len(text) - len(text.lstrip())
    if legal:
        start = decision.skip_number(start, length, spans)
    for match in (at_end.LEGAL if legal else at_end.GENERAL).finditer(text, start, length):
        at, end, following = match.start(), match.end("end"), match.end()
        if not legal and (text[at] == ")" or (text[at] == "." and text[at - 1 : at].isdigit())):
            label = decision.label(at, following)
            if label >= 0:
                end = following = label
                while end > start and text[end - 1].isspace():
                    end -= 1
                if start < end:
                    spans.append((start, end))
                    start = following
                continue
        if end < 0:
            end = at
            while end > start and text[end - 1].isspace():
                end -= 1
        if start < end and following < length and decision.ends_here(at, end, following):
            spans.append((start, end))
            start = decision.skip_number(following, length, spans) if legal else following
    if start < length:
        spans.append((start, length))
    return spans


class _Decision:
    """Decides whether a sentence ends at a candidate; `at` is where its mark stands.

    The sentence would end at `end` and the next one start at `following`.
    """

    def __init__(self, text: str, language: str | None, *, legal: bool) -> None:
        self.text = text
        self.legal = legal
        self.table = abbreviations(language)
        self.ordinals = language in _ORDINAL
        self.english = language == "en"

    def ends_here(self, at: int, end: int, following: int) -> bool:
        """Whether a sentence ends at `end`."""
        text = self.text
        mark = text[at]
        if mark == "." and following == at + 2 and text[following].isupper():
            word = text[max(0, at - _REACH) : at].rpartition(" ")[2]
            if word not in self.table and word.islower() and word.isalpha() and len(word) > 1:
                return True
        if mark == ")":
            return False
        if at >= end:
            return self._line_break(end, following)
        space = text[end:following]
        broken = False
        if space not in ("", " "):
            if at_end.BLANK_LINE.search(space):
                return True
            broken = any(mark in space for mark in "\n\r\u2028\x85")
        if mark in at_end.WIDE:
            return self._wide(at, following)
        if mark in ";:":
            return self._clause(mark, at, following, broken)
        first = text[following]
        if not first.isalnum():
            if first in ("/&,;:%=+)]}.|<>-–—" if self.legal else "/&,;:%=+)]}.|<>") and not broken:
                return False
            opened = at_end.OPENERS.match(text, following, following + 8)
            at_word = opened.end() if opened else following
            first = text[at_word] if at_word < len(text) else ""
            if first.islower() and at_end.BULLET.match(text, following):
                return True
        if mark == ".":
            if end > at + 1 and text[at + 1] in ".… \u00a0":
                if self.legal and text.count(".", at, end) < 4 and text[end - 1] == ".":
                    return broken
                return broken or first.isupper()
            return self._full_stop(at, end, following, first, broken)
        if mark == "…":
            return first.isupper() or broken
        if first.islower() and not broken:
            return end == at + 1 and not self.legal and text[following] == first
        return True

    def label(self, at: int, following: int) -> int:
        """Where the label of an inline list starts (`2)` between `1)` and `3)`), else -1."""
        text = self.text
        match = _LABEL.search(text, max(0, at - 4), at)
        if match is None or not text[following - 1].isspace():
            return -1
        name, close = match.group(), text[at]
        if close == "." and (self.ordinals or not name.isdigit() or text[following].islower()):
            return -1
        start = match.start()
        if start and text[start - 1] == "(":
            start -= 1
        before = text[max(0, start - _REACH) : start].split()
        if start and (not before or before[-1][-1] in ",;:" or before[-1].lower() in STARTERS):
            return -1
        value = int(name) if name.isdigit() else ord(name)
        near = [str(value + step) if name.isdigit() else chr(value + step) for step in (-1, 1)]
        if _has_label(text[max(0, start - _LIST) : start], near[0] + close):
            return start
        return start if _has_label(text[following - 1 : following + _LIST], near[1] + close) else -1

    def skip_number(self, start: int, length: int, spans: list[tuple[int, int]]) -> int:
        """Takes the number of a paragraph as a sentence; where the text after it starts."""
        match = at_end.PARAGRAPH_NUMBER.match(self.text, start, length)
        if match is None or match.end() >= length:
            return start
        number = match.group().rstrip()
        first = self.text[match.end()]
        if not first.isupper() and first not in _QUOTES:
            return start
        bare = number[-1].isascii() and number[-1].isalnum() and "*" not in number
        if bare and not (self._plain if number[-1].isdigit() else self._starts)(match.end()):
            return start
        spans.append((start, start + len(number)))
        return match.end()

    def _full_stop(self, at: int, end: int, following: int, first: str, broken: bool) -> bool:
        text = self.text
        left = text[max(0, at - _REACH) : at]
        words = left.split()
        token = words[-1] if words and not left[-1].isspace() else ""
        if not token:
            return first.isupper()
        token = token.removesuffix("(a)")
        if token[-1:] in at_end.CLOSERS + "“‘«‹":
            return not first.islower()
        word = token.lstrip(at_end.LEADS)
        if "(" in word:
            word = word[word.rfind("(") + 1 :]
        kind = self.table.get(word)
        if kind is None and not word.isalpha():
            kind = self._compound(word)
        if first.islower():
            if kind is not None or len(word) < 2:
                return False
            if broken:
                return not word.isdigit()
            return end == at + 1 and self._sloppy(word, following)
        if kind is None:
            return self._after_plain(word, words, at, end, following, broken=broken)
        if kind is Abbreviation.JOINS:
            return False
        numeral = at_end.NUMERAL.match(text, following) is not None
        if kind is Abbreviation.WORD:
            return not numeral
        if numeral and kind is Abbreviation.NUMBER:
            return False
        closed = end > at + 1 and text[at + 1] not in "'’"
        if numeral and not (text[following].isalpha() and self._starts(following)):
            return closed
        return closed or self._starts(following)

    def _compound(self, word: str) -> Abbreviation | None:
        """The kind of a word with inner marks: by its last part, or as an acronym."""
        if "'" in word:
            return self.table.get(word[word.rfind("'") + 1 :])
        parts = word.split(".")
        if len(parts) == 1 or not all(part.isalpha() for part in parts):
            return None
        if all(len(part) == 1 for part in parts) or (len(parts[-1]) == 1 and parts[-1].isupper()):
            return Abbreviation.OPEN
        return self.table.get(parts[-1]) if parts[-1][0].isupper() else None

    def _sloppy(self, word: str, following: int) -> bool:
        """Whether people who write all in lower case would end a sentence after this word."""
        if self.legal or not self.text[following].islower():
            return False
        return word.islower() and word.isalpha() and (len(word) > 3 or word in STARTERS)

    def _after_plain(
        self, word: str, words: list[str], at: int, end: int, following: int, *, broken: bool
    ) -> bool:
        """After a word that is no abbreviation, before anything but a lower-case letter."""
        text = self.text
        figure = text[following].isdigit() or text[following] in "§¶"
        if len(word) == 1 and word.isalpha():
            if figure or self._opens(words, at) or self._initial(following):
                return False
            return self._starts(following) or (end > at + 1 and word.isupper())
        if word.isdigit() or at_end.ROMAN.fullmatch(word):
            if self._opens(words, at):
                return False
            if word.isdigit() and len(word) < 3:
                follows = at_end.WORD.match(text, following)
                if follows and follows.group().lower().rstrip(".") in MONTHS:
                    return False
                if self.ordinals:
                    return end > at + 1 or self._starts(following)
            return True
        if figure and end == at + 1 and not broken:
            return text[following] not in "§¶" and len(word) > (4 if self.legal else 3)
        return True

    def _opens(self, words: list[str], at: int) -> bool:
        """Whether the last word stands at the start of a line or of a sentence."""
        start = at - len(words[-1])
        if start <= 0 or self.text[start - 1] in _BREAKS:
            return True
        if len(words) < 2 or words[-2][-1] not in ".!?":
            return False
        before = words[-2].rstrip(".!?")
        return len(before) > 1 and before not in self.table and "." not in before

    def _initial(self, following: int) -> bool:
        """Whether a single capital with a full stop follows."""
        pair = self.text[following : following + 2]
        return pair[1:] == "." and pair[0].isupper()

    def _starts(self, following: int) -> bool:
        """Whether the next word is one that starts sentences."""
        match = at_end.WORD.search(self.text, following, following + 24)
        return match is not None and match.group().lower() in STARTERS

    def _plain(self, following: int) -> bool:
        """Whether the next word is an ordinary one with a capital, no abbreviation."""
        match = at_end.WORD.match(self.text, following)
        word = match.group() if match is not None else ""
        return (word[1:].islower() and word.isalpha()) or word.lower() in STARTERS

    def _wide(self, at: int, following: int) -> bool:
        text = self.text
        if text[at] == "．" and text[at + 1 : at + 2].isdigit():
            return False
        return not (text[following - 1] in "」』”’）" and text[following] in _PARTICLES)

    def _clause(self, mark: str, at: int, following: int, broken: bool) -> bool:
        """After a semicolon or colon: full stops of some scripts, else a capital may follow."""
        before = self.text[at - 1] if at else ""
        if mark == ":" and "\u0530" <= before <= "\u058f":
            return True
        if mark == ";" and "\u0370" <= before <= "\u03ff":
            return True
        if broken:
            if mark == ":":
                return True
            return not self.legal and at_end.BULLET.match(self.text, following) is not None
        if mark == ":" or self.legal or self.english:
            return False
        return self.text[following].isupper() and self._starts(following)

    def _line_break(self, end: int, following: int) -> bool:
        """At a line break without a mark before it: headings, list items, lines cut short."""
        text = self.text
        if at_end.BLANK_LINE.search(text, end, following):
            return True
        left = text[max(0, end - _LINE) : end]
        line = left[max(left.rfind(mark) for mark in _BREAKS) + 1 :]
        if line[-1:] in ",-(" or not line:
            return False
        if at_end.BULLET.match(text, following):
            return True
        if not text[following].isupper() and text[following] not in _QUOTES + "§¶([":
            return False
        if self.legal:
            return len(line) < 60
        nearby = re.split(f"[{_BREAKS}]", text[following : following + _LINE], maxsplit=1)[0]
        word = nearby.split(None, 1)[0]
        return max(len(line) + len(word) + 1, _NARROW) < 0.8 * len(nearby)


def _has_label(text: str, label: str) -> bool:
    """Whether a label stands between blanks, at the start of a text or in a bracket."""
    at = text.find(label)
    while at >= 0:
        after = text[at + len(label) : at + len(label) + 1]
        if (at == 0 or text[at - 1] in " (\n\t") and (after.isspace() or after == ")"):
            return True
        at = text.find(label, at + 1)
    return False
