"""One block of text in, the spans of its sentences out; knows no documents.

One compiled expression finds the places where a sentence could end, so that most characters never
reach Python; each place is then decided from at most some dozens of characters around it. Time is
linear in the text, the result depends on nothing but the text and the two settings.
"""

from __future__ import annotations

import re
from typing import Literal

from pincite.split.abbreviations import MONTHS, STARTERS, Abbreviation, abbreviations

__all__ = ["Domain", "sentence_spans"]

Domain = Literal["general", "legal"]
"""`legal`: citations stay in their sentence, the number of a paragraph is one of its own."""

_BREAKS = "\n\r\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029"
_WIDE = "。！？｡．"
_STOPS = ".!?…‽⁇⁈⁉।॥։።፧؟۔" + _WIDE
_CLOSERS = "\"'”’»›)\\]}）】」』》〉〕"
_OPENERS = "\"'“‘„‚«‹(\\[{¿¡（【「『《〈〔*_`–—\\-"
_CJK = "\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\uac00-\ud7af"


def _candidate(reference: str) -> re.Pattern[str]:
    """Where a sentence could end: a line break, or marks with what closes after them.

    Args:
        reference: How the number of a footnote or source is set off from the mark before it.
    """
    return re.compile(
        rf"[{_STOPS};:{_BREAKS}]"
        rf"(?:(?<=[{_BREAKS}])\s*+"
        rf"|(?<![{_STOPS}][{_STOPS}])[{_STOPS}]*+(?:[ \u00a0]\.(?=[ \u00a0.\"”’')\]])){{0,9}}+"
        rf"[{_CLOSERS}]*+"
        r"(?:(?<![;:])(?:(?:(?<=[a-z)][.?!])|(?<=[\"”)]))\d{1,3}(?=\s+[A-Z\[])"
        rf"|[ \u00a0\u202f]?[»›](?=\s)|[ ]?[:;]-?[)(DP](?=\s)|(?:{reference}\[\d{{1,3}}\])++(?=\s)))?+"
        r"(?P<end>)(?:\s++|(?<=[。！？｡．」』）”’》])"
        rf"|(?<=[!?{_CLOSERS}])(?=[{_CJK}])|(?<=[a-z][.?!])(?=[A-Z][a-z]*[ ,]))"
        r")"
    )


_GENERAL = _candidate("[ ]?")
_LEGAL = _candidate("")
_BLANK = re.compile(rf"[\x0c\u2029]|(?>\r\n|[{_BREAKS}])\s*?[{_BREAKS}]")
_FIRST = re.compile(rf"[{_OPENERS}\s]*")
_WORD = re.compile(r"[\w'’]+(?:\.(?=\s))?")
_NUMERAL = re.compile(r"[(\[]?(?:\d|[IVXLCDM]+\b|[a-z]\))|[§#¶]")
_ITEM = re.compile(
    r"(?:[-*•–—·▪‣◦]|\(?(?:\d{1,3}(?:\.\d{1,2})*|[A-Za-z]|[ivxIVX]{1,5})[.)]{1,2})\s"
)
_MARK = re.compile(
    r"(?:\[ ?\d{1,3} ?\]|\*\d{1,4}|(?:\d{1,3}|[IVX]{1,5})(?:\.\d{1,3})*[.)]?[ºª]?-?|[IVX]{1,5} -"
    r"|\(?(?:[A-Za-z]|[IVX]{1,5}|[ivx]{1,5}|\d{1,3})[.)]|§ \d{1,3}º|§ ?\d{1,3}[.)])\s+"
)
_LEAD = "([{\"'“‘«‹„‚*_–—-/"
_ENDS = "\"'”’»›)]}"
_QUOTES = '"“«¿¡'
_PARTICLES = "とっはがをにもでの、，"
_ORDINAL = frozenset(
    ("de", "da", "no", "nb", "nn", "cs", "sk", "sl", "hr", "sr", "fi", "hu", "et", "lv", "is", "tr")
)
_REACH = 32
_LINE = 160


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
    decision = _Decision(text, language, domain or "general")
    ends_here, candidates = decision.ends_here, _LEGAL if decision.legal else _GENERAL
    spans: list[tuple[int, int]] = []
    length = len(text.rstrip())
    start = len(text) - len(text.lstrip())
    if decision.legal:
        start = decision.skip_mark(start, length, spans)
    for match in candidates.finditer(text, start, length):
        end, following = match.end("end"), match.end()
        if end < 0:
            end = match.start()
            while end > start and text[end - 1].isspace():
                end -= 1
        if start < end and following < length and ends_here(match.start(), end, following):
            spans.append((start, end))
            start = following
            if decision.legal:
                start = decision.skip_mark(start, length, spans)
    if start < length:
        spans.append((start, length))
    return spans


class _Decision:
    """Decides whether a sentence ends at a candidate."""

    def __init__(self, text: str, language: str | None, domain: Domain) -> None:
        self.text = text
        self.legal = domain == "legal"
        self.table = abbreviations(language)
        self.ordinals = language in _ORDINAL

    def ends_here(self, at: int, end: int, following: int) -> bool:
        """Whether a sentence ends at `end`, the next one starting at `following`.

        `at` is where the candidate's mark or line break stands.
        """
        text = self.text
        mark = text[at]
        if at >= end:
            return self._line_break(end, following)
        space = text[end:following]
        if space not in ("", " ") and _BLANK.search(space):
            return True
        if mark in _WIDE:
            return self._wide(at, following)
        broken = (space not in ("", " ") and not space.isspace()) or "\n" in space
        first = text[following]
        if mark in ";:":
            return self._clause(mark, at, following, broken)
        if not first.isalnum():
            if first in "/&,;:%=+)]}.|<>" and not broken:
                return False
            opened = _FIRST.match(text, following, following + 8)
            at_word = opened.end() if opened else following
            first = text[at_word] if at_word < len(text) else ""
            if first.islower() and _ITEM.match(text, following):
                return True
        if mark == ".":
            if end > at + 1 and text[at + 1] in ".… \u00a0":
                return broken or (
                    first.isupper() and not (self.legal and text[at + 1] in " \u00a0")
                )
            return self._full_stop(at, end, following, first, broken)
        if mark == "…":
            return first.isupper() or broken
        if first.islower() and not broken:
            return end == at + 1 and not self.legal and text[following] == first
        return True

    def skip_mark(self, start: int, length: int, spans: list[tuple[int, int]]) -> int:
        """Takes the number of a paragraph as a sentence; where the text after it starts."""
        match = _MARK.match(self.text, start, length)
        if match is None or match.end() >= length:
            return start
        mark = match.group().rstrip()
        first = self.text[match.end()]
        if not first.isupper() and first not in _QUOTES:
            return start
        if mark[-1].isalnum() and mark[0] != "*" and not self._starts(match.end()):
            return start
        spans.append((start, start + len(mark)))
        return match.end()

    def _full_stop(self, at: int, end: int, following: int, first: str, broken: bool) -> bool:
        text = self.text
        left = text[max(0, at - _REACH) : at]
        words = left.split()
        token = words[-1] if words and not left[-1].isspace() else ""
        if not token:
            return first.isupper()
        if token.endswith("(a)"):
            token = token[:-3]
        if token[-1:] in _ENDS:
            return not first.islower()
        word = token.lstrip(_LEAD)
        if "(" in word:
            word = word[word.rfind("(") + 1 :]
        kind = self.table.get(word)
        if kind is None and "'" in word:
            kind = self.table.get(word[word.rfind("'") + 1 :])
        elif kind is None and "." in word:
            kind = self._compound(word)
        if first.islower():
            return self._before_lower(word, kind, at, end, following, broken)
        if kind is None:
            return self._after_plain(word, words, at, end, following)
        if kind is Abbreviation.JOINS:
            return False
        numeral = _NUMERAL.match(text, following) is not None
        if kind is Abbreviation.WORD:
            return not numeral
        closed = end > at + 1 and text[at + 1] not in "'’"
        if numeral and not (text[following].isalpha() and self._starts(following)):
            return closed and kind is Abbreviation.OPEN
        return closed or self._starts(following)

    def _compound(self, word: str) -> Abbreviation | None:
        """The kind of a word with inner full stops: by its last part, or as an acronym."""
        parts = word.split(".")
        if all(len(part) == 1 and part.isalpha() for part in parts):
            return Abbreviation.OPEN
        if parts[-1] and all(part.isalpha() for part in parts):
            return self.table.get(parts[-1])
        return None

    def _before_lower(
        self,
        word: str,
        kind: Abbreviation | None,
        at: int,
        end: int,
        following: int,
        broken: bool,
    ) -> bool:
        if kind is not None or len(word) < 2:
            return False
        if broken:
            return not word.isdigit()
        if self.legal or end > at + 1 or not self.text[following].islower():
            return False
        return word.islower() and word.isalpha() and (len(word) > 3 or word in STARTERS)

    def _after_plain(self, word: str, words: list[str], at: int, end: int, following: int) -> bool:
        """After a word that is no abbreviation, before anything but a lower-case letter."""
        text = self.text
        figure = text[following].isdigit() or text[following] in "§¶"
        if len(word) == 1 and word.isalpha():
            if self._opens(words, at):
                return False
            if figure or self._initial(following):
                return False
            return self._starts(following) or (end > at + 1 and word.isupper())
        if word.isdigit() or _ROMAN.fullmatch(word):
            if self._opens(words, at):
                return False
            if word.isdigit() and len(word) < 3:
                follows = _WORD.match(text, following)
                if follows and follows.group().lower().rstrip(".") in MONTHS:
                    return False
                if self.ordinals:
                    return end > at + 1 or self._starts(following)
            return True
        if figure and end == at + 1:
            if text[following] in "§¶":
                return False
            return len(word) > (4 if self.legal else 3)
        return True

    def _opens(self, words: list[str], at: int) -> bool:
        """Whether the last word stands at the start of a line or of a sentence."""
        start = at - len(words[-1])
        if start <= 0 or self.text[start - 1] in _BREAKS:
            return True
        if len(words) < 2 or words[-2][-1] not in ".!?" or not self.text[start - 1].isspace():
            return False
        before = words[-2].rstrip(".!?")
        return len(before) > 1 and before not in self.table and "." not in before

    def _initial(self, following: int) -> bool:
        """Whether a single capital with a full stop follows."""
        text = self.text
        return (
            text[following : following + 1].isupper() and text[following + 1 : following + 2] == "."
        )

    def _starts(self, following: int) -> bool:
        """Whether the next word is one that starts sentences."""
        match = _WORD.search(self.text, following, following + 24)
        return match is not None and match.group().lower() in STARTERS

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
            return mark == ":" or (not self.legal and _ITEM.match(self.text, following) is not None)
        if mark == ":" or self.legal:
            return False
        return self.text[following].isupper() and self._starts(following)

    def _line_break(self, end: int, following: int) -> bool:
        """At a line break without a mark before it: headings, list items, lines cut short."""
        text = self.text
        if _BLANK.search(text, end, following):
            return True
        left = text[max(0, end - _LINE) : end]
        line = left[_last_break(left) + 1 :]
        if line[-1:] in ",-(" or not line:
            return False
        if _ITEM.match(text, following):
            return True
        if not text[following].isupper() and text[following] not in '"“«¿¡':
            return False
        if self.legal:
            return len(line) < 60
        right = text[following : following + _LINE]
        nearby = re.split(f"[{_BREAKS}]", right, maxsplit=1)[0]
        word = nearby.split(None, 1)[0]
        return len(line) + len(word) + 1 < 0.8 * len(nearby)


_ROMAN = re.compile(r"[IVX]{1,5}")


def _last_break(text: str) -> int:
    return max(text.rfind(mark) for mark in _BREAKS)
