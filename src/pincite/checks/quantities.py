"""Numbers, money, percentages, measures and dates of a text, in comparable form.

`1,250.5` and `1 250,5` are read alike; where a notation means another number in another language,
the language decides. What agrees with what is for `agreement`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import lru_cache

from pincite.checks.dates import dates
from pincite.checks.numerals import CJK_WORD, plain_number, wide_number
from pincite.checks.vocabulary import (
    CURRENCIES,
    LONG_SCALE,
    MAGNITUDES,
    NUMBER_WORDS,
    PER,
    UNITS,
    one_of,
    plain_case,
)
from pincite.text import Span

__all__ = ["Quantity", "covered", "quantities"]


@dataclass(frozen=True, slots=True)
class Quantity:
    """A figure of a text.

    Attributes:
        raw: As written.
        start: In the text.
        end: In the text.
        value: With its magnitude; a date is `yyyymmdd`, with zeros for what is not said.
        step: Worth of the last digit written: 1,000 for `12 thousand`, 0.1 for `3.2`.
        unit: Canonical unit, currency, `%`, `points`, `date`, `decade`, `quarter`, or empty for a
            bare number.
        per: Canonical unit after a slash or `per`.
    """

    raw: str
    start: int
    end: int
    value: Decimal
    step: Decimal
    unit: str = ""
    per: str = ""

    @property
    def span(self) -> Span:
        """Where it stands in the text."""
        return Span(self.start, self.end)


@lru_cache(maxsize=512)
def quantities(text: str, language: str = "en") -> tuple[Quantity, ...]:
    """The figures of a text in order; linear in its length.

    Args:
        text: Any text.
        language: Decides between 1.234 as a whole number and as a fraction, and which number words
            there are.
    """
    found = [
        Quantity(text[d.start : d.end], d.start, d.end, Decimal(d.value), Decimal(1), d.unit)
        for d in dates(text, language)
    ]
    cores = _cores(text, language)
    if not cores:
        return tuple(found)
    taken = covered(text, found)
    numbers: list[Quantity] = []
    end = 0
    for core in cores:
        if not taken[core.start] and core.start >= end:
            read = _number(text, core, language, end)
            if read is not None:
                number, power = read
                if numbers and _ranges(text, numbers[-1], number):
                    numbers[-1] = _as_large(numbers[-1], number, power)
                numbers.append(number)
                end = number.end
    return tuple(sorted((*found, *numbers), key=lambda q: q.start))


def covered(text: str, found: Iterable[Quantity]) -> bytearray:
    """For each character of a text whether it belongs to one of some figures."""
    taken = bytearray(len(text))
    for quantity in found:
        taken[quantity.start : quantity.end] = b"\1" * (quantity.end - quantity.start)
    return taken


def _ranges(text: str, first: Quantity, second: Quantity) -> bool:
    """Whether two figures are a range of which the second alone has the magnitude or unit."""
    between = text[first.end : second.start].strip().lower()
    alike = first.unit in ("", second.unit) or not second.unit
    return between in _RANGE and alike and abs(first.value) < abs(second.value)


def _as_large(first: Quantity, second: Quantity, power: int) -> Quantity:
    factor = Decimal(10) ** power
    return replace(
        first,
        value=first.value * factor,
        step=first.step * factor,
        unit=second.unit,
        per=second.per,
    )


_RANGE = frozenset({"-", "\u2013", "\u2014", "to", "bis", "à"})
_DIGITS = re.compile(
    r"(?=\d)(?:\d{1,3}(?:[\u00a0\u202f ]\d{3})++(?:,\d++)?+(?!\d)|\d++(?:[.,'’]\d++)*+)"
)
_ROMAN = re.compile(r"[IV](?<=[a-z] .)[IV]{0,2}+(?=[ABCabc,.;) ]|$)")
_WIDE_NUMBER = re.compile(f"{CJK_WORD}{{2,}}+")
_AFTER_ROMAN = re.compile(r"(?:tage|hase|rade|ype|lass|evel) $", re.IGNORECASE)
_ROMANS = {"I": 1, "II": 2, "III": 3, "IV": 4, "V": 5}
_TOKEN = re.compile(r"[\s\u00a0-]?(%|％|°[CFcf]|[$€£¥₹]|[^\W\d_]++)")
_PER = re.compile(r"\s?/\s?|\s([a-z]{3})\s")
_LETTERS = re.compile(r"(?<![^\W_])[^\W\d_]{1,4}\$?\s?$|[$€£¥₹]\s?$|[^\W\d_]$")
_EXPONENT = re.compile(r"[eE]([+-]?\d{1,3})(?!\w)|([⁰¹²³⁴⁵⁶⁷⁸⁹]{1,3})")
_SUPERSCRIPT = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789")
_ABBREVIATED = frozenset({"mio", "mrd", "tsd", "mill"})
_PAIRED = frozenset(
    word.split()[0] for table in (UNITS, CURRENCIES, MAGNITUDES) for word in table if " " in word
)
_WIDE = 0x2E80
_LONGEST_WIDE = 6
_REACH = 6


def _cores(text: str, language: str) -> list[Span]:
    """Where numbers stand in a text, in order; no two kinds have a letter in common."""
    found = [Span(*match.span()) for match in _DIGITS.finditer(text)]
    found += (Span(*m.span()) for m in _ROMAN.finditer(text) if m[0] in _ROMANS)
    if not text.isascii():
        found += (Span(*match.span()) for match in _WIDE_NUMBER.finditer(text))
    if _words_of(language):
        words = _number_words(language).finditer(" " + text)
        found += (Span(match.start(), match.end() - 1) for match in words)
    return sorted(found, key=lambda core: core.start)


def _words_of(language: str) -> dict[str, int]:
    return NUMBER_WORDS.get(language, {} if language in ("zh", "ja") else NUMBER_WORDS["en"])


@lru_cache(maxsize=16)
def _number_words(language: str) -> re.Pattern[str]:
    """The number words of a language with the character before them.

    A pattern that begins with a set of characters is searched several times faster than one that
    begins by looking back.
    """
    words = _words_of(language)
    return re.compile(rf"[^\w-](?i:{one_of(words)})(?![\w-])")


def _number(text: str, core: Span, language: str, floor: int = 0) -> tuple[Quantity, int] | None:
    """The figure and its power of ten; None for digits inside of a word.

    It starts at `floor` at the earliest, where the figure before it ends.
    """
    read = _value(text, core, language)
    if read is None:
        return None
    value, step = read
    lead = _lead(text, core.start, floor)
    if lead is None:
        return None
    start, currency, negative = lead
    end = core.end
    digital = text[core.start].isdigit()
    exponent = _EXPONENT.match(text, end) if digital else None
    if exponent is not None:
        digits = exponent[1] or exponent[2].translate(_SUPERSCRIPT)
        if exponent[1] or text[core.start : end] == "10":
            value = value.scaleb(int(digits)) if exponent[1] else Decimal(1).scaleb(int(digits))
            step, end = value, exponent.end()
    open_bracket = text[start - 1 : start] == "("
    if open_bracket and text[end : end + 1] == ")" and digital:
        start, end, negative = start - 1, end + 1, True
    power, unit, end = _units(text, end, currency, language)
    per, end = _per(text, end) if unit or power or currency else ("", end)
    if currency == "percent":
        unit, currency = "%", ""
    scale = Decimal(10) ** power
    value, step = value * scale, step * scale
    small = None
    if power and ord(text[end - 1]) >= _WIDE:
        small = _DIGITS.match(text, end) or _WIDE_NUMBER.match(text, end)
    rest = _number(text, Span(*small.span()), language) if small is not None else None
    if rest is not None and 0 < rest[0].value < scale:
        value, step, unit, end = value + rest[0].value, rest[0].step, rest[0].unit, rest[0].end
    value = -value if negative else value
    return Quantity(text[start:end], start, end, value, step, currency or unit, per), power


def _value(text: str, core: Span, language: str) -> tuple[Decimal, Decimal] | None:
    """The number and the worth of its last digit."""
    raw = text[core.start : core.end]
    if raw[0] in _ROMANS:
        before = text[max(0, core.start - _REACH) : core.start]
        return (Decimal(_ROMANS[raw]), Decimal(1)) if _AFTER_ROMAN.search(before) else None
    if raw[0].isdigit():
        return plain_number(raw, language)
    if ord(raw[0]) >= _WIDE:
        value = wide_number(raw)
        return None if value is None else (Decimal(value), Decimal(1))
    return Decimal(_words_of(language)[plain_case(raw)]), Decimal(1)


def _lead(text: str, at: int, floor: int) -> tuple[int, str, bool] | None:
    """Where a figure starts, its currency and whether it is negative; None inside of a word."""
    start = at
    before = text[max(floor, start - _REACH) : start]
    negative = False
    currency = ""
    if before.endswith("百分之"):
        return start - 3, "percent", False
    for _ in range(2):
        sign = before[-1:]
        ranges = len(before) == 1 and start - 1 == floor > 0
        minus = sign in ("-", "\u2212") and not before[-2:-1].isalnum() and not ranges
        if minus and not negative:
            negative, start, before = True, start - 1, before[:-1]
        if currency:
            break
        found = _LETTERS.search(before)
        name = found[0].strip().lower() if found else ""
        if found and name in CURRENCIES:
            currency = CURRENCIES[name]
            start -= len(found[0])
            before = before[: found.start()]
    last = before[-1:]
    inside = last.isalnum() and ord(last) < _WIDE and start == at
    joined = last in ("-", "\u2010", "\u2011") and before[-2:-1].isalpha()
    pointed = last in (".", ",") and before[-2:-1].isdigit()
    return None if inside or joined or pointed else (start, currency, negative)


def _units(text: str, end: int, currency: str, language: str) -> tuple[int, str, int]:
    """The power of ten, the unit or currency, and where they end, after a number."""
    power, unit = 0, ""
    for word, stop in _words(text, end, MAGNITUDES):
        known = LONG_SCALE if language in ("de", "fr", "es") else {}
        power, end = known.get(word, MAGNITUDES[word]), stop
        if word in _ABBREVIATED and text[end : end + 1] == ".":
            end += 1
        if word == "m" and not currency:
            after = next(_words(text, end, CURRENCIES), None)
            if after is None:
                return 0, "metre", end
    if not currency and power and text[end : end + 4] == " de ":
        end = end + 3 if next(_words(text, end + 3, CURRENCIES), None) else end
    for table in (UNITS, CURRENCIES):
        for word, stop in _words(text, end, table):
            return power, unit or table[word], stop
    return power, unit, end


def _words(text: str, at: int, table: dict[str, int] | dict[str, str]) -> Iterator[tuple[str, int]]:
    """The word or pair of words of a table that stands at a place, if one does."""
    match = _TOKEN.match(text, at)
    if match is None:
        return
    word, stop = match[1].lower(), match.end()
    if ord(word[0]) >= _WIDE and word not in table:
        for length in range(min(_LONGEST_WIDE, len(word)), 0, -1):
            if word[:length] in table:
                yield word[:length], match.start(1) + length
                return
        return
    if word in _PAIRED:
        rest = _TOKEN.match(text, stop)
        pair = f"{word} {rest[1].lower()}" if rest else ""
        third = _TOKEN.match(text, rest.end()) if rest else None
        three = f"{pair} {third[1].lower()}" if third else ""
        for name, reached in ((three, third), (pair, rest)):
            if reached is not None and name in table:
                yield name, reached.end()
                return
    following = text[stop : stop + 1]
    inside = following.isalnum() and ord(following) < _WIDE and ord(word[0]) < _WIDE
    if word in table and not inside:
        yield word, stop


def _per(text: str, end: int) -> tuple[str, int]:
    match = _PER.match(text, end)
    if match is None or (match[1] and match[1].lower() not in PER):
        return "", end
    for word, stop in _words(text, match.end(), UNITS):
        return UNITS[word], stop
    return "", end
