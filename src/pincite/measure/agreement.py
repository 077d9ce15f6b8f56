"""How well a judge's yes or no, and its probabilities, agree with people; numpy only.

Labels are binary, supported or not. What became of other labels (`generic`, `disputed`) is the
caller's to decide before and to say. A figure that the data do not define is None: balanced
accuracy, AUROC and kappa need both classes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from pincite.errors import CallerError
from pincite.measure.intervals import Interval, bootstrap_statistic, wilson
from pincite.records import Proportion

__all__ = [
    "Agreement",
    "ReliabilityBin",
    "agreement",
    "auroc",
    "balanced_accuracy",
    "brier",
    "calibration_error",
    "cohen_kappa",
    "macro_f1",
    "reliability",
]

Flags = NDArray[np.bool_]
Numbers = NDArray[np.float64]
T = TypeVar("T", bound=np.generic)

BINS = 10
"""Of equal width, for calibration."""


@dataclass(frozen=True, slots=True)
class ReliabilityBin:
    """The records whose probability lies in one bin.

    Attributes:
        low: Lower edge.
        high: Upper edge; the last bin holds its own.
        mean: Mean probability; None in an empty bin.
        supported: How many of them people call supported.
    """

    low: float
    high: float
    mean: float | None
    supported: Proportion


@dataclass(frozen=True, slots=True)
class Agreement:
    """A judge against people on one set.

    Attributes:
        base_rate: Share that people call supported.
        threshold: From which probability on the judge says supported.
        balanced_accuracy: Mean of the recalls of both classes.
        macro_f1: Mean of the F1 of both classes.
        kappa: Cohen's.
        auroc: Area under the ROC curve; ties count half.
        brier: Mean squared error of the probability; lower is better.
        calibration_error: Expected calibration error over ten bins of equal width.
    """

    base_rate: Proportion
    threshold: float
    balanced_accuracy: Interval
    macro_f1: Interval
    kappa: Interval
    auroc: Interval
    brier: Interval
    calibration_error: Interval


def agreement(
    labels: Sequence[bool],
    probabilities: Sequence[float],
    *,
    threshold: float = 0.5,
    seed: int = 0,
    resamples: int = 1000,
) -> Agreement:
    """All figures of one judge on one set, with percentile bootstrap intervals over records.

    Args:
        labels: What people said, `(records,)`.
        probabilities: That the claim is supported, 0 to 1, `(records,)`.
        threshold: Frozen before; at or above it the judge says supported.
        seed: Of the resampling.
        resamples: How many.

    Raises:
        CallerError: When lengths differ or a probability is none.
    """
    gold, scores = _checked(labels, probabilities)
    said = scores >= threshold

    def interval(figure: Callable[[Flags, NDArray[T]], float | None], of: NDArray[T]) -> Interval:
        return bootstrap_statistic(
            len(gold), lambda rows: figure(gold[rows], of[rows]), seed=seed, resamples=resamples
        )

    return Agreement(
        base_rate=wilson(int(gold.sum()), len(gold)),
        threshold=threshold,
        balanced_accuracy=interval(balanced_accuracy, said),
        macro_f1=interval(macro_f1, said),
        kappa=interval(cohen_kappa, said),
        auroc=interval(auroc, scores),
        brier=interval(brier, scores),
        calibration_error=interval(calibration_error, scores),
    )


def balanced_accuracy(gold: Flags, said: Flags) -> float | None:
    """The mean of the recalls of both classes; None without both in `gold`."""
    if not gold.any() or gold.all():
        return None
    return float((said[gold].mean() + (~said[~gold]).mean()) / 2)


def macro_f1(gold: Flags, said: Flags) -> float | None:
    """The mean of the F1 of both classes; a class that nobody names is left out."""
    scores = []
    for mine, theirs in ((gold, said), (~gold, ~said)):
        named = int(mine.sum()) + int(theirs.sum())
        if named:
            scores.append(2 * int((mine & theirs).sum()) / named)
    return sum(scores) / len(scores) if scores else None


def cohen_kappa(gold: Flags, said: Flags) -> float | None:
    """Agreement beyond chance (Cohen 1960); None where chance alone agrees always."""
    if not len(gold):
        return None
    observed = float((gold == said).mean())
    chance = float(gold.mean() * said.mean() + (~gold).mean() * (~said).mean())
    return None if chance == 1 else (observed - chance) / (1 - chance)


def auroc(gold: Flags, scores: Numbers) -> float | None:
    """The chance that a supported record scores above another one; ties count half.

    By rank sums (Mann and Whitney 1947). None without both classes.
    """
    positives = int(gold.sum())
    negatives = len(gold) - positives
    if not positives or not negatives:
        return None
    _, inverse, counts = np.unique(scores, return_inverse=True, return_counts=True)
    ranks = np.cumsum(counts) - (counts - 1) / 2
    above = float(ranks[inverse][gold].sum()) - positives * (positives + 1) / 2
    return above / (positives * negatives)


def brier(gold: Flags, scores: Numbers) -> float | None:
    """The mean squared error of the probabilities (Brier 1950)."""
    return float(((scores - gold) ** 2).mean()) if len(gold) else None


def calibration_error(gold: Flags, scores: Numbers) -> float | None:
    """The expected calibration error over ten bins of equal width (Naeini et al. 2015)."""
    if not len(gold):
        return None
    rows = np.minimum((scores * BINS).astype(np.intp), BINS - 1)
    excess = np.bincount(rows, weights=scores - gold, minlength=BINS)
    return float(np.abs(excess).sum() / len(gold))


def reliability(
    labels: Sequence[bool], probabilities: Sequence[float]
) -> tuple[ReliabilityBin, ...]:
    """What a reliability diagram shows: probability against share supported, in ten bins."""
    gold, scores = _checked(labels, probabilities)
    rows = np.minimum((scores * BINS).astype(np.intp), BINS - 1)
    bins = []
    for row in range(BINS):
        inside = rows == row
        bins.append(
            ReliabilityBin(
                low=row / BINS,
                high=(row + 1) / BINS,
                mean=float(scores[inside].mean()) if inside.any() else None,
                supported=wilson(int(gold[inside].sum()), int(inside.sum())),
            )
        )
    return tuple(bins)


def _checked(labels: Sequence[bool], probabilities: Sequence[float]) -> tuple[Flags, Numbers]:
    gold = np.asarray(labels, dtype=np.bool_)
    scores = np.asarray(probabilities, dtype=np.float64)
    if len(gold) != len(scores):
        raise CallerError(f"{len(gold)} labels and {len(scores)} probabilities do not match")
    wrong = np.flatnonzero(~((scores >= 0) & (scores <= 1)))
    if len(wrong):
        raise CallerError(f"probability {int(wrong[0])} is {probabilities[int(wrong[0])]!r}")
    return gold, scores
