"""Positions in other units."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.text import Offsets


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
