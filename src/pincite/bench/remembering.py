"""A generator that answers a prompt once; second passes then start from the same answer."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from pincite.ports import Generator
from pincite.records import Library, Passage, Prompt

__all__ = ["Remembering"]


@dataclass(slots=True)
class Remembering:
    """Asks a generator once for each prompt.

    Attributes:
        inner: What is asked.
        name: Of the inner generator.
        spared: Seconds that known replies did not take again.
    """

    inner: Generator
    name: str = field(init=False)
    spared: float = 0.0
    _replies: dict[str, tuple[str, float]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.name = self.inner.name

    def __getattr__(self, name: str) -> object:
        """What the generator can do beside answering, such as to tell its window."""
        return getattr(self.inner, name)

    def generate(
        self, prompt: Prompt, library: Library, passages: Sequence[Passage]
    ) -> Iterator[str]:
        """The reply, in one piece where it came to its end before."""
        key = prompt.sha256
        if known := self._replies.get(key):
            self.spared += known[1]
            yield known[0]
            return
        start = time.perf_counter()
        pieces: list[str] = []
        for piece in self.inner.generate(prompt, library, passages):
            pieces.append(piece)
            yield piece
        self._replies[key] = "".join(pieces), time.perf_counter() - start

    def clock(self) -> float:
        """Seconds, those that were spared included."""
        return time.perf_counter() + self.spared
