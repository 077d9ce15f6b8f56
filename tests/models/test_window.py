"""A pair never exceeds a model's window, whatever stands in a document."""

from collections.abc import Sequence

from pincite.models.focus import focus


def characters(texts: Sequence[str]) -> list[int]:
    """Counts characters in place of tokens."""
    return [len(text) for text in texts]


def test_a_word_without_blanks_is_cut_inside() -> None:
    """A line of thousands of characters without a blank is read as far as there is room."""
    found = focus("The path holds.", "The path is " + "a/b/" * 1500 + " at last.", 100, characters)
    assert len(found.text) == 100
    assert found.text.startswith("The path is a/b/")
    assert found.truncated
