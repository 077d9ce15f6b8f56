"""Markdown is read to what a reader sees of it; every character leads to its source."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.errors import DocumentError, LimitError
from pincite.readers import read_document
from pincite.records import BlockKind, Document

from .laws import covered, shown


def read(text: str) -> Document:
    """Read Markdown."""
    return read_document(text.encode(), name="note.md")


def test_table_rows_carry_their_heads() -> None:
    """Each data row is one unit with the column heads as context; the rule is furniture."""
    document = read("| Site | Yield |\n|---|---|\n| North | 12 t |\n| South | 9 t |\n\nYield fell.")
    assert shown(document) == [
        ("table_row", "| Site | Yield |"),
        ("table_row", "| North | 12 t |"),
        ("table_row", "| South | 9 t |"),
        ("paragraph", "Yield fell."),
        ("furniture", "|---|---|"),
    ]
    assert [block.head for block in document.blocks] == [True, False, False, False, False]
    assert document.blocks[1].context == ("Site", "Yield")


def test_markup_is_not_text() -> None:
    """Emphasis, links, code marks and escapes are left out; what they mark stays."""
    document = read(
        'The **board** approved [the *plan*](https://a.example/2031 "t 4") for `x  y` &amp; '
        "\\*more\\*; see <https://b.example/?q=1>. A * stays, a_b_c too."
    )
    assert document.text == (
        "The board approved the plan for x  y & *more*; see https://b.example/?q=1. "
        "A * stays, a_b_c too."
    )


def test_blocks_have_kind_and_level() -> None:
    """Headings have levels, list items a depth and their ordinals, footnotes their mark."""
    document = read(
        "---\ntitle: Notes\n---\n# One #\n\nTwo\n---\n\n3. a\n   - b\n     c\n4. d\n\n   e\n\n"
        "> quoted\n> on\n\n    code\n\n```py\nx = 1\n\ny\n```\n\n***\n\n[^1]: note\n[^2]: other\n"
    )
    found = [
        (block.kind.value, block.level, document.text[block.start : block.end])
        for block in document.blocks
    ]
    assert found == [
        ("heading", 1, "One"),
        ("heading", 2, "Two"),
        ("list_item", 1, "3. a"),
        ("list_item", 2, "b\nc"),
        ("list_item", 1, "4. d"),
        ("paragraph", 0, "e"),
        ("paragraph", 0, "quoted\non"),
        ("code", 0, "code"),
        ("code", 0, "x = 1\n\ny"),
        ("footnote", 0, "[^1]: note"),
        ("footnote", 0, "[^2]: other"),
        ("furniture", 0, "---\ntitle: Notes\n---"),
        ("furniture", 0, "***"),
    ]
    assert document.title == "Notes"


def test_positions_lead_to_the_source() -> None:
    """Line, column and bytes of a span are those of its characters in the file."""
    data = "# Über\r\n\r\n> Der *Plan*\r\n> gilt &lt; 3.\r\n".encode()
    document = read_document(data, name="n.md")
    start = document.text.index("Plan")
    place = document.map.locate(start, start + 9)
    assert (place.line, place.column) == (3, 8)
    assert data[place.source_start : place.source_end] == b"Plan*\r\n> gilt"
    entity = document.text.index("<")
    place = document.map.locate(entity, entity + 1)
    assert data[place.source_start : place.source_end] == b"&lt;"


pieces = st.lists(
    st.one_of(
        st.sampled_from(
            [*"#*_`[]()<>!|-+>\\&~:\n\n\n  \t1.", "\n\n", "```\n", "| a | b |\n|--|--|\n| ", "**",
             "[x](y)", "&amp;", "\n> ", "\n- ", "\n1. ", "<b>", "[^1]: ", "![i](u)", "\r\n", "秋"]
        ),
        st.text(alphabet="ab é", max_size=4),
    ),
    max_size=40,
).map("".join)  # fmt: skip


@given(pieces)
def test_laws(text: str) -> None:
    """Blocks cover the text; linear runs show the very characters of the source."""
    data = text.encode()
    try:
        document = read_document(data, name="n.md")
    except DocumentError:
        return
    covered(document)
    windows = text.replace("\r\n", "\n").replace("\r", "\n").replace("\n", "\r\n")
    again = read_document(windows.encode(), name="n.md")
    assert (again.text, again.blocks) == (document.text, document.blocks)
    for block in document.blocks:
        for at in range(block.start, block.end):
            character = document.text[at]
            place = document.map.locate(at, at + 1)
            if character.isspace() or place.source_start is None:
                continue
            source = data[place.source_start : place.source_end].decode()
            assert source == character or source[0] in "&\\<"


@given(pieces)
def test_every_character_is_placed(text: str) -> None:
    """No visible character is without a place in the source."""
    if not text.strip():
        return
    try:
        document = read(text)
    except DocumentError:
        return
    for at, character in enumerate(document.text):
        if not character.isspace():
            assert document.map.locate(at, at + 1).line is not None, (character, at)


def test_deep_nesting_is_a_limit() -> None:
    """Quotations nested beyond the limit are an error that names it, not lost text."""
    with pytest.raises(LimitError) as caught:
        read("> " * 10_000 + "x")
    assert caught.value.limit == "max_depth"


def test_brackets_are_linear() -> None:
    """Thousands of brackets and delimiters are read, as text."""
    for hostile in ("[" * 20_000, "*a " * 20_000, "x `" * 20_000, "x <!--" * 20_000, "![" * 2_000):
        assert read(hostile).text


def test_markers_stay_text() -> None:
    """Text that looks like a tag or a marker is kept where Markdown keeps it."""
    document = read("A [s1] and `</s3>` and [s1-s4][x].")
    assert document.text == "A [s1] and </s3> and [s1-s4][x]."
    assert all(block.kind is BlockKind.PARAGRAPH for block in document.blocks)


def test_a_block_full_of_brackets_is_read_as_written() -> None:
    """Looking for links in it would take time without bound; a warning says that nobody did."""
    document = read_document(b"[" * 5_000 + b" end.\n\nA [link](http://x.example).\n", name="a.md")
    assert document.text.startswith("[" * 5_000)
    assert "A link." in document.text
    assert any("brackets" in warning for warning in document.warnings)
