"""What a pointer of another API is worth."""

from pincite.exchange.locate import Locator, Pointer
from pincite.records import Library
from pincite.text import Offsets


def test_quotation_alone(library: Library) -> None:
    """Words find their sentence whatever their spacing, case and dashes."""
    found = Locator(library).locate(Pointer(0, quote="the  étude 𝒜\ncost 7 EUROS"))
    assert found.ranges == ((4, 4),)
    assert not found.note


def test_characters_alone(library: Library) -> None:
    """Without words the positions stand, if they are in the text."""
    locator = Locator(library)
    assert locator.locate(Pointer(1, chars=(0, 22))).ranges == ((5, 6),)
    for chars in ((0, 9999), (5, 5), (9, 3), (-4, 3)):
        found = locator.locate(Pointer(1, chars=chars))
        assert not found.ranges
        assert "hold no sentence" in found.reason


def test_other_units_are_named(library: Library) -> None:
    """Positions that count UTF-16 or bytes are told by their words."""
    document = library.documents[0]
    start, end = library.starts[2], library.ends[2]
    offsets = Offsets(document.text)
    for unit, chars in (
        ("UTF-16", (offsets.utf16(start), offsets.utf16(end))),
        ("bytes", (offsets.byte(start), offsets.byte(end))),
    ):
        found = Locator(library).locate(Pointer(0, quote="Income: €540.", chars=chars))
        assert found.ranges == ((3, 3),)
        assert unit in found.note


def test_words_over_positions(library: Library) -> None:
    """Of two equal sentences the one near the positions is meant."""
    locator = Locator(library)
    words = "Fares fell by 3 cent."
    assert locator.locate(Pointer(1, quote=words, chars=(43, 64))).ranges == ((7, 7),)
    assert locator.locate(Pointer(1, quote=words, chars=(21, 42))).ranges == ((6, 6),)
    moved = locator.locate(Pointer(1, quote="Costs did not change.", chars=(0, 21)))
    assert moved.ranges == ((8, 8),)
    assert "do not hold its quotation" in moved.note
    assert locator.locate(Pointer(1, quote=words, before=words)).ranges == ((7, 7),)


def test_another_documents_words(library: Library) -> None:
    """Words of another document are refused, and where they stand is said."""
    found = Locator(library).locate(Pointer(0, quote="Costs did not change.", chars=(0, 21)))
    assert not found.ranges
    assert found.reason == "its quotation is not in 'bikes'; it stands in s8 of 'trams'"


def test_a_changed_word(library: Library) -> None:
    """Words that differ in a digit or a “not” are not found."""
    for quote in ("Fares fell by 5 cent.", "Costs did change."):
        assert not Locator(library).locate(Pointer(1, quote=quote)).ranges


def test_unknown_documents(library: Library) -> None:
    """A document that the library does not have is named."""
    locator = Locator(library)
    for pointer in (Pointer(2), Pointer(-1), Pointer(names=("https://other.example",))):
        assert "is not in the library" in locator.locate(pointer).reason
    assert locator.locate(Pointer()).reason == "it names no document that was given"


def test_names(library: Library) -> None:
    """A document is known by its id, address, title or file name, and by a number."""
    locator = Locator(library)
    for name in ("trams", "https://example.org/trams?x=1", "Trams.txt", "doc-1", "document 1"):
        assert locator.locate(Pointer(names=(name,), quote="Costs did not")).ranges == ((8, 8),)


def test_pages(filings: Library) -> None:
    """Without words a page gives its sentences; with them it is a hint."""
    locator = Locator(filings)
    ((first, last),) = locator.locate(Pointer(0, pages=(4, 4))).ranges
    assert first < 73 < last
    quote = "Revenue for 2025 was NOK 2,418 million"
    assert locator.locate(Pointer(0, quote=quote, pages=(4, 4))).ranges == ((73, 73),)
    elsewhere = locator.locate(Pointer(0, quote=quote, pages=(9, 9)))
    assert elsewhere.ranges
    for pages in ((0, 0), (11, 12), (5, 4)):
        assert not locator.locate(Pointer(0, pages=pages)).ranges


def test_blocks(library: Library) -> None:
    """Blocks are the document's sentences, from 0, end exclusive."""
    locator = Locator(library)
    assert locator.locate(Pointer(1, blocks=(1, 3))).ranges == ((6, 7),)
    assert not locator.locate(Pointer(1, blocks=(3, 5))).ranges
    found = locator.locate(Pointer(1, quote="Costs did not change.", blocks=(0, 1)))
    assert found.ranges == ((8, 8),)
    assert "blocks (3, 4)" in found.note


def test_whole_document(library: Library) -> None:
    """A pointer without a place means the document, and that is said."""
    found = Locator(library).locate(Pointer(1))
    assert found.ranges == ((5, 8),)
    assert found.note
