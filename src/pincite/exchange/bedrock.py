"""Bedrock's citations (Converse API): `citationsContent` blocks, and the deltas that stream them.

`documentChar` counts code points of the canonical text from 0, end exclusive; `documentPage`
counts pages from 1, end exclusive; `documentChunk` counts the document's sentences from 0, end
exclusive; `documentIndex` is the document's place in the library, from 0. The reference does not
say which ends are inclusive; they are written as the models behind it give them, and a page range
whose ends are equal is read as that page.

Lost on the way out: verdicts. On the way in, `sourceContent` decides over the location.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from pincite.canonical import Plain
from pincite.exchange.intake import Intake
from pincite.exchange.locate import Pointer
from pincite.exchange.shapes import Exported, Imported
from pincite.exchange.shown import Evidence, Shown, show
from pincite.exchange.wire import Fields
from pincite.records import Library, Report

__all__ = ["events", "read", "write"]

_LOCATIONS = ("documentChar", "documentPage", "documentChunk", "searchResultLocation", "web")
_SILENT = ("toolUse", "toolResult", "reasoningContent", "guardContent", "cachePoint")


def write(report: Report) -> Exported:
    """A Converse response with its citations."""
    shown = show(report)
    content: list[Plain] = []
    for stretch in shown.stretches:
        text = shown.text[stretch.start : stretch.end]
        if stretch.evidence:
            citations: list[Plain] = [_citation(evidence) for evidence in stretch.evidence]
            block: Plain = {"content": [{"text": text}], "citations": citations}
            content.append({"citationsContent": block})
        else:
            content.append({"text": text})
    message: dict[str, Plain] = {"role": "assistant", "content": content}
    response: dict[str, Plain] = {
        "output": {"message": message},
        "stopReason": "end_turn",
        "usage": {"inputTokens": 0, "outputTokens": 0, "totalTokens": 0},
        "metrics": {"latencyMs": 0},
    }
    return Exported(response, shown.lost)


def events(report: Report) -> Exported:
    """The events of ConverseStream, as a list."""
    shown = show(report)
    return Exported(list(_events(shown)), shown.lost)


def _citation(evidence: Evidence) -> Mapping[str, Plain]:
    document = evidence.document
    location: dict[str, Plain]
    if evidence.pages is not None:
        first, last = evidence.pages
        place: Plain = {"documentIndex": evidence.row, "start": first, "end": last + 1}
        location = {"documentPage": place}
    else:
        place = {"documentIndex": evidence.row, "start": evidence.start, "end": evidence.end}
        location = {"documentChar": place}
    return {
        "title": document.title,
        "source": document.uri or document.source_id,
        "sourceContent": [{"text": evidence.exact}],
        "location": location,
    }


def _events(shown: Shown) -> Iterator[Mapping[str, Plain]]:
    yield {"messageStart": {"role": "assistant"}}
    for index, stretch in enumerate(shown.stretches):
        deltas: list[Plain] = [{"text": shown.text[stretch.start : stretch.end]}]
        deltas += [{"citation": _citation(evidence)} for evidence in stretch.evidence]
        for delta in deltas:
            yield {"contentBlockDelta": {"contentBlockIndex": index, "delta": delta}}
        yield {"contentBlockStop": {"contentBlockIndex": index}}
    yield {"messageStop": {"stopReason": "end_turn"}}


def read(value: Plain, library: Library) -> Imported:
    """The answer of a Converse response or message, or of the events of ConverseStream.

    Args:
        value: As JSON, or a list of events.
        library: The documents that the request carried, in its order.
    """
    intake = Intake(library, "bedrock")
    if isinstance(value, Sequence) and not isinstance(value, str):
        pieces = _streamed(intake, [intake.fields(item) for item in value])
    else:
        response = intake.fields(value)
        output = response.child("output") if "output" in response else response
        message = output.child("message") if "message" in output else output
        pieces = list(_pieces(intake, message.children("content")))
    for text, citations in pieces:
        start = len(intake.text)
        intake.text += text
        for citation in citations:
            _take(intake, citation, start, len(intake.text))
    return intake.finish()


def _pieces(intake: Intake, blocks: Sequence[Fields]) -> Iterator[tuple[str, list[Fields]]]:
    for block in blocks:
        if "text" in block:
            yield block.string("text") or "", []
        elif "citationsContent" in block:
            cited = block.child("citationsContent")
            yield "".join(_texts(cited, "content")), cited.children("citations")
        elif not any(name in block for name in _SILENT):
            intake.note(f"a content block {sorted(block.raw)} was passed over")


def _texts(value: Fields, name: str) -> Iterator[str]:
    for item in value.children(name) if name in value else ():
        yield item.string("text") or ""


def _streamed(intake: Intake, stream: list[Fields]) -> list[tuple[str, list[Fields]]]:
    texts: dict[int, str] = {}
    citations: dict[int, list[Fields]] = {}
    started = ended = False
    for event in stream:
        started = started or "messageStart" in event
        ended = ended or "messageStop" in event
        if "contentBlockDelta" not in event:
            continue
        block = event.child("contentBlockDelta")
        index = block.integer("contentBlockIndex") or 0
        delta = block.child("delta")
        if "text" in delta:
            texts[index] = texts.get(index, "") + (delta.string("text") or "")
        elif "citation" in delta:
            citations.setdefault(index, []).append(delta.child("citation"))
        elif not any(name in delta for name in _SILENT):
            intake.note(f"a delta {sorted(delta.raw)} was passed over")
    if started and not ended:
        intake.note("truncated_stream: the stream ends before `messageStop`")
    rows = sorted(texts.keys() | citations.keys())
    return [(texts.get(row, ""), citations.get(row, [])) for row in rows]


def _take(intake: Intake, citation: Fields, start: int, end: int) -> None:
    raw: Plain = dict(citation.raw)
    quote = " ".join(_texts(citation, "sourceContent")) or None
    names = tuple(citation.string(name) or "" for name in ("source", "title") if name in citation)
    location = citation.child("location")
    name = next((name for name in _LOCATIONS if name in location), None)
    if name is None and not quote:
        intake.keep(raw, f"unknown location {sorted(location.raw)}")
        return
    place = location.child(name) if name else location
    span = place.pair("start", "end") if "start" in place else None
    index = place.integer("documentIndex") if "documentIndex" in place else None
    if name == "documentChar":
        pointer = Pointer(index, quote=quote, chars=span)
    elif name == "documentPage":
        pages = span and (span[0], max(span[0], span[1] - 1))
        pointer = Pointer(index, quote=quote, pages=pages)
    elif name == "documentChunk":
        pointer = Pointer(index, quote=quote, blocks=span)
    elif name == "searchResultLocation":
        pointer = Pointer(place.integer("searchResultIndex"), names, quote, blocks=span)
    else:
        url = place.string("url") or "" if "url" in place else ""
        pointer = Pointer(names=(url, *names), quote=quote)
    intake.add(raw, start, end, pointer)
