"""Dates, decades and quarters of a text, in the notations of six languages."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from pincite.checks.vocabulary import DECIMAL_COMMA, MONTHS, ORDINALS, one_of, plain_case

__all__ = ["Date", "dates", "lone_months"]


@dataclass(frozen=True, slots=True)
class Date:
    """A date of a text.

    Attributes:
        start: In the text.
        end: In the text.
        value: `yyyymmdd` with zeros for what is not said; the first year of a decade; 1 to 4.
        unit: `date`, `decade` or `quarter`.
    """

    start: int
    end: int
    value: int
    unit: str


_MONTH = one_of(MONTHS)
_MONTH_LETTERS = "".join(sorted({name[0] for name in MONTHS}))
_QUARTER_WORD = one_of(ORDINALS)
_ORDINAL_LETTERS = "".join(sorted({word[0] for word in ORDINALS}))
_ANCHOR = re.compile(r"[\dqQtT季四](?:(?<=\d)\d*+|(?i:uart|rimestre)|度|半期)")
"""What every date has in it; the rest of it stands within `_REACH`.

A pattern that begins with a set of characters is searched fast."""
_REACH = 40
_DATE = re.compile(
    rf"""(?<![\w.])(?:
      (?P<d1>\d{{1,2}})(?:st|nd|rd|th|er|\.)?\s(?:of\s|de\s)?(?P<m1>{_MONTH})\b\.?,?
        (?:\s(?:de\s|del\s)?(?P<y1>\d{{4}}))?
    | (?=[{_MONTH_LETTERS}])(?:
        (?P<m2>{_MONTH})\.?\s(?P<d2>\d{{1,2}})(?:st|nd|rd|th)?(?!\d)(?:\s?,?\s(?P<y2>\d{{4}}))?
      | (?P<m3>{_MONTH})\.?,?\s(?:of\s|de\s)?(?P<y3>\d{{4}}))
    | (?P<y4>\d{{4}})-(?P<m4>\d{{2}})-(?P<d4>\d{{2}})
    | (?P<decade>\d{{3}}0)['’]?s
    | (?P<d6>\d{{1,2}})\.\s?(?P<m6>\d{{1,2}})\.\s?(?P<y6>\d{{4}})
    | (?P<d7>\d{{1,2}})/(?P<m7>\d{{1,2}})/(?P<y7>\d{{4}})
    | FY\s?['’]?(?P<y8>\d{{4}}|\d{{2}})
    | Q(?P<q1>[1-4])|(?P<q2>[1-4])Q|(?P<q3>[1-4])\.\sQuartal
    | (?=[{_ORDINAL_LETTERS}])(?P<q4>{_QUARTER_WORD})[\s-](?:quarter|quartal|trimestre)
    )(?!\w)
    | (?P<y5>\d{{4}})年(?:度)?(?:(?P<m5>\d{{1,2}})月(?:(?P<d5>\d{{1,2}})日)?)?
    | 第(?P<q5>[1-4一二三四])(?:季度|四半期)""",
    re.VERBOSE | re.IGNORECASE,
)
_WORD = re.compile(r"\w+")
_AND_YEAR = re.compile(
    r"(?:,\s(?:and\s)?|\s(?:and|or|&)\s|\s?\|\s?)((?:19|20)\d\d)(?![\w%]|[.,]\d)"
)
"""A further year of a date that is said once: “31 March 2030, 2029 and 2028”."""
_MOST_MONTHS = 12
_MOST_DAYS = 31
_CENTURY = 100


def dates(text: str, language: str) -> Iterator[Date]:
    """The dates of a text in order; `05/12/2025` only where it can be but one date.

    Args:
        text: Any text.
        language: In which 05/12/2025 has the day first, or may have.
    """
    for start, end in _stretches(text):
        for match in _DATE.finditer(text, start, end):
            parts = {name: value for name, value in match.groupdict().items() if value}
            found = _read(parts, language)
            if found is not None:
                yield Date(match.start(), match.end(), *found)
                yield from _further_years(text, match.end(), *found)


def _further_years(text: str, end: int, value: int, unit: str) -> Iterator[Date]:
    month_and_day = value % 10_000
    if unit != "date" or not month_and_day or value == month_and_day:
        return
    while match := _AND_YEAR.match(text, end):
        yield Date(match.start(1), match.end(1), int(match[1]) * 10_000 + month_and_day, unit)
        end = match.end()


def _stretches(text: str) -> Iterator[tuple[int, int]]:
    """Where dates may stand: round the anchors, those that overlap taken together."""
    start = end = -1
    for anchor in _ANCHOR.finditer(text):
        if anchor.start() - _REACH > end:
            if end >= 0:
                yield start, end
            start = max(0, anchor.start() - _REACH)
        end = anchor.end() + _REACH
    if end >= 0:
        yield start, min(end, len(text))


def lone_months(text: str) -> frozenset[int]:
    """The months named in a text, with and without a year."""
    words = map(plain_case, _WORD.findall(text))
    return frozenset(MONTHS[word] for word in words if word in MONTHS)


def _read(parts: dict[str, str], language: str) -> tuple[int, str] | None:
    if "decade" in parts:
        return int(parts["decade"]), "decade"
    by_letter = {name[0]: value for name, value in parts.items()}
    if "q" in by_letter:
        word = plain_case(by_letter["q"])
        return int(word) if word.isdigit() else ORDINALS[word], "quarter"
    month = plain_case(by_letter.get("m", "0"))
    number = int(month) if month.isdigit() else MONTHS[month]
    day, year = int(by_letter.get("d", "0")), int(by_letter.get("y", "0"))
    if "d7" in parts and language not in DECIMAL_COMMA:
        if number <= _MOST_MONTHS and day <= _MOST_MONTHS and number != day:
            return None
        if number > _MOST_MONTHS:
            number, day = day, number
    if "y8" in parts and year < _CENTURY:
        year += 2000
    numeric = "m6" in parts or "m7" in parts
    if numeric and not (1 <= number <= _MOST_MONTHS and 1 <= day <= _MOST_DAYS):
        return None
    return year * 10_000 + number * 100 + day, "date"
