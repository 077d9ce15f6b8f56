"""The rows chosen → `Pack` with its four records; knows no order of filling."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from pincite.canonical import Plain, sha256_text, sha256_value
from pincite.packing.concerns import concerns
from pincite.packing.filling import Choice
from pincite.packing.request import Candidates, PackRequest
from pincite.ports import Tokenizer
from pincite.records import Boundary, Pack, Passage, PassageRecord, SourceShare
from pincite.version import __version__

__all__ = ["assemble", "input_hash"]


def assemble(
    candidates: Candidates, choice: Choice, request: PackRequest, tokenizer: Tokenizer
) -> Pack:
    """The pack of some rows; the same arguments give the same bytes."""
    records = _records(candidates, choice.rows, request, tokenizer)
    input_sha256 = input_hash(candidates.library.library_id, request, tokenizer.name)
    output_sha256 = sha256_text(choice.context)
    return Pack(
        pack_id=sha256_value([input_sha256, output_sha256]),
        library_id=candidates.library.library_id,
        task=request.task,
        style=request.style,
        context=choice.context,
        shown=candidates.shown(choice.rows),
        passages=records,
        boundary=_boundary(candidates, records, choice.tokens, request, tokenizer),
        input_sha256=input_sha256,
        output_sha256=output_sha256,
        pincite_version=__version__,
        method=request.method,
        keep=request.keep,
    )


def input_hash(
    library_id: str, request: PackRequest, tokenizer: str, *, keep: Sequence[int] | None = None
) -> str:
    """The hash of what a pack was made from; see `pincite.packing` for what goes into it.

    Args:
        library_id: What is packed.
        request: What for.
        tokenizer: Name of what counts.
        keep: In place of the request's, as a record has it, in whatever order.
    """
    kept = list(request.keep if keep is None else keep)
    parts: list[Plain] = [
        library_id,
        request.task,
        request.budget_tokens,
        request.style.value,
        request.method,
        tokenizer,
    ]
    return sha256_value([*parts, kept] if kept else parts)


def _records(
    candidates: Candidates, rows: Sequence[int], request: PackRequest, tokenizer: Tokenizer
) -> tuple[PassageRecord, ...]:
    library, passages = candidates.library, candidates.passages
    wanted = set(rows)
    ranks = {
        hit.row: (rank, hit.score)
        for rank, hit in enumerate(candidates.scored, 1)
        if hit.row in wanted
    }
    kept = set(request.keep)
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
                reason=_reason(passage, rank, kept, request.method),
            )
        )
    return tuple(records)


def _reason(passage: Passage, rank: int, kept: set[int], method: str) -> str:
    if kept.intersection(range(passage.first_sentence, passage.last_sentence + 1)):
        return "asked to be kept"
    return f"{method} rank {rank}" if rank else "fits where a gap line would stand"


def _boundary(
    candidates: Candidates,
    records: Sequence[PassageRecord],
    output_tokens: int,
    request: PackRequest,
    tokenizer: Tokenizer,
) -> Boundary:
    library, passages = candidates.library, candidates.passages
    sizes = (
        candidates.sizes.documents
        if candidates.sizes
        else tokenizer.count([document.text for document in library.documents])
    )
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
    left = (h.score for h in candidates.scored if passages[h.row].passage_id not in included)
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
        best_excluded_score=max(left, default=0.0) if excluded else None,
        source_coverage=round(sum(s.passages_included > 0 for s in shares) / len(shares), 6),
        warnings=concerns(candidates, shares, records, request, tokenizer),
    )
