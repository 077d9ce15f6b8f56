"""Collected faults of other systems, read where they lie beside the checkout."""

import json
from pathlib import Path

import pytest

from pincite.exchange import anthropic
from pincite.exchange.fragments import link
from pincite.exchange.units import Unit, to_code_points
from pincite.records import Library

FAULTS = Path(__file__).parents[3] / "shared" / "cases" / "faults.jsonl"

pytestmark = [
    pytest.mark.shared,
    pytest.mark.skipif(not FAULTS.is_file(), reason="the cases are not beside the checkout"),
]


@pytest.fixture(scope="module")
def faults() -> dict[str, dict[str, dict[str, object]]]:
    """The cases by their kind."""
    lines = FAULTS.read_text(encoding="utf-8").splitlines()
    return {case["kind"]: case for case in map(json.loads, lines)}


def test_citation_events(faults: dict[str, dict[str, dict[str, object]]], filings: Library) -> None:
    """A page citation in a stream is kept, its last page inclusive; an unknown type is named."""
    case = faults["citation_event_dropped"]
    imported = anthropic.read(case["input"]["events"], filings)  # type: ignore[arg-type]
    assert imported.answer.text == case["expected"]["text"]
    assert len(imported.answer.citations) == case["expected"]["citations"]
    first = imported.citations[0].raw
    assert isinstance(first, dict)
    pages = (first["start_page_number"], first["end_page_number"] - 1)
    assert list(pages) == list(case["expected"]["first"].values())  # type: ignore[attr-defined]
    unknown = imported.citations[1].raw
    assert isinstance(unknown, dict)
    assert [{"type": unknown["type"]}] == case["expected"]["unknown_events"]


def test_offset_units(faults: dict[str, dict[str, dict[str, object]]]) -> None:
    """Each unit leads to the same code points."""
    case = faults["offset_units"]
    text, expected = str(case["input"]["text"]), case["expected"]
    for name, unit in (("utf8_bytes", Unit.BYTES), ("utf16", Unit.UTF16)):
        found = [list(to_code_points(text, *span, unit) or ()) for span in expected[name]]  # type: ignore[attr-defined]
        assert found == expected["codepoint"]


def test_text_fragment(faults: dict[str, dict[str, dict[str, object]]]) -> None:
    """The link is the one expected."""
    case = faults["text_fragment"]
    assert link(str(case["input"]["url"]), str(case["input"]["quote"])) == case["expected"]["link"]
