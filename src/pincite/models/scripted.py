"""A deterministic fake: writes what it was given, for tests and demonstrations."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pincite.errors import GeneratorError
from pincite.records import Library, Passage, Prompt

__all__ = ["Scripted"]


@dataclass(slots=True)
class Scripted:
    """Answers every prompt with the same pieces.

    Attributes:
        pieces: In order.
        failure: Raised after them; None for an answer that comes to its end.
    """

    pieces: tuple[str, ...]
    failure: GeneratorError | None = None
    name: str = "scripted"

    def generate(
        self,
        prompt: Prompt,  # noqa: ARG002
        library: Library,  # noqa: ARG002
        passages: Sequence[Passage],  # noqa: ARG002
    ) -> Iterator[str]:
        """The pieces, then the failure."""
        yield from self.pieces
        if self.failure is not None:
            raise self.failure
