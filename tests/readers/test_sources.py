"""Files, folders, globs and standard input; what cannot be read says why and what to do."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.errors import DocumentError, LimitError
from pincite.readers import ReadSettings, read_document, read_documents
from pincite.readers.identity import slug, unique


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with files of several kinds."""
    for name, text in {
        "b.txt": "B",
        "a.md": "# A",
        "sub/a.txt": "C",
        ".hidden.txt": "no",
        "z.png": "no",
        "sub/c.html": "<p>D",
    }.items():
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
    return tmp_path


def test_folders_and_globs_are_sorted(folder: Path) -> None:
    """A folder stands for its files in order, hidden ones left out, others named."""
    documents = read_documents([folder])
    assert [document.source_id for document in documents] == ["a", "b", "a-2", "c"]
    assert [document.text for document in documents] == ["A", "B", "C", "D"]
    assert "z.png" in documents[0].warnings[-1]
    globbed = read_documents([str(folder / "**" / "*.txt"), folder / "a.md"])
    assert [document.text for document in globbed] == ["B", "C", "A"]


def test_names_with_brackets_are_files(folder: Path) -> None:
    """A path that exists is a file, whatever a glob would make of it."""
    path = folder / "x[1].txt"
    path.write_text("X")
    assert read_documents([str(path)])[0].text == "X"


def test_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    """`-` is standard input, whose format its content says."""
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"<html><p>In")))
    document = read_document("-")
    assert (document.text, document.source_id, document.media_type) == ("In", "stdin", "text/html")


@pytest.mark.parametrize(
    ("name", "data", "reason"),
    [
        ("a.txt", b"", "empty"),
        ("a.txt", b" \n ", "empty"),
        ("a.md", b"![i](u)", "empty"),
        ("a.html", b"<script>x</script>", "empty"),
        ("a.pdf", b"\x00\x01junk", "damaged"),
        ("a.docx", b"\x00\x01junk", "damaged"),
        ("a.txt", b"\x00\x01\xff\xfe\x00", "binary"),
        ("a.txt", b"Caf\xe9", "encoding"),
        ("a.png", b"\x89PNG\r\n", "unsupported"),
        ("a.doc", b"\xd0\xcf\x11\xe0" + "EncryptedPackage".encode("utf-16-le"), "encrypted"),
    ],
)
def test_reasons(name: str, data: bytes, reason: str) -> None:
    """Each way of not being a document has its reason and a remedy."""
    with pytest.raises(DocumentError) as caught:
        read_document(data, name=name)
    assert caught.value.reason == reason
    assert caught.value.remedy
    assert name in caught.value.message


def test_missing_files(tmp_path: Path) -> None:
    """A file that is not there, a folder as one document and a glob for nothing are missing."""
    for call in (
        lambda: read_document(tmp_path / "no.txt"),
        lambda: read_document(tmp_path),
        lambda: read_document("a\x00b"),
        lambda: read_documents([str(tmp_path / "*.txt")]),
        lambda: read_documents([tmp_path]),
    ):
        with pytest.raises(DocumentError) as caught:
            call()
        assert caught.value.reason == "missing"


def test_size_is_checked_before_reading(tmp_path: Path) -> None:
    """A file of two gigabytes is refused by its size, not read."""
    path = tmp_path / "large.txt"
    with path.open("wb") as stream:
        stream.truncate(2 << 30)
    with pytest.raises(LimitError) as caught:
        read_document(path)
    assert (caught.value.limit, caught.value.value) == ("max_bytes", 2 << 30)


def test_long_texts_are_a_limit() -> None:
    """A text longer than the limit is an error that names it, in every format."""
    settings = ReadSettings(max_characters=100)
    for name, data in {
        "a.txt": b"x " * 99,
        "a.md": b"x " * 99,
        "a.html": b"<p>" + b"x " * 99,
        "a.csv": b"x," * 99,
        "a.json": b'"' + b"x " * 99 + b'"',
    }.items():
        with pytest.raises(LimitError) as caught:
            read_document(data, name=name, settings=settings)
        assert caught.value.limit == "max_characters"


def test_content_decides_before_names() -> None:
    """A page called text is a page; what the caller says decides over both."""
    page = b"<!DOCTYPE html><p>a"
    assert read_document(page, name="a.txt").media_type == "text/html"
    assert read_document(page, name="a.html", media_type="text/plain").text == page.decode()


def test_ids() -> None:
    """An id is the caller's where it is one; names of other scripts stay apart."""
    assert read_document(b"x", name="a.txt", source_id="My_Id.1").source_id == "My_Id.1"
    assert read_document(b"x", name="Zürich 2023.txt").source_id == "zurich-2023"
    names = ["秋は短い。", "冬は長い。", "Зима долгая.", "!?", ".", "..", ""]
    assert len({slug(name) for name in names}) == len(names)


@given(st.text(max_size=100))
def test_slugs_are_ids(name: str) -> None:
    """Every name has an id of the form, and ids made unique have it too."""
    first = slug(name)
    taken = {first}
    for number in range(2, 12):
        following = unique(first, taken)
        assert following.endswith(f"-{number}")
        taken.add(following)
    for source_id in taken:
        assert 1 <= len(source_id) <= 64
        assert set(source_id) <= set(
            "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-"
        )
