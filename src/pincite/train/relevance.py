"""People's evidence → the weights by which the search for evidence chooses sentences.

Logistic regression by Newton's method. A step of the search is an example: the features of every
candidate beside what is chosen so far, and whether people marked it. The steps come from the
search itself, first with hand-set weights, then with those fitted on the steps before, so that the
weights see the choices that they lead to. Every data set and every claim weighs the same. Records
that `pincite bench cite` measures are not seen.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import islice
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from pincite.checks.postings import SentenceIndex
from pincite.checks.relevance import FEATURES, Chosen, ClaimView
from pincite.checks.repair import candidates, named_by
from pincite.datasets.cited import SETS, Item, held_out, items

__all__ = ["fit_relevance"]

_ROUNDS = 3
_STEPS = 8
_LEAST = 0.2
_RIDGE = 1e-3

Array = NDArray[np.float64]


def fit_relevance(root: Path, *, claims_of_a_set: int = 40) -> dict[str, float]:
    """The weights of `pincite.checks.relevance.WEIGHTS`, rounded to two digits.

    Args:
        root: The data root.
        claims_of_a_set: At most so many are fitted on.
    """
    chosen = [
        (name, item) for name in SETS for item in islice(_fitted_on(root, name), claims_of_a_set)
    ]
    sizes = Counter(name for name, _ in chosen)
    weights = np.zeros(len(FEATURES))
    weights[FEATURES.index("gain")], weights[FEATURES.index("bias")] = 8.0, -3.0
    values: list[Array] = []
    marked: list[Array] = []
    shares: list[Array] = []
    for _ in range(_ROUNDS):
        for name, item in chosen:
            steps = _steps(item, weights)
            total = sum(len(gold) for _, gold in steps)
            for features, gold in steps:
                values.append(features)
                marked.append(gold)
                shares.append(np.full(len(gold), len(chosen) / (sizes[name] * total)))
        weights = _fitted(
            np.concatenate(values), np.concatenate(marked), np.concatenate(shares), weights
        )
    return {name: round(float(w), 2) for name, w in zip(FEATURES, weights, strict=True)}


def _fitted_on(root: Path, name: str) -> Sequence[Item]:
    return [item for item in items(root, name) if not held_out(item.record_id)]


def _steps(item: Item, weights: Array) -> list[tuple[Array, Array]]:
    """The features of the candidates at each step of a search, and which people marked."""
    index = SentenceIndex(item.library)
    view = ClaimView(item.text, index)
    left = candidates(item.text, index)
    view.compare(left)
    chosen: list[int] = []
    steps: list[tuple[Array, Array]] = []
    while left and len(chosen) < _STEPS:
        state = Chosen(view, chosen)
        features = np.asarray([state.features(number) for number in left])
        gold = max(
            item.gold, key=lambda numbers: (len(numbers.intersection(chosen)), -len(numbers))
        )
        steps.append((features, np.asarray([float(number in gold) for number in left])))
        odds = 1 / (1 + np.exp(-features @ weights))
        best = int(np.argmax(odds))
        if chosen and odds[best] < _LEAST:
            break
        chosen.append(left.pop(best))
        named = named_by(chosen[-1], view)
        left.extend(n for n in named if n not in left and n not in chosen)
    return steps


def _fitted(values: Array, marked: Array, shares: Array, weights: Array) -> Array:
    ridge = _RIDGE * shares.sum()
    for _ in range(12):
        odds = 1 / (1 + np.exp(-values @ weights))
        slope = values.T @ (shares * (odds - marked)) + ridge * weights
        curve = (values * (shares * odds * (1 - odds))[:, None]).T @ values
        step = np.linalg.solve(curve + ridge * np.eye(len(weights)), slope)
        weights = weights - step
        if float(np.abs(step).max()) < 1e-5:
            break
    return weights
