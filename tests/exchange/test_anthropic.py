"""Anthropic's shapes, well formed and not."""

from collections.abc import Mapping, Sequence

import pincite
from pincite.canonical import Plain
from pincite.exchange import anthropic
from pincite.exchange.shapes import Imported
from pincite.exchange.wire import decode
from pincite.records import Library, Report

PAGES = (
    {"type": "text_delta", "text": "Revenue rose."},
    {
        "type": "citations_delta",
        "citation": {
            "type": "page_location",
            "cited_text": "Revenue for 2025 was NOK 2,418 million",
            "document_index": 0,
            "document_title": None,
            "start_page_number": 4,
            "end_page_number": 5,
        },
    },
    {"type": "citations_delta", "citation": {"type": "future_location", "cited_text": "x"}},
)


def block(text: str, *citations: Mapping[str, Plain]) -> Mapping[str, Plain]:
    """A text block."""
    return {"type": "text", "text": text, "citations": list(citations) or None}


def chars(start: Plain, end: Plain, text: Plain, index: Plain = 1) -> Mapping[str, Plain]:
    """A character location."""
    return {
        "type": "char_location",
        "cited_text": text,
        "document_index": index,
        "document_title": None,
        "start_char_index": start,
        "end_char_index": end,
    }


def read(library: Library, *blocks: Mapping[str, Plain]) -> Imported:
    """A message of some blocks, read."""
    return anthropic.read({"type": "message", "content": list(blocks)}, library)


def test_unknown_location_in_a_stream(filings: Library) -> None:
    """A page citation is kept, its end exclusive; an unknown type is kept raw and named."""
    events: Sequence[Plain] = [{"type": "content_block_delta", "delta": delta} for delta in PAGES]
    imported = anthropic.read(events, filings)
    assert imported.answer.text == "Revenue rose."
    assert len(imported.answer.citations) == 1
    assert imported.citations[0].ranges == ((73, 73),)
    assert imported.citations[1].raw == {"type": "future_location", "cited_text": "x"}
    assert imported.warnings == ("citation 2: unknown location type 'future_location'",)


def test_end_page_is_exclusive(filings: Library) -> None:
    """Pages 2 to 3 are page 2: nothing of page 3 is cited where there are no words."""
    location = {"type": "page_location", "document_index": 0, "cited_text": ""}
    one = read(filings, block("A.", {**location, "start_page_number": 2, "end_page_number": 3}))
    ((first, last),) = one.citations[0].ranges
    pages = filings.documents[0].map
    assert pages.page(filings.starts[first - 1]) == 2 or pages.page(filings.ends[first - 1]) == 2
    assert pages.page(filings.starts[last - 1]) == 2


def test_mixed_blocks(library: Library) -> None:
    """Cited and uncited blocks of one sentence are parts of one claim."""
    imported = read(
        library,
        block("The sky turned green, and "),
        block("fares fell by 3 cent", chars(21, 42, "Fares fell by 3 cent.")),
        block("."),
    )
    report = pincite.verify(imported.answer, library)
    assert [part.text for part in report.answer.claims[0].parts] == [
        "The sky turned green, and",
        "fares fell by 3 cent.",
    ]
    assert [status.value for status in report.verdicts[0].part_statuses] == ["uncited", "supported"]


def test_bad_citations_leave_the_rest(library: Library) -> None:
    """Each bad citation is named and kept; the good one is judged."""
    imported = read(
        library,
        block(
            "Costs did not change.",
            chars(0, 9, "Not in there at all."),
            chars(0, 21, "Costs did not change.", index=0),
            chars(0, 21, "Costs did not change.", index=9),
            chars("0", 21, 7),
            chars(65, 86, "Costs did not change."),
            chars(-5, 1000, ""),
        ),
        {"type": "hologram", "text": "?"},
    )
    assert [bool(given.ranges) for given in imported.citations] == [
        False, False, False, True, True, False,
    ]  # fmt: skip
    assert "stands in s8 of 'trams'" in imported.citations[1].problem
    assert "document 9 is not in the library" in imported.citations[2].problem
    assert any("cited_text is not a text: 7" in warning for warning in imported.warnings)
    assert any("'hologram'" in warning for warning in imported.warnings)
    report = pincite.verify(imported.answer, library)
    assert report.verdicts[0].decision == "reject"
    assert report.verdicts[0].rule == "phantom"


def test_truncated_stream(report: Report) -> None:
    """A stream that ends early gives what came, and a warning."""
    events = anthropic.events(report).value
    assert isinstance(events, list)
    cut = anthropic.read(events[:5], report.library)
    assert cut.answer.text.startswith("🛶 Dôme")
    assert cut.warnings == ("truncated_stream: the stream ends before `message_stop`",)


def test_utf16_characters(library: Library) -> None:
    """Positions that count as JavaScript does are told, and corrected."""
    imported = read(library, block("Profit.", chars(36, 49, "Income: €540.", index=0)))
    assert imported.citations[0].ranges == ((3, 3),)
    assert "UTF-16" in imported.warnings[0]


def test_a_line_separator_inside_of_a_text_ends_no_line() -> None:
    """U+2028 may stand in JSON as it is; only line feeds and carriage returns end an event."""
    text = 'data: {"text": "a\u2028b"}\r\n\r\ndata: {"text": "c"}\r\rdata: [DONE]\n'
    assert decode(text) == ([{"text": "a\u2028b"}, {"text": "c"}], ())


def test_a_stream_in_the_smallest_pieces(library: Library) -> None:
    """Hundreds of thousands of pieces, and of kinds that nobody knows, cost what they are long."""
    delta = {"type": "text_delta", "text": "word "}
    event: Plain = {"type": "content_block_delta", "index": 0, "delta": delta}
    unknown: list[Plain] = [
        {"type": "content_block_delta", "index": 0, "delta": {"type": f"new-{n}"}}
        for n in range(100_000)
    ]
    found = anthropic.read([event] * 300_000 + unknown, library)
    assert found.answer.text == "word " * 300_000
    assert len(found.warnings) == 100_000
