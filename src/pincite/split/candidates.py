"""Where a sentence could end, as compiled expressions; takes no decision.

Every repetition is possessive or bounded and no candidate starts inside of a run of marks, so a
search over any text takes linear time.
"""

from __future__ import annotations

import re

__all__ = [
    "BLANK_LINE",
    "BREAKS",
    "BULLET",
    "CLOSERS",
    "GENERAL",
    "LEADS",
    "LEGAL",
    "NUMERAL",
    "OPENERS",
    "PARAGRAPH_NUMBER",
    "ROMAN",
    "WIDE",
    "WORD",
]

BREAKS = "\n\r\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029"
WIDE = "。！？｡．"
CLOSERS = "\"'”’»›)]}）】」』》〉〕"
LEADS = "([{\"'“‘«‹„‚*_–—-/"

_STOPS = ".!?…‽⁇⁈⁉।॥።፧؟۔" + WIDE
_CLOSE = re.escape(CLOSERS)
_CJK = "\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\uac00-\ud7af"


def _candidate(reference: str, label: str) -> re.Pattern[str]:
    """A line break with blanks; a list label's bracket; or marks with what closes after them.

    Group `end` is set after marks, where the sentence would end.

    Args:
        reference: How the number of a source is set off from the mark before it.
        label: The bracket of a list's labels, or nothing.
    """
    spaced = r"(?:[ \u00a0]\.(?=[ \u00a0.\"”’')\]])){0,9}+"
    footnote = r"(?:(?<=[a-z)][.?!])|(?<=[\"”)]))\d{1,3}(?=\s+[A-Z\[])"
    guillemet = r"[ \u00a0\u202f]?[»›](?=\s)"
    nested = r"(?<=['’])[ \u00a0\u2009\u202f][\"”](?=\s)"
    smiley = r"[ ]?[:;]-?[)(DP](?=\s)"
    source = rf"(?:{reference}\[s?\d{{1,9}}(?:[,;–-] ?s?\d{{1,9}}){{0,9}}\])++(?=\s)"
    close = rf"(?:[{_CLOSE}]|[“‘«‹](?=\s))*+"
    unspaced = (
        rf"(?<=[。！？｡．፧።」』）”’》])|(?<=[!?{_CLOSE}])(?=[{_CJK}])"
        r"|(?<=[a-z][.?!])(?=[A-Z][a-z]*[ ,])(?!Com|Net|Org)"
    )
    return re.compile(
        rf"[{_STOPS};:{label}{BREAKS}](?:"
        rf"(?<=[{BREAKS}])\s*+"
        rf"|(?<=\))(?:(?<=\d\))|(?<=[\s(][a-z]\)))[ \t\u00a0]++(?![{BREAKS}])"
        rf"|(?<!\))(?<![{_STOPS}][{_STOPS}])[{_STOPS}]*+{spaced}{close}"
        rf"(?:(?<![;:])(?:{footnote}|{guillemet}|{nested}|{smiley}|{source}))?+"
        rf"(?P<end>)(?:\s++|{unspaced})"
        r")"
    )


GENERAL = _candidate("[ ]?", ")")
LEGAL = _candidate("", "")

BLANK_LINE = re.compile(rf"[\x0c\u2029]|(?>\r\n|[{BREAKS}])\s*?[{BREAKS}]")
OPENERS = re.compile(r"[\"'“‘„‚«‹(\[{¿¡（【「『《〈〔*_`–—\-\s]*")
WORD = re.compile(r"[\w'’]+\.?")
ROMAN = re.compile(r"[IVX]{1,5}")
NUMERAL = re.compile(r"[(\[]?(?:\d|[IVXLCDM]+\b|[A-Z](?=[),;])|[a-z]\))|[§#¶]")
BULLET = re.compile(
    r"(?:[-*•–—·▪‣◦]|\(?(?:\d{1,3}(?:\.\d{1,2})*|[A-Za-z]|[ivxIVX]{1,5})[.)]{1,2}"
    r"|\d{1,2}(?:\.\d{1,2}){1,4})\s"
)
PARAGRAPH_NUMBER = re.compile(
    r"(?:\[ ?(?:Footnote )?(?:\d{1,3}|\*) ?\]|\d{0,4}\*\d{1,4}|[IVX]{1,5} -"
    r"|(?:\d{1,3}|[IVX]{1,5})(?:\.\d{1,3})*[.)]?[ºª]?-?|\(?(?:[A-Za-z]|[ivx]{1,5})[.)]-?"
    r"|\((?:\d{1,3}|[IVX]{1,5})\)|(?:§|Art\.) \d{1,4}(?:º(?: -)?| -)|§ ?\d{1,3}[.)])\s+"
)
