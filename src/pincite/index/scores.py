"""Arithmetic of scores that rankings share: sums over neighbours, one scale, the best rows."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from pincite.ports import Scored

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["around", "best", "bounds", "scaled"]


def bounds(first_numbers: tuple[int, ...]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """For each sentence the first row of its document, and one past the last."""
    firsts = np.asarray(first_numbers) - 1
    sizes = np.diff(firsts)
    return np.repeat(firsts[:-1], sizes), np.repeat(firsts[1:], sizes)


def around(
    values: NDArray[np.floating],
    radius: int,
    *,
    begins: NDArray[np.int64],
    stops: NDArray[np.int64],
) -> NDArray[np.float64]:
    """Sums of rows over the window of each sentence, cut at its document's ends.

    Args:
        values: `(sentences, columns)`.
        radius: Neighbours on each side.
        begins: From `bounds`.
        stops: From `bounds`.
    """
    if radius == 0:
        return values.astype(np.float64)
    sums = np.zeros((len(values) + 1, values.shape[1]))
    np.cumsum(values, axis=0, out=sums[1:])
    rows = np.arange(len(values))
    first = np.maximum(begins, rows - radius)
    stop = np.minimum(stops, rows + radius + 1)
    window: NDArray[np.float64] = sums[stop] - sums[first]
    return window


def scaled(scores: NDArray[np.float64]) -> NDArray[np.float64]:
    """Scores in units of their standard deviation, so that no ranking outweighs another."""
    spread = float(scores.std())
    return scores / spread if spread > 0 else scores


def best(scores: NDArray[np.float64], limit: int) -> list[Scored]:
    """At most `limit` rows with a score above zero, best first, ties to the earlier row."""
    if limit < 1:
        return []
    rounded = scores.round(6)
    order = np.argsort(-rounded, kind="stable")[:limit]
    return [Scored(int(row), float(rounded[row])) for row in order if rounded[row] > 0]
