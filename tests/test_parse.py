"""Answers → claims, parts, citations."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.parse import CitationEvent, ClaimEvent, Event, Parser, TextEvent, parse_answer
from pincite.records import Answer, BlockKind
from pincite.refs import Style


def cited(answer: Answer) -> list[list[tuple[int, int]]]:
    """The ranges of each claim, in order."""
    return [
        [pair for index in claim.citations for pair in answer.citations[index].ranges]
        for claim in answer.claims
    ]


def texts(answer: Answer) -> list[str]:
    """The claims' texts, in order."""
    return [claim.text for claim in answer.claims]


def test_marker_before_and_after_the_full_stop() -> None:
    """Both belong to the sentence that they end."""
    answer = parse_answer("Rain fell [s1]. Snow fell.[s2] Hail fell. [s3]\nFog came.\n\n[s4]")
    assert texts(answer) == ["Rain fell.", "Snow fell.", "Hail fell.", "Fog came."]
    assert cited(answer) == [[(1, 1)], [(2, 2)], [(3, 3)], [(4, 4)]]


def test_every_id_of_a_claim_survives() -> None:
    """Semicolons, dashes, adjacent markers and blanks lose nothing; parts keep them apart."""
    answer = parse_answer("Tin came first [s4; s17–s19][s41], lead came next [s50 , s52].")
    assert cited(answer) == [[(4, 4), (17, 19), (41, 41), (50, 50), (52, 52)]]
    parts = answer.claims[0].parts
    assert [part.text for part in parts] == ["Tin came first", "lead came next"]
    assert [part.citations for part in parts] == [(0, 1), (2,)]


def test_a_stretch_after_the_last_marker_is_a_part_without_citation() -> None:
    """What no marker closes is not covered by the one before it."""
    part = parse_answer("The mill closed [s3] and the town shrank.").claims[0].parts[-1]
    assert part.text == "and the town shrank."
    assert part.citations == ()


def test_code_links_footnotes_and_escapes_hold_no_markers() -> None:
    """Brackets that mean something else in Markdown are text."""
    answer = parse_answer(
        "Cell `a[s1]` and [s2](http://x.example/y) and ![s3](z.png) and [^4] and \\[s5\\] [s6].\n\n"
        "```\nb[s7]\n```\n"
    )
    assert [citation.ranges for citation in answer.citations] == [((6, 6),)]
    assert not answer.unread_markers


def test_an_unclosed_code_span_is_literal() -> None:
    """A lone backtick hides nothing, and a span ends with its paragraph."""
    answer = parse_answer("A ` stands alone [s1].\n\nB ` too [s2].")
    assert cited(answer) == [[(1, 1)], [(2, 2)]]


def test_a_link_around_a_marker_hides_it() -> None:
    """A marker inside a link's text is the link's."""
    assert not parse_answer("See [the note [s1] there](http://x.example).").citations


def test_upper_case_is_read_only_where_nothing_else_is_used() -> None:
    """`[S2]` is a marker in an answer without `[s2]`, else it is counted as unread."""
    alone = parse_answer("The lid is iron [S2]. The rim is brass [<s1>].")
    assert cited(alone) == [[(2, 2)], [(1, 1)]]
    mixed = parse_answer("The [S2] is a car [s1].")
    assert cited(mixed) == [[(1, 1)]]
    assert [marker.raw for marker in mixed.unread_markers] == ["[S2]"]
    assert "[S2]" in mixed.claims[0].text


def test_unread_markers_stay_in_the_text_and_name_their_claim() -> None:
    """Foreign forms are counted and left where they are."""
    answer = parse_answer("Sun [s1]. The base is oak [sentence 3]. Held [1].")
    assert [(m.raw, m.claim) for m in answer.unread_markers] == [("[sentence 3]", 1), ("[1]", 2)]
    assert answer.claims[1].text == "The base is oak [sentence 3]."


@pytest.mark.parametrize("tail", ["[s", "[", "[s12", "[s12-", "[s12, s", "[<s3"])
def test_a_text_that_ends_inside_a_marker(tail: str) -> None:
    """The half marker is no text, and a warning says so."""
    answer = parse_answer(f"The bridge opened [s1]. Tolls ended {tail}")
    assert texts(answer) == ["The bridge opened.", "Tolls ended"]
    assert answer.warnings[0].startswith("truncated_marker")
    assert answer.text.endswith(tail)


def test_blocks_of_markdown() -> None:
    """Bullets, headings, table rows and quotations are claims of their own kind."""
    answer = parse_answer(
        "# Results\n\n- Up by 3. [s1] Down by 2 [s2].\n2) Flat [s3]\n\n"
        "| Site | Yield |\n|---|---|\n| North | 12 t [s4] |\n\n> as it was\n> before [s5].\n---\n"
    )
    kinds = [claim.kind for claim in answer.claims]
    assert texts(answer) == [
        "Results",
        "Up by 3.",
        "Down by 2.",
        "Flat",
        "Site | Yield",
        "North | 12 t",
        "as it was before.",
    ]
    assert kinds[0] is kinds[4] is BlockKind.HEADING
    assert kinds[1] is kinds[2] is kinds[3] is BlockKind.LIST_ITEM
    assert kinds[5] is BlockKind.TABLE_ROW
    assert cited(answer)[5:] == [[(4, 4)], [(5, 5)]]


def test_chinese_claims() -> None:
    """Sentences end without blanks in Chinese; markers on both sides of the stop are kept."""
    answer = parse_answer("堤坝加固了[s1]。费用三百万元。[s2]")
    assert texts(answer) == ["堤坝加固了。", "费用三百万元。"]
    assert cited(answer) == [[(1, 1)], [(2, 2)]]


def test_only_markers() -> None:
    """An answer of markers alone keeps them, on a claim without text."""
    answer = parse_answer("[s98][s99]")
    assert cited(answer) == [[(98, 98), (99, 99)]]
    assert texts(answer) == [""]


def test_empty_answer() -> None:
    """No text, no claim."""
    assert parse_answer(" \n").claims == ()


def test_passage_ids() -> None:
    """The ids of style `passage` are kept for the pack to resolve."""
    answer = parse_answer("It grew [a:p3f9a01c2].", Style.PASSAGE)
    assert answer.citations[0].passage_ids == ("a:p3f9a01c2",)


snippets = st.lists(
    st.sampled_from(
        ["[s1]", "[s2-s3]", "[", "]", "`", "```\n", "\n", "\n\n", "- ", "| a | b |\n", "|--|--|\n",
         "> ", "# ", "A cat sat. ", "It ran", ". ", "\\[", "](x)", "[^1]", "堤坝。", "[sentence 4]"]
    ),
    max_size=40,
).map("".join)  # fmt: skip


@given(snippets | st.text(max_size=200))
def test_positions_hold_for_any_text(text: str) -> None:
    """Claims are ordered and disjoint; citations stand in exactly one claim, as written."""
    answer = parse_answer(text)
    assert answer.text == text
    position = 0
    for claim in answer.claims:
        assert position <= claim.start <= claim.end <= len(text)
        position = claim.start
    held = [index for claim in answer.claims for index in claim.citations]
    assert held == list(range(len(answer.citations)))
    for citation in answer.citations:
        assert text[citation.start : citation.end] == citation.raw
    for claim in answer.claims:
        assert [i for part in claim.parts for i in part.citations] == list(claim.citations)
        for part in claim.parts:
            assert claim.start <= part.start <= part.end <= claim.end


def stream(pieces: list[str]) -> tuple[Answer, list[Event]]:
    """The answer and the events of a text that comes in pieces."""
    parser = Parser()
    events = [event for piece in pieces for event in parser.feed(piece)]
    events += parser.finish()
    return parser.answer(), events


@given(snippets | st.text(alphabet="a[]s1-, .\n\r`", max_size=60), st.data())
def test_any_cut_of_a_stream_gives_the_same(text: str, data: st.DataObject) -> None:
    """Answer, text released and events do not depend on where the stream was cut."""
    cuts = sorted(data.draw(st.lists(st.integers(0, len(text)), max_size=12)))
    pieces = [text[a:b] for a, b in zip([0, *cuts], [*cuts, len(text)], strict=True)]
    whole, whole_events = stream([text])
    answer, events = stream(pieces)
    assert answer == whole
    told = [event for event in events if not isinstance(event, TextEvent)]
    assert told == [event for event in whole_events if not isinstance(event, TextEvent)]
    released = "".join(event.text for event in events if isinstance(event, TextEvent))
    assert released == "".join(e.text for e in whole_events if isinstance(e, TextEvent))
    assert text.startswith(released)
    if not answer.warnings:
        assert released == text
    claims = [event.claim for event in events if isinstance(event, ClaimEvent)]
    assert tuple(claims) == answer.claims
    citations = [event.citation for event in events if isinstance(event, CitationEvent)]
    assert tuple(citations) == answer.citations


def test_no_half_marker_is_released() -> None:
    """Text is held while it may become a marker, and released when it cannot any more."""
    parser = Parser()
    released = []
    for piece in ["Herons nest [", "s", "1", "2-", "s14", "] and leave", " [", "not yet"]:
        text = "".join(e.text for e in parser.feed(piece) if isinstance(e, TextEvent))
        released.append(text)
    assert released == ["Herons nest", "", "", "", "", " [s12-s14] and leave", "", " [not yet"]


def test_a_stream_that_ends_inside_a_marker_releases_none_of_it() -> None:
    """What a person saw is the text without the half marker."""
    answer, events = stream(["Tolls ended", " later [s"])
    assert "".join(e.text for e in events if isinstance(e, TextEvent)) == "Tolls ended later"
    assert answer.warnings


def test_claims_come_while_the_text_does() -> None:
    """A claim is told once another block follows, before the stream ends."""
    parser = Parser()
    events = list(parser.feed("One [s1].\n\nTwo [s2].\n\nThr"))
    assert [e.claim.text for e in events if isinstance(e, ClaimEvent)] == ["One."]


def test_a_long_marker_in_small_pieces() -> None:
    """Ten thousand ids that come a few characters at a time are one citation."""
    text = "So it is [" + ", ".join(f"s{n}" for n in range(1, 10_001)) + "]."
    answer, _ = stream([text[i : i + 3] for i in range(0, len(text), 3)])
    assert len(answer.citations[0].ranges) == 10_000
