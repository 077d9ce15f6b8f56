"""Cited sentences in another version of their document."""

from collections.abc import Callable

from hypothesis import given
from hypothesis import strategies as st

from pincite.anchors import AnchorStatus, Difference, Quotation, reanchor
from pincite.records import Library

MakeLibrary = Callable[..., Library]

LEASE = "The rent is 900 EUR. It is due on the first day of each month. Pets are allowed. Done."


def quotations(library: Library) -> list[Quotation]:
    """Every sentence, quoted with what stands around it."""
    text = library.documents[0].text
    return [
        Quotation(s.number, s.source_id, s.text, text[max(0, s.start - 32) : s.start],
                  text[s.end : s.end + 32])
        for s in library.sentences()
    ]  # fmt: skip


def test_the_same_document_is_exact(make_library: MakeLibrary) -> None:
    """Nothing changed, nothing moves."""
    library = make_library(lease=LEASE)
    found = reanchor(quotations(library), library)
    assert {anchor.status for anchor in found} == {AnchorStatus.EXACT}
    assert [anchor.number for anchor in found] == [1, 2, 3, 4]


def test_moved_edited_gone(make_library: MakeLibrary) -> None:
    """A new sentence moves those after it; an edit is shown word by word; what is gone is said."""
    old = make_library(lease=LEASE)
    new = make_library(
        lease="The parties agree. The rent is 950 EUR.\n\nIt is due on the first  day of each "
        "month. Done."
    )
    rent, due, pets, done = reanchor(quotations(old), new)
    assert (rent.status, rent.number) == (AnchorStatus.EDITED, 2)
    assert rent.differences == (Difference("900", "950"),)
    assert (due.status, due.number) == (AnchorStatus.MOVED, 3)
    assert (pets.status, pets.number) == (AnchorStatus.GONE, None)
    assert done.status is AnchorStatus.EXACT


def test_of_equal_sentences_the_surroundings_decide(make_library: MakeLibrary) -> None:
    """A sentence that stands twice is found where it stood."""
    old = make_library(lease="Ash burns. Not so fast. Birch burns. Not so fast. Cedar burns.")
    new = make_library(
        lease="Cedar burns. Birch burns. Not so fast. Cedar burns. Ash burns. Not so fast. Birch "
        "burns."
    )
    second = reanchor(quotations(old), new)[3]
    assert second.number == 3


@given(st.permutations(["Ash fell.", "Birch stood.", "Cedar grew.", "Fir burnt.", "Oak died."]))
def test_an_order_loses_nothing(make_library: MakeLibrary, order: list[str]) -> None:
    """However sentences are reordered, each is found again with its own words."""
    old = make_library(one="Ash fell. Birch stood. Cedar grew. Fir burnt. Oak died.")
    new = make_library(one=" ".join(order))
    for anchor in reanchor(quotations(old), new):
        assert anchor.number is not None
        assert new.sentence(anchor.number).text == anchor.quotation.exact


def test_an_empty_version(make_library: MakeLibrary) -> None:
    """Everything is gone from a document that says nothing of it."""
    old = make_library(one="Ash fell.")
    assert reanchor(quotations(old), make_library(one="-"))[0].status is AnchorStatus.GONE
