"""Positions in three units."""

from hypothesis import given
from hypothesis import strategies as st

from pincite.exchange.units import Unit, nearest, place, to_code_points
from pincite.text import Offsets, Span

TEXTS = st.text(st.sampled_from("ab 🚲𝒜é\u0301\r\n自İ"), min_size=1, max_size=40)


@given(TEXTS, st.data())
def test_every_unit_leads_back(text: str, data: st.DataObject) -> None:
    """A range of code points, in any unit, is that range again."""
    start = data.draw(st.integers(0, len(text) - 1))
    end = data.draw(st.integers(start + 1, len(text)))
    offsets = Offsets(text)
    for unit, first, last in (
        (Unit.CODE_POINTS, start, end),
        (Unit.UTF16, offsets.utf16(start), offsets.utf16(end)),
        (Unit.BYTES, offsets.byte(start), offsets.byte(end)),
    ):
        assert to_code_points(text, first, last, unit) == (start, end)
        assert place(text, first, last, text[start:end], unit).span == (start, end)


def test_inside_a_character() -> None:
    """The middle of a surrogate pair or of a byte sequence is no position, and is named."""
    assert to_code_points("🚲 sold", 1, 4, Unit.UTF16) is None
    assert to_code_points("🚲 sold", 2, 6, Unit.BYTES) is None
    assert "inside a character" in place("🚲 sold", 1, 4, None, Unit.UTF16).note


def test_another_unit_is_named() -> None:
    """Where the words say that the positions count something else, they are believed."""
    text = "🚲 sold"
    for unit, start, end in ((Unit.UTF16, 3, 7), (Unit.BYTES, 5, 9)):
        found = place(text, start, end, "sold", Unit.CODE_POINTS)
        assert found.span == (2, 6)
        assert str(unit) in found.note


def test_words_decide() -> None:
    """Positions that hold other words give way to the nearest place of the words."""
    text = "rose and rose and fell"
    found = place(text, 10, 14, "rose", Unit.CODE_POINTS)
    assert found.span == (9, 13)
    assert "9 to 13" in found.note
    assert place(text, 0, 4, "sank", Unit.CODE_POINTS).span is None


def test_out_of_range() -> None:
    """Ranges that are empty, run backwards or leave the text have no place, and a note each."""
    for start, end in ((3, 3), (4, 2), (0, 99), (-1, 2), (None, 2)):
        found = place("seven", start, end, None, Unit.CODE_POINTS)
        assert found.span is None
        assert found.note


def test_nearest() -> None:
    """Of several occurrences the one nearest to the hint is taken."""
    assert nearest("a b a b a", "a", 5) == Span(4, 5)
    assert nearest("a b a b a", "a", 0) == Span(0, 1)
    assert nearest("abc", "x", 0) is None
