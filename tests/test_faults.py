"""Faults known of other systems about markers, streams, ids and code, with samples of our own."""

import re
from collections.abc import Callable
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

import pincite
from pincite.errors import GeneratorError
from pincite.models.scripted import Scripted
from pincite.parse import Parser, TextEvent, parse_answer
from pincite.records import Answer, CitationStatus, Decision, Library, Report
from pincite.refs import Range

MakeLibrary = Callable[..., Library]

ORCHARD = "The orchard has forty trees. Half of them are pears. None was felled. Bees live there."


@pytest.fixture
def library(make_library: MakeLibrary) -> Library:
    """Four sentences."""
    return make_library(orchard=ORCHARD)


def ranges(answer: Answer) -> list[tuple[Range, ...]]:
    """What the claims cite, one entry a claim."""
    return [
        tuple(pair for i in claim.citations for pair in answer.citations[i].ranges)
        for claim in answer.claims
    ]


def test_a_phantom_is_reported_with_the_right_one_beside_it(library: Library) -> None:
    """It is neither taken out, which would look uncited, nor moved to the last sentence."""
    report = pincite.verify("Half are pears [s2]. Wasps live there [s5].", library)
    good, phantom = report.answer.citations
    assert (good.status, good.evidence) == (CitationStatus.OK, ((2, 2),))
    assert (phantom.status, phantom.evidence, phantom.raw) == (CitationStatus.PHANTOM, (), "[s5]")
    assert report.verdicts[1].decision is Decision.REJECT
    assert report.verdicts[0].decision is not Decision.REJECT


@pytest.mark.parametrize("marker", ["[s3-s700]", "[s0-s2]", "[s4-s5]", "[s999999999]"])
def test_a_range_over_the_end_is_not_cut_to_fit(library: Library, marker: str) -> None:
    """A nonsense range never becomes a valid one; it proves nothing and cannot be accepted."""
    report = pincite.verify(f"None was felled {marker}.", library)
    assert all(c.status is CitationStatus.PHANTOM for c in report.answer.citations)
    assert all(not c.evidence for c in report.answer.citations)
    assert report.decision is not Decision.ACCEPT


def test_every_id_is_read_whatever_stands_between() -> None:
    """Semicolons, dashes of any length, blanks and adjacent brackets lose none of seven."""
    answer = parse_answer("Pears ripen late [s3 ; s8—s10][s22], bees sleep [ s30 ,s31 ][<s40>].")
    assert [c.ranges for c in answer.citations] == [
        *(((3, 3), (8, 10)), ((22, 22),), ((30, 30), (31, 31)), ((40, 40),))
    ]


def test_code_is_code(library: Library) -> None:
    """Indexes in inline code and in fences are no citations, before and after real ones."""
    text = (
        "Take `tree[s1]` of the list [s2].\n\n~~~python\npears = tree[s3]\n~~~\n"
        "- Then ``rows[s4] = `[s4]` `` as above [s1]."
    )
    assert ranges(parse_answer(text)) == [((2, 2),), ((1, 1),)]
    assert pincite.verify(text, library).answer.text == text


@pytest.mark.parametrize(
    "text",
    [
        "Read [s1, the rules](https://example.org/a_(b)) and [s2 too][ref] first [s3].",
        "See ![s1](plan.png) and [s2](#top 'a title') first [s3].",
        "Note[^1] and \\[s2\\] first [s3].",
    ],
)
def test_links_pictures_and_footnotes_are_none(text: str) -> None:
    """What Markdown uses brackets for stays text, even where it begins like an id."""
    assert ranges(parse_answer(text))[0][-1:] == ((3, 3),)
    assert [c.raw for c in parse_answer(text).citations] == ["[s3]"]


def test_a_number_of_another_form_is_never_mapped(library: Library) -> None:
    """`[1]` and words are counted as unread with their claim; no sentence is guessed for them."""
    report = pincite.verify("Half are pears [2]. None fell [sentence 3]. Bees [S4]!", library)
    assert [u.raw for u in report.answer.unread_markers] == ["[2]", "[sentence 3]"]
    assert [u.claim for u in report.answer.unread_markers] == [0, 1]
    assert [c.evidence for c in report.answer.citations] == [((4, 4),)]


def broken_off(text: str, library: Library) -> Report:
    """The report on an answer that ends with its stream."""
    failure = GeneratorError("gone", retryable=True)
    return pincite.ask("pears?", library, generator=Scripted((text,), failure))


@pytest.mark.parametrize("tail", [" [", " [s", " [s2", " [s2,", " [s2-s", " [s2; s3 "])
def test_a_stream_that_ends_inside_a_marker(library: Library, tail: str) -> None:
    """Nothing is raised, the half is no citation, and both the cut and the failure are named."""
    report = broken_off(f"There are forty trees [s1]. Half are pears{tail}", library)
    assert [c.raw for c in report.answer.citations] == ["[s1]"]
    assert report.answer.claims[-1].text == "Half are pears"
    kinds = {warning.partition(":")[0] for warning in report.warnings}
    assert {"truncated_answer", "truncated_marker"} <= kinds


def fed(pieces: list[str]) -> tuple[str, Answer]:
    """The text released, and the answer."""
    parser, shown = Parser(), ""
    for piece in [*pieces, None]:
        for event in parser.finish() if piece is None else parser.feed(piece):
            if isinstance(event, TextEvent):
                shown += event.text
                assert not HALF.search(shown)
    return shown, parser.answer()


HALF = re.compile(r"\[\s*<?(?:s[\ds,;–<>\s-]*)?$")
TEXT = "Pears ripen [s12-s14, s20] by May [not one] and fall [s3][<s4>–s5]… [sic]."


@given(cuts=st.sets(st.integers(1, len(TEXT) - 1)))
def test_no_way_of_cutting_shows_half_a_marker(cuts: set[int]) -> None:
    """Text and citations are the same for every cut, and half a marker is never shown."""
    edges = [0, *sorted(cuts), len(TEXT)]
    pieces = [TEXT[a:b] for a, b in pairwise(edges)]
    assert fed(pieces) == fed([TEXT])
    assert fed(pieces)[0] == TEXT


@pytest.mark.parametrize(
    "pieces",
    [
        ("[" * 5000,),
        tuple("[s" * 2000),
        ("[s1]" * 3000,),
        ("[s1", *[", s1"] * 3000, "]"),
        ("no markers at all. " * 300,),
        ("   \n\n\t ",),
    ],
)
def test_a_model_that_runs_wild_is_judged_in_the_end(
    library: Library, pieces: tuple[str, ...]
) -> None:
    """Endless brackets, only citations, none, and nothing: a report, and never an acceptance."""
    report = pincite.ask("pears?", library, generator=Scripted(pieces))
    assert report.answer.text == "".join(pieces)
    assert report.decision is not Decision.ACCEPT
