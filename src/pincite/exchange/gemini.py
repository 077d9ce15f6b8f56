"""Gemini's grounding: chunks of sources, and supports that tie segments of the text to them.

`start_index` and `end_index` count UTF-8 bytes of a part of the answer from 0, end exclusive;
`page_number` and `rag_chunk.page_span` count from 1, both ends inclusive. Written in the
`snake_case` of the SDK, read in both cases.

Lost on the way out: verdicts, and which of several places with the same words is meant (but for
its page); `confidence_scores` are left out, since there is no probability. On the way in,
`segment.text` decides over the offsets, and a chunk's text over its document; a chunk without
text cites the whole document.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from pincite.canonical import Plain
from pincite.exchange.cited import Kind
from pincite.exchange.intake import Intake
from pincite.exchange.locate import Pointer
from pincite.exchange.shapes import Exported, Imported
from pincite.exchange.shown import Evidence, show
from pincite.exchange.units import Unit
from pincite.exchange.wire import Fields
from pincite.records import Library, Report
from pincite.text import Offsets

__all__ = ["read", "write"]


def write(report: Report) -> Exported:
    """A response with one candidate and its grounding metadata."""
    shown = show(report)
    offsets = Offsets(shown.text)
    chunks: dict[tuple[int, int], int] = {}
    listed: list[Plain] = []
    supports: list[Plain] = []
    for stretch in shown.stretches:
        if not stretch.evidence:
            continue
        indices: list[Plain] = []
        for evidence in stretch.evidence:
            key = (evidence.first, evidence.last)
            if key not in chunks:
                chunks[key] = len(chunks)
                listed.append(_chunk(evidence))
            indices.append(chunks[key])
        segment: dict[str, Plain] = {
            "part_index": 0,
            "start_index": offsets.byte(stretch.start),
            "end_index": offsets.byte(stretch.end),
            "text": shown.text[stretch.start : stretch.end],
        }
        supports.append({"segment": segment, "grounding_chunk_indices": indices})
    candidate: dict[str, Plain] = {
        "index": 0,
        "content": {"role": "model", "parts": [{"text": shown.text}]},
        "finish_reason": "STOP",
        "grounding_metadata": {"grounding_chunks": listed, "grounding_supports": supports},
    }
    return Exported({"candidates": [candidate]}, shown.lost)


def _chunk(evidence: Evidence) -> Mapping[str, Plain]:
    document = evidence.document
    context: dict[str, Plain] = {
        "uri": document.uri or document.source_id,
        "title": document.title,
        "document_name": document.source_id,
        "text": evidence.exact,
    }
    if evidence.pages is not None:
        first, last = evidence.pages
        context["page_number"] = first
        span: dict[str, Plain] = {"first_page": first, "last_page": last}
        context["rag_chunk"] = {"text": evidence.exact, "page_span": span}
    return {"retrieved_context": context}


def read(value: Plain, library: Library) -> Imported:
    """The answer of a response, or of the responses of a stream, with its grounding.

    Args:
        value: A `generateContent` response as JSON, its first candidate is taken; or the list of
            responses that a stream gave, whose texts are joined.
        library: What its chunks are looked up in.
    """
    intake = Intake(library, "gemini")
    streamed = isinstance(value, Sequence) and not isinstance(value, str)
    values = value if isinstance(value, Sequence) and not isinstance(value, str) else [value]
    parts: list[tuple[int, int]] = []
    grounding: list[Fields] = []
    finished = False
    for item in values:
        for candidate in _candidates(intake.fields(item)):
            for part in candidate.child("content").children("parts"):
                start = len(intake.text)
                thought = part.raw.get("thought") is True
                if "text" in part and not thought:
                    intake.text += part.string("text") or ""
                parts.append((start, len(intake.text)))
            if "grounding_metadata" in candidate:
                grounding.append(candidate.child("grounding_metadata"))
            finished = finished or "finish_reason" in candidate
    if streamed and not finished:
        intake.note("truncated_stream: the stream ends without a `finish_reason`")
    whole = [(0, len(intake.text))] if streamed else parts
    seen: list[Plain] = []
    for metadata in grounding:
        chunks = metadata.children("grounding_chunks")
        for support in metadata.children("grounding_supports"):
            if support.raw not in seen:
                seen.append(support.raw)
                _take(intake, support, chunks, whole)
    return intake.finish()


def _candidates(value: Fields) -> Iterator[Fields]:
    if "candidates" in value:
        yield from value.children("candidates")[:1]
    elif "content" in value:
        yield value


def _take(
    intake: Intake, support: Fields, chunks: Sequence[Fields], parts: Sequence[tuple[int, int]]
) -> None:
    raw: Plain = dict(support.raw)
    segment = support.child("segment")
    row = segment.integer("part_index") or 0 if "part_index" in segment else 0
    if not 0 <= row < len(parts):
        intake.keep(raw, f"part {row} is not in the answer")
        return
    pointers = []
    for index in support.items("grounding_chunk_indices"):
        if isinstance(index, int) and not isinstance(index, bool) and 0 <= index < len(chunks):
            pointers.append(_pointer(chunks[index]))
        else:
            pointers.append(Pointer(names=(f"chunk {index!r}",)))
    if not pointers:
        intake.keep(raw, "it names no chunk")
        return
    start = segment.integer("start_index") if "start_index" in segment else 0
    base, stop = parts[row]
    intake.add_quoted(
        raw,
        (start, segment.integer("end_index")),
        segment.string("text") if "text" in segment else None,
        pointers,
        unit=Unit.BYTES,
        kind=Kind.STATEMENT,
        base=base,
        stop=stop,
    )


def _pointer(chunk: Fields) -> Pointer:
    if "web" in chunk:
        web = chunk.child("web")
        return Pointer(names=_names(web, "uri", "title"))
    context = chunk.child("retrieved_context")
    quote = context.string("text") if "text" in context else None
    pages = None
    if "rag_chunk" in context:
        rag = context.child("rag_chunk")
        quote = quote or (rag.string("text") if "text" in rag else None)
        if "page_span" in rag:
            pages = rag.child("page_span").pair("first_page", "last_page")
    elif "page_number" in context:
        page = context.integer("page_number")
        pages = None if page is None else (page, page)
    names = _names(context, "document_name", "uri", "title")
    return Pointer(names=names, quote=quote, pages=pages)


def _names(value: Fields, *fields: str) -> tuple[str, ...]:
    return tuple(value.string(name) or "" for name in fields if name in value)
