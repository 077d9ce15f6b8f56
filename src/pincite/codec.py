"""Records ↔ JSON: `snake_case`, a `schema` version, sorted keys, UTF-8.

Ranges of text are half-open in code points unless a name says otherwise (`start_byte`,
`start_utf16`); ranges of sentence numbers are inclusive pairs, as in markers.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any

from pydantic import BaseModel, ConfigDict, TypeAdapter, ValidationError

from pincite.anchors import Quotation
from pincite.canonical import sha256_text, sha256_value
from pincite.errors import RecordError
from pincite.records import (
    Boundary,
    Citation,
    Document,
    Library,
    Location,
    Pack,
    PassageRecord,
    Proportion,
    Report,
    Sentence,
    Verdict,
)
from pincite.refs import Range, Style
from pincite.text import Offsets

__all__ = [
    "SCHEMA",
    "dumps",
    "library_to_json",
    "pack_from_json",
    "pack_to_json",
    "report_from_json",
    "report_to_json",
]

SCHEMA = "pincite/1"

Json = dict[str, Any]

_QUOTE_CONTEXT = 32
"""Code points of text before and after a quotation, as W3C's TextQuoteSelector wants them."""


def dumps(value: Mapping[str, Any]) -> str:
    """One JSON value, keys sorted, indented, without a newline at the end.

    Raises:
        ValueError: On NaN and infinities, which JSON cannot hold.
    """
    return json.dumps(value, ensure_ascii=False, sort_keys=True, indent=1, allow_nan=False)


# ── documents ────────────────────────────────────────────────────────────────────────────────────


def library_to_json(library: Library, tokens: Mapping[str, int] | None = None) -> Json:
    """A library as `pincite read` prints it: of one document flat, else under `documents`.

    Args:
        library: From `pincite.read`.
        tokens: Token counts of the documents, by source id, under the key `tokens`.
    """
    documents = [
        {
            "source": _source(library, row, tokens or {}),
            "text": document.text,
            "sentences": [
                _sentence(sentence, document) for sentence in library.sentences(first, last)
            ],
        }
        for row, document in enumerate(library.documents)
        for first, last in [(library.first_numbers[row], library.first_numbers[row + 1] - 1)]
    ]
    common = {"schema": SCHEMA, "library_id": library.library_id}
    return {**common, **documents[0]} if len(documents) == 1 else {**common, "documents": documents}


def _source(library: Library, row: int, tokens: Mapping[str, int]) -> Json:
    document = library.documents[row]
    return {
        "source_id": document.source_id,
        "title": document.title,
        "uri": document.uri,
        "media_type": document.media_type,
        "source_sha256": document.source_sha256,
        "text_sha256": document.text_sha256,
        "language": document.language,
        "reader": document.reader,
        "splitter": library.splitter,
        "settings_sha256": document.settings_sha256,
        "sentences": library.first_numbers[row + 1] - library.first_numbers[row],
        "pages": document.pages or None,
        "tokens": tokens.get(document.source_id),
        "warnings": list(document.warnings),
    }


def _sentence(sentence: Sentence, document: Document) -> Json:
    return {
        "number": sentence.number,
        "source_id": sentence.source_id,
        "kind": sentence.kind.value,
        "start": sentence.start,
        "end": sentence.end,
        "text": sentence.text,
        "context": list(sentence.context),
        **_location(document.map.locate(sentence.start, sentence.end)),
    }


def _location(location: Location) -> Json:
    """The parts of a location that the format has; `regions` always."""
    found: Json = {
        field.name: value
        for field in fields(location)
        if field.name != "regions" and (value := getattr(location, field.name)) is not None
    }
    found["regions"] = [
        {
            "page": region.page,
            "page_label": region.page_label,
            "boxes": [[round(edge, 1) for edge in box] for box in region.boxes],
        }
        for region in location.regions
    ]
    return found


# ── packs ────────────────────────────────────────────────────────────────────────────────────────


def pack_to_json(pack: Pack, library: Library) -> Json:
    """A pack with its four records, as `pincite pack` prints it."""
    tokens = {share.source_id: share.tokens for share in pack.boundary.sources}
    return {
        "schema": SCHEMA,
        "pack": {
            "pack_id": pack.pack_id,
            "library_id": pack.library_id,
            "task": pack.task,
            "style": pack.style.value,
            "shown": [list(pair) for pair in pack.shown],
            "input_sha256": pack.input_sha256,
            "output_sha256": pack.output_sha256,
            "pincite_version": pack.pincite_version,
        },
        "boundary": asdict(pack.boundary),
        "sources": [_source(library, row, tokens) for row in range(len(library.documents))],
        "passages": [asdict(passage) for passage in pack.passages],
        "context": pack.context,
    }


class _PackWire(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)

    pack_id: str
    library_id: str
    task: str
    style: str
    shown: list[tuple[int, int]]
    input_sha256: str
    output_sha256: str
    pincite_version: str


class _PackFile(BaseModel):
    model_config = ConfigDict(strict=True)

    pack: _PackWire
    boundary: Json
    passages: list[Json]
    context: str


def pack_from_json(text: str) -> Pack:
    """Read a pack that `pack_to_json` wrote, and check its hashes.

    Raises:
        RecordError: When it is not such a record, or its context or ids were changed.
    """
    data = _load(text)
    try:
        wire = _PackFile.model_validate_json(text)
        passages = TypeAdapter(tuple[PassageRecord, ...]).validate_python(data["passages"])
        boundary = TypeAdapter(Boundary).validate_python(data["boundary"])
        style = Style(wire.pack.style)
    except (ValidationError, ValueError) as error:
        raise RecordError(f"the pack is malformed: {_first_line(error)}") from error
    head = wire.pack
    if sha256_text(wire.context) != head.output_sha256:
        raise RecordError("the pack's context was changed: its hash is not `output_sha256`")
    if sha256_value([head.input_sha256, head.output_sha256]) != head.pack_id:
        raise RecordError("the pack's record was changed: its hashes do not give `pack_id`")
    return Pack(
        pack_id=head.pack_id,
        library_id=head.library_id,
        task=head.task,
        style=style,
        context=wire.context,
        shown=tuple(head.shown),
        passages=passages,
        boundary=boundary,
        input_sha256=head.input_sha256,
        output_sha256=head.output_sha256,
        pincite_version=head.pincite_version,
    )


def _load(text: str) -> Json:
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise RecordError(
            f"not JSON: {_first_line(error)}", remedy="give a file that `pincite pack` wrote"
        ) from error
    if not isinstance(data, dict) or "schema" not in data:
        raise RecordError(
            "not a pincite record: it has no `schema`",
            remedy="give a file that `pincite pack --json` wrote",
        )
    if data["schema"] != SCHEMA:
        raise RecordError(
            f"the record has schema {data['schema']!r}, this version reads {SCHEMA!r}",
            remedy="make it again with this version",
        )
    return data


def _first_line(error: Exception) -> str:
    if isinstance(error, ValidationError):
        first = error.errors()[0]
        return f"{'.'.join(str(step) for step in first['loc'])}: {first['msg']}"
    return str(error).splitlines()[0] if str(error) else type(error).__name__


# ── reports ──────────────────────────────────────────────────────────────────────────────────────


def report_to_json(report: Report) -> Json:
    """A report as `pincite verify` and `pincite ask` print it."""
    library = report.library
    offsets = {d.source_id: Offsets(d.text) for d in library.documents}
    return {
        "schema": SCHEMA,
        "decision": report.decision.value,
        "answered": report.answered,
        "answer": report.answer.text,
        "answer_sha256": report.answer.text_sha256,
        "claims": [_claim(report, verdict) for verdict in report.verdicts],
        "citations": [_citation(c, library, offsets) for c in report.answer.citations],
        "unread_markers": [asdict(marker) for marker in report.answer.unread_markers],
        "sources": [_source(library, row, {}) for row in range(len(library.documents))],
        "scores": {"citation-on-fact": _scores(report)},
        "pack_id": report.pack.pack_id if report.pack else None,
        "library_id": library.library_id,
        "policy_sha256": report.policy_sha256,
        "verifier": report.verifier,
        "pincite_version": report.pincite_version,
        "warnings": list(report.warnings),
    }


def _claim(report: Report, verdict: Verdict) -> Json:
    claim = report.answer.claims[verdict.claim]
    parts = zip(claim.parts, verdict.part_statuses, strict=True)
    return {
        "text": claim.text,
        "start": claim.start,
        "end": claim.end,
        "kind": claim.kind.value,
        "parts": [
            {
                "start": part.start,
                "end": part.end,
                "citations": list(part.citations),
                "status": status.value,
            }
            for part, status in parts
        ],
        "citations": list(claim.citations),
        "status": verdict.status.value,
        "confidence": verdict.confidence,
        "checks": [
            {
                "name": check.name,
                "outcome": check.outcome.value,
                "score": check.score,
                "reason": check.reason,
                "spans": [list(span) for span in check.spans],
                "part": check.part,
                "evidence": list(check.evidence),
            }
            for check in verdict.checks
        ],
        "suggestion": verdict.suggestion,
        "decision": verdict.decision.value,
        "rule": verdict.rule,
    }


def _citation(citation: Citation, library: Library, offsets: Mapping[str, Offsets]) -> Json:
    return {
        "raw": citation.raw,
        "start": citation.start,
        "end": citation.end,
        "ranges": [list(pair) for pair in citation.ranges],
        "passage_ids": list(citation.passage_ids),
        "status": citation.status.value if citation.status else None,
        "reason": citation.reason,
        "evidence": list(_evidence(citation.evidence, library, offsets)),
    }


def _evidence(
    ranges: tuple[Range, ...], library: Library, offsets: Mapping[str, Offsets]
) -> Iterator[Json]:
    for first, last in ranges:
        for sentence in library.sentences(first, last):
            document = library.document(sentence.number)
            start, end = sentence.start, sentence.end
            units = offsets[sentence.source_id]
            yield {
                "number": sentence.number,
                "source_id": sentence.source_id,
                "start": start,
                "end": end,
                "start_byte": units.byte(start),
                "end_byte": units.byte(end),
                "start_utf16": units.utf16(start),
                "end_utf16": units.utf16(end),
                "quote": {
                    "exact": sentence.text,
                    "prefix": document.text[max(0, start - _QUOTE_CONTEXT) : start],
                    "suffix": document.text[end : end + _QUOTE_CONTEXT],
                },
                **_location(document.map.locate(start, end)),
            }


def _scores(report: Report) -> Json:
    scores = report.scores
    return {
        "precision": _proportion(scores.precision),
        "precision_entailed": _proportion(scores.precision_entailed),
        "recall": _proportion(scores.recall),
        "f1": scores.f1,
        "note": scores.note,
    }


def _proportion(proportion: Proportion) -> Json:
    return {"value": proportion.value, **asdict(proportion)}


@dataclass(frozen=True, slots=True)
class StoredReport:
    """What a report's JSON holds that does not have to be judged again.

    Attributes:
        answer: The raw text.
        library_id: What it was judged against.
        pack_id: What its writer was shown, None for the whole library.
        quotations: The sentences cited, each once, in order of their numbers.
    """

    answer: str
    library_id: str
    pack_id: str | None
    quotations: tuple[Quotation, ...]


class _QuoteWire(BaseModel):
    exact: str
    prefix: str = ""
    suffix: str = ""


class _EvidenceWire(BaseModel):
    number: int
    source_id: str
    quote: _QuoteWire


class _CitationWire(BaseModel):
    evidence: list[_EvidenceWire]


class _ReportWire(BaseModel):
    answer: str
    library_id: str
    pack_id: str | None
    citations: list[_CitationWire]


def report_from_json(text: str) -> StoredReport:
    """Read what `report_to_json` wrote.

    Raises:
        RecordError: When it is not such a record.
    """
    _load(text)
    try:
        wire = _ReportWire.model_validate_json(text)
    except ValidationError as error:
        raise RecordError(f"the report is malformed: {_first_line(error)}") from error
    cited = {
        e.number: Quotation(e.number, e.source_id, e.quote.exact, e.quote.prefix, e.quote.suffix)
        for citation in wire.citations
        for e in citation.evidence
    }
    quotations = tuple(cited[number] for number in sorted(cited))
    return StoredReport(wire.answer, wire.library_id, wire.pack_id, quotations)
