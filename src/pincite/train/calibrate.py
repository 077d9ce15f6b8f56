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
from pincite.datasets.claims import judged_claims
from pincite.models.crossencoder import CrossEncoder
from pincite.models.verifier import FEATURES, SIGNS, features
from pincite.train.export import write_manifest

__all__ = ["CALIBRATED_ON", "Calibrated", "calibrate", "fit"]

CALIBRATED_ON = ("wice", "factcheck_gpt", "summedits", "fever_symmetric", "begin")
"""Data sets that may train; only their held-out records are used."""

_STEPS = 4000
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


def calibrate(root: Path, folder: Path) -> dict[str, float]:
    """Fits the combination of an exported model and writes it into the folder's manifest.

    Args:
        root: The data root.
        folder: With `model.onnx`, `tokenizer.json` and `manifest.json`.
    """
    reader = CrossEncoder(folder)
    pairs: list[Calibrated] = []
    for name in CALIBRATED_ON:
        claims = list(judged_claims(root, name))
        read = reader.judge([(item.claim, item.evidence) for item in claims])
        for item, judgement in zip(claims, read, strict=True):
            if judgement is not None:
                found = check_pair(item.claim, item.evidence)
                values = features(item.claim, item.evidence, judgement, found)
                pairs.append(Calibrated(name, values, item.label is Label.SUPPORTED))
    weights = fit(pairs)
    write_manifest(folder, weights)
    return weights


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
