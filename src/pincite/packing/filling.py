"""(candidates, budget) → rows of passages: best first, what a gap line costs counted in.

A passage beside one that is taken closes a gap and saves its line; one far from all others pays
for its gap line, and the first of a document for the header. Costs are those of lines counted one
by one; the context is counted as a whole, and what is left is spent in a further round.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from pincite.errors import CallerError
from pincite.packing.request import Candidates, PackRequest
from pincite.packing.sizes import Sizes, measure
from pincite.ports import Tokenizer
from pincite.records import Passage

__all__ = ["Choice", "choose"]

_ROUNDS = 6
_SLACK_TOKENS = 16
"""Left-over tokens that are not worth a further round."""


@dataclass(frozen=True, slots=True)
class Choice:
    """Rows of passages in reading order, and the context that shows them.

    Attributes:
        rows: Of the candidates' passages.
        context: As rendered.
        tokens: Of the context.
    """

    rows: tuple[int, ...]
    context: str
    tokens: int


def choose(candidates: Candidates, request: PackRequest, tokenizer: Tokenizer) -> Choice:
    """The passages that the budget buys, best first; those to keep before all others.

    Raises:
        CallerError: When the sentences to keep, or the gap lines alone, do not fit.
    """
    sizes = candidates.sizes or measure(candidates.library, tokenizer)
    kept = _rows_to_keep(candidates, request.keep)
    best = _counted(candidates, request, tokenizer, kept)
    if best.tokens > request.budget_tokens:
        raise _infeasible(request, best.tokens)
    if request.budget_tokens - best.tokens < _SLACK_TOKENS:
        return best
    target = request.budget_tokens
    for _ in range(_ROUNDS):
        filling = _Filling(candidates, request, sizes, target)
        tried = _counted(candidates, request, tokenizer, filling.fill(kept))
        if tried.tokens > request.budget_tokens:
            target -= tried.tokens - request.budget_tokens
            continue
        if len(tried.rows) <= len(best.rows) and tried.tokens <= best.tokens:
            break
        best = tried
        if request.budget_tokens - tried.tokens < _SLACK_TOKENS:
            break
        target += request.budget_tokens - tried.tokens
    return best


class _Filling:
    """One round: what is taken, and what is left of the budget."""

    def __init__(
        self, candidates: Candidates, request: PackRequest, sizes: Sizes, target: int
    ) -> None:
        self._passages = candidates.passages
        self._scored = candidates.scored
        self._library = candidates.library
        self._style = request.style
        self._sizes = sizes
        self._taken = bytearray(len(self._passages))
        self._documents: set[int] = set()
        self._room = target - sizes.gap

    def fill(self, kept: Iterable[int]) -> list[int]:
        """The rows taken, in reading order."""
        for row in kept:
            self._take(row, self._cost(row))
        for hit in self._scored:
            if self._taken[hit.row]:
                continue
            cost = self._cost(hit.row)
            if cost <= self._room:
                self._take(hit.row, cost)
                self._close_small_gaps(hit.row)
        return [row for row, taken in enumerate(self._taken) if taken]

    def _take(self, row: int, cost: int) -> None:
        self._taken[row] = 1
        self._room -= cost
        self._documents.add(self._library.document_row(self._passages[row].first_sentence))

    def _cost(self, row: int) -> int:
        passage, sizes = self._passages[row], self._sizes
        cost = sizes.stretch(passage.first_sentence, passage.last_sentence, self._style)
        document = self._library.document_row(passage.first_sentence)
        if document not in self._documents:
            return cost + sizes.headers[document] + 2 * sizes.gap
        return cost + sizes.gap * (1 - self._beside(row, -1) - self._beside(row, 1))

    def _beside(self, row: int, step: int) -> bool:
        near = row + step
        return (
            0 <= near < len(self._passages)
            and bool(self._taken[near])
            and self._passages[near].source_id == self._passages[row].source_id
        )

    def _close_small_gaps(self, row: int) -> None:
        """Take a neighbour that costs no more than the gap line in its place."""
        for step in (-1, 1):
            near = row + step
            if not 0 <= near < len(self._passages) or self._taken[near]:
                continue
            if self._beside(near, -1) and self._beside(near, 1) and self._cost(near) <= 0:
                self._take(near, self._cost(near))


def _rows_to_keep(candidates: Candidates, keep: Sequence[int]) -> list[int]:
    if not keep:
        return []
    if not 1 <= keep[0] <= keep[-1] <= len(candidates.library):
        raise CallerError(
            f"the library has no sentence s{keep[0] if keep[0] < 1 else keep[-1]} to keep",
            remedy=f"its sentences are s1 to s{len(candidates.library)}",
        )
    wanted = set(keep)
    return [row for row, passage in enumerate(candidates.passages) if _holds(passage, wanted)]


def _holds(passage: Passage, wanted: set[int]) -> bool:
    return any(n in wanted for n in range(passage.first_sentence, passage.last_sentence + 1))


def _counted(
    candidates: Candidates, request: PackRequest, tokenizer: Tokenizer, rows: Sequence[int]
) -> Choice:
    context = candidates.context(rows, request.style)
    return Choice(tuple(rows), context, tokenizer.count([context])[0])


def _infeasible(request: PackRequest, tokens: int) -> CallerError:
    if request.keep:
        return CallerError(
            f"budget infeasible: the {len(request.keep)} sentences to keep take {tokens} tokens, "
            f"the budget is {request.budget_tokens}",
            remedy="give a larger budget or keep fewer sentences",
        )
    return CallerError(
        f"a budget of {request.budget_tokens} tokens does not hold the {tokens} tokens that say "
        "what is left out",
        remedy="give a larger budget",
    )
