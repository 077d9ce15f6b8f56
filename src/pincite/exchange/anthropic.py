"""Anthropic's citations: text blocks with locations, and the events that stream them.

Positions: `start_char_index` and `end_char_index` count code points of the document's canonical
text from 0, end exclusive; pages count from 1, end exclusive; blocks count from 0, end exclusive,
and are the document's sentences. `document_index` and `search_result_index` are the document's
place in the library, from 0.

Lost on the way out: verdicts, checks and markers, always. A citation that points at nothing, and
one of a table's column heads, has no location. On the way in, `cited_text` decides and positions
are hints; `web_search_result_location` is looked up by its address.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Literal

from pincite.canonical import Plain
from pincite.exchange.intake import Intake
from pincite.exchange.locate import Pointer
from pincite.exchange.shapes import Exported, Imported
from pincite.exchange.shown import Evidence, Shown, show
from pincite.exchange.wire import Fields
from pincite.records import Library, Report

__all__ = ["Location", "events", "read", "write"]

Location = Literal["native", "content_block", "search_result"]
"""`native` gives pages for documents that have them, characters for others."""

_SILENT = ("thinking", "redacted_thinking", "tool_use", "server_tool_use")
_QUIET_DELTAS = ("input_json_delta", "thinking_delta", "signature_delta")
_QUIET_EVENTS = ("message_delta", "content_block_stop", "ping")


def write(report: Report, *, location: Location = "native") -> Exported:
    """A message whose text blocks carry citations.

    Args:
        report: An answer, judged.
        location: Which kind of location to write.
    """
    shown = show(report)
    return Exported(_message(_blocks(shown, location)), shown.lost)


def events(report: Report, *, location: Location = "native") -> Exported:
    """The events that stream the message, as a list; text and citations of a block in one each."""
    shown = show(report)
    return Exported(list(_events(_blocks(shown, location))), shown.lost)


def _message(blocks: Sequence[Plain]) -> Mapping[str, Plain]:
    return {
        "id": "msg_pincite",
        "type": "message",
        "role": "assistant",
        "model": "pincite",
        "content": blocks,
        "stop_reason": "end_turn",
        "stop_sequence": None,
        "usage": {"input_tokens": 0, "output_tokens": 0},
    }


def _blocks(shown: Shown, location: Location) -> list[Mapping[str, Plain]]:
    blocks: list[Mapping[str, Plain]] = []
    for stretch in shown.stretches:
        citations = [_citation(evidence, location) for evidence in stretch.evidence]
        text = shown.text[stretch.start : stretch.end]
        blocks.append({"type": "text", "text": text, "citations": citations or None})
    return blocks


def _citation(evidence: Evidence, location: Location) -> Mapping[str, Plain]:
    if location == "search_result":
        return {
            "type": "search_result_location",
            "cited_text": evidence.joined,
            "search_result_index": evidence.row,
            "source": evidence.document.uri or evidence.document.source_id,
            "title": evidence.document.title,
            "start_block_index": evidence.blocks[0],
            "end_block_index": evidence.blocks[1],
        }
    common: dict[str, Plain] = {
        "document_index": evidence.row,
        "document_title": evidence.document.title,
        "file_id": None,
    }
    if location == "content_block":
        return common | {
            "type": "content_block_location",
            "cited_text": evidence.joined,
            "start_block_index": evidence.blocks[0],
            "end_block_index": evidence.blocks[1],
        }
    if evidence.pages is not None:
        return common | {
            "type": "page_location",
            "cited_text": evidence.exact,
            "start_page_number": evidence.pages[0],
            "end_page_number": evidence.pages[1] + 1,
        }
    return common | {
        "type": "char_location",
        "cited_text": evidence.exact,
        "start_char_index": evidence.start,
        "end_char_index": evidence.end,
    }


def _events(blocks: Sequence[Mapping[str, Plain]]) -> Iterator[Mapping[str, Plain]]:
    yield {"type": "message_start", "message": {**_message([]), "stop_reason": None}}
    for index, block in enumerate(blocks):
        empty = {"type": "text", "text": "", "citations": None}
        yield {"type": "content_block_start", "index": index, "content_block": empty}
        text = {"type": "text_delta", "text": block["text"]}
        yield {"type": "content_block_delta", "index": index, "delta": text}
        citations = block["citations"]
        for citation in citations if isinstance(citations, list) else ():
            delta = {"type": "citations_delta", "citation": citation}
            yield {"type": "content_block_delta", "index": index, "delta": delta}
        yield {"type": "content_block_stop", "index": index}
    delta = {"stop_reason": "end_turn", "stop_sequence": None}
    yield {"type": "message_delta", "delta": delta, "usage": {"output_tokens": 0}}
    yield {"type": "message_stop"}


def read(value: Plain, library: Library) -> Imported:
    """The answer of a message, or of the events of a stream, with what it cites.

    Args:
        value: A message as JSON, or a list of events.
        library: The documents that the request carried, in its order.
    """
    intake = Intake(library, "anthropic")
    if isinstance(value, Sequence) and not isinstance(value, str):
        blocks = _streamed(intake, value)
    else:
        blocks = intake.fields(value).children("content")
    for block in blocks:
        kind = block.string("type")
        if kind != "text":
            if kind not in _SILENT and not (kind or "").endswith("_tool_result"):
                intake.note(f"a content block of type {kind!r} was passed over")
            continue
        start = len(intake.text)
        intake.text += block.string("text") or ""
        for citation in block.children("citations") if "citations" in block else ():
            _take(intake, citation, start, len(intake.text))
    return intake.finish()


def _streamed(intake: Intake, values: Sequence[Plain]) -> list[Fields]:
    """The content blocks that events add up to."""
    texts: dict[int, list[str]] = {}
    kinds: dict[int, str] = {}
    citations: dict[int, list[Plain]] = {}
    started = stopped = False
    current = 0
    for value in values:
        event = intake.fields(value)
        kind = event.string("type")
        index = event.integer("index") if "index" in event else None
        current = current if index is None else index
        if kind == "message_start":
            started = True
        elif kind == "message_stop":
            stopped = True
        elif kind == "content_block_start":
            block = event.child("content_block")
            kinds[current] = block.string("type") or ""
            texts[current] = [block.string("text") or ""] if "text" in block else []
            citations[current] = list(block.items("citations")) if "citations" in block else []
        elif kind == "content_block_delta":
            delta = event.child("delta")
            what = delta.string("type")
            kinds.setdefault(current, "text")
            if what == "text_delta":
                texts.setdefault(current, []).append(delta.string("text") or "")
            elif what == "citations_delta":
                citations.setdefault(current, []).append(dict(delta.child("citation").raw))
            elif what not in _QUIET_DELTAS:
                intake.note(f"a delta of type {what!r} was passed over")
        elif kind not in _QUIET_EVENTS:
            intake.note(f"an event of type {kind!r} was passed over")
    if started and not stopped:
        intake.note("truncated_stream: the stream ends before `message_stop`")
    return [
        intake.fields(
            {
                "type": kinds[i],
                "text": "".join(texts.get(i, ())),
                "citations": citations.get(i, []),
            }
        )
        for i in sorted(kinds)
    ]


def _take(intake: Intake, citation: Fields, start: int, end: int) -> None:
    kind = citation.string("type")
    quote = citation.string("cited_text")
    index = citation.integer("document_index")
    if kind == "char_location":
        chars = citation.pair("start_char_index", "end_char_index")
        pointer = Pointer(index, quote=quote, chars=chars)
    elif kind == "page_location":
        pages = citation.pair("start_page_number", "end_page_number")
        pointer = Pointer(index, quote=quote, pages=pages and (pages[0], pages[1] - 1))
    elif kind == "content_block_location":
        blocks = citation.pair("start_block_index", "end_block_index")
        pointer = Pointer(index, quote=quote, blocks=blocks)
    elif kind == "search_result_location":
        blocks = citation.pair("start_block_index", "end_block_index")
        result = citation.integer("search_result_index")
        pointer = Pointer(result, (citation.string("source") or "",), quote, blocks=blocks)
    elif kind == "web_search_result_location":
        names = (citation.string("url") or "", citation.string("title") or "")
        pointer = Pointer(names=names, quote=quote)
    else:
        intake.keep(dict(citation.raw), f"unknown location type {kind!r}")
        return
    intake.add(dict(citation.raw), start, end, pointer)
