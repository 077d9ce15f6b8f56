"""Held-out pairs with their features → the weights of the verifier's combination.

Logistic regression with bounded signs, by projected gradient descent on standardised features.
Every data set weighs the same, whatever its size.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from pincite.checks import check_pair
from pincite.datasets import Label
from pincite.errors import CallerError
from pincite.models.crossencoder import CrossEncoder
from pincite.models.verifier import FEATURES, SIGNS, features
from pincite.models.verifiers import make_reader
from pincite.ports import Entailment
from pincite.train.export import write_calibration, write_reader
from pincite.train.pairs import Pair, pairs

__all__ = ["CALIBRATED_ON", "PER_SET", "Calibrated", "calibrate", "fit"]

CALIBRATED_ON = (
    "wice", "factcheck_gpt", "summedits", "fever_symmetric", "begin", "attribute_first",
    "contract_nli",
)  # fmt: skip
"""Data sets of statements in several kinds of text; only their held-out records are used. Those
that put a question and its answer together for a claim are left out: nobody writes so."""

PER_SET = 300
"""Pairs of each data set, at most."""

_STEPS = 1500
_RATE = 0.3
_RIDGE = 1e-3


@dataclass(frozen=True, slots=True)
class Calibrated:
    """A pair with its features and what people say.

    Attributes:
        set: Its data set.
        values: In the order of `FEATURES`.
        supported: Whether people call it supported.
    """

    set: str
    values: Sequence[float]
    supported: bool


def calibrate(
    root: Path, folder: Path, *, verifier: str | None = None, n: int = PER_SET
) -> dict[str, float]:
    """Fits the combination of a reader with the checks, and writes it into the folder's manifest.

    Args:
        root: The data root.
        folder: Of an exported model; with `verifier`, gets a manifest that names it.
        verifier: A name that `pincite.defaults.verifier` takes, to read in place of the model.
        n: Pairs of each data set, at most.

    Raises:
        CallerError: When the verifier could read none of the pairs.
    """
    reader = _reader(folder, verifier)
    by_set: dict[str, list[Pair]] = {name: [] for name in CALIBRATED_ON}
    for pair in pairs(root, held=True):
        name = pair.source.partition("+")[0]
        if name in by_set and len(by_set[name]) < n:
            by_set[name].append(pair)
    found: list[Calibrated] = []
    for name, mine in by_set.items():
        texts = [(pair.claim, pair.evidence) for pair in mine]
        for pair, read in zip(mine, reader.judge(texts), strict=True):
            if read is not None:
                values = features(
                    pair.claim, pair.evidence, read, check_pair(pair.claim, pair.evidence)
                )
                found.append(Calibrated(name, values, Label.SUPPORTED in pair.labels))
    if not found:
        raise CallerError(f"{reader.name} could read none of the pairs", remedy="try one by hand")
    weights = fit(found)
    if verifier is None:
        write_calibration(folder, weights)
    else:
        write_reader(folder, verifier, weights)
    return weights


def _reader(folder: Path, verifier: str | None) -> Entailment:
    if verifier is None and not (folder / "manifest.json").is_file():
        raise CallerError(
            f"{folder.name!r} has no manifest.json, so it is not an exported verifier",
            remedy="name the model with --verifier, and give a new folder for its calibration",
        )
    if verifier is None:
        return CrossEncoder(folder)
    return make_reader(verifier)


def fit(pairs: Sequence[Calibrated]) -> dict[str, float]:
    """The weights, `bias` and one for each feature, rounded to six digits.

    Args:
        pairs: Not trained on; of any number of data sets.
    """
    values = np.asarray([pair.values for pair in pairs], dtype=np.float64)
    gold = np.asarray([pair.supported for pair in pairs], dtype=np.float64)
    share = _shares(pairs)
    mean = share @ values
    spread = np.sqrt(share @ (values - mean) ** 2)
    spread[spread == 0] = 1.0
    scaled = (values - mean) / spread
    signs = np.asarray([SIGNS[name] for name in FEATURES], dtype=np.float64)
    weights, bias = np.zeros(len(FEATURES)), 0.0
    for _ in range(_STEPS):
        error = share * (_sigmoid(scaled @ weights + bias) - gold)
        weights -= _RATE * (scaled.T @ error + _RIDGE * weights)
        weights = np.where(weights * signs < 0, 0.0, weights)
        bias -= _RATE * float(error.sum())
    real = weights / spread
    found = {name: round(float(weight), 6) for name, weight in zip(FEATURES, real, strict=True)}
    return {"bias": round(bias - float(mean @ real), 6), **found}


def _shares(pairs: Sequence[Calibrated]) -> NDArray[np.float64]:
    """The weight of each pair, `(pairs,)`: sets alike; adds up to 1."""
    counts = Counter(pair.set for pair in pairs)
    shares = np.asarray([1 / counts[pair.set] for pair in pairs])
    return np.asarray(shares / shares.sum(), dtype=np.float64)


def _sigmoid(values: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.asarray(1 / (1 + np.exp(-np.clip(values, -60, 60))), dtype=np.float64)
