"""Positions in other units."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.text import Offsets, fold


@given(st.text(max_size=60).map(lambda piece: piece * 60), st.data())
def test_offsets_count_what_encoders_write(text: str, data: st.DataObject) -> None:
    """A position is as many bytes and units as its prefix encodes to, over stride borders too."""
    position = data.draw(st.integers(0, len(text)))
    offsets = Offsets(text)
    assert offsets.byte(position) == len(text[:position].encode("utf-8", "surrogatepass"))
    assert offsets.utf16(position) == len(text[:position].encode("utf-16-le", "surrogatepass")) // 2


@pytest.mark.parametrize(
    ("span", "byte", "utf16"),
    [((0, 24), (0, 30), (0, 25)), ((25, 33), (31, 55), (26, 34)), ((33, 44), (55, 68), (34, 45))],
)
def test_three_units(span: tuple[int, int], byte: tuple[int, int], utf16: tuple[int, int]) -> None:
    """Astral, accented and wide characters are counted in each unit's own way."""
    offsets = Offsets("Quai n°9 🚲 prêta 7 vélos 水位は下がった。Reste: 40€.")
    assert (offsets.byte(span[0]), offsets.byte(span[1])) == byte
    assert (offsets.utf16(span[0]), offsets.utf16(span[1])) == utf16


@pytest.mark.parametrize(
    ("text", "folded"),
    [
        ("She said “Yes”  and\nleft", 'she said "yes" and left'),
        ("it’s ‘fine’", "it's 'fine'"),
        ("ﬁnal Straße", "final strasse"),
        ("a re-\nport on well-known co-\noperation", "a report on well-known cooperation"),
        ("one — two—three – four - five -- six", "one-two-three-four-five-six"),
        ("fell to −5 and -5", "fell to -5 and -5"),
        ("soft\u00adhyphen, word\u2060joiner", "softhyphen, wordjoiner"),
        ("Cafe\u0301 caf\u00e9", "caf\u00e9 caf\u00e9"),
        ("10² is not 102, ½ is not 12", "10² is not 102, ½ is not 12"),
        ("ＡＢＣ１", "abc1"),
    ],
)
def test_folding_forgives_typography_alone(text: str, folded: str) -> None:
    """Marks, blanks, case and forms are levelled; digits, words and superscripts are not."""
    assert fold(text).text == folded


@given(st.text(max_size=80))
def test_folded_positions_lead_back(text: str) -> None:
    """Every folded stretch leads to a stretch of the original that folds to it or around it."""
    folded = fold(text)
    previous = 0
    for position in range(len(folded.text)):
        span = folded.span(position, position + 1)
        assert 0 <= span.start < span.end <= len(text)
        assert span.start >= previous
        previous = span.start


def test_positions_survive_a_change_of_length() -> None:
    """Characters that grow or shrink when folded do not shift what follows."""
    text = "İstanbul: Straße closed, ﬁrst call at ten."
    folded = fold(text)
    for word in ("closed", "call at ten", "first"):
        start = folded.text.index(word)
        span = folded.span(start, start + len(word))
        assert fold(text[span.start : span.end]).text == word
