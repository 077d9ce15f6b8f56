from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.errors import CallerError
from pincite.measure.agreement import (
    agreement,
    auroc,
    balanced_accuracy,
    brier,
    calibration_error,
    cohen_kappa,
    macro_f1,
    reliability,
)

PAIRS = st.lists(st.tuples(st.booleans(), st.floats(0, 1)), min_size=1, max_size=40)


def flags(text: str) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    """Plus for supported, minus for not."""
    return np.array([sign == "+" for sign in text])


def test_kappa_gives_the_textbook_value() -> None:
    """20 yes-yes, 5 yes-no, 10 no-yes, 15 no-no: kappa is (0.7 - 0.5) / 0.5 = 0.4."""
    gold = flags("+" * 25 + "-" * 25)
    said = flags("+" * 20 + "-" * 5 + "+" * 10 + "-" * 15)
    assert cohen_kappa(gold, said) == pytest.approx(0.4)


def test_balanced_accuracy_and_macro_f1_by_hand() -> None:
    """Recalls 3/4 and 1/2 average to 0.625; F1s 6/8 and 2/4 as well."""
    gold, said = flags("++++--"), flags("+++-+-")
    assert balanced_accuracy(gold, said) == pytest.approx(0.625)
    assert macro_f1(gold, said) == pytest.approx((6 / 8 + 2 / 4) / 2)


def test_auroc_counts_ties_half() -> None:
    """Of six pairs four are in order and one is tied: 4.5 / 6."""
    assert auroc(flags("++--" + "-"), np.array([0.9, 0.4, 0.4, 0.1, 0.8])) == pytest.approx(4.5 / 6)


def test_brier_and_calibration_error_by_hand() -> None:
    """Two records at 0.8, one supported: squared errors 0.04 and 0.64, a gap of 0.3."""
    gold, scores = flags("+-"), np.array([0.8, 0.8])
    assert brier(gold, scores) == pytest.approx(0.34)
    assert calibration_error(gold, scores) == pytest.approx(0.3)


def test_one_class_alone_has_no_balanced_accuracy_auroc_or_kappa() -> None:
    """What needs both classes is None without them, not 0 and not NaN."""
    gold = flags("+++")
    assert balanced_accuracy(gold, gold) is None
    assert auroc(gold, np.array([0.1, 0.2, 0.3])) is None
    assert cohen_kappa(gold, gold) is None


def test_no_records_have_no_figures() -> None:
    """No data is no score."""
    nothing = agreement([], [])
    assert nothing.base_rate.value is None
    assert nothing.macro_f1.value is None
    assert nothing.brier.value is None
    assert nothing.calibration_error.value is None


def test_all_figures_stand_beside_the_base_rate() -> None:
    """A judge that is always right has figures of 1 and errors of 0, at any base rate."""
    labels = [True] * 30 + [False] * 10
    result = agreement(labels, [float(label) for label in labels], resamples=50)
    assert (result.base_rate.successes, result.base_rate.total) == (30, 40)
    assert result.balanced_accuracy.value == result.auroc.value == result.kappa.value == 1
    assert result.brier.value == result.calibration_error.value == 0


@given(PAIRS)
def test_figures_stay_in_their_ranges(pairs: list[tuple[bool, float]]) -> None:
    """Shares and errors lie between 0 and 1, kappa between -1 and 1."""
    result = agreement([pair[0] for pair in pairs], [pair[1] for pair in pairs], resamples=5)
    for figure in (
        result.balanced_accuracy,
        result.macro_f1,
        result.auroc,
        result.brier,
        result.calibration_error,
    ):
        assert figure.value is None or -1e-12 <= figure.value <= 1 + 1e-12
    assert result.kappa.value is None or -1 <= result.kappa.value <= 1


@given(PAIRS)
def test_auroc_of_the_turned_scores_is_the_rest_to_1(pairs: list[tuple[bool, float]]) -> None:
    """Ranking backwards gives one minus the area."""
    gold = np.array([pair[0] for pair in pairs])
    scores = np.round(np.array([pair[1] for pair in pairs]), 6)
    forth, back = auroc(gold, scores), auroc(gold, -scores)
    assert (forth is None) == (back is None)
    assert forth is None or forth == pytest.approx(1 - (back or 0.0))


@given(PAIRS)
def test_reliability_bins_hold_every_record_once(pairs: list[tuple[bool, float]]) -> None:
    """The bins' counts add up to the records."""
    bins = reliability([pair[0] for pair in pairs], [pair[1] for pair in pairs])
    assert sum(row.supported.total for row in bins) == len(pairs)
    assert all(row.mean is None or row.low - 1e-9 <= row.mean <= row.high + 1e-9 for row in bins)


@pytest.mark.parametrize("probabilities", [[0.5], [0.5, 1.5], [0.5, float("nan")]])
def test_what_is_no_probability_is_an_error(probabilities: list[float]) -> None:
    """A missing, too large or undefined probability is refused."""
    with pytest.raises(CallerError):
        agreement([True, False], probabilities)
