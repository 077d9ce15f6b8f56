"""A document from the cache is the document that was read; an entry is right or absent."""

from __future__ import annotations

from pathlib import Path

import pytest

from pincite import samples
from pincite.readers import ReadSettings, read_document, read_documents
from pincite.readers.cache import Cache

from .archives import epub, xlsx

SOURCES = {
    "a.txt": "One.\r\n\r\nCafé.".encode("utf-16"),
    "a.md": "# T\r\n\r\n**b** &amp; é".encode(),
    "a.html": b"<title>t</title><p>a &eacute;<table><tr><th>h<tr><td>b</table><nav>n</nav>",
    "a.csv": b"a,b\n1,2\n",
    "a.xlsx": xlsx({"S": '<row r="1"><c r="A1" t="str"><v>a</v></c></row>'}),
    "a.epub": epub("<html><body><h1>a</h1><p>b</p></body></html>"),
}


@pytest.mark.parametrize("name", SOURCES)
def test_what_is_kept_is_what_was_read(tmp_path: Path, name: str) -> None:
    """Record, map and warnings come back as they were; id and address are the caller's."""
    cache = Cache(tmp_path / "kept")
    data = SOURCES[name]
    fresh = read_document(data, name=name, cache=cache)
    kept = read_document(data, name=name, cache=cache, source_id="other")
    assert len(list((tmp_path / "kept").iterdir())) == 1
    assert kept.source_id == "other"
    assert read_document(data, name=name, cache=cache) == fresh
    for start in range(len(fresh.text)):
        for end in range(start, len(fresh.text) + 1):
            assert kept.map.locate(start, end) == fresh.map.locate(start, end)


def test_pages_of_a_pdf_are_kept(tmp_path: Path) -> None:
    """Pages and boxes of a kept PDF are those of the file."""
    cache = Cache(tmp_path)
    path = samples.path("halden-report-2025.pdf")
    fresh, kept = (read_documents([path], cache=cache)[0] for _ in range(2))
    assert kept == fresh
    for block in fresh.blocks[:50]:
        assert kept.map.locate(block.start, block.end) == fresh.map.locate(block.start, block.end)


def test_anything_that_decides_has_its_own_entry(tmp_path: Path) -> None:
    """Another byte, name or setting is another entry."""
    cache = Cache(tmp_path)
    read_document(b"<p>a", name="a.html", cache=cache)
    read_document(b"<p>b", name="a.html", cache=cache)
    read_document(b"<p>a", name="b.html", cache=cache)
    read_document(b"<p>a", name="a.html", cache=cache, settings=ReadSettings(html="main"))
    assert len(list(tmp_path.iterdir())) == 4


def test_a_changed_entry_is_absent(tmp_path: Path) -> None:
    """An entry with any byte changed, or cut, is read again and replaced."""
    cache = Cache(tmp_path)
    fresh = read_document(b"One two.", name="a.txt", cache=cache)
    (entry,) = tmp_path.iterdir()
    whole = entry.read_bytes()
    for broken in (whole[:50], whole.replace(b"two", b"ten"), b"", b"{}"):
        entry.write_bytes(broken)
        assert read_document(b"One two.", name="a.txt", cache=cache) == fresh
        assert entry.read_bytes() == whole


def test_the_folder_does_not_grow_without_end(tmp_path: Path) -> None:
    """Beyond its size the entries used longest ago go."""
    cache = Cache(tmp_path, max_bytes=5_000)
    for number in range(30):
        read_document(f"Text {number}.".encode(), name="a.txt", cache=cache)
    assert 0 < sum(path.stat().st_size for path in tmp_path.iterdir()) <= 5_000
