"""How a number is written: digits with their separators, and Chinese characters; knows no units."""

from __future__ import annotations

import re
from decimal import Decimal

from pincite.checks.vocabulary import DECIMAL_COMMA

__all__ = ["CJK_WORD", "plain_number", "wide_number"]

_CJK_DIGITS = {char: value for value, char in enumerate("零一二三四五六七八九")} | {
    "〇": 0,
    "两": 2,
    "兩": 2,
}
_CJK_POWERS = {"十": 1, "百": 2, "千": 3, "万": 4, "萬": 4, "亿": 8, "億": 8}
CJK_WORD = f"[{''.join(_CJK_DIGITS)}{''.join(_CJK_POWERS)}]"
"""A pattern for a character of a number in Chinese or Japanese."""


def plain_number(raw: str, language: str) -> tuple[Decimal, Decimal]:
    """The number that digits with separators write, and the worth of the last digit.

    The last mark of two kinds, or one that groups nothing, is decimal; of one that may be either
    the language decides.

    Example:
        >>> plain_number("1.234,5", "de"), plain_number("1.234", "en")
        ((Decimal('1234.5'), Decimal('0.1')), (Decimal('1.234'), Decimal('0.001')))
    """
    if raw.isdecimal():
        return Decimal(raw), Decimal(1)
    digits = re.sub(r"['’\u00a0\u202f ]", "", raw)
    marks = {mark for mark in ".," if mark in digits}
    decimal = max(marks, key=digits.rindex) if len(marks) > 1 else ""
    if len(marks) == 1:
        (mark,) = marks
        first, *groups = digits.split(mark)
        usual = "," if language in DECIMAL_COMMA else "."
        if len(groups) == 1:
            grouping = mark != usual and len(groups[0]) in (2, 3) and len(first) <= 3
            odd = mark != usual and mark == "." and len(groups[0]) != 3
            decimal = mark if odd or not grouping else ""
    elif len(marks) > 1 and digits.count(decimal) > 1:
        decimal = ""
    whole, _, rest = digits.partition(decimal) if decimal else (digits, "", "")
    whole = re.sub(r"[.,]", "", whole)
    rest = re.sub(r"[.,]", "", rest)
    return Decimal(f"{whole}.{rest}" if rest else whole), Decimal((0, (1,), -len(rest)))


def wide_number(raw: str) -> int | None:
    """A number in Chinese characters; None for what is none, such as `千万` or a list of digits."""
    if all(char in _CJK_DIGITS for char in raw):
        return int("".join(str(_CJK_DIGITS[char]) for char in raw)) if len(raw) == 4 else None
    total = section = 0
    digit: int | None = None
    for char in raw:
        if char in _CJK_DIGITS:
            digit = _CJK_DIGITS[char]
            continue
        power = _CJK_POWERS[char]
        if power >= 4:
            section += digit or 0
            if not section:
                return None
            total, section = total + section * 10**power, 0
        else:
            if digit is None and not (char == "十" and not section):
                return None
            section += (1 if digit is None else digit) * 10**power
        digit = None
    return total + section + (digit or 0)
