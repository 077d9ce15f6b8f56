"""Office documents, books, messages and tables of text are read with the place of each part."""

from __future__ import annotations

import pytest

from pincite.errors import DocumentError, LimitError
from pincite.readers import ReadSettings, read_document
from pincite.records import Document

from .archives import A, docx, epub, pptx, xlsx, zipped
from .laws import covered, shown


def places(document: Document) -> list[str | None]:
    """The part of each block."""
    return [document.map.locate(block.start, block.end).part for block in document.blocks]


def paragraph(text: str, properties: str = "") -> str:
    """A paragraph of a Word document."""
    return f"<w:p><w:pPr>{properties}</w:pPr><w:r><w:t>{text}</w:t></w:r></w:p>"


def test_docx_paragraphs_have_the_levels_of_their_styles() -> None:
    """A style inherits its level; lists have a depth; notes are notes, headers furniture."""
    styles = (
        '<w:style w:styleId="H2"><w:name w:val="heading 2"/></w:style>'
        '<w:style w:styleId="Mine"><w:name w:val="Mine"/><w:basedOn w:val="H2"/></w:style>'
    )
    document = read_document(
        docx(
            paragraph("Part", '<w:pStyle w:val="Mine"/>')
            + paragraph("point", '<w:numPr><w:ilvl w:val="1"/><w:numId w:val="3"/></w:numPr>')
            + paragraph("Text."),
            styles=styles,
            footnotes=paragraph("A note."),
            header1=paragraph("Head"),
        ),
        name="a.docx",
    )
    assert [(b.kind.value, b.level, document.text[b.start : b.end]) for b in document.blocks] == [
        ("heading", 2, "Part"),
        ("list_item", 2, "point"),
        ("paragraph", 0, "Text."),
        ("footnote", 0, "A note."),
        ("furniture", 0, "Head"),
    ]
    assert places(document)[:4] == ["paragraph 1", "paragraph 2", "paragraph 3", "footnote 1"]
    covered(document)


def test_docx_leaves_out_what_is_not_shown() -> None:
    """Deleted and hidden text is counted; a text box is read once."""
    document = read_document(
        docx(
            "<w:p><w:r><w:t>Kept</w:t></w:r><w:del><w:r><w:delText>gone</w:delText></w:r></w:del>"
            "<w:r><w:rPr><w:vanish/></w:rPr><w:t>secret</w:t></w:r><w:ins><w:r><w:t> new</w:t>"
            "</w:r></w:ins><w:r><w:tab/><w:t>end</w:t></w:r></w:p>"
            f"<w:p><w:r><w:box>{paragraph('Box')}</w:box>"
            f"<w:Fallback>{paragraph('Box')}</w:Fallback></w:r></w:p>"
        ),
        name="a.docx",
    )
    assert shown(document) == [("paragraph", "Kept new\tend"), ("paragraph", "Box")]
    assert document.warnings == (
        "4 characters of tracked deletions not read",
        "6 characters of hidden text not read",
    )


def test_docx_table_rows() -> None:
    """Rows have the heads of their columns, also over several of them."""

    def row(*cells: str, properties: str = "") -> str:
        inside = "".join(f"<w:tc>{cell}</w:tc>" for cell in cells)
        return f"<w:tr>{properties}{inside}</w:tr>"

    wide = '<w:tcPr><w:gridSpan w:val="2"/></w:tcPr>'
    document = read_document(
        docx(
            "<w:tbl>"
            + row(paragraph("Site"), wide + paragraph("Year"), properties="<w:tblHeader/>")
            + row(paragraph("North"), paragraph("12 t"), paragraph("9 t") + paragraph("(est.)"))
            + "</w:tbl>"
        ),
        name="a.docx",
    )
    assert [(b.head, b.context, document.text[b.start : b.end]) for b in document.blocks] == [
        (True, (), "Site | Year"),
        (False, ("Site", "Year", "Year"), "North | 12 t | 9 t (est.)"),
    ]
    assert places(document)[1] == "table 1, row 2"


def test_pptx_slides_in_order() -> None:
    """Titles come first, body paragraphs are list items, numbers furniture, hidden slides out."""

    def shape(kind: str, *texts: str) -> str:
        inside = "".join(f"<a:p><a:r><a:t>{text}</a:t></a:r></a:p>" for text in texts)
        return f'<p:sp><p:ph type="{kind}"/>{inside}</p:sp>'

    table = (
        '<a:tbl><a:tblPr firstRow="1"/><a:tr><a:tc><a:p><a:t>Site</a:t></a:p></a:tc></a:tr>'
        "<a:tr><a:tc><a:p><a:t>North</a:t></a:p></a:tc></a:tr></a:tbl>"
    )
    document = read_document(
        pptx(
            shape("body", "one", "two") + shape("title", "First") + shape("sldNum", "1"),
            f"<p:graphicFrame>{table}</p:graphicFrame>",
            f'<p:sld {A} show="0">{shape("body", "hidden")}</p:sld>',
        ),
        name="a.pptx",
    )
    assert shown(document) == [
        ("heading", "First"),
        ("list_item", "one"),
        ("list_item", "two"),
        ("table_row", "Site"),
        ("table_row", "North"),
        ("furniture", "1"),
    ]
    assert places(document) == ["slide 1"] * 3 + ["slide 2"] * 2 + ["slide 1"]
    assert document.blocks[4].context == ("Site",)
    assert document.warnings == ("1 hidden slides not read",)


def test_xlsx_cells_have_addresses() -> None:
    """Dates are ISO dates, shares have their sign; each cell has its address and its head."""
    document = read_document(
        xlsx(
            {
                "Yield": '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="C1" t="s"><v>1</v></c></row>'
                '<row r="4"><c r="A4" t="str"><v>North</v></c><c r="B4" s="1"><v>0.125</v></c>'
                '<c r="C4" s="2"><v>44931</v></c><c r="D4"><f>A1</f></c></row>',
                "~Hidden": "",
            },
            strings="<si><t>Site</t><rPh><t>x</t></rPh></si><si><r><t>Da</t></r><r><t>te</t></r></si>",
            styles='<cellXfs><xf numFmtId="0"/><xf numFmtId="10"/><xf numFmtId="14"/></cellXfs>',
        ),
        name="a.xlsx",
    )
    assert shown(document) == [
        ("heading", "Yield"),
        ("table_row", "Site | Date"),
        ("table_row", "North | 12.5 % | 2023-01-05"),
    ]
    assert places(document)[1:] == ["Yield!A1:C1", "Yield!A4:C4"]
    row = document.blocks[2]
    assert row.context == ("Site", "", "Date")
    assert document.map.locate(row.end - 10, row.end).part == "Yield!C4"
    assert document.warnings == (
        "1 formulas of 'Yield' have no result",
        "hidden sheet '~Hidden' not read",
    )


def test_csv_rows_lead_to_their_characters() -> None:
    """A quoted cell is read without its quotes, and each character has its bytes."""
    data = 'Site;Yield\r\nNörth;"a ""b""\r\nc"\r\nSouth;9 t'.encode()
    document = read_document(data, name="a.csv")
    assert shown(document)[1:] == [
        ("table_row", 'Nörth | a "b"\nc'),
        ("table_row", "South | 9 t"),
    ]
    assert document.blocks[1].context == ("Site", "Yield")
    assert places(document)[1] == "A2:B2"
    start = document.text.index('"b"')
    place = document.map.locate(start, start + 3)
    assert place.part == "B2"
    assert data[place.source_start : place.source_end] == b'""b""'


def test_json_records() -> None:
    """A record is a title and paragraphs; each character has its place in the literal."""
    lines = (
        b'{"title": "T\\u00e9", "text": "One \\ud83d\\ude00.\\r\\n\\r\\nTwo \\"q\\"."}\n'
        b'{"id": 2}\n{"body": "Three", "meta": {"text": "no"}}\n'
    )
    document = read_document(lines, name="a.jsonl")
    assert shown(document) == [
        ("heading", "Té"),
        ("paragraph", "One 😀."),
        ("paragraph", 'Two "q".'),
        ("paragraph", "Three"),
    ]
    assert places(document) == ["record 1"] * 3 + ["record 3"]
    place = document.map.locate(document.text.index("😀"), document.text.index("😀") + 1)
    assert lines[place.source_start : place.source_end] == rb"\ud83d\ude00"
    assert document.warnings == ("1 of 3 records have no text field and were not read",)


@pytest.mark.parametrize(
    ("data", "reason"),
    [(b'{"a": 1}', "unsupported"), (b'{"text": ', "damaged"), (b"[" * 100_000, None)],
)
def test_json_that_cannot_be_read(data: bytes, reason: str | None) -> None:
    """Broken JSON names its place; no text field says which were looked for; depth is a limit."""
    with pytest.raises((DocumentError, LimitError)) as caught:
        read_document(data, name="a.json")
    assert getattr(caught.value, "reason", None) == reason


def test_mail_has_header_body_and_attachments_by_name() -> None:
    """The page of a message is read where it has no plain text; attachments are named."""
    data = (
        b"From: =?utf-8?q?J=C3=BCrgen?= <j@example.org>\r\nSubject: Yield\r\n fell\r\n"
        b"MIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n"
        b"--b\r\nContent-Type: text/html; charset=utf-8\r\n"
        b"Content-Transfer-Encoding: quoted-printable\r\n\r\n<p>Caf=C3=A9</p>\r\n"
        b"--b\r\nContent-Type: application/pdf\r\n"
        b"Content-Disposition: attachment; filename=x.pdf\r\n\r\nzz\r\n--b--\r\n"
    )
    document = read_document(data, name="a.eml")
    assert shown(document) == [
        ("heading", "Yield fell"),
        ("paragraph", "From: Jürgen <j@example.org>"),
        ("paragraph", "Café"),
    ]
    assert places(document) == ["header Subject", "header From", "body"]
    assert document.warnings == ("attachments not read: x.pdf",)


def test_epub_chapters() -> None:
    """A place in a book is a file and an element in it."""
    document = read_document(epub("<html><body><h1>One</h1><p>Text &amp; more.</body>"), name="b")
    assert shown(document) == [("heading", "One"), ("paragraph", "Text & more.")]
    place = document.map.locate(document.blocks[1].start, document.blocks[1].end)
    assert (place.part, place.element) == ("o/one 1.xhtml", "html>body>p")
    assert (document.title, document.language) == ("Book", "en")


def test_zip_bomb_is_a_limit() -> None:
    """An archive that unpacks to more than the limit is an error that names it."""
    bomb = zipped({"word/document.xml": b" " * 20_000_000})
    with pytest.raises(LimitError) as caught:
        read_document(bomb, name="a.docx", settings=ReadSettings(max_archive_bytes=1_000_000))
    assert caught.value.limit == "max_archive_bytes"


def test_entities_are_refused() -> None:
    """XML that declares a document type is damaged; no entity is ever expanded."""
    bomb = b'<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><x>&b;</x>'
    with pytest.raises(DocumentError, match="document type") as caught:
        read_document(zipped({"word/document.xml": bomb}), name="a.docx")
    assert caught.value.reason == "damaged"


def test_nested_tables_are_a_limit() -> None:
    """Ten thousand nested tables are an error that names the limit."""
    with pytest.raises(LimitError) as caught:
        read_document(docx("<w:tbl><w:tr><w:tc>" * 10_000), name="a.docx")
    assert caught.value.limit == "max_depth"


def test_broken_archives() -> None:
    """A cut archive, a foreign archive and an old Office file each say what they are."""
    whole = docx(paragraph("x"))
    for data, reason in (
        (whole[: len(whole) // 2], "damaged"),
        (zipped({"a.txt": b"x"}), "unsupported"),
        (b"\xd0\xcf\x11\xe0 old", "unsupported"),
        (b"plain", "damaged"),
    ):
        with pytest.raises(DocumentError) as caught:
            read_document(data, name="a.docx")
        assert caught.value.reason == reason
