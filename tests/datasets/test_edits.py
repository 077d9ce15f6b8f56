"""Edits of sentences: who did it to whom, units, initials."""

from random import Random

import pytest

from pincite.datasets.edits import CHANGES, REWRITES


@pytest.mark.parametrize(
    ("text", "turned", "voiced"),
    [
        ("Ayr beat Rothe in 2031.", "Rothe beat Ayr in 2031.", "Rothe was beaten by Ayr in 2031."),
        (
            "The old hall was built by Ida Holm.",
            "Ida Holm was built by the old hall.",
            "Ida Holm built the old hall.",
        ),
        ("She married Ude in May.", None, None),
        ("The hall was built by hand.", None, None),
    ],
)
def test_roles_and_voice(text: str, turned: str | None, voiced: str | None) -> None:
    """One turns the roles, the other says the same in the other voice; pronouns are left alone."""
    assert CHANGES["roles"](text, Random(0)) == turned
    assert REWRITES["voice"](text, Random(0)) == voiced


def test_other_units_and_initials() -> None:
    """A unit becomes the smaller one, a long name its initials; a quotation is left as it is."""
    text = "It took 3 weeks for the Northern Harbour Board to agree."
    unit, short = REWRITES["other unit"], REWRITES["abbreviation"]
    assert unit(text, Random(0)) == text.replace("3 weeks", "21 days")
    assert short(text, Random(0)) == text.replace("Northern Harbour Board", "NHB")
    assert short('He said "the Northern Harbour Board agreed".', Random(0)) is None
