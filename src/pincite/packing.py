"""(library, scored passages, budget) → `Pack`, with a record of what it left out; knows no model.

Whole passages are taken best first while the context, as rendered, stays within the budget. What
is hashed: `input_sha256` is over `[library_id, task, budget_tokens, style, method, tokenizer]`,
`output_sha256` over the context, `pack_id` over both.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from pincite.canonical import sha256_text, sha256_value
from pincite.context import merge_ranges, render
from pincite.errors import CallerError, MismatchError
from pincite.ports import Scored, Tokenizer
from pincite.records import Boundary, Library, Pack, Passage, PassageRecord, SourceShare
from pincite.refs import Range, Style
from pincite.version import __version__

__all__ = ["Candidates", "PackRequest", "fill", "require_same_library", "whole"]

_GAP_TOKENS = 10
"""About what a gap line costs; the context is counted as a whole before it is returned."""


@dataclass(frozen=True, slots=True)
class PackRequest:
    """What a pack is wanted for.

    Attributes:
        task: A question or a description of the work.
        budget_tokens: The limit on the context as rendered.
        style: How sentences are tagged.
        method: Name of the ranking; part of `input_sha256`.
    """

    task: str
    budget_tokens: int
    style: Style = Style.LINE
    method: str = "bm25"

    def __post_init__(self) -> None:
        if self.budget_tokens < 1:
            raise CallerError(
                f"a budget of {self.budget_tokens!r} tokens holds nothing",
                remedy="give a budget of at least a few hundred tokens",
            )


@dataclass(frozen=True, slots=True)
class Candidates:
    """What a pack is filled from.

    Attributes:
        library: Whose sentences.
        passages: All passages of the library, in reading order, without overlap.
        scored: Rows of `passages`, best first; passages that are missing have score 0 and are
            not selected.
    """

    library: Library
    passages: Sequence[Passage]
    scored: Sequence[Scored] = ()

    def shown(self, rows: Sequence[int]) -> tuple[Range, ...]:
        """The sentences of some rows, as disjoint increasing pairs."""
        chosen = (self.passages[row] for row in rows)
        return merge_ranges([(p.first_sentence, p.last_sentence) for p in chosen])

    def context(self, rows: Sequence[int], style: Style) -> str:
        """What a model reads of some rows, given in reading order."""
        chosen = [self.passages[row] for row in rows]
        return render(self.library, self.shown(rows), style, passages=chosen)


def fill(candidates: Candidates, request: PackRequest, tokenizer: Tokenizer) -> Pack:
    """Take passages best first while they fit; a later, smaller one may fit where one did not.

    Returns:
        The pack; `boundary.output_tokens` is at most the budget, also when nothing fits but gap
        lines.

    Raises:
        CallerError: When the library is empty, or not even the gap lines fit.
    """
    _require_sentences(candidates.library)
    costs = _sentence_costs(candidates.library, request.style, tokenizer)
    room = request.budget_tokens
    taken: list[int] = []
    for hit in candidates.scored:
        passage = candidates.passages[hit.row]
        cost = costs[passage.last_sentence] - costs[passage.first_sentence - 1] + _GAP_TOKENS
        if cost <= room:
            room -= cost
            taken.append(hit.row)
    while taken:
        context = candidates.context(sorted(taken), request.style)
        if tokenizer.count([context])[0] <= request.budget_tokens:
            break
        taken.pop()
    return _pack(candidates, sorted(taken), request, tokenizer)


def whole(candidates: Candidates, request: PackRequest, tokenizer: Tokenizer) -> Pack | None:
    """A pack of everything, None where it does not fit the budget."""
    _require_sentences(candidates.library)
    rows = range(len(candidates.passages))
    context = candidates.context(rows, request.style)
    if tokenizer.count([context])[0] > request.budget_tokens:
        return None
    return _pack(candidates, rows, request, tokenizer)


def require_same_library(pack: Pack, library: Library) -> None:
    """Refuse a pack that was made from other documents.

    Raises:
        MismatchError: When the pack's library is not this one.
    """
    if pack.library_id != library.library_id:
        raise MismatchError(
            f"the pack {pack.pack_id} was made from library {pack.library_id}, "
            f"these sources are library {library.library_id}",
            remedy="give the same files in the same order as when the pack was made",
        )


def _require_sentences(library: Library) -> None:
    if not len(library):
        raise CallerError(
            "there is no sentence to pack", remedy="give at least one document with text"
        )


def _sentence_costs(library: Library, style: Style, tokenizer: Tokenizer) -> list[int]:
    """Running sums of the tokens of each sentence's line; entry `n` is that of s1 … sn."""
    sums = [0]
    for document_row in range(len(library.documents)):
        first, stop = library.first_numbers[document_row : document_row + 2]
        lines = [
            f"s{sentence.number} {sentence.text}\n"
            for sentence in library.sentences(first, stop - 1)
        ]
        if style is Style.TAGGED:
            lines = [line + "<s></s>" for line in lines]
        for tokens in tokenizer.count(lines):
            sums.append(sums[-1] + tokens)
    return sums


def _pack(
    candidates: Candidates, rows: Sequence[int], request: PackRequest, tokenizer: Tokenizer
) -> Pack:
    library = candidates.library
    context = candidates.context(rows, request.style)
    output_tokens = tokenizer.count([context])[0]
    if output_tokens > request.budget_tokens:
        raise CallerError(
            f"a budget of {request.budget_tokens} tokens does not hold the {output_tokens} tokens "
            "that say what is left out",
            remedy="give a larger budget",
        )
    records = _records(candidates, rows, request.method, tokenizer)
    input_sha256 = sha256_value(
        [
            library.library_id,
            request.task,
            request.budget_tokens,
            request.style.value,
            request.method,
            tokenizer.name,
        ]
    )
    output_sha256 = sha256_text(context)
    return Pack(
        pack_id=sha256_value([input_sha256, output_sha256]),
        library_id=library.library_id,
        task=request.task,
        style=request.style,
        context=context,
        shown=candidates.shown(rows),
        passages=records,
        boundary=_boundary(candidates, records, output_tokens, request, tokenizer),
        input_sha256=input_sha256,
        output_sha256=output_sha256,
        pincite_version=__version__,
    )


def _records(
    candidates: Candidates, rows: Sequence[int], method: str, tokenizer: Tokenizer
) -> tuple[PassageRecord, ...]:
    library, passages = candidates.library, candidates.passages
    ranks = {hit.row: (rank, hit.score) for rank, hit in enumerate(candidates.scored, 1)}
    texts = [
        library.document(passages[row].first_sentence).text[passages[row].start : passages[row].end]
        for row in rows
    ]
    records = []
    for row, text, tokens in zip(rows, texts, tokenizer.count(texts), strict=True):
        passage = passages[row]
        rank, score = ranks.get(row, (0, 0.0))
        records.append(
            PassageRecord(
                passage_id=passage.passage_id,
                source_id=passage.source_id,
                start=passage.start,
                end=passage.end,
                first_sentence=passage.first_sentence,
                last_sentence=passage.last_sentence,
                passage_sha256=sha256_text(text),
                text=text,
                tokens=tokens,
                score=score,
                rank=rank,
                reason=f"{method} rank {rank}" if rank else "everything fits",
            )
        )
    return tuple(records)


def _boundary(
    candidates: Candidates,
    records: Sequence[PassageRecord],
    output_tokens: int,
    request: PackRequest,
    tokenizer: Tokenizer,
) -> Boundary:
    library, passages = candidates.library, candidates.passages
    sizes = tokenizer.count([document.text for document in library.documents])
    totals = Counter(passage.source_id for passage in passages)
    chosen: dict[str, list[PassageRecord]] = {}
    for record in records:
        chosen.setdefault(record.source_id, []).append(record)
    shares = []
    for document, size in zip(library.documents, sizes, strict=True):
        mine = chosen.get(document.source_id, ())
        shares.append(
            SourceShare(
                source_id=document.source_id,
                passages=totals[document.source_id],
                passages_included=len(mine),
                tokens=size,
                tokens_included=sum(record.tokens for record in mine),
            )
        )
    included = {record.passage_id for record in records}
    left = [hit.score for hit in candidates.scored if passages[hit.row].passage_id not in included]
    excluded = len(passages) - len(records)
    input_tokens = sum(sizes)
    return Boundary(
        budget_tokens=request.budget_tokens,
        input_tokens=input_tokens,
        content_tokens=sum(record.tokens for record in records),
        output_tokens=output_tokens,
        reduction=round(1 - output_tokens / input_tokens, 6),
        tokenizer=tokenizer.name,
        sources=tuple(shares),
        excluded_passages=excluded,
        excluded_passage_behavior="omitted, gap shown",
        best_excluded_score=(max(left) if left else 0.0) if excluded else None,
        source_coverage=round(sum(s.passages_included > 0 for s in shares) / len(shares), 6),
        warnings=_warnings(shares, records, request, tokenizer),
    )


def _warnings(
    shares: Sequence[SourceShare],
    records: Sequence[PassageRecord],
    request: PackRequest,
    tokenizer: Tokenizer,
) -> tuple[str, ...]:
    found = [
        f"no_passage_selected: nothing of source {share.source_id!r} is in the pack"
        for share in shares
        if not share.passages_included
    ]
    if not records:
        found.append(
            f"budget_too_small: no passage that speaks of the task fits {request.budget_tokens} "
            "tokens"
        )
    if not tokenizer.exact:
        found.append(f"estimated_tokens: counts by {tokenizer.name} are upper bounds")
    return tuple(found)
