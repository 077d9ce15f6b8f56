"""Cohere's citations (Chat API v2): spans of the text with the documents behind them.

`start` and `end` count code points of the text content at `content_index` from 0, end exclusive.
A source's `id` is the source id, its `document.text` the cited sentences.

Lost on the way out: verdicts, and where in a document the sentences stand: their text is there,
and where it stands twice the first place is meant on the way in.
On the way in, `text` decides over `start` and `end`. Cohere spans a few words ("fell to 2.6"), so
a citation counts for the sentence of the answer around it; what the sentence says beyond the
sources is found by the checks. Citations of a plan or of thinking are kept and judged by nobody.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from pincite.canonical import Plain
from pincite.exchange.cited import Kind
from pincite.exchange.intake import Intake
from pincite.exchange.locate import Pointer
from pincite.exchange.shapes import Exported, Imported
from pincite.exchange.shown import Shown, show
from pincite.exchange.units import Unit
from pincite.exchange.wire import Fields
from pincite.records import Library, Report

__all__ = ["events", "read", "write"]

_TEXTS = ("text", "snippet", "content", "data", "body")


def write(report: Report) -> Exported:
    """A chat response with its citations."""
    shown = show(report)
    message: dict[str, Plain] = {
        "role": "assistant",
        "content": [{"type": "text", "text": shown.text}],
        "citations": list(_citations(shown)),
    }
    response: dict[str, Plain] = {
        "id": "pincite",
        "finish_reason": "COMPLETE",
        "message": message,
    }
    return Exported(response, shown.lost)


def events(report: Report) -> Exported:
    """The events that stream the response, as a list."""
    shown = show(report)
    return Exported(list(_events(shown)), shown.lost)


def _citations(shown: Shown) -> Iterator[Mapping[str, Plain]]:
    for stretch in shown.stretches:
        sources: list[Plain] = []
        for evidence in stretch.evidence:
            document = evidence.document
            content: dict[str, Plain] = {
                "id": document.source_id,
                "title": document.title,
                "text": evidence.exact,
            }
            sources.append({"type": "document", "id": document.source_id, "document": content})
        if sources:
            yield {
                "start": stretch.start,
                "end": stretch.end,
                "text": shown.text[stretch.start : stretch.end],
                "sources": sources,
                "content_index": 0,
                "type": "TEXT_CONTENT",
            }


def _events(shown: Shown) -> Iterator[Mapping[str, Plain]]:
    yield {"type": "message-start", "id": "pincite", "delta": {"message": {"role": "assistant"}}}
    start: Plain = {"message": {"content": {"type": "text", "text": ""}}}
    yield {"type": "content-start", "index": 0, "delta": start}
    citations = iter(_citations(shown))
    count = 0
    for stretch in shown.stretches:
        text: Plain = {"message": {"content": {"text": shown.text[stretch.start : stretch.end]}}}
        yield {"type": "content-delta", "index": 0, "delta": text}
        if stretch.evidence:
            cited: Plain = {"message": {"citations": next(citations)}}
            yield {"type": "citation-start", "index": count, "delta": cited}
            yield {"type": "citation-end", "index": count}
            count += 1
    yield {"type": "content-end", "index": 0}
    yield {"type": "message-end", "id": "pincite", "delta": {"finish_reason": "COMPLETE"}}


def read(value: Plain, library: Library) -> Imported:
    """The answer of a chat response or message, or of the events of a stream.

    Args:
        value: JSON of the Chat API v2, or a list of events.
        library: What its documents are looked up in, by id, title or address.
    """
    intake = Intake(library, "cohere")
    contents: list[tuple[int, int]] = []
    if isinstance(value, Sequence) and not isinstance(value, str):
        texts, citations = _streamed(intake, [intake.fields(item) for item in value])
    else:
        response = intake.fields(value)
        message = response.child("message") if "message" in response else response
        texts = [
            part.string("text") or "" if "text" in part else ""
            for part in message.children("content")
        ]
        citations = message.children("citations") if "citations" in message else []
    for text in texts:
        contents.append((len(intake.text), len(intake.text) + len(text)))
        intake.text += text
    for citation in citations:
        _take(intake, citation, contents)
    return intake.finish()


def _streamed(intake: Intake, stream: list[Fields]) -> tuple[list[str], list[Fields]]:
    texts: dict[int, str] = {}
    citations: list[Fields] = []
    started = ended = False
    for event in stream:
        kind = event.string("type")
        started = started or kind == "message-start"
        ended = ended or kind == "message-end"
        if kind in ("content-start", "content-delta"):
            content = event.child("delta").child("message").child("content")
            row = event.integer("index") or 0
            texts.setdefault(row, "")
            if "text" in content:
                texts[row] += content.string("text") or ""
        elif kind == "citation-start":
            citations.append(event.child("delta").child("message").child("citations"))
    if started and not ended:
        intake.note("truncated_stream: the stream ends before `message-end`")
    return [texts.get(row, "") for row in range(max(texts, default=-1) + 1)], citations


def _take(intake: Intake, citation: Fields, contents: Sequence[tuple[int, int]]) -> None:
    raw: Plain = dict(citation.raw)
    kind = citation.string("type") if "type" in citation else "TEXT_CONTENT"
    if kind != "TEXT_CONTENT":
        intake.keep(raw, f"a citation of type {kind!r} is not one of the answer")
        return
    row = citation.integer("content_index") or 0 if "content_index" in citation else 0
    if not 0 <= row < len(contents):
        intake.keep(raw, f"content {row} is not in the answer")
        return
    pointers = [_pointer(source) for source in citation.children("sources")]
    if not pointers:
        intake.keep(raw, "it names no source")
        return
    base, stop = contents[row]
    intake.add_quoted(
        raw,
        (citation.integer("start"), citation.integer("end")),
        citation.string("text") if "text" in citation else None,
        pointers,
        unit=Unit.CODE_POINTS,
        kind=Kind.FRAGMENT,
        base=base,
        stop=stop,
    )


def _pointer(source: Fields) -> Pointer:
    content = source.child("document" if "document" in source else "tool_output")
    quote = next((content.string(name) for name in _TEXTS if name in content), None)
    names = [source.string("id") or "" if "id" in source else ""]
    names += [content.string(name) or "" for name in ("id", "url", "title") if name in content]
    return Pointer(names=tuple(names), quote=quote)
