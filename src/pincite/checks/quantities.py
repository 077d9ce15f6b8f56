"""Numbers, money, percentages, measures and dates of a text, in comparable form.

English words, international notations. `1,250.5` and `1 250,5` are read alike where the notation is
unambiguous; `1,250` is one thousand two hundred and fifty.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache

from pincite.text import Span

__all__ = [
    "Quantity",
    "agrees",
    "comparison",
    "covered",
    "quantities",
    "satisfies",
    "table_scale",
]


@dataclass(frozen=True, slots=True)
class Quantity:
    """A figure of a text.

    Attributes:
        raw: As written.
        start: In the text.
        end: In the text.
        value: With its magnitude; a date is `yyyymmdd`, with zeros for what is not said.
        step: Worth of the last digit written: 1,000 for `12 thousand`, 0.1 for `3.2`.
        unit: Canonical unit, currency, `%`, `points`, `date`, or empty for a bare number.
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


_MAGNITUDES = {
    "hundred": 2, "thousand": 3, "k": 3, "million": 6, "millions": 6, "mn": 6, "mln": 6, "m": 6,
    "billion": 9, "billions": 9, "bn": 9, "b": 9, "trillion": 12, "tn": 12, "lakh": 5, "crore": 7,
    "万": 4, "亿": 8, "億": 8, "百万": 6, "千": 3,
}  # fmt: skip
_CURRENCIES = {
    "$": "usd", "us$": "usd", "usd": "usd", "dollar": "usd", "dollars": "usd",
    "€": "eur", "eur": "eur", "euro": "eur", "euros": "eur",
    "£": "gbp", "gbp": "gbp", "pound sterling": "gbp", "¥": "jpy", "jpy": "jpy", "yen": "jpy",
    "nok": "nok", "sek": "sek", "dkk": "dkk", "chf": "chf", "cny": "cny", "rmb": "cny", "元": "cny",
    "inr": "inr", "₹": "inr", "cad": "cad", "c$": "cad", "aud": "aud", "a$": "aud",
}  # fmt: skip
_PREFIXES = {"k": "kilo", "m": "mega", "g": "giga", "t": "tera", "p": "peta"}
_UNITS = {
    "%": "%", "percent": "%", "per cent": "%", "pct": "%", "％": "%",
    "percentage point": "points", "percentage points": "points", "pp": "points",
    "basis point": "bp", "basis points": "bp", "bps": "bp",
    "second": "s", "seconds": "s", "sec": "s", "s": "s", "minute": "min", "minutes": "min",
    "min": "min", "hour": "h", "hours": "h", "h": "h", "day": "day", "days": "day",
    "week": "week", "weeks": "week", "month": "month", "months": "month",
    "year": "year", "years": "year", "yr": "year", "yrs": "year",
    "mm": "mm", "cm": "cm", "m": "metre", "metre": "metre", "metres": "metre", "meter": "metre",
    "meters": "metre", "km": "km", "kilometre": "km", "kilometres": "km", "kilometer": "km",
    "kilometers": "km", "mile": "mile", "miles": "mile", "foot": "foot", "feet": "foot",
    "ft": "foot", "inch": "inch", "inches": "inch", "nm": "nanometre", "nanometre": "nanometre",
    "nanometer": "nanometre", "nanometers": "nanometre", "mg": "mg", "g": "gram", "gram": "gram",
    "grams": "gram", "kg": "kg", "kilogram": "kg", "kilograms": "kg", "t": "tonne",
    "tonne": "tonne", "tonnes": "tonne", "ton": "ton", "tons": "ton", "lb": "pound",
    "lbs": "pound", "pound": "pound", "pounds": "pound", "ml": "ml", "l": "litre",
    "litre": "litre", "litres": "litre", "liter": "litre", "liters": "litre",
    "w": "watt", "kw": "kilowatt", "mw": "megawatt", "gw": "gigawatt", "kwh": "kilowatt-hour",
    "mwh": "megawatt-hour", "gwh": "gigawatt-hour", "twh": "terawatt-hour", "hz": "hertz",
    "mhz": "megahertz", "ghz": "gigahertz", "v": "volt", "kv": "kilovolt", "°c": "celsius",
    "°f": "fahrenheit", "celsius": "celsius", "fahrenheit": "fahrenheit",
} | {
    short: f"{long}byte"
    for letter, long in _PREFIXES.items()
    for short in (f"{letter}b", f"{long}byte", f"{long}bytes")
}  # fmt: skip
_CONVERSIONS = {
    "min": ("s", 60), "h": ("s", 3600), "day": ("s", 86_400), "week": ("s", 604_800),
    "year": ("month", 12), "kg": ("gram", 1000), "tonne": ("gram", 1_000_000),
    "km": ("metre", 1000), "litre": ("ml", 1000),
}  # fmt: skip
"""Units of one kind: the smaller one and how many of it; only exact ones."""
_WORDS = {
    word: value
    for value, word in enumerate(
        """zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen
        fifteen sixteen seventeen eighteen nineteen twenty""".split()
    )
} | {
    word: value
    for value, word in zip(
        range(30, 100, 10), "thirty forty fifty sixty seventy eighty ninety".split(), strict=True
    )
}
_MONTHS = {
    name: number
    for number, names in enumerate(
        """january jan|february feb|march mar|april apr|may|june jun|july jul|august aug|
        september sep sept|october oct|november nov|december dec""".split("|"),
        start=1,
    )
    for name in names.split()
}


def _either(names: object) -> str:
    return "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))  # type: ignore[call-overload]


_MONTH = _either(_MONTHS)
_DATE = re.compile(
    rf"""(?<![\w.])(?:
      (?P<d1>\d{{1,2}})(?:st|nd|rd|th)?\s(?:of\s)?(?P<m1>{_MONTH})\.?,?(?:\s(?P<y1>\d{{4}}))?
    | (?P<m2>{_MONTH})\.?\s(?P<d2>\d{{1,2}})(?:st|nd|rd|th)?(?!\d)(?:,?\s(?P<y2>\d{{4}}))?
    | (?P<m3>{_MONTH})\.?,?\s(?P<y3>\d{{4}})
    | (?P<y4>\d{{4}})-(?P<m4>\d{{2}})-(?P<d4>\d{{2}})
    | (?P<y5>\d{{4}})年(?:(?P<m5>\d{{1,2}})月(?:(?P<d5>\d{{1,2}})日)?)?
    )(?![\w])""",
    re.VERBOSE | re.IGNORECASE,
)
_NUMBER = re.compile(
    rf"""(?<![\w.,])(?<![A-Za-z]-)
    (?P<paren>\()?(?P<cur>{_either(c for c in _CURRENCIES)})?\s?(?P<sign>[-\u2212])?
    (?P<cur2>[$€£¥])?
    (?P<num>\d{{1,3}}(?:,\d{{2,3}})++(?:\.\d++)?+|\d{{1,3}}(?:[\u00a0\u202f ]\d{{3}})++(?![\d])
      |\d++(?:\.\d++)?+|(?:{_either(_WORDS)})(?:-(?:{_either(list(_WORDS)[1:10])}))?(?![\w-]))
    (?P<close>\))?
    (?:[\s\u00a0-]?(?P<mag>{_either(_MAGNITUDES)})(?![\w]))?
    (?:[\s\u00a0-]?(?P<unit>{_either([*_UNITS, *_CURRENCIES])})(?![\w]))?
    (?:(?:\s?/\s?|\sper\s)(?P<per>{_either(_UNITS)})(?![\w]))?
    """,
    re.VERBOSE | re.IGNORECASE,
)
_SCALE = re.compile(
    r"\bin\s(?:\w+\s)?(thousand|million|billion)s?\b|\b(\w{3}|[$€£¥])\s(million|billion)\b", re.I
)


_MORE = re.compile(
    r"\b(?:(?:more|greater|larger|higher|older|longer|bigger) than|over|above|exceed(?:s|ed|ing)?"
    r"|at least|no (?:less|fewer) than|not less than|minimum of|upwards of)$",
    re.IGNORECASE,
)
_LESS = re.compile(
    r"\b(?:(?:less|fewer|lower|smaller|younger|shorter) than|under|below|at most|up to"
    r"|no more than|not more than|maximum of|within|almost|nearly)$",
    re.IGNORECASE,
)
_ROMAN = re.compile(
    r"(?<=(?:tage|hase|rade|type|Type|lass|evel) )(?:IV|V|I{1,3})(?=[ABCabc,.;) ]|$)"
)
_ROMANS = {"I": 1, "II": 2, "III": 3, "IV": 4, "V": 5}


def comparison(text: str, quantity: Quantity) -> int:
    """1 where a figure is called a lower bound, -1 where an upper one, else 0."""
    before = " ".join(text[max(0, quantity.start - 24) : quantity.start].split())
    for pattern, sign in ((_MORE, 1), (_LESS, -1)):
        if pattern.search(before):
            return sign
    return 0


@lru_cache(maxsize=256)
def quantities(text: str) -> tuple[Quantity, ...]:
    """The figures of a text in order; linear in its length."""
    found = [_date(match) for match in _DATE.finditer(text)]
    taken = covered(text, found)
    for match in _NUMBER.finditer(text):
        if not taken[match.start("num")]:
            found.append(_number(match))
    for match in _ROMAN.finditer(text):
        value = Decimal(_ROMANS[match[0]])
        found.append(Quantity(match[0], match.start(), match.end(), value, Decimal(1)))
    return tuple(sorted(found, key=lambda q: q.start))


def covered(text: str, found: Iterable[Quantity]) -> bytearray:
    """For each character of a text whether it belongs to one of some figures."""
    taken = bytearray(len(text))
    for quantity in found:
        taken[quantity.start : quantity.end] = b"\1" * (quantity.end - quantity.start)
    return taken


def table_scale(text: str) -> Decimal:
    """What the numbers of a table are counted in, by its heads or caption; 1 where not said."""
    match = _SCALE.search(text)
    if match is None:
        return Decimal(1)
    return Decimal(10) ** _MAGNITUDES[(match[1] or match[3]).lower()]


def agrees(claimed: Quantity, found: Quantity, scale: Decimal = Decimal(1)) -> bool:
    """Whether a figure of a claim is a figure of the evidence, rounded as people round.

    Signs are not compared: a loss of 5 stands as (5), and a fall by 5 as −5.

    Args:
        claimed: May be coarser, never finer, than what was found.
        found: In the evidence.
        scale: What bare numbers of the evidence are counted in.
    """
    if claimed.unit == "date" or found.unit == "date":
        return _same_date(claimed, found)
    if claimed.per and found.per and claimed.per != found.per:
        return False
    factors = _factors(claimed, found, scale)
    return any(
        _rounds_to(claimed, abs(found.value * factor), found.step * factor) for factor in factors
    )


def satisfies(claimed: Quantity, bound: int, found: Quantity) -> bool:
    """Whether a figure of the evidence lies on the side that a claim's bound allows."""
    if bound == 0 or claimed.unit == "date" or found.unit == "date":
        return False
    values = [found.value * factor for factor in _factors(claimed, found, Decimal(1))]
    return any((value - claimed.value) * bound >= 0 for value in values)


def _factors(claimed: Quantity, found: Quantity, scale: Decimal) -> tuple[Decimal, ...]:
    """What a found number may be multiplied with to have the claim's unit; none if it cannot."""
    if claimed.unit == found.unit:
        return (Decimal(1),) if found.unit == "%" else (Decimal(1), scale)
    if claimed.unit and found.unit:
        mine, theirs = (_CONVERSIONS.get(q.unit, (q.unit, 1)) for q in (claimed, found))
        return (Decimal(theirs[1]) / Decimal(mine[1]),) if mine[0] == theirs[0] else ()
    bare, named = (claimed, found) if not claimed.unit else (found, claimed)
    if named.unit in _NEVER_BARE and (bare is claimed or scale == 1):
        return ()
    return (Decimal(1), scale)


def _rounds_to(claimed: Quantity, value: Decimal, step: Decimal) -> bool:
    if step < claimed.step:
        return abs(abs(claimed.value) - value) * 2 <= claimed.step
    return abs(claimed.value) == value


_NEVER_BARE = frozenset({"%", "points", "bp"}) | frozenset(_CURRENCIES.values())


def _same_date(claimed: Quantity, found: Quantity) -> bool:
    if claimed.unit == found.unit:
        pairs = zip(_fields(claimed.value), _fields(found.value), strict=True)
        return all(a in (0, b) for a, b in pairs)
    date, other = (claimed, found) if claimed.unit == "date" else (found, claimed)
    year, month, day = _fields(date.value)
    if other.unit or other.value != year:
        return False
    return date is found or not (month or day)


def _fields(value: Decimal) -> tuple[int, int, int]:
    whole = int(value)
    return whole // 10_000, whole // 100 % 100, whole % 100


def _date(match: re.Match[str]) -> Quantity:
    parts = match.groupdict()

    def first(letter: str) -> str:
        return next((v for k, v in parts.items() if k[0] == letter and v), "0")

    month = first("m").lower()
    number = int(month) if month.isdigit() else _MONTHS[month]
    value = int(first("y")) * 10_000 + number * 100 + int(first("d"))
    return Quantity(match[0], match.start(), match.end(), Decimal(value), Decimal(1), "date")


def _number(match: re.Match[str]) -> Quantity:
    digits = re.sub(r"[,\u00a0\u202f ]", "", match["num"].lower())
    if digits[0].isdigit():
        value = Decimal(digits)
    else:
        tens, _, ones = digits.partition("-")
        value = Decimal(_WORDS[tens] + (_WORDS[ones] if ones else 0))
    exponent = -len(digits.partition(".")[2]) if "." in digits else 0
    step = Decimal(1).scaleb(exponent)
    magnitude = (match["mag"] or "").lower()
    unit = (match["unit"] or "").lower()
    currency = match["cur"] or match["cur2"]
    if magnitude in ("m", "k", "b") and not currency and not unit and magnitude == "m":
        magnitude, unit = "", "m"
    power = Decimal(10) ** _MAGNITUDES.get(magnitude, 0)
    negative = bool(match["sign"]) or bool(match["paren"] and match["close"])
    canonical = _CURRENCIES.get((currency or "").lower()) or _CURRENCIES.get(unit) or ""
    start = match.start() + len(match[0]) - len(match[0].lstrip())
    if match["paren"] and not match["close"]:
        start = match.start("paren") + 1
    return Quantity(
        raw=match.string[start : match.end()],
        start=start,
        end=match.end(),
        value=-value * power if negative else value * power,
        step=step * power,
        unit=canonical or _UNITS.get(unit, ""),
        per=_UNITS.get((match["per"] or "").lower(), ""),
    )
