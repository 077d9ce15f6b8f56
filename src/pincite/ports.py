"""Every swappable seam, as Protocols: synchronous and batch-shaped; knows no library.

Concurrency stays inside an adapter. Adapters live in `models/`, `index/` and `store/`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, Protocol, runtime_checkable

from pincite.records import Library, Passage, Prompt

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = [
    "Chooser",
    "Embedder",
    "Entailment",
    "Foreign",
    "Form",
    "Generator",
    "Index",
    "Judgement",
    "Reranker",
    "Scored",
    "Tokenizer",
    "Windowed",
]


class Tokenizer(Protocol):
    """Counts tokens.

    Attributes:
        name: Such as `o200k_base`.
        exact: False where a count is an upper bound.
    """

    name: str
    exact: bool

    def count(self, texts: Sequence[str]) -> list[int]:
        """The number of tokens of each text, in order."""


@dataclass(frozen=True, slots=True)
class Scored:
    """A row of an index with its score for a task; higher is nearer."""

    row: int
    score: float


class Index(Protocol):
    """Ranks the rows (passages or sentences) that it was built from."""

    name: str

    def search(self, query: str, limit: int) -> list[Scored]:
        """At most `limit` rows with a score above zero, best first, ties to the earlier row."""


class Embedder(Protocol):
    """Turns texts into vectors whose directions compare by cosine.

    Attributes:
        name: Of the model.
        fingerprint: Another one wherever a vector may be another: weights, tokenizer, code,
            libraries, the processor. Vectors are kept under it.
        dimensions: Of a vector.
    """

    name: str
    fingerprint: str
    dimensions: int

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """One row for each text, `(texts, dimensions)`, the same whatever is embedded beside it.

        A vector's length is the weight of its text in a sum of neighbours.
        """


class Reranker(Protocol):
    """Scores texts for a task by reading both together."""

    name: str

    def score(self, task: str, texts: Sequence[str]) -> list[float]:
        """For each text how well it serves the task; higher is better, on any scale."""


class Generator(Protocol):
    """Answers a prompt with markers of the prompt's pack."""

    name: str

    def generate(
        self, prompt: Prompt, library: Library, passages: Sequence[Passage]
    ) -> Iterator[str]:
        """The answer's text in pieces, as they come.

        Closing the iterator ends the call. An answer that breaks off is raised after its pieces.

        Args:
            prompt: What is asked.
            library: For generators that read sentences instead of text.
            passages: The passages that the prompt shows, best first.

        Raises:
            WindowError: When the prompt is longer than the model's window.
            GeneratorError: When the model does not answer, or not to the end.
        """


@runtime_checkable
class Windowed(Protocol):
    """A generator that knows how much it can read.

    Attributes:
        name: Of the generator.
        max_tokens: Most tokens of an answer.
    """

    name: str
    max_tokens: int

    def window_tokens(self) -> int | None:
        """Tokens of prompt and answer together, as the model counts; None where unknown."""


Form = Literal["anthropic", "longcite"]
"""Shapes of answers that a generator may give instead of text with markers."""


@runtime_checkable
class Foreign(Protocol):
    """A generator whose pieces, joined, are an answer in the shape of another API.

    Attributes:
        form: A name that `pincite.exchange.read` knows; texts of JSON lines where it wants values.
    """

    form: Form


@runtime_checkable
class Chooser(Protocol):
    """A generator that says how likely it would reply with each of a few words."""

    name: str

    def choose(self, prompt: Prompt, words: Sequence[str]) -> Mapping[str, float]:
        """Shares of the words as a reply, adding up to 1; empty where it would say none of them.

        Args:
            prompt: Asks for one of the words.
            words: No two begin with the same letter.

        Raises:
            WindowError: When the prompt is longer than the model's window.
            GeneratorError: When the model does not answer.
        """


@dataclass(frozen=True, slots=True)
class Judgement:
    """Probabilities for one pair; they add up to 1. `truncated` when not all of it was read."""

    supported: float
    partial: float
    unsupported: float
    contradicted: float
    truncated: bool = False


class Entailment(Protocol):
    """Judges whether evidence supports a claim."""

    name: str

    def judge(self, pairs: Sequence[tuple[str, str]]) -> list[Judgement | None]:
        """For each `(claim, evidence)` its judgement; None where it could not be established."""
