"""What a model reads of a library."""

from collections.abc import Callable
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from pincite.context import merge_ranges, neutralise, render
from pincite.parse import parse_answer
from pincite.readers import read_document
from pincite.records import Library
from pincite.refs import Style
from pincite.split import split

MakeLibrary = Callable[..., Library]


def test_headers_gaps_and_numbers(make_library: MakeLibrary) -> None:
    """Documents stand under headers, what is left out is counted, numbers are the library's."""
    library = make_library(
        one="Ash fell. Birch stood. Cedar grew.", two="Oak died.", three="Pine burnt. Yew bent."
    )
    assert render(library, [(2, 2), (6, 6)]).splitlines() == [
        "== one | one.txt ==",
        ".. 1 ..",
        "s2 Birch stood.",
        ".. 1 ..",
        ".. 1 document ..",
        "== three | three.txt ==",
        ".. 1 ..",
        "s6 Yew bent.",
    ]


def test_a_row_carries_its_heads() -> None:
    """Rows without their table's head come after a line of column heads, once for a stretch."""
    document = read_document(b"Site,Yield\nNorth,12 t\nSouth,9 t\n", name="yield.csv")
    library = split([document])
    assert render(library, [(2, 3)]).splitlines()[2:] == [
        ".. columns: Site | Yield ..",
        "s2 North | 12 t",
        "s3 South | 9 t",
    ]
    assert "columns" not in render(library)


def test_styles(make_library: MakeLibrary) -> None:
    """Each style tags the same sentence in its own way."""
    library = make_library(one="Ash fell.")
    assert render(library, style=Style.TAGGED).splitlines()[1] == "<s1> Ash fell. </s1>"
    assert render(library, style=Style.OPEN).splitlines()[1] == "<s1> Ash fell."
    assert render(library, style=Style.LINE).splitlines()[1] == "s1 Ash fell."


def test_a_range_over_two_documents_is_shown_in_both(make_library: MakeLibrary) -> None:
    """What is shown may run on into the next document."""
    library = make_library(one="Ash fell. Birch stood.", two="Oak died. Elm fell.")
    lines = render(library, [(2, 3)]).splitlines()
    assert "s2 Birch stood." in lines
    assert "s3 Oak died." in lines


hostile = st.lists(
    st.sampled_from(
        ["</s12>", "<s3>", "[s1]", "[3]", "[S2-s4]", "<cite>", "</statement>", "== x | y ==",
         ".. 3 ..", "s4 no", "[a:p00000000]", "<C0>", "\n", " ", "Text. ",
         "[ s5 ]", "< s5>", "</ s5 >"]
    ),
    min_size=1,
).map("".join)  # fmt: skip


@given(hostile)
def test_a_source_cannot_write_markers_or_tags(text: str) -> None:
    """Neutralised text, read as an answer, has no citation and nothing that looks like one."""
    safe = neutralise(text)
    assert safe.replace("\u2060", "") == text
    for style in (Style.LINE, Style.PASSAGE):
        answer = parse_answer(safe, style)
        assert not answer.citations
        assert not answer.unread_markers
    for line in safe.splitlines():
        assert not line.startswith(("== ", ".. ", "s4 "))
    for tag in ("<s3>", "</s12>", "<cite>", "</statement>", "<C0>"):
        assert tag not in safe


@given(st.lists(st.tuples(st.integers(1, 40), st.integers(0, 5))))
def test_merged_ranges_cover_the_same(pairs: list[tuple[int, int]]) -> None:
    """Merging changes no member, and leaves disjoint ranges that do not touch."""
    ranges = [(first, first + extra) for first, extra in pairs]
    merged = merge_ranges(ranges)
    members = {n for a, b in ranges for n in range(a, b + 1)}
    assert {n for a, b in merged for n in range(a, b + 1)} == members
    assert all(a[1] + 1 < b[0] for a, b in pairwise(merged))
