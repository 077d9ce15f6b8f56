"""Reports ↔ JSON."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from typing import Literal

from pydantic import BaseModel, PositiveInt, ValidationError

from pincite.anchors import Quotation
from pincite.codec.documents import location_to_json, source_to_json
from pincite.codec.values import SCHEMA, Json, first_line, load
from pincite.errors import RecordError
from pincite.exchange.cited import Cited, Kind, cite
from pincite.parse import parse_answer
from pincite.records import Answer, Citation, Library, Proportion, Report, Verdict
from pincite.refs import Range
from pincite.text import Offsets

__all__ = ["StoredReport", "report_from_json", "report_to_json"]

_QUOTE_CONTEXT = 32
"""Code points of text before and after a quotation, as W3C's TextQuoteSelector wants them."""


def report_to_json(report: Report) -> Json:
    """A report as `pincite verify` and `pincite ask` print it."""
    library = report.library
    offsets = {d.source_id: Offsets(d.text) for d in library.documents}
    return {
        "schema": SCHEMA,
        "decision": report.decision.value,
        "answered": report.answered,
        "answer": report.answer.text,
        "answer_form": report.answer.form,
        "answer_sha256": report.answer.text_sha256,
        "claims": [_claim(report, verdict) for verdict in report.verdicts],
        "citations": [_citation(c, library, offsets) for c in report.answer.citations],
        "unread_markers": [asdict(marker) for marker in report.answer.unread_markers],
        "sources": [source_to_json(library, row, {}) for row in range(len(library.documents))],
        "scores": {"citation-on-fact": _scores(report)},
        "pack_id": report.pack.pack_id if report.pack else None,
        "library_id": library.library_id,
        "policy_sha256": report.policy_sha256,
        "verifier": report.verifier,
        "generation": asdict(report.generation) if report.generation else None,
        "pincite_version": report.pincite_version,
        "warnings": list(report.warnings),
        "answer_warnings": list(report.answer.warnings),
    }


def _claim(report: Report, verdict: Verdict) -> Json:
    claim = report.answer.claims[verdict.claim]
    parts = zip(claim.parts, verdict.part_statuses, strict=True)
    return {
        "text": claim.text,
        "start": claim.start,
        "end": claim.end,
        "kind": claim.kind.value,
        "path": claim.path,
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
        "origin": citation.origin,
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
                **location_to_json(document.map.locate(start, end)),
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
        answer: The raw text; read already where another API cited for it, since its citations do
            not stand in the text.
        library_id: What it was judged against.
        pack_id: What its writer was shown, None for the whole library.
        quotations: The sentences cited, each once, in order of their numbers.
    """

    answer: str | Answer
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
    start: int = 0
    end: int = 0
    ranges: list[tuple[PositiveInt, PositiveInt]] = []
    reason: str = ""
    origin: str = ""


class _PartWire(BaseModel):
    start: int
    end: int
    citations: list[int]


class _ClaimWire(BaseModel):
    parts: list[_PartWire]


class _ReportWire(BaseModel):
    answer: str
    answer_form: Literal["text", "json", "csv"] = "text"
    library_id: str
    pack_id: str | None
    citations: list[_CitationWire]
    claims: list[_ClaimWire] = []
    answer_warnings: list[str] = []


def report_from_json(text: str) -> StoredReport:
    """Read what `report_to_json` wrote.

    Raises:
        RecordError: When it is not such a record.
    """
    load(text)
    try:
        wire = _ReportWire.model_validate_json(text)
    except ValidationError as error:
        raise RecordError(f"the report is malformed: {first_line(error)}") from error
    cited = {
        e.number: Quotation(e.number, e.source_id, e.quote.exact, e.quote.prefix, e.quote.suffix)
        for citation in wire.citations
        for e in citation.evidence
    }
    quotations = tuple(cited[number] for number in sorted(cited))
    return StoredReport(_answer(wire), wire.library_id, wire.pack_id, quotations)


def _answer(wire: _ReportWire) -> str | Answer:
    """The raw text, or the answer with the citations of another API in their places."""
    cited: list[Cited] = []
    origins: list[str] = []
    for part in (part for claim in wire.claims for part in claim.parts):
        for citation in (wire.citations[i] for i in part.citations if i < len(wire.citations)):
            if citation.origin:
                beside = citation.start == citation.end
                place = part if beside else citation
                kind = Kind.STATEMENT if beside else Kind.LINK
                ranges = tuple(citation.ranges)
                cited.append(Cited(place.start, place.end, ranges, kind, citation.reason))
                origins.append(citation.origin)
    if wire.answer_form != "text":
        return parse_answer(wire.answer, form=wire.answer_form)
    if not cited:
        return wire.answer
    answer, _ = cite(wire.answer, cited, origins[0])
    return replace(answer, warnings=tuple(wire.answer_warnings))
