"""What a pack is wanted for, and what it is filled from; knows no order of filling."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pincite.context import merge_ranges, render
from pincite.errors import CallerError
from pincite.packing.sizes import Sizes
from pincite.ports import Scored
from pincite.records import Library, Passage
from pincite.refs import Range, Style

__all__ = ["Candidates", "PackRequest"]


@dataclass(frozen=True, slots=True)
class PackRequest:
    """What a pack is wanted for.

    Attributes:
        task: A question or a description of the work.
        budget_tokens: The limit on the context as rendered.
        style: How sentences are tagged.
        method: Name of the ranking; part of `input_sha256`.
        keep: Numbers of sentences that have to be in the pack, in increasing order.
    """

    task: str
    budget_tokens: int
    style: Style = Style.LINE
    method: str = "windows"
    keep: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        if self.budget_tokens < 1:
            raise CallerError(
                f"a budget of {self.budget_tokens!r} tokens holds nothing",
                remedy="give a budget of at least a few hundred tokens",
            )
        if list(self.keep) != sorted(set(self.keep)):
            raise CallerError(
                f"the sentences to keep are not increasing: {self.keep!r}",
                remedy="give each number once, in order",
            )


@dataclass(frozen=True, slots=True)
class Candidates:
    """What a pack is filled from.

    Attributes:
        library: Whose sentences.
        passages: All passages of the library, in reading order, without overlap.
        scored: Rows of `passages`, best first; passages that are missing have score 0 and are
            not selected.
        sizes: Of the library, where they were counted before.
    """

    library: Library
    passages: Sequence[Passage]
    scored: Sequence[Scored] = ()
    sizes: Sizes | None = None

    def shown(self, rows: Sequence[int]) -> tuple[Range, ...]:
        """The sentences of some rows, as disjoint increasing pairs."""
        chosen = (self.passages[row] for row in rows)
        return merge_ranges([(p.first_sentence, p.last_sentence) for p in chosen])

    def context(self, rows: Sequence[int], style: Style) -> str:
        """What a model reads of some rows, given in reading order."""
        chosen = [self.passages[row] for row in rows]
        return render(self.library, self.shown(rows), style, passages=chosen)
