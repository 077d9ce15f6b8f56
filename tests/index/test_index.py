"""Rankings over sentences: vectors, bridges and their sum."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

import pincite
from pincite import defaults
from pincite.errors import CallerError
from pincite.index import content_key
from pincite.index.dense import DenseIndex
from pincite.index.fusion import FusedIndex
from pincite.index.paragraphs import Paragraphs
from pincite.index.windows import WindowIndex
from pincite.rank import terms
from pincite.records import BlockKind, Library

MakeLibrary = Callable[..., Library]


class Letters:
    """An embedder that counts letters: deterministic, and needs nothing."""

    name = "letters"
    fingerprint = "letters"
    dimensions = 26

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """One row for each text; how often each letter stands in it."""
        rows = [[text.lower().count(chr(97 + letter)) for letter in range(26)] for text in texts]
        return np.asarray(rows, dtype=np.float32).reshape(len(texts), 26)


@pytest.fixture
def library(make_library: MakeLibrary) -> Library:
    """Three documents of which the second is named by the first, and the third by neither."""
    made = make_library(
        one="The Maud was built by the Ferrier yard. It is red.",
        two="It was founded in 1911 by a smith. It has forty workers.",
        three="The river runs north. Nobody knows its source.",
    )
    titles = ("Maud", "Ferrier yard", "River Oss")
    documents = tuple(replace(d, title=t) for d, t in zip(made.documents, titles, strict=True))
    return replace(made, documents=documents)


def test_what_the_first_hit_mentions_leads_to_the_second(library: Library) -> None:
    """A document whose title a good sentence names is ranked before one that nothing names."""
    windows = WindowIndex(library)
    linked = FusedIndex(library, windows)
    found = [hit.row + 1 for hit in linked.search("Who founded the builder of the Maud?", 99)]
    assert set(found[:4]) == {1, 2, 3, 4}
    assert linked.name == "linked"


def test_titles_change_nothing_in_a_library_of_one_document(make_library: MakeLibrary) -> None:
    """There is nowhere to lead to."""
    alone = make_library(one="The Maud was built here. It is red. The yard is old.")
    windows = WindowIndex(alone)
    task = "When was the yard built?"
    rows = [
        [hit.row for hit in index.search(task, 9)]
        for index in (FusedIndex(alone, windows), windows)
    ]
    assert rows[0] == rows[1]


def test_vectors_find_the_sentence_with_the_nearest_window(make_library: MakeLibrary) -> None:
    """The cosine of each window, also where the windows are summed in pieces."""
    lib = make_library(one="Aaa aaa.\n\nBbb bbb.\n\nCcc ccc.", two="Ddd ddd.\n\nEee eee.")
    index = DenseIndex(lib, Letters())
    assert [hit.row + 1 for hit in index.search("ddd", 1)] == [4]
    assert index.search("123", 5) != []


def test_windows_of_vectors_end_at_documents() -> None:
    """A neighbour in another document is no neighbour; chunks of building do not matter."""
    from pincite.index import dense
    from pincite.readers import read_document
    from pincite.split import split

    texts = ["Abc def.\n\nGhi jkl.\n\nMno pqr.\n\nStu vwx.\n\nYz abc.\n\nDef ghi."] * 3
    lib = split([read_document(t.encode(), source_id=f"d{n}") for n, t in enumerate(texts)])
    whole = DenseIndex(lib, Letters()).scores("abc jkl")
    chunk, dense._CHUNK = dense._CHUNK, 4
    try:
        pieces = DenseIndex(lib, Letters()).scores("abc jkl")
    finally:
        dense._CHUNK = chunk
    assert np.allclose(whole, pieces)
    assert np.allclose(whole[:6], whole[6:12])


def test_with_vectors_every_sentence_has_a_score(library: Library) -> None:
    """So that a budget is spent also where words do not match."""
    index = FusedIndex(library, WindowIndex(library), DenseIndex(library, Letters()))
    assert index.name == "fused"
    assert len(index.search("xyzzy", 99)) == len(library)


def test_methods_by_name(library: Library) -> None:
    """The record names the one used; an unknown name is refused."""
    pack = pincite.pack("Who founded the yard?", library, budget_tokens=60)
    assert pack.method == defaults.METHODS[0]
    with pytest.raises(CallerError, match="guess"):
        pincite.pack("x", library, budget_tokens=60, method="guess")


def test_a_reranker_orders_the_best_sentences(library: Library) -> None:
    """It reads the task with each sentence and its neighbours; the record names it."""

    class Longest:
        name = "longest"
        asked = 0

        def score(self, task: str, texts: Sequence[str]) -> list[float]:
            """How many terms each text has."""
            self.asked = len(texts)
            assert task
            return [float(len(terms(text))) for text in texts]

    reranker = Longest()
    pack = pincite.pack(
        "Who founded the yard?", library, budget_tokens=50, method="linked", reranker=reranker
    )
    assert pack.method == "linked+longest"
    assert reranker.asked
    assert all("linked+longest" in passage.reason for passage in pack.passages)


def test_installed_vectors_are_the_same_alone_and_in_company() -> None:
    """What is embedded beside a text does not change its vector."""
    pytest.importorskip("wordllama")
    pytest.importorskip("tokenizers")
    from pincite.models.embeddings import StaticVectors

    static = StaticVectors()
    both = static.embed(["The yard built nine boats.", "Rivers run north, as a rule."])
    assert both.shape == (2, static.dimensions)
    assert (both[1] == static.embed(["Rivers run north, as a rule."])[0]).all()
    assert not static.embed([""]).any()


@pytest.mark.parametrize("method", ["linked", "windows", "bm25"])
def test_a_pack_is_the_same_with_a_warm_index_and_a_cold_one(
    make_library: MakeLibrary, method: str
) -> None:
    """What this process keeps saves time and changes nothing, not even after an edit."""
    from pincite.defaults import ranking

    text = "\n\n".join(f"Field {n} gave {n} tonnes of barley." for n in range(60))
    before = make_library(one=text)
    after = make_library(one=text.replace("Field 41 gave", "Field 41 never gave"))

    def made(library: Library) -> object:
        return pincite.pack("barley of field 41", library, budget_tokens=120, method=method)

    ranking._kept.clear()
    cold = made(after)
    ranking._kept.clear()
    first = made(before)
    assert made(before) == first
    assert made(after) == cold
    assert cold != first


def test_a_changed_title_or_block_is_another_library(library: Library) -> None:
    """What leads to a document, and how its passages are cut, are not in `library_id`."""
    from pincite.defaults import ranking

    def made(library: Library) -> object:
        return pincite.pack("Who founded the builder of the Maud?", library, budget_tokens=70)

    first = library.documents[0]
    heading = replace(first.blocks[0], kind=BlockKind.HEADING)
    for changed in (replace(first, title="Ferrier"), replace(first, blocks=(heading,))):
        other = replace(library, documents=(changed, *library.documents[1:]))
        assert content_key(other) != content_key(library)
    titled = replace(library.documents[1], title="Builder Ferrier yard, makers of the Maud")
    other = replace(library, documents=(library.documents[0], titled, library.documents[2]))
    ranking._kept.clear()
    cold = made(other)
    ranking._kept.clear()
    assert made(library) != cold
    assert made(other) == cold


def test_a_sentence_gains_by_its_paragraph(make_library: MakeLibrary) -> None:
    """Of two neighbours as near to a hit, the one of its paragraph is ranked first."""
    end = "The long winter of that year froze the grey river from bank to bank."
    lib = make_library(one=f"Nobody rowed. It held.\n\nMaud sold seals. It paid well.\n\n{end}")
    words = WindowIndex(lib)
    linked = FusedIndex(lib, words)
    orders = [
        [hit.row + 1 for hit in index.search("Who sold seals?", 3)] for index in (words, linked)
    ]
    assert orders == [[3, 2, 4], [3, 4, 2]]


def test_what_a_paragraph_adds_ends_with_it(make_library: MakeLibrary) -> None:
    """Half of the mean over the block, never over two documents, none for a library of none."""
    lib = make_library(one="Aa bb. Cc dd.\n\nEe ff.", two="Gg hh. Ii jj.")
    added = Paragraphs(lib).scores(np.asarray([4.0, 0.0, 2.0, 0.0, 8.0]))
    assert added.tolist() == [1.0, 1.0, 1.0, 2.0, 2.0]
