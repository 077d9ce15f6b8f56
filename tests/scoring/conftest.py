"""A judge for tests that says what it was told to, and a counter of words."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from pincite.ports import Tokenizer
from pincite.scoring import Item, Ruling

Say = Callable[[Item], float | None]


class Told:
    """A judge that answers by a function; None is a judgement that broke down.

    Args:
        say: An item → its value.
    """

    name = "told/1"
    checks_first = False
    entailment = None
    least_supported = 0.5

    def __init__(self, say: Say) -> None:
        self._say = say
        self.asked: list[Item] = []

    def rule(self, items: Sequence[Item]) -> list[Ruling]:
        """What it was told."""
        self.asked += items
        values = [self._say(item) for item in items]
        return [
            Ruling(None, "no reply", failed=True) if value is None else Ruling(value)
            for value in values
        ]


class Words:
    """Counts words."""

    name = "words"
    exact = True

    def count(self, texts: Sequence[str]) -> list[int]:
        """The number of words of each text."""
        return [len(text.split()) for text in texts]


@pytest.fixture
def told() -> Callable[[Say], Told]:
    """Makes a judge of a function."""
    return Told


@pytest.fixture
def words() -> Tokenizer:
    """A tokenizer whose tokens are words."""
    return Words()
