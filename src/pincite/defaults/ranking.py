"""How sentences are ranked when somebody names a method, or nobody does; built on first use."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Literal

from pincite import pipeline
from pincite.errors import CallerError
from pincite.index import content_key
from pincite.packing import PackRequest
from pincite.records import Library, Passage
from pincite.refs import Style

if TYPE_CHECKING:
    from pincite.index.cache import IndexCache
    from pincite.index.dense import DenseIndex
    from pincite.ports import Embedder, Index, Reranker

__all__ = ["METHODS", "prepared", "selection"]

_MakeIndex = Callable[[Library, Sequence[Passage], "IndexCache | None"], "Index"]

METHODS = ("linked", "windows", "bm25", "fused", "static", "dense")
"""How sentences are ranked; the first unless another is named.

`windows` ranks by words, each sentence within its surroundings; `linked` adds the documents that
words lead to; `bm25` ranks whole passages. Three need the extra `dense`: `fused` adds static
vectors to `linked`, `static` and `dense` rank by vectors alone, the second with a small encoder.
"""


def selection(
    tokenizer_name: str,
    method: str = METHODS[0],
    reranker: Reranker | None = None,
    *,
    cache: IndexCache | None = None,
) -> pipeline.Selection:
    """The ports of a method of ranking, for those who drive the pipeline themselves.

    Args:
        tokenizer_name: What counts.
        method: One of `METHODS`.
        reranker: Orders the best sentences anew.
        cache: Where what is costly of an index is kept; None keeps nothing.

    Raises:
        CallerError: When there is no such method or tokenizer.
    """
    from pincite.models.tokens import tokenizer

    if method not in METHODS:
        raise CallerError(
            f"no method of selection is called {method!r}",
            remedy=f"use one of {', '.join(METHODS)}",
        )
    make, unit = _MAKERS[method]
    return pipeline.Selection(
        tokenizer=tokenizer(tokenizer_name),
        make_index=lambda library, passages: make(library, passages, cache),
        unit=unit,
        method=f"{method}+{reranker.name}" if reranker else method,
        reranker=reranker,
    )


def _fused(library: Library, _: Sequence[Passage], cache: IndexCache | None) -> Index:
    from pincite.index.fusion import FusedIndex
    from pincite.index.windows import WindowIndex

    return FusedIndex(
        library, WindowIndex(library, cache=cache), _vectors("static", library, cache)
    )


def _linked(library: Library, _: Sequence[Passage], cache: IndexCache | None) -> Index:
    from pincite.index.fusion import FusedIndex
    from pincite.index.windows import WindowIndex

    return FusedIndex(library, WindowIndex(library, cache=cache))


def _static(library: Library, _: Sequence[Passage], cache: IndexCache | None) -> Index:
    return _vectors("static", library, cache)


def _dense(library: Library, _: Sequence[Passage], cache: IndexCache | None) -> Index:
    return _vectors("dense", library, cache)


def _vectors(name: str, library: Library, cache: IndexCache | None) -> DenseIndex:
    from pincite.index.dense import DenseIndex

    return DenseIndex(library, _embedder(name), cache=cache)


@lru_cache(maxsize=2)
def _embedder(name: str) -> Embedder:
    from pincite.models.embeddings import MiniLM, StaticVectors

    return StaticVectors() if name == "static" else MiniLM()


def _windows(library: Library, _: Sequence[Passage], cache: IndexCache | None) -> Index:
    from pincite.index.windows import WindowIndex

    return WindowIndex(library, cache=cache)


def _bm25(library: Library, passages: Sequence[Passage], cache: IndexCache | None) -> Index:
    from pincite.index.memory import BM25Index

    texts = [
        library.document(passage.first_sentence).text[passage.start : passage.end]
        for passage in passages
    ]
    return BM25Index(texts, cache=cache)


_MAKERS: dict[str, tuple[_MakeIndex, Literal["sentence", "passage"]]] = {
    "fused": (_fused, "sentence"),
    "linked": (_linked, "sentence"),
    "windows": (_windows, "sentence"),
    "bm25": (_bm25, "passage"),
    "static": (_static, "sentence"),
    "dense": (_dense, "sentence"),
}

_KEPT_LIBRARIES = 4
_kept: dict[tuple[str, ...], pipeline.Prepared] = {}


def prepared(
    library: Library, selection: pipeline.Selection, request: PackRequest
) -> pipeline.Prepared:
    """The library made ready, from what this process keeps where its content is the same."""
    coarse = "passages" if request.style is Style.PASSAGE else "sentences"
    method = request.method.partition("+")[0]
    key = (library.library_id, content_key(library), selection.tokenizer.name, method)
    found = _kept.pop((*key, coarse), None) or pipeline.prepare(library, selection, request.style)
    _kept[(*key, coarse)] = found
    while len(_kept) > _KEPT_LIBRARIES:
        _kept.pop(next(iter(_kept)))
    return found
