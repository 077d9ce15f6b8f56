"""The combination of a model's reading with the checks."""

from random import Random

import pytest

from pincite.models.verifier import FEATURES, SIGNS, combined
from pincite.train.calibrate import Calibrated, fit


def sample(seed: int, *, lying: bool = False) -> list[Calibrated]:
    """Pairs whose reading tells the label nine times in ten; a lying check says the contrary."""
    chance = Random(seed)
    pairs = []
    for _ in range(400):
        supported = chance.random() < 0.4
        honest = chance.random() < 0.9
        values = dict.fromkeys(FEATURES, 0.0)
        values["reading"] = 2.0 if supported == honest else -2.0
        values["figures_absent"] = float(supported == lying and chance.random() < 0.5)
        pairs.append(Calibrated("set", [values[name] for name in FEATURES], supported))
    return pairs


def test_the_probability_is_calibrated() -> None:
    """On fresh pairs the mean probability is the share that is supported."""
    weights = fit(sample(1))
    fresh = sample(2)
    mean = sum(combined(pair.values, weights) for pair in fresh) / len(fresh)
    share = sum(pair.supported for pair in fresh) / len(fresh)
    assert mean == pytest.approx(share, abs=0.05)
    assert weights["reading"] > 0


def test_a_weight_never_has_the_wrong_sign() -> None:
    """Data in which failed figures go with support do not make a failure raise the probability."""
    weights = fit(sample(3, lying=True))
    assert weights["figures_absent"] == 0
    assert all(weights[name] * sign >= 0 for name, sign in SIGNS.items())


def test_sets_weigh_alike() -> None:
    """Ten copies of one set beside another change nothing but rounding."""
    one = sample(4)
    other = [Calibrated("other", pair.values, not pair.supported) for pair in sample(5)]
    few, many = fit([*one, *other]), fit([*one * 10, *other])
    assert few == pytest.approx(many, abs=1e-3)
