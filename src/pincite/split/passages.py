"""A library into passages, the unit that is selected; knows no ranking and no budget."""

from __future__ import annotations

from collections.abc import Iterator

from pincite.canonical import sha256_text
from pincite.errors import CallerError
from pincite.ports import Tokenizer
from pincite.records import BlockKind, Document, Library, Passage

__all__ = ["PASSAGE_TOKENS", "passages"]

PASSAGE_TOKENS = 256
"""Most tokens of a passage, unless one sentence alone has more."""


def passages(
    library: Library,
    tokenizer: Tokenizer,
    *,
    max_tokens: int = PASSAGE_TOKENS,
    max_sentences: int | None = None,
    overlap_sentences: int = 0,
) -> list[Passage]:
    """Cuts each document into runs of consecutive sentences, in reading order.

    A passage ends before a heading, at the end of a block once it holds half of `max_tokens`, and
    before the sentence that would exceed a limit; so an edit moves the cuts near it only. A
    heading or a table's head is kept with what follows. Rows after a cut carry their column heads
    as context (`Sentence.context`). A sentence longer than `max_tokens` is a passage of its own.

    Args:
        library: What to cut; passages never run across its documents.
        tokenizer: Counts the tokens of each sentence; a passage's size is their sum.
        max_tokens: Upper limit on a passage's tokens.
        max_sentences: Upper limit on its sentences, none if None.
        overlap_sentences: How many last sentences of a passage begin the next one again.

    Raises:
        CallerError: When a limit is below 1, or the overlap is not below `max_sentences`.
    """
    if max_tokens < 1 or (max_sentences is not None and max_sentences < 1):
        raise CallerError("a passage needs room for one token and one sentence at least")
    if overlap_sentences < 0 or (max_sentences is not None and overlap_sentences >= max_sentences):
        raise CallerError(
            f"an overlap of {overlap_sentences!r} sentences is not within 0 … max_sentences - 1"
        )
    limit = max_sentences or len(library) + 1
    found: list[Passage] = []
    for row, document in enumerate(library.documents):
        first, stop = library.first_numbers[row], library.first_numbers[row + 1]
        starts, ends = library.starts, library.ends
        texts = [document.text[starts[n - 1] : ends[n - 1]] for n in range(first, stop)]
        sizes = tokenizer.count(texts)
        kinds = [_Unit(library, document, number) for number in range(first, stop)]
        runs = _runs(kinds, sizes, max_tokens, limit, overlap_sentences)
        found.extend(_named(library, document, first, runs))
    return found


class _Unit:
    """What the cutting needs to know of one sentence."""

    __slots__ = ("block", "heading", "leads")

    def __init__(self, library: Library, document: Document, number: int) -> None:
        self.block = library.block_rows[number - 1]
        block = document.blocks[self.block]
        self.heading = block.kind is BlockKind.HEADING
        self.leads = self.heading or block.head


def _runs(
    units: list[_Unit], sizes: list[int], max_tokens: int, limit: int, overlap: int
) -> Iterator[tuple[int, int]]:
    """Half-open ranges of sentences of one document."""
    begin, tokens = 0, 0
    for at, unit in enumerate(units):
        if at > begin:
            previous = units[at - 1]
            full = tokens + sizes[at] > max_tokens or at - begin >= limit
            ended = previous.block != unit.block and 2 * tokens >= max_tokens
            if full or ((ended or unit.heading) and not previous.leads):
                cut = _before_leads(units, begin, at)
                yield begin, cut
                again = 0 if unit.heading else overlap
                begin = min(max(begin + 1, cut - again), cut)
                tokens = sum(sizes[begin:at])
        tokens += sizes[at]
    if begin < len(units):
        yield begin, len(units)


def _before_leads(units: list[_Unit], begin: int, at: int) -> int:
    """Where to cut before `at` so that headings and table heads go with what follows."""
    cut = at
    while cut > begin and units[cut - 1].leads:
        cut -= 1
    return cut if cut > begin else at


def _named(
    library: Library, document: Document, first: int, runs: Iterator[tuple[int, int]]
) -> Iterator[Passage]:
    seen: dict[str, int] = {}
    for begin, stop in runs:
        start = library.starts[first + begin - 1]
        end = library.ends[first + stop - 2]
        digest = sha256_text(document.text[start:end]).removeprefix("sha256:")[:8]
        name = f"{document.source_id}:p{digest}"
        seen[name] = seen.get(name, 0) + 1
        yield Passage(
            passage_id=name if seen[name] == 1 else f"{name}-{seen[name]}",
            source_id=document.source_id,
            start=start,
            end=end,
            first_sentence=first + begin,
            last_sentence=first + stop - 1,
        )
