"""Sources made to do harm are read, or refused with a reason; nothing of them is run."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest

from pincite.errors import DocumentError, LimitError
from pincite.readers import read_document

from .conftest import assemble, write_pdf
from .laws import covered, shown

FERRY = write_pdf([[(72, 700, "The ferry sails at nine.")]])


@pytest.mark.parametrize(
    "data",
    [FERRY.replace(b"startxref\n", b"startxref\n9"), b"junk\n" * 150 + FERRY],
    ids=["false start", "junk before"],
)
def test_a_pdf_with_a_broken_table_is_read(data: bytes) -> None:
    """A table of objects in the wrong place is made again."""
    document = read_document(data, name="a.pdf")
    assert document.text == "The ferry sails at nine."


def test_scripts_of_a_pdf_are_neither_run_nor_read() -> None:
    """An action that would run when the file opens does nothing and is no text."""
    content = b"BT /F0 10 Tf 1 0 0 1 72 700 Tm (The ferry sails at nine.) Tj ET"
    data = assemble(
        {
            1: b"<< /Type /Catalog /Pages 2 0 R /OpenAction 6 0 R >>",
            2: b"<< /Type /Pages /Kids [4 0 R] /Count 1 >>",
            3: b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
            4: b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792]"
            b" /Resources << /Font << /F0 3 0 R >> >> /Contents 5 0 R >>",
            5: b"<< /Length %d >>\nstream\n%s\nendstream" % (len(content), content),
            6: b"<< /S /JavaScript /JS (while \\(1\\) {}) >>",
        }
    )
    assert read_document(data, name="a.pdf").text == "The ferry sails at nine."


def test_a_message_in_a_message_without_end_is_a_limit() -> None:
    """Five thousand nested messages are an error that names the limit."""
    data = b"From: a\nSubject: b\nContent-Type: message/rfc822\n\n" * 5000 + b"x"
    with pytest.raises(LimitError) as caught:
        read_document(data, name="a.eml")
    assert caught.value.limit == "max_depth"


@pytest.mark.parametrize(
    ("data", "text"),
    [
        ("e" + "\u0301" * 5000, "e" + "\u0301" * 5000),
        ("a \u202eb. c", "a \u202eb. c"),
        ("\ufeffa.\ufeff", "a.\ufeff"),
        ("a\x00b.", "a\ufffdb."),
    ],
    ids=["combining marks", "override", "marks of order", "null"],
)
def test_odd_characters_keep_their_places(data: str, text: str) -> None:
    """Marks by the thousand, overrides, byte order marks and nulls shift no position."""
    document = read_document(data.encode(), name="a.txt")
    assert document.text == text
    covered(document)


def _repeated(before: str, each: str, after: str = "") -> Callable[[int], bytes]:
    """A page with a part many times, each with its number."""
    return lambda count: (before + "".join(each % row for row in range(count)) + after).encode()


CROWDED = {
    "attributes": _repeated("<p", ' a%d="v"', ">One."),
    "attributes of one body": _repeated("<p>One.", "<body a%d=v>"),
    "options": _repeated("<select>", "<option>o%d", "</select>"),
    "elements with attributes": _repeated("<p>", '<b id=a%d class=b title="c">x</b>'),
    "cells that reach down": lambda count: (
        b"<table>" + b"<tr><td rowspan=65534>a<td>b" * (count // 4)
    ),
    "rows of heads": lambda count: (
        b"<table>" + b"<tr><th>Head" * (count // 4) + b"<tr><td>x" * (count // 4)
    ),
    "elements in depth": _repeated("<div>" * 400, '<p id=a%d class="b"><b>x'),
}


@pytest.mark.parametrize("name", CROWDED)
def test_cost_grows_as_the_page_does(name: str) -> None:
    """Four times as many attributes, options or elements cost less than nine times as much."""

    def cost(count: int) -> float:
        data = CROWDED[name](count)
        taken = []
        for _ in range(2):
            start = time.process_time()
            read_document(data, name="a.html")
            taken.append(time.process_time() - start)
        return min(taken)

    assert cost(40_000) < 9 * cost(10_000)


def test_a_crowded_tag_is_read_as_a_plain_one() -> None:
    """Of very many attributes those that decide what is shown still do."""
    many = "".join(f" a{row}='>'" for row in range(1000))
    document = read_document(
        f"<html lang=de><body><html lang=fr{many}><p{many} hidden>Gone.<p{many} class='x'>Stays."
        f"<svg{many} />After.<p {many} role=doc-footnote lang".encode()
        + b"=x>A note.<p title='",
        name="a.html",
    )
    assert document.language == "de"
    assert shown(document) == [("paragraph", "Stays.After."), ("footnote", "A note.")]
    place = document.map.locate(document.blocks[1].start, document.blocks[1].end)
    assert (place.element, place.source_start is None) == ("html>body>p:nth-of-type(3)", False)


def test_a_long_list_of_options_is_the_tree_of_a_short_one() -> None:
    """Options keep their elements, however many there are."""
    options = "".join(f"<option value={row}>Port {row}" for row in range(1500))
    document = read_document(f"<p>One.<SELECT size=3>{options}</select>".encode(), name="a.html")
    last = document.blocks[-1]
    assert document.text[last.start : last.end] == "Port 1499"
    place = document.map.locate(last.start, last.end)
    assert place.element == "html>body>p>select>option:nth-of-type(1500)"


ODD = "e" + "\u0301" * 3000 + " 🚲 \u202eabc\u202c nai\u0308ve \ufeffx\u0000y 自転車。"
ODD_SOURCES = {
    "a.txt": f"{ODD}\r\n\r\nSecond 🚲 é.",
    "a.md": f"# T\r\n\r\n{ODD}\r\n\r\n| a | b |\r\n|--|--|\r\n| {ODD} | 🚲 |\r\n",
    "a.html": f"<p>{ODD}</p>\r\n<table><tr><td>{ODD}<td>b</table>",
    "a.csv": f'a,b\r\n{ODD},"q ""{ODD}"" 🚲"\r\n',
}
_JOINS = "|\ufffd"
"""The bar between cells has no source; U+FFFD stands for what it replaces."""


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
@pytest.mark.parametrize("name", ODD_SOURCES)
def test_every_character_leads_to_its_bytes(name: str, encoding: str) -> None:
    """Whatever stands before it, and in each encoding, a character's bytes are its own."""
    data = ODD_SOURCES[name].encode(encoding)
    document = read_document(data, name=name)
    covered(document)
    plain = "utf-16-le" if encoding == "utf-16" else "utf-8"
    for at, character in enumerate(document.text):
        place = document.map.locate(at, at + 1)
        if character.isspace():
            continue
        if place.source_start is None:
            assert character in _JOINS
            continue
        source = data[place.source_start : place.source_end].decode(plain)
        assert source == {"\ufffd": "\0", '"': '""'}.get(character, character) or source == '"'
    assert any("bidirectional" in warning for warning in document.warnings)


def test_halves_of_a_pair_are_replaced_and_counted() -> None:
    """A lone surrogate of JSON is U+FFFD, and a pair one character; each leads to its escape."""
    data = '\ufeff[{"text": "a\\ud800 b 🚲 \\ud83d\\ude00."}]'.encode()
    document = read_document(data, name="a.json")
    assert document.text == "a\ufffd b 🚲 😀."
    assert document.warnings == ("1 control characters or lone surrogates replaced by U+FFFD",)
    for character, escape in {"\ufffd": b"\\ud800", "😀": b"\\ud83d\\ude00"}.items():
        place = document.map.locate(at := document.text.index(character), at + 1)
        assert data[place.source_start : place.source_end] == escape


@pytest.mark.parametrize("data", [b"a \xed\xa0\x80 b", "a".encode("utf-16") + b"\x00\xd8"])
def test_halves_of_a_pair_in_bytes_are_named(data: bytes) -> None:
    """Bytes that no encoder writes are an error with their offset."""
    with pytest.raises(DocumentError, match="byte") as caught:
        read_document(data, name="a.txt")
    assert caught.value.reason == "encoding"


@pytest.mark.parametrize("data", [b"[" * 200_000, b'{"text":' * 100_000])
def test_json_nested_without_end_is_a_limit(data: bytes) -> None:
    """Brackets by the hundred thousand are an error that names the limit, and no crash."""
    with pytest.raises(LimitError) as caught:
        read_document(data, name="a.json")
    assert caught.value.limit == "max_depth"
