from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.errors import CallerError
from pincite.measure.ranks import spearman


def test_ties_have_their_mean_rank() -> None:
    """Worked by hand: ranks 1, 2.5, 2.5, 4 against 1, 3, 2, 4.

    Deviations from 2.5: -1.5 0 0 1.5 and -1.5 0.5 -0.5 1.5; 4.5 / sqrt(4.5 · 5) = 0.948683.
    """
    assert spearman([1, 5, 5, 9], [1, 3, 2, 4]) == pytest.approx(0.9486833)


@pytest.mark.parametrize("values", [[], [1.0], [2.0, 2.0, 2.0]])
def test_without_an_order_there_is_no_correlation(values: list[float]) -> None:
    """None, not 0 and not NaN."""
    assert spearman(values, values) is None


def test_lengths_have_to_match() -> None:
    """Values that are not pairs are the caller's mistake."""
    with pytest.raises(CallerError):
        spearman([1], [1, 2])


@given(st.lists(st.integers(-1000, 1000), min_size=2, unique=True))
def test_it_is_1_with_itself_and_minus_1_turned_round(values: list[int]) -> None:
    """Whatever the values; a monotone change of them changes nothing."""
    assert spearman(values, [3 * value + 1 for value in values]) == pytest.approx(1)
    assert spearman(values, [-value for value in values]) == pytest.approx(-1)
