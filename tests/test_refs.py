"""The grammar of markers."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.refs import Style, read_bracket, write_marker

numbers = st.integers(1, 999_999_999)
ranges = st.lists(st.tuples(numbers, numbers), min_size=1, max_size=20)


@given(ranges)
def test_write_then_read(pairs: list[tuple[int, int]]) -> None:
    """What is written is read back, also backwards ranges."""
    reading = read_bracket(write_marker(pairs)[1:-1])
    assert reading is not None
    assert reading.ranges == tuple(pairs)


@pytest.mark.parametrize(
    ("inside", "expected"),
    [
        ("s12", ((12, 12),)),
        (" s14 - s16 ", ((14, 16),)),
        ("s3-5", ((3, 5),)),
        ("s3–s5", ((3, 5),)),
        ("s3—s5", ((3, 5),)),
        ("s3−s5", ((3, 5),)),
        ("<s3>", ((3, 3),)),
        ("<s3>-<s4>", ((3, 4),)),
        ("s4; s17–s19,s41", ((4, 4), (17, 19), (41, 41))),
        ("s9-s2", ((9, 2),)),
        ("s1-s999999999", ((1, 999_999_999),)),
    ],
)
def test_tolerant_of_form(inside: str, expected: object) -> None:
    """Blanks, dashes, separators and the tag form do not change what a marker says."""
    reading = read_bracket(inside)
    assert reading is not None
    assert reading.ranges == expected
    assert not reading.unread


@pytest.mark.parametrize(
    "inside",
    ["3", "1-4", "sentence 3", "Sentences 3 and 4", "s0", "s01", "s1234567890", "s1, 4-", "C3"],
)
def test_unread_is_counted(inside: str) -> None:
    """What looks like a citation but says nothing certain is unread, not guessed."""
    reading = read_bracket(inside)
    assert reading is not None
    assert reading.unread
    assert not reading.ranges


@pytest.mark.parametrize("inside", ["", "sic", "^1", "x", "not a cite", "s", "1.2-2.7", "s1 of it"])
def test_ordinary_text(inside: str) -> None:
    """Other brackets are text."""
    assert read_bracket(inside) is None


def test_upper_case_is_told_apart() -> None:
    """`[S3]` is read and marked, so that the answer as a whole can decide."""
    reading = read_bracket("S3")
    assert reading is not None
    assert reading.upper


def test_passage_style() -> None:
    """In style `passage` the ids of passages are citations, in others they are text."""
    inside = "acme-10k:p3f9a01c2, note:p00000000-2"
    reading = read_bracket(inside, Style.PASSAGE)
    assert reading is not None
    assert reading.passage_ids == ("acme-10k:p3f9a01c2", "note:p00000000-2")
    assert read_bracket(inside) is None


def test_ten_thousand_ids() -> None:
    """A marker may name any number of sentences; ranges are never expanded."""
    reading = read_bracket(", ".join(f"s{n}" for n in range(1, 10_001)))
    assert reading is not None
    assert len(reading.ranges) == 10_000


@given(st.text(alphabet="sS0123456789-–,; <>[]C\nand", max_size=200))
def test_any_bracket_is_read_or_left(inside: str) -> None:
    """No text makes the reader fail; ranges and unread exclude each other."""
    reading = read_bracket(inside)
    assert reading is None or reading.unread != bool(reading.ranges)
