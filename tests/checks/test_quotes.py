"""Quoted words and what they are held against."""

import pytest

from pincite.checks.evidence import Evidence
from pincite.checks.quotes import FoldedLibrary, quotations, quotes
from pincite.records import Check, Outcome
from pincite.split import split


def check(part: str, source: str) -> Check | None:
    """The check of a part against one cited stretch of text."""
    evidence = Evidence(sentences=(), passages=(source,), titles=())
    return quotes(part, evidence, FoldedLibrary(split([])), index=0, offset=0)


@pytest.mark.parametrize(
    ("part", "source"),
    [
        ("“the lamp was lit” she says", "The lamp was lit by her."),
        ('He wrote "it’s a long — long way".', "It's a long—long way."),
        ("„Das Wetter war gut“", "das Wetter war gut"),
        ("« il fait trop beau »", "Il fait trop beau."),
        ("「堤坝已经加固」", "堤坝已经加固。"),
        ("“Odds fell (OR 0.8; 95% CI [0.2-0.7]).”", "Odds fell (OR 0.8; 95% CI [0.2-0.7])."),
        ("“[t]he lamp was lit by her”", "The lamp was lit by her."),
        ("“the lamp … by her sister”", "The lamp was lit by her sister."),
        ("“the lamp [in the hall] was lit”", "The lamp was lit."),
        ("“a ﬁne co-\noperation began”", "A fine cooperation began."),
    ],
)  # fmt: skip
def test_typography_is_forgiven(part: str, source: str) -> None:
    """Marks, dashes, ligatures, brackets and honest ellipses change no word."""
    found = check(part, source)
    assert found is not None
    assert found.outcome is Outcome.PASS, found.reason


@pytest.mark.parametrize(
    ("part", "source"),
    [
        ("“the lamp was lit by the elder brother”", "The lamp was lit by the younger sister."),
        ("“the rent is 1,250 EUR a month”", "The rent is 7,250 EUR a month."),
        ("“the rent is 250 EUR a month”", "The rent is 1,250 EUR a month."),
        ("“it may keep its dogs”", "It may not keep its dogs."),
        ("“it may … keep dogs inside”", "It may never, under rule 4, keep dogs inside."),
        ("“levels of beta-carotene rose”", "Levels of β-carotene rose."),
        ("“the power is 102 watts”", "The power is 10² watts."),
        ("“it was a ship of fools”", "It was a flagship of fools."),
    ],
)
def test_a_changed_word_digit_or_negation_fails(part: str, source: str) -> None:
    """What differs in substance is a failure with the difference in its reason."""
    found = check(part, source)
    assert found is not None
    assert found.outcome is Outcome.FAIL
    assert found.reason


@pytest.mark.parametrize(
    "part",
    [
        "It doesn't matter, it's late.",
        "The so-called “safe harbour” rule applies.",
        "See “Annual Report of the Board” for more.",
        "The tenants' and owners' rights differ.",
        "A 6' tall man and a 5\" nail.",
    ],
)
def test_what_is_no_quotation(part: str) -> None:
    """Apostrophes, scare quotes, titles, feet and inches are left alone."""
    assert list(quotations(part)) == []
    assert check(part, "Something else.") is None


def test_the_difference_is_shown() -> None:
    """The reason says which word became which."""
    found = check("“growth may be slower than before”", "Growth will be slower than before.")
    assert found is not None
    assert "“will” became “may”" in found.reason


def test_an_empty_passage_never_passes() -> None:
    """Nothing to compare with is a failure."""
    found = check("“growth may be slower”", "")
    assert found is not None
    assert found.outcome is Outcome.FAIL


@pytest.mark.parametrize("part", ["“( ) ( ) ( )”", "“… … …”", "“[ ] [ ] [x]”", "“- - -”"])
def test_quoted_marks_are_no_quotation(part: str) -> None:
    """Without a letter outside of brackets nothing is quoted, so that nothing passes."""
    assert check(f"It says {part}.", "The rent is due.") is None


def test_a_long_quotation_is_compared_in_runs() -> None:
    """Too long to be aligned word by word, it still says where it leaves the evidence."""
    source = " ".join(f"item {row} is kept in hall {row % 7}" for row in range(2_000))
    kept = " ".join(source.split()[1_000:2_000])
    found = check(f"“{kept}”", source)
    assert found is not None
    assert found.outcome is Outcome.PASS
    found = check(f"“{kept.replace('item 200 is', 'item 200 was')}”", source)
    assert found is not None
    assert found.outcome is Outcome.FAIL
    assert "first at “item 200 was”" in found.reason
    found = check(f"“{' '.join(f'coat {row}' for row in range(900))}”", source)
    assert found is not None
    assert "is not in the evidence" in found.reason
