"""Figures of a claim, told apart by what the evidence has."""

import pytest

from pincite.checks import check_pair
from pincite.records import Check, Outcome


def figures(claim: str, evidence: str) -> Check | None:
    """The check of figures, None where there is none."""
    return next((c for c in check_pair(claim, evidence).checks if c.name == "figures"), None)


def outcome(claim: str, evidence: str) -> Outcome | None:
    """Of the check of figures."""
    found = figures(claim, evidence)
    return found.outcome if found else None


PASS, FAIL, UNKNOWN = Outcome.PASS, Outcome.FAIL, Outcome.UNKNOWN
DUES = "| (£m) | 2031 | 2030 | 2029 |\n| Dues | 41.5 | 38.2 | 36.3 |\n| Rents | 9.7 | 8.8 | 8.5 |"


@pytest.mark.parametrize(
    ("claim", "evidence", "expected"),
    [
        ("Table 4 lists the berths.", "Tables 3 and 4 list the berths.", PASS),
        ("Table 5 lists the 4 berths.", "Table 3 lists the 4 berths and 5 cranes.", FAIL),
        ("Table 5 lists the berths.", "The 5 berths are listed.", UNKNOWN),
        ("Section 7 bars dogs.", "Section 4: no dogs for 7 days.", FAIL),
        ("It is of phase 3.", "The trial of phase 2 had 3 arms.", FAIL),
        ("Grade 2 or above is barred.", "Grade 3 is barred.", UNKNOWN),
    ],
)
def test_numbers_of_tables_and_phases_are_names(
    claim: str, evidence: str, expected: Outcome
) -> None:
    """They are compared with numbers of the same, and an amount is none."""
    assert outcome(claim, evidence) is expected


@pytest.mark.parametrize(
    ("claim", "expected"),
    [
        ("Dues were £41.5 million in 2031.", PASS),
        ("Dues rose by £3.3 million in 2031.", PASS),
        ("Dues and rents together were £51.2 million in 2031.", PASS),
        ("Average dues were £38.67 million.", PASS),
        ("Dues were £79.7 million.", FAIL),
        ("Average dues were £31.2 million.", FAIL),
    ],
)
def test_only_the_way_that_a_claim_speaks_of_is_tried(claim: str, expected: Outcome) -> None:
    """A sum for a total, a mean for an average, of a whole row too; none for a plain figure."""
    assert outcome(claim, DUES) is expected


@pytest.mark.parametrize(
    ("head", "claimed", "expected"),
    [
        ("$ million", "$2.3 million", PASS),
        ("US$ million", "$2.3 million", PASS),
        ("£’000", "£2,300", PASS),
        ("$000", "$2,300", PASS),
        ("in two million", "$2.3 million", FAIL),
    ],
)
def test_what_a_table_is_counted_in(head: str, claimed: str, expected: Outcome) -> None:
    """Signs before a magnitude, thousands written as noughts; a number of millions is no scale."""
    assert outcome(f"Grants were {claimed}.", f"| {head} | 2031 |\n| Grants | 2.3 |") is expected


@pytest.mark.parametrize(
    ("claim", "evidence", "expected"),
    [
        ("It fell on March 31, 2029.", "At March 31, 2031, 2030 and 2029 it was low.", PASS),
        ("It fell on March 31, 2028.", "At March 31, 2031 and 2030 it was low.", FAIL),
        ("It fell in FY2031.", "It fell in fiscal 2031.", PASS),
        ("It fell in FY31.", "It fell in 2030.", FAIL),
    ],
)
def test_dates_said_once_for_several_years(claim: str, evidence: str, expected: Outcome) -> None:
    """A day is of all years that follow it; FY is a year."""
    assert outcome(claim, evidence) is expected


def test_a_large_figure_may_leave_its_currency_unsaid() -> None:
    """A small one may not: it is as well the number of something else."""
    evidence = "| in thousands | |\n| Sales | $ 53,761 |\n| Fee | $ 12 |"
    assert outcome("Sales were 53,761 thousand.", evidence) is PASS
    assert outcome("The fee was paid by 12 people.", "The fee is $12.") is FAIL


def test_numbers_of_a_list_and_years_of_references_say_nothing() -> None:
    """They neither fail nor pass."""
    evidence = "A hall and a yard were built."
    assert outcome("They built (1) a hall and (2) a yard.", evidence) is None
    assert outcome("They lost (2) a year.", evidence) is FAIL
    assert outcome("A hall was built (Moe et al., 2016).", evidence) is UNKNOWN


def test_a_small_count_is_a_count_where_the_claim_says_so() -> None:
    """Of what the evidence lists; with another count of the same it fails."""
    assert outcome("There are 3 different cranes.", "Red, blue and green cranes.") is UNKNOWN
    assert outcome("A total of 3 cranes stand.", "The 5 cranes stand.") is FAIL
    assert outcome("It has 3 cranes.", "It has cranes.") is FAIL


def test_an_owner_that_says_we_may_be_the_company() -> None:
    """A defined name is a guess where the evidence speaks in the first person, and there alone."""
    ours = check_pair("The Company's ferries sail daily.", "Our ferries sail daily.")
    theirs = check_pair("The Company's ferries sail daily.", "The Lender's ferries sail daily.")
    found = [{c.name: c.outcome for c in f.checks}["names"] for f in (ours, theirs)]
    assert found == [UNKNOWN, FAIL]
