"""What is a claim at all."""

import pytest

from pincite.bench.claims import labelled_sentences
from pincite.checks.claims import is_claim
from pincite.parse import parse_answer


@pytest.mark.parametrize(("label", "text"), list(labelled_sentences()))
def test_our_own_sentences(label: str, text: str) -> None:
    """Each of the sentences labelled by hand is told right."""
    taken = any(is_claim(claim) for claim in parse_answer(text).claims)
    assert taken == (label == "claim")


def test_a_marker_makes_a_claim() -> None:
    """What cites something is judged, whatever it says."""
    assert is_claim(parse_answer("Thank you [s1].").claims[0])
