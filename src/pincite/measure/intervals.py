"""Intervals for shares and means: Wilson, bootstrap, paired bootstrap; knows no records to score.

Resampling is deterministic: the same values and seed give the same interval. Numpy is imported
when something is resampled, so that shares alone cost no import.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from statistics import NormalDist
from typing import TYPE_CHECKING

from pincite.errors import CallerError
from pincite.records import Proportion

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = [
    "Difference",
    "Interval",
    "bootstrap",
    "bootstrap_statistic",
    "paired_bootstrap",
    "wilson",
]

_BLOCK_CELLS = 1_000_000


@dataclass(frozen=True, slots=True)
class Interval:
    """A figure with the ends of its interval.

    Attributes:
        value: The figure on the data as they are; None when there are none.
        low: Lower end, None when there is none.
        high: Upper end, None when there is none.
        n: How many values it stands on.
    """

    value: float | None
    low: float | None
    high: float | None
    n: int


@dataclass(frozen=True, slots=True)
class Difference:
    """A mean difference of paired values, `a` less `b`.

    Attributes:
        value: The mean difference; None when there are no pairs.
        low: Lower end, None when there are no pairs.
        high: Upper end, None when there are no pairs.
        p: Two-sided: how often resampling gives a difference of the other sign, or none.
        n: How many pairs.
    """

    value: float | None
    low: float | None
    high: float | None
    p: float | None
    n: int


def wilson(successes: int, total: int, level: float = 0.95) -> Proportion:
    """A share with its Wilson score interval (Wilson 1927, without continuity correction).

    Args:
        successes: The numerator.
        total: The denominator.
        level: Coverage of the interval, between 0 and 1.

    Raises:
        CallerError: When the counts are not those of a share, or the level is none.

    Example:
        >>> share = wilson(157, 250)
        >>> round(share.low, 3), round(share.high, 3)
        (0.567, 0.686)
    """
    if not 0 <= successes <= total:
        raise CallerError(f"{successes!r} of {total!r} is not a share")
    z = NormalDist().inv_cdf((1 + _checked_level(level)) / 2)
    if total == 0:
        return Proportion(successes=0, total=0, low=None, high=None)
    share = successes / total
    scale = 1 + z * z / total
    center = (share + z * z / (2 * total)) / scale
    reach = z / scale * math.sqrt(share * (1 - share) / total + z * z / (4 * total * total))
    return Proportion(
        successes=successes,
        total=total,
        low=0.0 if successes == 0 else center - reach,
        high=1.0 if successes == total else center + reach,
    )


def bootstrap(
    values: Sequence[float], *, seed: int = 0, resamples: int = 2000, level: float = 0.95
) -> Interval:
    """The mean with its percentile bootstrap interval (Efron 1979).

    Args:
        values: One for each independent unit, such as an answer.
        seed: Of the resampling.
        resamples: How many.
        level: Coverage of the interval.

    Raises:
        CallerError: On a value that is not finite.
    """
    import numpy as np

    data = _finite(values)
    if not len(data):
        return Interval(value=None, low=None, high=None, n=0)
    means = np.concatenate(
        [data[rows].mean(axis=1) for rows in _resampled(len(data), seed, resamples)]
    )
    low, high = _percentiles(means, level)
    return Interval(value=float(data.mean()), low=low, high=high, n=len(data))


def bootstrap_statistic(
    size: int,
    statistic: Callable[[NDArray[np.intp]], float | None],
    *,
    seed: int = 0,
    resamples: int = 1000,
    level: float = 0.95,
) -> Interval:
    """Any figure of `size` records with its percentile bootstrap interval.

    Args:
        size: How many records there are.
        statistic: The figure of the records at the given rows (repeated ones included), None
            where it is not defined on them. Resamples on which it is not defined do not count.
        seed: Of the resampling.
        resamples: How many.
        level: Coverage of the interval.
    """
    import numpy as np

    value = statistic(np.arange(size)) if size else None
    if value is None:
        return Interval(value=None, low=None, high=None, n=size)
    drawn = (statistic(row) for rows in _resampled(size, seed, resamples) for row in rows)
    figures = np.array([figure for figure in drawn if figure is not None])
    if not len(figures):
        return Interval(value=value, low=None, high=None, n=size)
    low, high = _percentiles(figures, level)
    return Interval(value=value, low=low, high=high, n=size)


def paired_bootstrap(
    a: Sequence[float],
    b: Sequence[float],
    *,
    seed: int = 0,
    resamples: int = 2000,
    level: float = 0.95,
) -> Difference:
    """The mean of `a` less the mean of `b` over the same records, by resampling the pairs.

    `p` is `2 · (1 + min(#≤0, #≥0)) / (1 + resamples)`, at most 1, where the counts are over the
    resampled differences (Davison and Hinkley 1997, 4.2; Koehn 2004 for the use).

    Args:
        a: One value for each record.
        b: The other system's value for the same records, in the same order.
        seed: Of the resampling.
        resamples: How many.
        level: Coverage of the interval.

    Raises:
        CallerError: When the lengths differ, or on a value that is not finite.
    """
    import numpy as np

    if len(a) != len(b):
        raise CallerError(f"{len(a)} and {len(b)} values are not pairs")
    data = _finite(a) - _finite(b)
    if not len(data):
        return Difference(value=None, low=None, high=None, p=None, n=0)
    means = np.concatenate(
        [data[rows].mean(axis=1) for rows in _resampled(len(data), seed, resamples)]
    )
    low, high = _percentiles(means, level)
    fewest = min(int((means <= 0).sum()), int((means >= 0).sum()))
    return Difference(
        value=float(data.mean()),
        low=low,
        high=high,
        p=min(1.0, 2 * (1 + fewest) / (1 + resamples)),
        n=len(data),
    )


def _finite(values: Sequence[float]) -> NDArray[np.float64]:
    import numpy as np

    data = np.asarray(values, dtype=np.float64)
    if not np.isfinite(data).all():
        row = int(np.flatnonzero(~np.isfinite(data))[0])
        raise CallerError(f"value {row} is {values[row]!r}", remedy="leave out what has no score")
    return data


def _resampled(size: int, seed: int, resamples: int) -> Iterator[NDArray[np.intp]]:
    """Row numbers drawn with replacement, `(block, size)`, in blocks of bounded memory."""
    import numpy as np

    generator = np.random.default_rng(seed)
    block = max(1, _BLOCK_CELLS // size)
    for start in range(0, resamples, block):
        count = min(block, resamples - start)
        yield generator.integers(0, size, size=(count, size), dtype=np.intp)


def _percentiles(figures: NDArray[np.float64], level: float) -> tuple[float, float]:
    import numpy as np

    tail = (1 - _checked_level(level)) / 2
    low, high = np.quantile(figures, [tail, 1 - tail])
    return float(low), float(high)


def _checked_level(level: float) -> float:
    if not 0 < level < 1:
        raise CallerError(f"a level of {level!r} is not between 0 and 1")
    return level
