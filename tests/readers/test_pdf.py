"""PDFs come out in reading order, with pages and boxes; bad ones say what is wrong."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.errors import DocumentError, LimitError
from pincite.readers import ReadSettings, read_document
from pincite.readers.pdf.file import opened
from pincite.records import BlockKind

from .conftest import assemble, write_pdf
from .laws import covered, shown

MakePdf = Callable[..., bytes]
FILINGS = Path(__file__).parents[3] / "shared" / "data" / "financebench" / "pdf"
DATA = Path(__file__).parents[1] / "data" / "pdf"
SETTINGS = ReadSettings()
OFF = ReadSettings(ocr="off")

PROSE = (
    "The ferry carried 1,204 passengers in May and",
    "1,377 in June, which is more than in any other",
    "month since the harbour was rebuilt after the",
    "storm. Fares did not change.",
)


def column(lines: Iterable[str], x: float = 72, top: float = 700) -> list[tuple[float, float, str]]:
    """Lines below each other, 12 points apart."""
    return [(x, top - 12 * row, line) for row, line in enumerate(lines)]


def test_lines_of_a_paragraph_are_one(make_pdf: MakePdf) -> None:
    """Lines are joined by blanks; a gap parts two paragraphs."""
    second = column(["Crews were paid as before."], top=620)
    document = read_document(make_pdf([column(PROSE) + second]), name="ferry.pdf")
    assert shown(document) == [
        ("paragraph", " ".join(PROSE)),
        ("paragraph", "Crews were paid as before."),
    ]
    assert document.pages == 1
    assert document.media_type == "application/pdf"


def test_sentence_over_a_page_break_is_one_span(make_pdf: MakePdf) -> None:
    """Running heads and page numbers move to the end; the sentence has a region on each page."""
    head = "Harbour Board"
    pages = [
        [(280, 760, head), *column(PROSE[:2], top=120), (300, 30, "1")],
        [(280, 760, head), *column(PROSE[2:], top=700), (300, 30, "2")],
        [(280, 760, head), *column(["Nothing else was reported."]), (300, 30, "3")],
    ]
    document = read_document(make_pdf(pages), name="ferry.pdf")
    assert shown(document) == [
        ("paragraph", " ".join(PROSE)),
        ("paragraph", "Nothing else was reported."),
        *[("furniture", text) for number in "123" for text in (head, number)],
    ]
    regions = document.map.locate(0, document.text.index("storm.") + 6).regions
    assert [(region.page, len(region.boxes)) for region in regions] == [(1, 2), (2, 2)]
    assert document.map.page(document.text.index("Nothing")) == 3


def test_heads_that_name_their_section_are_furniture(make_pdf: MakePdf) -> None:
    """A head changes with its section, a foot with its page: neither parts a sentence."""
    names = ["Crossings", "Crossings", "Winter", "Winter", "Fares", "Crew", "Crew"]
    verbs = ["rose", "fell", "held", "grew", "sank", "closed", "began"]
    pages = [
        [
            *[(72, 760, "Harbour Board"), (480, 760, name)],
            *column([f"again. In the year of the storm the number {verb}", f"and {name} went on,"]),
            (72, 30, f"Report of {name}, {row + 3}"),
        ]
        for row, (name, verb) in enumerate(zip(names, verbs, strict=True))
    ]
    document = read_document(make_pdf(pages), name="ferry.pdf")
    kinds = [kind for kind, _ in shown(document)]
    assert kinds == ["paragraph", *["furniture"] * (2 * len(names))]
    assert "and Crossings went on, again. In the year of the storm the number fell" in document.text


def test_a_line_that_starts_with_code_goes_on(make_pdf: MakePdf) -> None:
    """A word in a smaller font at its start makes a line no other paragraph."""
    line = "BT /F0 {} Tf 1 0 0 1 72 {} Tm ({}) Tj /F0 10 Tf ({}) Tj ET "
    drawn = (
        line.format(10, 700, "What these files say is merged in the order of the", " folders, and")
        + line.format(
            7, 688, "packages.xml", " goes before the others, except where the flag of the"
        )
        + line.format(10, 676, "file says that", " it is to be read last.")
    )
    document = read_document(make_pdf([[]], drawn=drawn), name="code.pdf")
    (block,) = document.blocks
    assert "folders, and packages.xml goes before" in document.text[block.start : block.end]


@pytest.mark.parametrize(
    ("rotate", "crop", "corner"),
    [
        (0, None, (100, 92)),
        (0, (50, 50, 562, 742), (50, 42)),
        (90, None, (700, 100)),
        (180, None, (512, 700)),
        (270, None, (92, 512)),
    ],
)
def test_boxes_are_on_the_page_as_displayed(
    make_pdf: MakePdf,
    rotate: int,
    crop: tuple[float, ...] | None,
    corner: tuple[float, float],
) -> None:
    """The base line's left end lies where a reader of the turned and cropped page sees it."""
    data = make_pdf([[(100, 700, "Ferry")]], rotate=rotate, crop=crop)
    document = read_document(data, name="ferry.pdf")
    (region,) = document.map.locate(0, 5).regions
    ((x0, y0, x1, y1),) = region.boxes
    assert x0 - 3 <= corner[0] <= x1 + 3
    assert y0 - 3 <= corner[1] <= y1 + 3
    assert {round(x1 - x0) > 20, round(y1 - y0) > 20} == {True, False}


def test_labels_are_the_files(make_pdf: MakePdf) -> None:
    """The printed label is what the file declares; the page is its position in the file."""
    labels = "/PageLabels << /Nums [0 << /S /r >> 2 << /S /D >>] >>"
    pages = [column(["Cover"]), [], [], column(["Budget: 70 units."])]
    document = read_document(make_pdf(pages, labels=labels), name="budget.pdf")
    start = document.text.index("Budget")
    (region,) = document.map.locate(start, start + 17).regions
    assert (region.page, region.page_label) == (4, "2")
    assert document.map.locate(0, 5).regions[0].page_label == "i"


def test_rows_are_blocks_with_their_heads(make_pdf: MakePdf) -> None:
    """A row is one block, its cells parted; it carries the heads of its cells."""
    rows = [("Site", "Yield"), ("North", "12 t"), ("South", "9 t")]
    placed = [
        (x, 700 - 14 * row, cell)
        for row, cells in enumerate(rows)
        for x, cell in zip((72, 240), cells, strict=True)
    ]
    document = read_document(make_pdf([[*placed, (72, 600, "Yield fell.")]]), name="farm.pdf")
    assert shown(document) == [
        ("table_row", "Site | Yield"),
        ("table_row", "North | 12 t"),
        ("table_row", "South | 9 t"),
        ("paragraph", "Yield fell."),
    ]
    assert [block.head for block in document.blocks] == [True, False, False, False]
    assert document.blocks[1].context == ("Yield",)


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"%PDF-1.7\n", "damaged"),
        (b"%PDF-1.7\n" + bytes(range(256)) * 50, "damaged"),
    ],
)
def test_refusals_say_why(data: bytes, reason: str) -> None:
    """A file that cannot be read is refused with its reason and what to do."""
    with pytest.raises(DocumentError) as caught:
        read_document(data, name="broken.pdf")
    assert caught.value.reason == reason
    assert caught.value.remedy


def test_scanned_files_are_refused_and_scanned_pages_named(make_pdf: MakePdf) -> None:
    """A file of images is an error that names the remedy; some such pages are a warning."""
    with pytest.raises(DocumentError) as caught:
        read_document(make_pdf([[], []], image_pages=[0, 1]), name="scan.pdf", settings=OFF)
    assert caught.value.reason == "scanned"
    assert "OCR" in (caught.value.remedy or "")
    pages = [column(PROSE), [], [], column(PROSE)]
    document = read_document(make_pdf(pages, image_pages=[1, 2]), name="part.pdf", settings=OFF)
    assert any("pages 2-3" in warning for warning in document.warnings)


def test_declared_pages_are_limited(make_pdf: MakePdf) -> None:
    """A file that declares a million pages is a limit, not a wait."""
    with pytest.raises(LimitError) as caught:
        read_document(make_pdf([column(PROSE)], count=1_000_000), name="many.pdf")
    assert (caught.value.limit, caught.value.maximum) == ("max_pages", SETTINGS.max_pages)


def test_cut_files_are_damaged_or_say_so(make_pdf: MakePdf) -> None:
    """A file cut anywhere is refused, or read with a warning."""
    data = make_pdf([column(PROSE), column(PROSE)])
    said = {_said(data[:end]) for end in range(9, len(data) - 8, 97)}
    assert said <= {"damaged", "empty", "the file does not end as a PDF does; pages may be missing"}
    assert "damaged" in said


@pytest.mark.parametrize("name", ["paper-writer.pdf", "paper-browser.pdf"])
def test_two_columns_are_read_down_and_broken_words_made_whole(name: str) -> None:
    """Two layouts of one paper come out as its paragraphs, letter by letter."""
    wanted = (DATA / "paper.txt").read_text(encoding="utf-8").strip().split("\n\n")
    document = read_document(DATA / name)
    body = [row for row in shown(document) if row[0] != "furniture"]
    assert [text for _, text in body] == [text.lstrip("# ") for text in wanted]
    assert [kind for kind, _ in body] == [
        "heading" if text.startswith("#") else "paragraph" for text in wanted
    ]
    edges = [text for kind, text in shown(document) if kind == "furniture"]
    assert edges[0] == "Harbour Studies 12"
    assert len(edges) == 4


def test_table_cells_of_several_lines() -> None:
    """A cell over three lines is one, heads that span two columns stand in both contexts."""
    document = read_document(DATA / "table.pdf")
    rows = [block for block in document.blocks if block.kind is BlockKind.TABLE_ROW]
    texts = [document.text[row.start : row.end] for row in rows]
    assert texts == [
        "Passengers | Revenue",
        "Vessel | 2022 | 2023 | 2022 | 2023",
        "Alke | 81,204 | 84,377 | € 1,218 | € 1,311",
        "Tordmule, including charter trips for schools and for the outer islands"
        " | 30,118 | 28,940 | (12) | —",
        "Total | 111,322 | 113,317 | € 1,206 | € 1,311",
    ]
    assert [row.head for row in rows] == [True, True, False, False, False]
    heads = ("Passengers 2022", "Passengers 2023", "Revenue 2022", "Revenue 2023")
    assert {row.context for row in rows[2:]} == {heads}
    assert ("caption", "Table 1. Passengers and revenue") in shown(document)
    assert "An office in Sandvik answers five questions a day." in document.text


def _said(data: bytes) -> str:
    try:
        return read_document(data, name="cut.pdf").warnings[-1]
    except DocumentError as error:
        return error.reason


ANGLES = [
    (0, "1 0 0 1", lambda row: (72, 700 - 12 * row)),
    (0, "0 1 -1 0", lambda row: (100 + 12 * row, 72)),
    (90, "0 1 -1 0", lambda row: (100 + 12 * row, 72)),
    (180, "-1 0 0 -1", lambda row: (500, 100 + 12 * row)),
    (270, "0 -1 1 0", lambda row: (500 - 12 * row, 700)),
]


@pytest.mark.parametrize(("rotate", "matrix", "place"), ANGLES)
def test_turned_text_is_read(
    make_pdf: MakePdf, rotate: int, matrix: str, place: Callable[[int], tuple[float, float]]
) -> None:
    """Text that is turned, on a page that is turned or not, is one paragraph."""
    page = [(*place(row), line) for row, line in enumerate(PROSE)]
    document = read_document(make_pdf([page], rotate=rotate, matrix=matrix), name="turned.pdf")
    assert shown(document) == [("paragraph", " ".join(PROSE))]


SLANTS = {"30": "0.87 0.5 -0.5 0.87", "45": "0.71 0.71 -0.71 0.71", "315": "0.71 -0.71 0.71 0.71"}
ALKE = [f"Alke in 200{row} carried {371 * row + 1000} passengers over the bay." for row in range(5)]


@pytest.mark.parametrize("slant", SLANTS)
def test_watermarks_are_furniture(make_pdf: MakePdf, slant: str) -> None:
    """A word across the page is no heading and breaks no paragraph; italics by a skew are text."""
    mark = f"BT /F0 60 Tf {SLANTS[slant]} 150 300 Tm (DRAFT COPY) Tj ET\n"
    skew = "BT /F0 30 Tf 1 0 0.33 1 72 500 Tm (Fares) Tj ET\n"
    document = read_document(make_pdf([column(PROSE)], drawn=mark + skew), name="draft.pdf")
    assert shown(document) == [
        ("paragraph", " ".join(PROSE)),
        ("heading", "Fares"),
        ("furniture", "DRAFT COPY"),
    ]


def test_turned_tables_are_text_and_turned_labels_are_not(make_pdf: MakePdf) -> None:
    """Several turned lines are read after the upright ones, whichever are more; a label is not."""
    lines = "".join(
        f"BT /F0 9 Tf 0 1 -1 0 {200 + 12 * row} 100 Tm ({line}) Tj ET\n"
        for row, line in enumerate(ALKE)
    )
    label = "BT /F0 9 Tf 0 1 -1 0 40 100 Tm (Passengers) Tj ET\n"
    document = read_document(make_pdf([column(PROSE)], drawn=lines), name="turned.pdf")
    assert [text for _, text in shown(document)] == [" ".join(ALKE), " ".join(PROSE)]
    document = read_document(make_pdf([column(PROSE)], drawn=label), name="label.pdf")
    assert shown(document)[-1] == ("furniture", "Passengers")


def test_what_was_filled_in_is_text() -> None:
    """Fields of a form, and notes typed on a page, are read where they stand, with boxes."""
    font = b"/Resources << /Font << /F0 3 0 R >> >>"
    stream = b"<< /Length %d %s >>\nstream\n%s\nendstream"
    look = b"/Type /XObject /Subtype /Form /BBox [0 0 220 17] " + font

    def typed(kind: bytes, place: bytes, number: int) -> bytes:
        note = b"<< /Type /Annot /Subtype /%s /Rect [%s] /F 4 /AP << /N %d 0 R >> >>"
        return note % (kind, place, number)

    words = [b"Name of the tenant:", b"Marta Quellenberg", b"Rent is 900 a month."]
    texts = [
        b"BT /F0 10 Tf 1 0 0 1 %s Tm (%s) Tj ET" % pair
        for pair in zip((b"72 700", b"2 4", b"2 4"), words, strict=True)
    ]
    data = assemble(
        {
            1: b"<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [6 0 R] >> >>",
            2: b"<< /Type /Pages /Kids [4 0 R] /Count 1 >>",
            3: b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
            4: b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Annots [6 0 R 8 0 R] "
            b"/Contents 5 0 R %s >>" % font,
            5: stream % (len(texts[0]), b"", texts[0]),
            6: typed(b"Widget /FT /Tx /T (x)", b"180 695 400 712", 7),
            7: stream % (len(texts[1]), look, texts[1]),
            8: typed(b"FreeText", b"72 600 300 620", 9),
            9: stream % (len(texts[2]), look, texts[2]),
        }
    )
    document = read_document(data, name="form.pdf")
    assert shown(document) == [
        ("paragraph", "Name of the tenant: Marta Quellenberg"),
        ("paragraph", "Rent is 900 a month."),
    ]
    assert document.warnings == ()
    start = document.text.index("Marta")
    (region,) = document.map.locate(start, start + 5).regions
    assert 180 < region.boxes[0][0] < 190


def test_passwords() -> None:
    """A file that opens without a password is read; one that does not says so."""
    assert read_document(DATA / "unlocked.pdf").text == "The ferry waits."
    with pytest.raises(DocumentError) as caught:
        read_document(DATA / "locked.pdf")
    assert caught.value.reason == "encrypted"
    assert "password" in (caught.value.remedy or "")


def test_garbled_pages_are_named(make_pdf: MakePdf) -> None:
    """Text of a shifted alphabet is read and said to be garbled."""
    shift = str.maketrans("abcdefghijklmnopqrstuvwxyz", "defghijklmnopqrstuvwxyzabc")
    pages = [column(PROSE), column(line.translate(shift) for line in PROSE * 2)]
    settings = ReadSettings(ocr="off")
    document = read_document(make_pdf(pages), name="garbled.pdf", settings=settings)
    (warning,) = document.warnings
    assert "garbled" in warning
    assert "page 2 (" in warning


def test_limit_of_characters(make_pdf: MakePdf) -> None:
    """A text that is too long is refused, never shortened."""
    with pytest.raises(LimitError) as caught:
        read_document(make_pdf([column(PROSE)]), settings=ReadSettings(max_characters=50))
    assert caught.value.limit == "max_characters"


@given(
    st.lists(
        st.tuples(
            st.integers(20, 400), st.integers(30, 760), st.text("abcXY 019.,-()$%|", max_size=60)
        ),
        max_size=25,
    )
)
def test_no_character_is_lost(placed: list[tuple[int, int, str]]) -> None:
    """Each visible character that pdfium finds is in one block, and leads to its page."""
    if not any(text.strip() for _, _, text in placed):
        return
    data = write_pdf([placed, [(72, 700, "Last page.")]])
    document = read_document(data, name="any.pdf")
    covered(document)
    with opened(data, name="any.pdf") as file, file.page(0) as page:
        assert page is not None
        found = Counter(page.text() + "Last page.")
    read = Counter(document.text)
    assert all(read[each] == found[each] for each in "abcXY019.,()$%")
    for block in document.blocks:
        regions = document.map.locate(block.start, block.end).regions
        assert regions
        assert all(region.boxes for region in regions)


def test_changed_bytes_never_break_the_reader(make_pdf: MakePdf) -> None:
    """Of 300 damaged files each is read, or refused with a reason."""
    random = Random(0)
    whole = make_pdf([column(PROSE), column(PROSE)])
    for _ in range(300):
        data = bytearray(whole)
        for _ in range(random.randint(1, 12)):
            data[random.randrange(9, len(data))] = random.randrange(256)
        with suppress(DocumentError, LimitError):
            covered(read_document(bytes(data), name="changed.pdf"))


@pytest.mark.shared
@pytest.mark.skipif(not FILINGS.is_dir(), reason="no filings beside the checkout")
def test_real_filings() -> None:
    """All text of each filing is in a block that leads to a page; rows carry their heads."""
    for path in sorted(FILINGS.glob("*.pdf")):
        document = read_document(path)
        covered(document)
        pages = {document.map.page(block.start) for block in document.blocks}
        assert len(pages) > 0.95 * document.pages
        rows = [block for block in document.blocks if block.kind is BlockKind.TABLE_ROW]
        assert sum(bool(row.context) for row in rows) > 0.2 * len(rows)
