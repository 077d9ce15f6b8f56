"""Office documents as small as they can be, for tests."""

from __future__ import annotations

import io
import zipfile

W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
A = (
    'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" '
    'xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" '
    'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"'
)
X = (
    'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" '
    'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"'
)
_RELATIONS = "http://schemas.openxmlformats.org/package/2006/relationships"


def zipped(members: dict[str, bytes]) -> bytes:
    """An archive of members."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in members.items():
            archive.writestr(name, data)
    return stream.getvalue()


def relations(**targets: str) -> bytes:
    """A part with relations, by id."""
    rows = "".join(f'<Relationship Id="{key}" Target="{targets[key]}"/>' for key in targets)
    return f'<Relationships xmlns="{_RELATIONS}">{rows}</Relationships>'.encode()


def docx(body: str, **more: str) -> bytes:
    """A Word document; `more` are parts of the folder `word`, without `.xml`."""
    members = {
        "word/document.xml": f"<w:document {W}><w:body>{body}</w:body></w:document>".encode()
    }
    members["word/_rels/document.xml.rels"] = relations(**{key: f"{key}.xml" for key in more})
    members |= {f"word/{key}.xml": f"<w:part {W}>{more[key]}</w:part>".encode() for key in more}
    return zipped(members)


def pptx(*slides: str) -> bytes:
    """A presentation of slides, each the inside of `p:sld` or the whole element."""
    ids = "".join(f'<p:sldId r:id="r{row}"/>' for row in range(len(slides)))
    members = {"ppt/presentation.xml": f"<p:presentation {A}>{ids}</p:presentation>".encode()}
    members["ppt/_rels/presentation.xml.rels"] = relations(
        **{f"r{row}": f"slides/slide{row}.xml" for row in range(len(slides))}
    )
    for row, slide in enumerate(slides):
        whole = slide if slide.startswith("<p:sld ") else f"<p:sld {A}>{slide}</p:sld>"
        members[f"ppt/slides/slide{row}.xml"] = whole.encode()
    return zipped(members)


def xlsx(sheets: dict[str, str], *, strings: str = "", styles: str = "") -> bytes:
    """A workbook; a sheet is the inside of `sheetData`, hidden where its name starts with `~`."""
    rows = "".join(
        f'<sheet name="{name}" r:id="r{row}" state="{"hidden" if name[0] == "~" else "visible"}"/>'
        for row, name in enumerate(sheets)
    )
    members = {
        "xl/workbook.xml": f"<workbook {X}><sheets>{rows}</sheets></workbook>".encode(),
        "xl/_rels/workbook.xml.rels": relations(
            **{f"r{row}": f"worksheets/s{row}.xml" for row in range(len(sheets))}
        ),
        "xl/sharedStrings.xml": f"<sst {X}>{strings}</sst>".encode(),
        "xl/styles.xml": f"<styleSheet {X}>{styles}</styleSheet>".encode(),
    }
    for row, data in enumerate(sheets.values()):
        members[f"xl/worksheets/s{row}.xml"] = (
            f"<worksheet {X}><sheetData>{data}</sheetData></worksheet>".encode()
        )
    return zipped(members)


def epub(chapter: str) -> bytes:
    """An e-book of one chapter."""
    return zipped(
        {
            "META-INF/container.xml": b'<container><rootfile full-path="o/p.opf"/></container>',
            "o/p.opf": b"<package><metadata><title>Book</title><language>en-GB</language>"
            b"</metadata>"
            b'<manifest><item id="a" href="one%201.xhtml"/></manifest>'
            b'<spine><itemref idref="a"/></spine></package>',
            "o/one 1.xhtml": chapter.encode(),
        }
    )
