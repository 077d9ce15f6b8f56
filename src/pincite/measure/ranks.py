"""Rank correlation; knows no systems."""

from __future__ import annotations

import math
from collections.abc import Sequence

from pincite.errors import CallerError

__all__ = ["spearman"]


def spearman(a: Sequence[float], b: Sequence[float]) -> float | None:
    """Spearman's rank correlation, ties at their mean rank; None where either has no order.

    Values are rounded to nine digits before they are ranked.

    Raises:
        CallerError: When the lengths differ.

    Example:
        >>> spearman([1, 2, 3, 4], [10, 20, 40, 30])
        0.8
    """
    if len(a) != len(b):
        raise CallerError(f"{len(a)} and {len(b)} values are not pairs")
    first, second = _ranks(a), _ranks(b)
    mean = (len(a) + 1) / 2
    spread = math.sqrt(sum((x - mean) ** 2 for x in first) * sum((y - mean) ** 2 for y in second))
    if not spread:
        return None
    return sum((x - mean) * (y - mean) for x, y in zip(first, second, strict=True)) / spread


def _ranks(values: Sequence[float]) -> list[float]:
    rounded = [round(value, 9) for value in values]
    ordered = sorted(rounded)
    first: dict[float, int] = {}
    count: dict[float, int] = {}
    for place, value in enumerate(ordered, 1):
        first.setdefault(value, place)
        count[value] = count.get(value, 0) + 1
    return [first[value] + (count[value] - 1) / 2 for value in rounded]
