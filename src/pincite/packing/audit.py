"""(pack, library) → what does not agree; knows no files and no ranking.

Everything that the sources decide is made anew and compared: texts, ids, hashes, token counts, the
context line by line, the sums of the boundary record. Scores, ranks and reasons are what a ranking
says; they are compared where the caller hands over the same pack, made again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, fields
from typing import Literal

from pincite.canonical import sha256_text, sha256_value
from pincite.context import merge_ranges, render, sentence_line
from pincite.packing.assembling import input_hash
from pincite.packing.request import PackRequest
from pincite.ports import Tokenizer
from pincite.records import Boundary, Document, Library, Pack, Passage, PassageRecord
from pincite.refs import Style

__all__ = ["Finding", "verify_pack"]


@dataclass(frozen=True, slots=True)
class Finding:
    """Something in a pack that its sources, or its own records, do not bear out.

    Attributes:
        part: Where in the pack.
        name: Id of the passage or source, or the field; empty where it is about the whole.
        message: What is there, and what should be.
    """

    part: Literal["source", "passage", "context", "boundary", "pack"]
    name: str
    message: str

    def __str__(self) -> str:
        """One line, such as `passage acme:p3f9a01c2: its text is not that of the source`."""
        return f"{self.part} {self.name}: {self.message}".replace(" :", ":")


def verify_pack(
    pack: Pack, library: Library, tokenizer: Tokenizer | None, *, again: Pack | None = None
) -> tuple[Finding, ...]:
    """What of a pack does not agree with its sources; empty for a pack as it was made.

    Args:
        pack: From a file, or from anywhere.
        library: Its sources, read again.
        tokenizer: The one that the pack names; None where it is not known here.
        again: The pack that the same request gives today, for what only a ranking can say.

    Returns:
        Findings on passages first, in reading order, each once.
    """
    found: dict[Finding, None] = {}
    documents = {document.source_id: document for document in library.documents}
    passages = [_of_passage(record, documents, library, tokenizer) for record in pack.passages]
    for findings in (
        *passages,
        _of_library(pack, library),
        _of_context(pack, library),
        _of_hashes(pack),
        _of_boundary(pack, library, tokenizer),
        _of_ranking(pack, again) if again else (),
    ):
        found.update(dict.fromkeys(findings))
    return tuple(found)


def _of_passage(
    record: PassageRecord,
    documents: dict[str, Document],
    library: Library,
    tokenizer: Tokenizer | None,
) -> Iterator[Finding]:
    def finding(message: str) -> Finding:
        return Finding("passage", record.passage_id, message)

    if sha256_text(record.text) != record.passage_sha256:
        yield finding("its text does not have the hash `passage_sha256`")
    digest = record.passage_sha256.removeprefix("sha256:")[:8]
    named = f"{record.source_id}:p{digest}"
    suffix = record.passage_id.removeprefix(named)
    if not record.passage_id.startswith(named) or (suffix and not suffix[1:].isdecimal()):
        yield finding(f"its id is not that of its source and text, {named}")
    if tokenizer is not None and tokenizer.count([record.text])[0] != record.tokens:
        yield finding(f"its text does not have the {record.tokens} tokens recorded")
    document = documents.get(record.source_id)
    if document is None:
        yield finding("no source has its `source_id`")
        return
    if document.text[record.start : record.end] != record.text:
        place = document.text.find(record.text)
        now = f"it stands at {place}" if place >= 0 else "it stands nowhere in it"
        yield finding(f"its text is not what the source has at {record.start}–{record.end}: {now}")
    numbers = library.numbers(record.source_id)
    if record.first_sentence not in numbers or record.last_sentence not in numbers:
        yield finding("the source has no sentences of these numbers")
        return
    start = library.starts[record.first_sentence - 1], library.ends[record.last_sentence - 1]
    if start != (record.start, record.end):
        yield finding(
            f"s{record.first_sentence} to s{record.last_sentence} are not at its positions"
        )


def _of_library(pack: Pack, library: Library) -> Iterator[Finding]:
    if pack.library_id != library.library_id:
        yield Finding(
            "pack", "library_id", f"is {pack.library_id}, these sources are {library.library_id}"
        )


def _of_hashes(pack: Pack) -> Iterator[Finding]:
    if sha256_text(pack.context) != pack.output_sha256:
        yield Finding("pack", "output_sha256", "is not the hash of the context")
    if sha256_value([pack.input_sha256, pack.output_sha256]) != pack.pack_id:
        yield Finding("pack", "pack_id", "is not the hash of `input_sha256` and `output_sha256`")
    boundary = pack.boundary
    if not pack.method or boundary.budget_tokens < 1:
        yield Finding("pack", "method", "is not recorded, so `input_sha256` cannot be checked")
        return
    asked = PackRequest(pack.task, boundary.budget_tokens, pack.style, pack.method)
    parts = input_hash(pack.library_id, asked, boundary.tokenizer, keep=pack.keep)
    if parts != pack.input_sha256:
        yield Finding(
            "pack", "input_sha256", "is not the hash of library, task, budget, style and method"
        )


def _of_context(pack: Pack, library: Library) -> Iterator[Finding]:
    ranges = merge_ranges([(p.first_sentence, p.last_sentence) for p in pack.passages])
    if ranges != pack.shown:
        yield Finding("pack", "shown", "is not what the passages cover")
    inside = [p for p in pack.passages if 1 <= p.first_sentence <= p.last_sentence <= len(library)]
    passages = [_passage(record) for record in inside]
    wanted = render(
        library,
        [(p.first_sentence, p.last_sentence) for p in passages],
        pack.style,
        passages=passages,
    )
    if wanted == pack.context:
        return
    there, here = Counter(pack.context.split("\n")), Counter(wanted.split("\n"))
    missing, alien = here - there, there - here
    for passage in passages:
        for number, line in _lines(passage, library, pack.style):
            if line in missing:
                named = f"the context does not have its s{number} as the source does"
                yield Finding("passage", passage.passage_id, named)
                del missing[line]
    for line in missing:
        yield Finding("context", "", f"the line {_short(line)} is missing")
    for line in alien:
        yield Finding("context", "", f"the line {_short(line)} is not what the sources give")
    if here == there:
        yield Finding("context", "", "its lines stand in another order")


def _lines(passage: Passage, library: Library, style: Style) -> Iterator[tuple[int, str]]:
    sentences = list(library.sentences(passage.first_sentence, passage.last_sentence))
    bodies = [sentence_line(sentence, style) for sentence in sentences]
    if style is Style.PASSAGE:
        yield passage.first_sentence, f"[{passage.passage_id}] {' '.join(bodies)}"
        return
    for sentence, line in zip(sentences, bodies, strict=True):
        yield sentence.number, line


def _of_boundary(pack: Pack, library: Library, tokenizer: Tokenizer | None) -> Iterator[Finding]:
    boundary = pack.boundary
    if tokenizer is None:
        unknown = f"{boundary.tokenizer!r} is not known here, so no count of tokens was checked"
        yield Finding("boundary", "tokenizer", unknown)
        return
    output = tokenizer.count([pack.context])[0]
    sizes = tokenizer.count([document.text for document in library.documents])
    included = Counter(record.source_id for record in pack.passages)
    spent: Counter[str] = Counter()
    for record in pack.passages:
        spent[record.source_id] += record.tokens
    input_tokens = sum(sizes)
    excluded = sum(share.passages for share in boundary.sources) - len(pack.passages)
    covered = sum(document.source_id in included for document in library.documents)
    expected: dict[str, float] = {
        "output_tokens": output,
        "input_tokens": input_tokens,
        "content_tokens": sum(spent.values()),
        "excluded_passages": excluded,
        "reduction": round(1 - output / input_tokens, 6) if input_tokens else 0.0,
        "source_coverage": round(covered / max(1, len(library.documents)), 6),
    }
    for name, value in expected.items():
        if getattr(boundary, name) != value:
            yield Finding("boundary", name, f"is {getattr(boundary, name)}, the pack gives {value}")
    if output > boundary.budget_tokens:
        yield Finding("boundary", "budget_tokens", f"is less than the {output} of the context")
    if [share.source_id for share in boundary.sources] != [d.source_id for d in library.documents]:
        yield Finding("boundary", "sources", "are not the sources given")
        return
    for share, size in zip(boundary.sources, sizes, strict=True):
        mine = (included[share.source_id], size, spent[share.source_id])
        if (share.passages_included, share.tokens, share.tokens_included) != mine:
            yield Finding("source", share.source_id, "its share is not what the passages add up to")


def _of_ranking(pack: Pack, again: Pack) -> Iterator[Finding]:
    """How a pack differs from the one that the same request gives."""
    there = {record.passage_id: record for record in pack.passages}
    here = {record.passage_id: record for record in again.passages}
    for name in dict.fromkeys([*there, *here]):
        if name not in there:
            yield Finding("passage", name, "is missing: the same request selects it")
        elif name not in here:
            yield Finding("passage", name, "the same request does not select it")
        else:
            for field in _different(there[name], here[name]):
                yield Finding("passage", name, field)
    for field in _different(pack.boundary, again.boundary):
        yield Finding("boundary", field.partition(" ")[0], field.partition(" ")[2])
    if [p.passage_id for p in pack.passages] != [p.passage_id for p in again.passages] and (
        there.keys() == here.keys()
    ):
        yield Finding("pack", "passages", "stand in another order, or one stands twice")


def _different(there: PassageRecord | Boundary, here: PassageRecord | Boundary) -> Iterator[str]:
    for field in fields(here):
        old, new = getattr(there, field.name), getattr(here, field.name)
        if old != new:
            yield f"{field.name} is {_short(old)}, the same request gives {_short(new)}"


def _passage(record: PassageRecord) -> Passage:
    return Passage(
        record.passage_id,
        record.source_id,
        record.start,
        record.end,
        record.first_sentence,
        record.last_sentence,
    )


def _short(value: object, longest: int = 80) -> str:
    text = repr(value)
    return text if len(text) <= longest else text[:longest] + "…"
