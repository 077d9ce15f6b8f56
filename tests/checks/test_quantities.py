"""Figures and what agrees with what."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.checks.agreement import agrees, table_scale
from pincite.checks.dates import lone_months
from pincite.checks.quantities import quantities


@pytest.mark.parametrize(
    ("text", "value", "unit"),
    [
        ("$50 million", "50000000", "usd"),
        ("NOK 2,418 million", "2418000000", "nok"),
        ("€5m", "5000000", "eur"),
        ("80 TB/s", "80", "terabyte"),
        ("30 per cent", "30", "%"),
        ("12 percentage points", "12", "points"),
        ("twenty-one days", "21", "day"),
        ("(1,207)", "-1207", ""),
        ("12 May 2025", "20250512", "date"),
        ("May 12, 2025", "20250512", "date"),
        ("2025-05-12", "20250512", "date"),
        ("May 2025", "20250500", "date"),
        ("1,23,456", "123456", ""),
        ("10 000", "10000", ""),
    ],
)
def test_readings(text: str, value: str, unit: str) -> None:
    """Magnitudes, currencies, units, brackets and dates are read to one form."""
    (found,) = quantities(f"it was {text} then")
    assert (found.value, found.unit) == (Decimal(value), unit)


@pytest.mark.parametrize(
    ("claimed", "found"),
    [
        ("80 TB/s", "80 Terabytes per second"),
        ("$3.2 billion", "$3,213 million"),
        ("5 million", "5,000,000"),
        ("12%", "12.3 percent"),
        ("in 2025", "on 12 May 2025"),
        ("May 2025", "12 May 2025"),
        ("three years", "3 years"),
        ("5.0 kg", "5 kg"),
    ],
)
def test_the_same_figure(claimed: str, found: str) -> None:
    """Another unit's name, a rounding, a coarser date say the same."""
    assert agrees(quantities(claimed)[0], quantities(found)[0])


@pytest.mark.parametrize(
    ("claimed", "found"),
    [
        ("$50 million", "1500"),
        ("50", "1500"),
        ("12 %", "12 points"),
        ("12 %", "12"),
        ("5 dollars", "5 kroner and 5 NOK"),
        ("$3.21 billion", "$3.2 billion"),
        ("12 May 2025", "May 2025"),
        ("2024", "12 May 2025"),
        ("80 TB/s", "80 GB/s"),
        ("3 years", "3 months"),
        ("5 million", "5 billion"),
    ],
)
def test_another_figure(claimed: str, found: str) -> None:
    """Another unit, magnitude, currency or date, or more precision, is not the same."""
    assert not any(agrees(quantities(claimed)[0], other) for other in quantities(found))


def test_the_scale_of_a_table() -> None:
    """A bare number in a table counted in millions is so many millions."""
    (claimed,) = quantities("NOK 611 million")
    (cell,) = quantities("EBITDA 611")
    assert table_scale("(in NOK million) 2025") == 10**6
    assert agrees(claimed, cell, Decimal(10) ** 6)
    assert not agrees(claimed, cell)


@given(
    st.text(alphabet="0123456789.,-() %$€kmbn万亿年月日MayJune/", max_size=60)
    | st.text(max_size=60)
)
def test_any_text_has_figures_in_order(text: str) -> None:
    """Whatever the text, figures stand where they say and do not overlap."""
    position = 0
    for found in quantities(text):
        assert position <= found.start < found.end <= len(text)
        position = found.end


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("APR\u0130L 2020", "20200400"),
        ("\u017feptember 2020", "20200900"),
        ("oct\u017fber", None),
        ("the fir\u017ft quarter", "1"),
        ("f\u0131ve", "5"),
    ],
)
def test_letters_that_patterns_take_for_others_are_read(text: str, value: str | None) -> None:
    """A dotted I, a dotless i and a long s are what a pattern without case takes them for."""
    found = quantities(f"it was {text} then")
    assert [str(q.value) for q in found] == ([value] if value else [])
    assert lone_months("MA\u017fS APR\u0130L") == {4}
    assert table_scale("in thou\u017fands") == 1000


def test_dates_are_read_wherever_they_stand_between_long_stretches() -> None:
    """What is far from every digit and quarter is not looked at, and nothing is lost by it."""
    filler = "word after word, and no figure at all " * 20
    text = f"{filler}31 March 2021 {filler}FIRST QUARTER {filler}12 of September., {filler}3Q"
    found = [q for q in quantities(text) if q.unit in ("date", "quarter")]
    assert [int(q.value) for q in found] == [20210331, 1, 912, 3]
    assert text[found[0].start : found[0].end] == "31 March 2021"


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("5%-8%", [5, 8]),
        ("5€-8€", [5, 8]),
        ("0€-0", [0, 0]),
        ("(5)-8", [-5, 8]),
        ("from 3 to -4", [3, -4]),
        ("-5%", [-5]),
    ],
)
def test_a_dash_behind_a_figure_is_a_range(text: str, values: list[int]) -> None:
    """A dash is a minus only where no figure ends right before it."""
    assert [int(found.value) for found in quantities(text)] == values
