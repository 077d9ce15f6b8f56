"""Which figure of the evidence says what one of a claim says: rounding, units, bounds, dates."""

from __future__ import annotations

import re
from decimal import Decimal
from functools import lru_cache

from pincite.checks.quantities import Quantity
from pincite.checks.vocabulary import (
    CONVERSIONS,
    CURRENCIES,
    MAGNITUDES,
    NUMBER_WORDS,
    one_of,
    plain_case,
)

__all__ = ["agrees", "comparison", "fields_of", "satisfies", "table_scale"]

_SCALE = re.compile(
    rf"\bin\s(?:(?!{one_of(NUMBER_WORDS['en'])}\s)[^\W\d]\w*\s)?(thousand|million|billion)s?\b"
    r"|((?<![^\W_])(?-i:[A-Z]{3})|[$€£¥])\s(thousand|million|billion)s?\b"
    r"|[$€£¥]['’]?(m|bn|0{3}(?:,?0{3})?)(?!\w)"
    r"|\bin\s(?:tausend|(mio|mrd|millionen|milliarden))\b"
    r"|\ben\s(milliers|millions|millones|miles de)\b"
    r"|单位[:：]\s?(千|万|百万|亿)|単位[:：]\s?(千|百万|億)",
    re.IGNORECASE,
)
_SCALE_WORD = re.compile(
    r"[tTmMbB单単$€£¥](?i:housand|illi|ausend|io|rd|il(?:es|lones)|位|['’]?(?:m|bn|000))"
)
"""A part of everything that `_SCALE` finds, which is searched ten times faster."""
_MORE = re.compile(
    r"(?:\b(?:(?:more|greater|larger|higher|older|longer|bigger) than|over|above"
    r"|exceed(?:s|ed|ing)?|at least|no (?:less|fewer) than|not less than|minimum of|upwards of"
    r"|mehr als|über|mindestens|plus de|au moins|más de|al menos)|超过|至少|以上|>=?|≥)$",
    re.IGNORECASE,
)
_LESS = re.compile(
    r"(?:\b(?:(?:less|fewer|lower|smaller|younger|shorter) than|under|below|at most|up to"
    r"|no more than|not more than|maximum of|within|almost|nearly|weniger als|unter|höchstens"
    r"|moins de|au plus|menos de|como máximo)|不到|至多|最多|<=?|≤)$",
    re.IGNORECASE,
)
_REACH = 24
_MONEY = frozenset(CURRENCIES.values())
_LEAST_MONEY = 10_000
"""From here on a figure without its currency is hardly the count of something else."""
_NEVER_BARE = frozenset({"%", "points", "bp"}) | _MONEY
_TIMES = frozenset({"date", "decade", "quarter"})
_DECADE = 10
_ONE = (Decimal(1),)


def comparison(text: str, quantity: Quantity) -> int:
    """1 where a figure is called a lower bound, -1 where an upper one, else 0."""
    before = " ".join(text[max(0, quantity.start - _REACH) : quantity.start].split())
    for pattern, sign in ((_MORE, 1), (_LESS, -1)):
        if before and pattern.search(before):
            return sign
    return 0


@lru_cache(maxsize=64)
def table_scale(text: str) -> Decimal:
    """What the numbers of a table are counted in, by its heads or caption; 1 where not said."""
    match = _SCALE.search(text) if _SCALE_WORD.search(text) else None
    if match is None:
        return Decimal(1)
    word = next((w for w in (match[1], *match.groups()[2:]) if w), "tausend")
    if word[0] == "0":
        return Decimal(10) ** word.count("0")
    return Decimal(10) ** MAGNITUDES[plain_case(word).replace("miles de", "mil")]


def agrees(claimed: Quantity, found: Quantity, scale: Decimal = Decimal(1)) -> bool:
    """Whether a figure of a claim is a figure of the evidence, rounded as people round.

    Signs are not compared: a loss of 5 stands as (5), and a fall by 5 as −5.

    Args:
        claimed: May be coarser, never finer, than what was found.
        found: In the evidence.
        scale: What bare numbers of the evidence are counted in.
    """
    if claimed.unit in _TIMES or found.unit in _TIMES:
        return _same_time(claimed, found)
    if claimed.per and found.per and claimed.per != found.per:
        return False
    return any(
        _rounds_to(claimed, abs(found.value * factor), found.step * factor)
        for factor in _factors(claimed, found, scale)
    )


def satisfies(claimed: Quantity, bound: int, found: Quantity) -> bool:
    """Whether a figure of the evidence lies on the side that a claim's bound allows.

    Only figures of one kind are compared, and never a bare one with one that has a unit.
    """
    if bound == 0 or claimed.unit in _TIMES or found.unit in _TIMES:
        return False
    if bool(claimed.unit) != bool(found.unit):
        return False
    factors = _factors(claimed, found, Decimal(1))
    return any((found.value * factor - claimed.value) * bound >= 0 for factor in factors)


def fields_of(date: Decimal) -> tuple[int, int, int]:
    """Year, month and day of a date's value; zero for what is not said."""
    whole = int(date)
    return whole // 10_000, whole // 100 % 100, whole % 100


def _factors(claimed: Quantity, found: Quantity, scale: Decimal) -> tuple[Decimal, ...]:
    """What a found number may be multiplied with to have the claim's unit; none if it cannot."""
    scales = _ONE if scale == 1 else (Decimal(1), scale)
    if claimed.unit == found.unit:
        return _ONE if found.unit == "%" else scales
    if claimed.unit and found.unit:
        mine, theirs = (CONVERSIONS.get(q.unit, (q.unit, 1)) for q in (claimed, found))
        return (Decimal(theirs[1]) / Decimal(mine[1]),) if mine[0] == theirs[0] else ()
    bare, named = (claimed, found) if not claimed.unit else (found, claimed)
    money = named.unit in _MONEY and abs(claimed.value) >= _LEAST_MONEY
    if named.unit in _NEVER_BARE and not money and (bare is claimed or scale == 1):
        return ()
    return scales


def _rounds_to(claimed: Quantity, value: Decimal, step: Decimal) -> bool:
    if step < claimed.step:
        return abs(abs(claimed.value) - value) * 2 <= claimed.step
    return abs(claimed.value) == value


def _same_time(claimed: Quantity, found: Quantity) -> bool:
    if claimed.unit == found.unit:
        if claimed.unit != "date":
            return claimed.value == found.value
        pairs = zip(fields_of(claimed.value), fields_of(found.value), strict=True)
        return all(a in (0, b) for a, b in pairs)
    if claimed.unit == "decade":
        year = fields_of(found.value)[0] if found.unit == "date" else int(found.value)
        return found.unit in ("", "date") and claimed.value <= year < claimed.value + _DECADE
    if "date" not in (claimed.unit, found.unit):
        return False
    date, other = (claimed, found) if claimed.unit == "date" else (found, claimed)
    year, month, day = fields_of(date.value)
    if other.unit or other.value != year:
        return False
    return date is found or not (month or day)
