"""Long evidence brought down to what matters for a claim."""

from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from pincite.models.focus import focus, lines


def words(texts: Sequence[str]) -> list[int]:
    """Counts words in place of tokens."""
    return [len(text.split()) for text in texts]


NOISE = [f"Paragraph {n} speaks of weather and roads in general terms." for n in range(40)]
NEEDLE = "The lighthouse at Orrin Point was rebuilt in granite by Mara Vell."


def test_evidence_that_fits_is_given_whole() -> None:
    """Nothing is left out where there is room."""
    found = focus("Who rebuilt it?", "One line.\nAnother line.", 10, words)
    assert (found.text, found.truncated) == ("One line. Another line.", False)


def test_the_telling_sentence_is_kept_wherever_it_stands() -> None:
    """Of forty sentences the one that speaks of the claim is read."""
    for place in (0, 17, 40):
        text = "\n".join([*NOISE[:place], NEEDLE, *NOISE[place:]])
        found = focus("Mara Vell rebuilt the lighthouse in granite.", text, 40, words)
        assert NEEDLE in found.text
        assert found.truncated


def test_two_facts_of_a_claim_are_both_read() -> None:
    """What one sentence already tells counts less than what none has told."""
    other = "Granite for the harbour came from the quarry of Tessmoor."
    text = "\n".join([NEEDLE, *NOISE[:20], NEEDLE.replace("rebuilt", "restored"), other])
    claim = "Mara Vell rebuilt the lighthouse, and the granite came from Tessmoor."
    found = focus(claim, text, 26, words)
    assert NEEDLE in found.text
    assert other in found.text


def test_a_sentence_longer_than_the_budget_is_cut_and_said() -> None:
    """The best sentence is read as far as there is room."""
    long = "granite " * 50 + "end."
    found = focus("granite", f"{long}\nweather", 10, words)
    assert words([found.text]) == [10]
    assert found.truncated


@given(st.text(max_size=60), st.text(max_size=400), st.integers(1, 40))
def test_what_is_read_stands_in_the_evidence_and_fits(claim: str, text: str, budget: int) -> None:
    """Whatever is chosen is the evidence's own, in its order."""
    found = focus(claim, text, budget, words)
    kept = found.text.split()
    rest = iter(" ".join(lines(text)).split())
    assert all(word in rest for word in kept)
    assert sum(words([found.text])) <= budget
