"""Broken and hostile inputs to every reader: a document that keeps the laws, or a named error.

`PINCITE_FUZZ=100000` sets how many inputs are tried; the number tried is printed with `-s`.
"""

from __future__ import annotations

import io
import os
import random
import re
import zipfile
from collections import Counter

import pytest

from pincite.errors import DocumentError, LimitError
from pincite.readers import ReadSettings, read_document

from .archives import docx, epub, pptx, xlsx, zipped
from .conftest import write_pdf
from .laws import covered

INPUTS = int(os.environ.get("PINCITE_FUZZ", "600"))
SETTINGS = ReadSettings(max_characters=200_000, max_archive_bytes=1_000_000, max_depth=60)

SEEDS: dict[str, bytes] = {
    "a.txt": "One.\r\n\r\nTwo é 秋 🚲.\n".encode(),
    "a.md": b"# T\n\n- a **b** [c](d)\n\n"
    b"| a | b |\n|--|--|\n| `1` | 2 |\n\n> q &amp; [^1]\n\n[^1]: n\n",
    "a.html": b"<title>t</title><table><tr><th>a<td rowspan=2>b<tr><td>c</table><p hidden>x<ul>"
    b"<li>y<pre>\n z</pre>&lt;s1&gt;<template><p>q</template><nav>n</nav><br><svg><text>s",
    "a.csv": b'a;b;c\r\n1;"x ""y""\n";3\r\n;;\r\n',
    "a.json": b'{"records": [{"title": "t", "text": "a\\n\\n\\ud83d\\ude00 \\"b\\""}, {"x": [1]}]}',
    "a.jsonl": b'{"text": "a"}\n\n"b \\u0000"\n{"text": "c", "title": 1}\n',
    "a.eml": b"Subject: =?utf-8?q?a=C3=A9?=\nFrom: b\nContent-Type: multipart/mixed; boundary=x\n\n"
    b"--x\nContent-Type: text/html; charset=utf-8\n\n<p>body\n--x\n\nplain\n--x--\n",
    "a.docx": docx(
        '<w:p><w:pPr><w:pStyle w:val="H"/></w:pPr><w:r><w:t>a</w:t><w:tab/></w:r></w:p><w:tbl>'
        '<w:tr><w:tc><w:tcPr><w:gridSpan w:val="2"/></w:tcPr><w:p><w:r><w:t>b</w:t></w:r></w:p>'
        "</w:tc></w:tr></w:tbl>",
        styles='<w:style w:styleId="H"><w:name w:val="heading 1"/></w:style>',
    ),
    "a.pptx": pptx('<p:sp><p:ph type="title"/><a:p><a:t>a</a:t></a:p></p:sp>'),
    "a.xlsx": xlsx(
        {"S": '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" s="1"><v>44931.5</v></c></row>'},
        strings="<si><t>a</t></si>",
        styles='<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs>',
    ),
    "a.pdf": write_pdf([[(72, 700, "One two."), (72, 680, "Three.")], [(72, 700, "Four.")]]),
    "a.epub": epub("<html><body><h1>a</h1><p>b</p></body></html>"),
}
LETTERS = b"<>&;\"'=/[]{}|#*`:-_,. \\abcs123\n\x80"
NUMBERS = [b"-1", b"0", b"2", b"x", b"1e999", b"1E-999999999", b"1e999999999", b"9" * 5000, b""]
HOSTILE = [
    b"\x00", b"\xff\xfe", b"\xef\xbb\xbf", b"\xed\xa0\x80", "\u202e".encode(), b"\r", b"\x0c",
    "e\u0301".encode() + "\u0301".encode() * 2000, b"</s3>", b"[s1]", b"&#xD800;", b"&#0;", b"<!--",
    b"<![CDATA[", b"]]>", b'"', b"\\", b"\\ud800", b"<table>" * 70, b"<div>" * 70,
    b"[" * 200, b"> " * 200,
    b"<w:tbl><w:tr><w:tc>" * 30, b"999999999999999999999", b"-1", b"1e999", b"NaN", b"%", b"`" * 50,
    b"<template>", b"<plaintext>", b"<!DOCTYPE x [<!ENTITY a 'b'>]>", b"=?utf-8?b?////?=", b"\n\n",
]  # fmt: skip


def mutated(data: bytes, chance: random.Random) -> bytes:
    """The input with a few stretches removed, repeated, swapped, or replaced by hostile bytes."""
    work = bytearray(data)
    for _ in range(chance.randint(1, 6)):
        start = chance.randint(0, len(work))
        end = min(len(work), start + chance.choice((0, 1, 2, 8, 40)))
        match chance.randint(0, 5):
            case 0:
                del work[start:end]
            case 1:
                work[start:start] = work[start:end] * chance.randint(1, 20)
            case 2:
                work[start:end] = bytes(chance.choices(LETTERS, k=end - start))
            case 3:
                numbers = list(re.finditer(rb"[0-9]+", work))
                if numbers:
                    number = chance.choice(numbers)
                    work[number.start() : number.end()] = chance.choice(NUMBERS)
            case _:
                work[start:start] = chance.choice(HOSTILE)
    return bytes(work)


def variant(data: bytes, chance: random.Random) -> bytes:
    """A broken input; of an archive, its members are broken more often than the archive."""
    if not data.startswith(b"PK") or chance.random() < 0.2:
        return mutated(data, chance)

    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        members = {member: archive.read(member) for member in archive.namelist()}
    victim = chance.choice(sorted(members))
    members[victim] = mutated(members[victim], chance)
    return zipped(members)


@pytest.mark.parametrize("name", SEEDS)
def test_broken_inputs(name: str) -> None:
    """A broken input is a document that keeps the laws, or an error with reason and remedy."""
    chance = random.Random(name)
    outcomes: Counter[str] = Counter()
    for _ in range(max(1, INPUTS // len(SEEDS))):
        data = variant(SEEDS[name], chance)
        try:
            document = read_document(data, name=name, settings=SETTINGS)
        except DocumentError as error:
            assert error.remedy, error  # noqa: PT017
            outcomes[error.reason] += 1
        except LimitError as error:
            outcomes[error.limit] += 1
        else:
            outcomes["read"] += 1
            covered(document)
            document.text.encode()
            for block in document.blocks:
                place = document.map.locate(block.start, block.end)
                if place.source_start is not None and place.source_end is not None:
                    assert 0 <= place.source_start <= place.source_end <= len(data)
    print(f"{name}: {outcomes.total()} inputs, {dict(sorted(outcomes.items()))}")
