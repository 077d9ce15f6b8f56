"""Labels before what they hold: “tenant: Ilse Brandt”."""

import pytest

from pincite.checks.support import check_pair
from pincite.records import Outcome

LEASE = "The landlord is Mona Hartwig.\nThe tenant is Ilse Brandt."


@pytest.mark.parametrize(
    ("claim", "turned"),
    [
        ("tenant: Ilse Brandt", False),
        ("Landlord: Mona Hartwig", False),
        ("landlord: Ilse Brandt", True),
        ("Landlord: Mona Hartwig | tenant: Mona Hartwig", True),
        ("Landlord: Mona Hartwig | tenant: Ilse Brandt", False),
        ("colour: Ilse Brandt", False),
    ],
)
def test_a_label_that_was_turned_round(claim: str, turned: bool) -> None:
    """The opposite label before the same words is a contradiction; another label is not."""
    failed = [
        check.name for check in check_pair(claim, LEASE).checks if check.outcome is Outcome.FAIL
    ]
    assert ("polarity" in failed) == turned
