"""Plain text keeps its characters; blocks cover them; the map leads to their bytes."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.errors import DocumentError
from pincite.readers import ReadSettings, read_document

from .laws import covered

texts = st.text(
    alphabet=st.one_of(
        st.sampled_from(" \n\r\t\f\x00\x1babZ.é秋🚲\u202e\u2028\ufeff"),
        st.characters(codec="utf-8"),
    ),
    max_size=200,
)


@given(texts)
def test_blocks_cover_and_map_leads_to_bytes(text: str) -> None:
    """Every visible character is in one block, and its bytes are the source's."""
    data = text.encode()
    if not text.strip("\ufeff \n\r\t\f\x0b").strip():
        return
    document = read_document(data, name="note.txt")
    covered(document)
    assert document == read_document(data, name="note.txt")
    for block in document.blocks:
        place = document.map.locate(block.start, block.end)
        source = data[place.source_start : place.source_end].decode()
        folded = source.replace("\r\n", "\n").replace("\r", "\n")
        assert len(folded) == block.end - block.start
        shown = document.text[block.start : block.end]
        assert all(b in (a, "\ufffd") for a, b in zip(folded, shown, strict=True))


@given(texts.map(lambda text: text.replace("\r", "")))
def test_line_ends_change_nothing(text: str) -> None:
    """CRLF and LF give the same text, hash and blocks."""
    if not text.strip():
        return
    unix = read_document(text.encode(), name="note.txt")
    windows = read_document(text.replace("\n", "\r\n").encode(), name="note.txt")
    assert (unix.text, unix.text_sha256, unix.blocks) == (
        windows.text,
        windows.text_sha256,
        windows.blocks,
    )


def test_positions_are_the_callers() -> None:
    """A position in a text without carriage returns is the same in the document."""
    text = "  Café n°4 🚲 sold 12 bikes.\n\n\n自転車は人気だ。\n"
    document = read_document(text.encode(), name="n.txt")
    assert document.text == text
    second = document.blocks[1]
    place = document.map.locate(second.start, second.end)
    assert (place.line, place.column) == (4, 1)
    assert place.source_start == text.encode().index("自".encode())


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-32"])
def test_byte_order_mark_decides(encoding: str) -> None:
    """A byte order mark names the encoding, and bytes are counted from the file's start."""
    data = "Zürich 🚲 grew.".encode(encoding)
    document = read_document(data, name="n.txt")
    assert document.text == "Zürich 🚲 grew."
    place = document.map.locate(7, 8)
    piece = data[place.source_start : place.source_end]
    assert piece.decode({"utf-8-sig": "utf-8"}.get(encoding, encoding + "-le")) == "🚲"


def test_invalid_bytes_are_named() -> None:
    """Invalid UTF-8 is an error with its byte; a named encoding reads it."""
    with pytest.raises(DocumentError, match="byte 3 is 0xe9") as caught:
        read_document(b"Caf\xe9 sold", name="n.txt")
    assert caught.value.reason == "encoding"
    settings = ReadSettings(encoding="cp1252")
    assert read_document(b"Caf\xe9 sold", name="n.txt", settings=settings).text == "Café sold"


def test_controls_are_counted() -> None:
    """Control characters become U+FFFD, one for one, and the document says so."""
    document = read_document(b"a\x00b\x1b[31m c \xe2\x80\xae d", name="n.txt")
    assert document.text == "a\ufffdb\ufffd[31m c \u202e d"
    assert [warning.split()[0] for warning in document.warnings] == ["2", "1"]
