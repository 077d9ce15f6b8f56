"""HTML is read to what a browser shows; each block leads to its element and its bytes."""

from __future__ import annotations

from html import escape

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.errors import DocumentError, LimitError
from pincite.readers import ReadSettings, read_document
from pincite.records import Document

from .laws import covered, shown


def read(body: str, **options: object) -> Document:
    """Read a page; options are those of `ReadSettings`."""
    settings = ReadSettings(**options)  # type: ignore[arg-type]
    return read_document(body.encode(), name="page.html", settings=settings)


def test_blocks_lists_and_furniture() -> None:
    """Blocks have kinds and levels; navigation and the page's footer go to the end."""
    document = read(
        "<title>News &amp; views</title><nav>Home</nav><h1>Big\n  news</h1><p>One <b>bold</b> "
        "word.<ul><li>a<ul><li>b</ul><li><p>c<p>d</ul><pre> x\n  y</pre><aside>Ad</aside>"
        "<figure><img src=i><figcaption>A chart</figcaption></figure><footer>Foot</footer>"
    )
    found = [(kind, text) for kind, text in shown(document)]
    assert found == [
        ("heading", "Big news"),
        ("paragraph", "One bold word."),
        ("list_item", "a"),
        ("list_item", "b"),
        ("list_item", "c"),
        ("paragraph", "d"),
        ("code", "x\n  y"),
        ("caption", "A chart"),
        ("furniture", "Home"),
        ("furniture", "Ad"),
        ("furniture", "Foot"),
    ]
    assert [block.level for block in document.blocks[:4]] == [1, 0, 1, 2]
    assert document.title == "News & views"
    assert document.warnings == ("1 images not read",)


def test_table_rows_have_the_heads_of_their_cells() -> None:
    """Heads over several columns and cells over several rows are the context of a row."""
    document = read(
        "<table><caption>Yields</caption><tr><th>Site<th colspan=2>Year<tr><th><th>2023<th>2022"
        "<tr><th rowspan=2>North<td>12 t<td>9 t<tr><td>3 t<td>2 t</table>"
    )
    assert [(b.head, b.context, document.text[b.start : b.end]) for b in document.blocks] == [
        (False, (), "Yields"),
        (True, (), "Site | Year"),
        (True, (), "2023 | 2022"),
        (False, ("Site", "Year 2023", "Year 2022"), "North | 12 t | 9 t"),
        (False, ("Year 2023", "Year 2022", "North"), "3 t | 2 t"),
    ]


def test_blank_cells_leave_no_bars() -> None:
    """Cells without text, or of non-breaking spaces, are not part of a row."""
    document = read("<table><tr><td>&nbsp;<td>a<td> <td>b<td>&nbsp;<td></table>")
    assert document.text == "a | b"


def test_layout_tables_are_not_rows() -> None:
    """A table that holds headings or tables only arranges; the table inside it has rows."""
    document = read("<table><tr><td><h2>Part</h2><p>Text.<td><table><tr><td>a<td>b</table></table>")
    assert shown(document) == [
        ("heading", "Part"),
        ("paragraph", "Text."),
        ("table_row", "a | b"),
    ]


def test_hidden_elements_are_counted() -> None:
    """What is hidden is not read, and how much it was is said; scripts are no text."""
    document = read(
        "<p>Seen<p hidden>secret<p style='display : none'>more<p aria-hidden=true>icon"
        "<script>var x</script><template><p>t</template><p>until <span hidden=until-found>found"
    )
    assert document.text == "Seen\n\nicon\n\nuntil found"
    assert document.warnings == ("10 characters in hidden elements not read",)


def test_main_content() -> None:
    """The setting `main` reads the main element alone and counts the rest."""
    page = "<p>Before</p><main><p>Inside</p></main><p>After</p>"
    assert read(page).text == "Before\n\nInside\n\nAfter"
    document = read(page, html="main")
    assert document.text == "Inside"
    assert document.warnings[0].startswith("11 characters outside")
    assert read("<p>All", html="main").warnings[0].startswith("the page has no <main>")


def test_places_are_elements_and_bytes() -> None:
    """A span leads to the innermost element around it and to its bytes."""
    page = "<!-- é --><body><main><p>x</p>\r\n<p>Caf&eacute; <b>sold\r\n  12</b> bikes</p>".encode()
    document = read_document(page, name="p.html")
    start = document.text.index("Café")
    place = document.map.locate(start, start + 12)
    assert place.element == "html>body>main>p:nth-of-type(2)"
    assert (place.line, place.column) == (2, 4)
    assert page[place.source_start : place.source_end] == b"Caf&eacute; <b>sold\r\n  12"
    number = document.text.index("12")
    inner = document.map.locate(number, number + 2)
    assert inner.element == "html>body>main>p:nth-of-type(2)>b"
    assert page[inner.source_start : inner.source_end] == b"12"


def test_moved_text_has_no_invented_position() -> None:
    """Text that the parser moves out of a table has an element and no byte; the rest has both."""
    document = read(
        "<table><tr><td>cell<tr>moved<td>b</table><p>A paragraph with enough characters."
    )
    places = [document.map.locate(block.start, block.end) for block in document.blocks]
    assert places[0].source_start is None
    assert places[-1].source_start is not None


def test_declared_encodings() -> None:
    """The encoding is what the page declares, as browsers read the name."""
    page = b"<meta charset=iso-8859-1><p>caf\xe9 \x80 5"
    assert read_document(page, name="p.html").text == "café € 5"
    with pytest.raises(DocumentError) as caught:
        read_document(b"<p>caf\xe9", name="p.html")
    assert caught.value.reason == "encoding"


@pytest.mark.parametrize(
    "tags", ["<div>", "<ul><li>", "<table><tr><td>", "<b>", "<p>", "<span>", "<a>", "<svg>", "<li>"]
)
def test_nested_tags(tags: str) -> None:
    """A hundred thousand nested tags are an error that names the limit, or text; never a crash."""
    try:
        document = read(tags * 100_000 + "deep")
    except LimitError as error:
        assert error.limit == "max_depth"  # noqa: PT017
    else:
        assert document.text == "deep"


def test_hostile_text_is_text() -> None:
    """Markers and tags written in a page are its text."""
    document = read("<p>A [s1] claim &lt;/s3&gt; and <s3>old price</s3> &#27;[31m &#xD800;")
    assert document.text == "A [s1] claim </s3> and old price \ufffd[31m \ufffd"


words = st.text(alphabet="ab é秋<&>\"'\n\t\u00a0", max_size=12)
tags = st.sampled_from(
    "p div b li ul table tr td th h2 pre br script template textarea nav img a span s3".split()
)
pages = st.lists(
    st.one_of(
        words.map(escape),
        words,
        tags.map("<{}>".format),
        tags.map("</{}>".format),
        st.sampled_from(["<!--", "-->", "&amp", "&notit;", "<p hidden>", "<a b='>'>", "]]>", "<?"]),
    ),
    max_size=30,
).map("".join)


@given(pages)
def test_laws(body: str) -> None:
    """Blocks cover the text, twice the same; every position leads to its own character."""
    data = body.encode()
    try:
        document = read_document(data, name="page.html")
    except DocumentError:
        return
    covered(document)
    assert document == read_document(data, name="page.html")
    for at, character in enumerate(document.text):
        place = document.map.locate(at, at + 1)
        if character.isspace() or place.source_start is None:
            continue
        source = data[place.source_start : place.source_end].decode()
        assert source == character or source.startswith("&")


@given(st.lists(words.filter(str.strip), min_size=1, max_size=8))
def test_well_formed_pages_are_placed_whole(texts: list[str]) -> None:
    """In a page without errors every visible character has its bytes."""
    document = read("".join(f"<p>{escape(text)}</p>\n" for text in texts))
    for at, character in enumerate(document.text):
        if not character.isspace():
            assert document.map.locate(at, at + 1).source_start is not None
