from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.errors import CallerError
from pincite.measure.intervals import (
    Interval,
    bootstrap,
    bootstrap_statistic,
    paired_bootstrap,
    wilson,
)

VALUES = st.lists(st.floats(-1e6, 1e6), min_size=1, max_size=40)
COUNTS = st.integers(1, 10_000).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n)))


@pytest.mark.parametrize(
    ("successes", "total", "low", "high"),
    [
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0000, 0.1611),
        (1, 29, 0.0061, 0.1718),
        (29, 29, 0.8830, 1.0000),
    ],
)
def test_wilson_gives_the_intervals_of_newcombe(
    successes: int, total: int, low: float, high: float
) -> None:
    """Newcombe (1998), table I, method 3 gives these intervals."""
    share = wilson(successes, total)
    assert share.low == pytest.approx(low, abs=5e-5)
    assert share.high == pytest.approx(high, abs=5e-5)


@pytest.mark.parametrize(("successes", "low", "high"), [(157, 0.567, 0.686), (178, 0.653, 0.765)])
def test_wilson_gives_the_intervals_published_for_250_questions(
    successes: int, low: float, high: float
) -> None:
    """62.8 % and 71.2 % of 250 questions have the published intervals."""
    share = wilson(successes, 250)
    assert share.low == pytest.approx(low, abs=5e-4)
    assert share.high == pytest.approx(high, abs=5e-4)


def test_a_share_of_nothing_has_no_value() -> None:
    """Nothing counted is no score, not 0."""
    share = wilson(0, 0)
    assert (share.value, share.low, share.high) == (None, None, None)


@pytest.mark.parametrize(("successes", "total"), [(2, 1), (-1, 5), (0, -1)])
def test_counts_that_are_no_share_are_an_error(successes: int, total: int) -> None:
    """More successes than trials, or negative ones, are the caller's mistake."""
    with pytest.raises(CallerError):
        wilson(successes, total)


@pytest.mark.parametrize("level", [0.0, 1.0, -0.5, math.nan])
def test_a_level_outside_0_and_1_is_an_error(level: float) -> None:
    """A level is a probability strictly between 0 and 1."""
    with pytest.raises(CallerError):
        wilson(1, 2, level)


@given(COUNTS)
def test_wilson_holds_the_share_and_stays_a_share(counts: tuple[int, int]) -> None:
    """0 ≤ low ≤ share ≤ high ≤ 1."""
    share = wilson(*counts)
    assert share.low is not None
    assert share.high is not None
    assert share.value is not None
    assert 0 <= share.low <= share.value + 1e-12
    assert share.value - 1e-12 <= share.high <= 1


@given(COUNTS)
def test_wilson_mirrors_failures(counts: tuple[int, int]) -> None:
    """The interval of the failures is the mirrored interval of the successes."""
    successes, total = counts
    share, mirror = wilson(successes, total), wilson(total - successes, total)
    assert share.low == pytest.approx(1 - (mirror.high or 0), abs=1e-9)


def test_no_values_give_no_interval() -> None:
    """No data is no score."""
    assert bootstrap([]) == Interval(value=None, low=None, high=None, n=0)
    assert paired_bootstrap([], []).p is None
    assert bootstrap_statistic(0, lambda rows: float(len(rows))).value is None


@given(VALUES)
def test_the_bootstrap_is_deterministic_and_lies_in_the_data(values: list[float]) -> None:
    """The same values give the same interval, inside the range of the values."""
    first = bootstrap(values, resamples=100)
    assert first == bootstrap(values, resamples=100)
    assert first.low is not None
    assert first.high is not None
    slack = 1e-6
    assert min(values) - slack <= first.low <= first.high <= max(values) + slack


def test_the_bootstrap_of_a_normal_sample_is_near_the_textbook_interval() -> None:
    """For 400 values of spread 1 the interval is the mean ± 1.96 / 20."""
    import numpy as np

    values = np.random.default_rng(3).normal(5.0, 1.0, 400)
    interval = bootstrap(values.tolist())
    reach = 1.96 * values.std() / 20
    assert interval.low == pytest.approx(values.mean() - reach, abs=0.02)
    assert interval.high == pytest.approx(values.mean() + reach, abs=0.02)


def test_another_seed_gives_another_interval() -> None:
    """The seed decides the resamples."""
    values = [float(row % 7) for row in range(50)]
    assert bootstrap(values, seed=1) != bootstrap(values, seed=2)


@pytest.mark.parametrize("bad", [math.nan, math.inf])
def test_a_value_that_is_no_number_is_an_error(bad: float) -> None:
    """NaN and infinity are refused, naming the value."""
    with pytest.raises(CallerError, match="value 1"):
        bootstrap([1.0, bad])


def test_unpaired_values_are_an_error() -> None:
    """Pairs need two lists of one length."""
    with pytest.raises(CallerError):
        paired_bootstrap([1.0], [1.0, 2.0])


def test_a_clear_difference_has_a_small_p_and_none_has_p_1() -> None:
    """Better on nearly every record is significant; equal on every record is not."""
    better = [1.0] * 45 + [0.0] * 5
    worse = [0.0] * 40 + [1.0] * 5 + [0.0] * 5
    clear = paired_bootstrap(better, worse)
    assert clear.value == pytest.approx(0.8)
    assert clear.p is not None
    assert clear.p < 0.01
    assert clear.low is not None
    assert clear.low > 0
    assert paired_bootstrap(better, better).p == 1.0


@given(st.lists(st.tuples(st.floats(-9, 9), st.floats(-9, 9)), min_size=1, max_size=30))
def test_swapping_the_systems_turns_the_sign(pairs: list[tuple[float, float]]) -> None:
    """Turned round, b against a is a against b with the other sign and the same p."""
    a, b = [pair[0] for pair in pairs], [pair[1] for pair in pairs]
    forth, back = paired_bootstrap(a, b, resamples=80), paired_bootstrap(b, a, resamples=80)
    assert forth.value == pytest.approx(-(back.value or 0.0))
    assert forth.low == pytest.approx(-(back.high or 0.0), abs=1e-9)
    assert forth.p == back.p


def test_resamples_without_a_figure_do_not_count() -> None:
    """A statistic that is undefined on some resamples has an interval of the others."""
    interval = bootstrap_statistic(
        3, lambda rows: None if (rows == rows[0]).all() else float(rows.mean()), resamples=200
    )
    assert interval.value == 1.0
    assert interval.low is not None
