"""Words for statuses, pages and shares."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from pincite.records import CitationStatus, Decision, Location, Outcome, Region, Status
from pincite.report.words import (
    CITATION_WORDS,
    DECISION_WORDS,
    OUTCOME_WORDS,
    STATUS_WORDS,
    marker_label,
    page_mark,
    place_label,
    plain,
    visible,
)


def test_every_status_has_its_words() -> None:
    """A new status without words is an error here, not on a page."""
    assert set(STATUS_WORDS) == set(Status)
    assert set(DECISION_WORDS) == set(Decision)
    assert set(OUTCOME_WORDS) == set(Outcome)
    assert set(CITATION_WORDS) == set(CitationStatus)


def test_signs_of_verdicts_differ() -> None:
    """A verdict can be told without colour."""
    assert len({word.sign for word in STATUS_WORDS.values()}) == len(STATUS_WORDS)


def test_pages_are_named_by_what_is_printed() -> None:
    """The position in the file is said where the label differs; other formats have parts, lines."""
    assert place_label(Location()) == ""
    assert place_label(Location(part="Sheet1!B7")) == "Sheet1!B7"
    assert place_label(Location(line=12)) == "line 12"
    assert place_label(Location(line=12, element="html>body")) == ""
    assert place_label(Location((Region(4, "4"),))) == "p. 4"
    assert place_label(Location((Region(6, "iv"),))) == "p. iv (page 6 of the file)"
    assert (
        place_label(
            Location(
                (
                    Region(4, "4"),
                    Region(5, "5"),
                )
            )
        )
        == "pp. 4–5"
    )
    assert place_label(Location((Region(4, "4", ocr=True),))) == "p. 4, OCR"
    assert page_mark(3, ("i", "ii", "1")) == "p. 1"
    assert page_mark(3, ()) == "p. 3"


def test_long_markers_say_how_many_ranges_follow() -> None:
    """Four ranges are written out."""
    assert marker_label([(1, 3), (9, 9)]) == "s1–s3, s9"
    assert marker_label([(n, n) for n in range(1, 11)]) == "s1, s2, s3, s4, 6 more"


@given(text=st.text(st.characters()))
def test_visible_text_can_be_written_and_obeys_nothing(text: str) -> None:
    """No control but tab and line feed is left, and UTF-8 holds it; twice is as once."""
    shown = visible(text)
    shown.encode("utf-8")
    assert not any((ord(c) < 32 and c not in "\t\n") or 127 <= ord(c) < 160 for c in shown)
    assert visible(shown) == shown


@given(text=st.text(st.characters()))
def test_plain_text_is_one_line_in_one_direction(text: str) -> None:
    """Nothing reorders or breaks the line."""
    line = plain(text)
    assert line.splitlines() in ([], [line])
    assert not set(line) & set("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
