"""OpenAI's annotations: `url_citation` and `file_citation` on the text, and their events.

The text keeps its markers, as OpenAI's text keeps its links: a `url_citation` covers the marker
from `start_index` to `end_index`, code points from 0, end exclusive (the reference calls it "the
index of the last character"; the API's own answers have it exclusive). `index` of a
`file_citation` is where to insert it: the marker's start. Documents with a web address become
`url_citation` with a text fragment, others `file_citation` with the source id as `file_id`.

Lost on the way out: verdicts; in a `file_citation` the place in the document. On the way in, an
annotation whose stretch is a link or a bracket stands in the text as a marker does, another one
cites for its words, and one without a text fragment cites the whole document. At a marker that
pincite can read, the marker stands.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from pincite.canonical import Plain
from pincite.exchange.cited import Kind
from pincite.exchange.fragments import is_web, link_to, read_link
from pincite.exchange.intake import Intake
from pincite.exchange.locate import Pointer
from pincite.exchange.shapes import Exported, Imported
from pincite.exchange.shown import Evidence
from pincite.exchange.units import Unit
from pincite.exchange.wire import Fields
from pincite.records import Citation, Library, Report
from pincite.refs import BRACKET, read_bracket

__all__ = ["events", "read", "write"]

_LINK = re.compile(r"\s*+[(\[【].*[)\]】]\s*+|.*://.*", re.DOTALL)
_ITEM = "msg_pincite"


def write(report: Report) -> Exported:
    """A response of the Responses API with one output text."""
    return Exported(_response(report, list(_annotations(report))), tuple(_lost(report)))


def events(report: Report) -> Exported:
    """The events that stream the response, as a list."""
    return Exported(list(_events(report)), tuple(_lost(report)))


def _annotations(report: Report) -> Iterator[Mapping[str, Plain]]:
    for citation in report.answer.citations:
        for first, last in citation.evidence:
            yield _annotation(citation, Evidence(report.library, first, last))


def _annotation(citation: Citation, evidence: Evidence) -> Mapping[str, Plain]:
    document = evidence.document
    if is_web(document.uri):
        return {
            "type": "url_citation",
            "start_index": citation.start,
            "end_index": citation.end,
            "title": document.title,
            "url": link_to(evidence),
        }
    return {
        "type": "file_citation",
        "file_id": document.source_id,
        "filename": document.uri.rpartition("/")[2] or document.title,
        "index": citation.start,
    }


def _lost(report: Report) -> Iterator[str]:
    for citation in report.answer.citations:
        if not citation.evidence:
            yield f"{citation.raw} points at nothing: {citation.reason or 'not resolved'}"
        if any(not is_web(report.library.document(first).uri) for first, _ in citation.evidence):
            yield f"{citation.raw}: a file_citation does not say where in the file"


def _part(text: str, annotations: Sequence[Plain]) -> Mapping[str, Plain]:
    return {"type": "output_text", "text": text, "annotations": annotations, "logprobs": []}


def _item(parts: Sequence[Plain], status: str) -> Mapping[str, Plain]:
    return {"id": _ITEM, "type": "message", "role": "assistant", "status": status, "content": parts}


def _response(report: Report, annotations: Sequence[Plain]) -> Mapping[str, Plain]:
    item = _item([_part(report.answer.text, annotations)], "completed")
    return {
        "id": "resp_pincite",
        "object": "response",
        "created_at": 0,
        "model": "pincite",
        "status": "completed",
        "output": [item],
        "parallel_tool_calls": False,
        "tool_choice": "none",
        "tools": [],
    }


def _events(report: Report) -> Iterator[Mapping[str, Plain]]:
    text, annotations = report.answer.text, list(_annotations(report))
    response = _response(report, annotations)
    place: dict[str, Plain] = {"item_id": _ITEM, "output_index": 0, "content_index": 0}
    steps: list[dict[str, Plain]] = [
        {
            "type": "response.created",
            "response": {**response, "status": "in_progress", "output": []},
        },
        {"type": "response.output_item.added", "output_index": 0, "item": _item([], "in_progress")},
        {"type": "response.content_part.added", **place, "part": _part("", [])},
        {"type": "response.output_text.delta", **place, "delta": text, "logprobs": []},
    ]
    for index, annotation in enumerate(annotations):
        kind = "response.output_text.annotation.added"
        steps.append({"type": kind, **place, "annotation_index": index, "annotation": annotation})
    done = _part(text, annotations)
    steps += [
        {"type": "response.output_text.done", **place, "text": text, "logprobs": []},
        {"type": "response.content_part.done", **place, "part": done},
        {
            "type": "response.output_item.done",
            "output_index": 0,
            "item": _item([done], "completed"),
        },
        {"type": "response.completed", "response": response},
    ]
    for number, step in enumerate(steps):
        yield {**step, "sequence_number": number}


def read(value: Plain, library: Library) -> Imported:
    """The answer of a response, chat completion or message, or of the events of a stream.

    Args:
        value: JSON of the Responses API or of Chat Completions, or a list of events or chunks.
        library: What its addresses and file names are looked up in.
    """
    intake = Intake(library, "openai")
    if isinstance(value, Sequence) and not isinstance(value, str):
        pieces = _streamed(intake, [intake.fields(item) for item in value])
    else:
        pieces = list(_pieces(intake, intake.fields(value)))
    found = []
    for text, annotated in pieces:
        base = len(intake.text)
        intake.text += text
        found.append((base, len(intake.text), annotated))
    for base, stop, annotated in found:
        for annotation in annotated:
            _take(intake, annotation, base, stop)
    return intake.finish()


def _pieces(intake: Intake, value: Fields) -> Iterator[tuple[str, list[Fields]]]:
    """The texts of a whole answer with their annotations."""
    if "choices" in value:
        for choice in value.children("choices")[:1]:
            yield from _pieces(intake, choice.child("message"))
        return
    if "output" in value:
        for item in value.children("output"):
            if item.string("type") == "message":
                yield from _pieces(intake, item)
        return
    if isinstance(value.raw.get("content"), str):
        yield value.string("content") or "", _listed(value, "annotations")
        return
    for part in value.children("content"):
        kind = part.string("type")
        if kind in ("output_text", "text"):
            if isinstance(part.raw.get("text"), Mapping):
                part = part.child("text")  # noqa: PLW2901
                yield part.string("value") or "", _listed(part, "annotations")
            else:
                yield part.string("text") or "", _listed(part, "annotations")
        else:
            intake.note(f"a content part of type {kind!r} was passed over")


def _listed(value: Fields, name: str) -> list[Fields]:
    return value.children(name) if name in value else []


def _streamed(intake: Intake, stream: list[Fields]) -> list[tuple[str, list[Fields]]]:
    """The texts that events or chunks add up to; a completed response stands for its events."""
    texts: dict[tuple[int, int], str] = {}
    annotations: dict[tuple[int, int], list[Fields]] = {}
    ended = False
    for event in stream:
        kind = event.string("type") if "type" in event else ""
        if kind in ("response.completed", "response.incomplete"):
            if kind == "response.incomplete":
                intake.note("truncated_stream: the response is incomplete")
            return list(_pieces(intake, event.child("response")))
        place = (0, 0)
        if kind:
            place = (event.raw.get("output_index"), event.raw.get("content_index"))  # type: ignore[assignment]
            place = tuple(n if isinstance(n, int) else 0 for n in place)  # type: ignore[assignment]
        if kind == "response.output_text.delta":
            texts[place] = texts.get(place, "") + (event.string("delta") or "")
        elif kind == "response.output_text.annotation.added":
            annotations.setdefault(place, []).append(event.child("annotation"))
        for choice in event.children("choices")[:1] if "choices" in event else ():
            delta = choice.child("delta")
            if "content" in delta:
                texts[place] = texts.get(place, "") + (delta.string("content") or "")
            annotations.setdefault(place, []).extend(_listed(delta, "annotations"))
            ended = ended or "finish_reason" in choice
    if not ended:
        intake.note("truncated_stream: the stream ends before the response is completed")
    return [(texts[place], annotations.get(place, [])) for place in sorted(texts)]


def _take(intake: Intake, annotation: Fields, base: int, stop: int) -> None:
    raw: Plain = dict(annotation.raw)
    kind = annotation.string("type")
    if kind == "url_citation":
        nested = annotation.child("url_citation") if "url_citation" in annotation else annotation
        pointer = read_link(nested.string("url") or "")
        if pointer.quote is None:
            names = (*pointer.names, nested.string("title") or "")
            pointer = Pointer(names=names)
        positions = (nested.integer("start_index"), nested.integer("end_index"))
    elif kind in ("file_citation", "container_file_citation"):
        nested = annotation.child("file_citation") if "file_citation" in annotation else annotation
        names = tuple(
            nested.string(name) or "" for name in ("file_id", "filename") if name in nested
        )
        quote = nested.string("quote") if "quote" in nested else None
        pointer = Pointer(names=names, quote=quote)
        if "index" in annotation and "start_index" not in annotation:
            index = annotation.integer("index")
            positions = (index, index)
        else:
            positions = (annotation.integer("start_index"), annotation.integer("end_index"))
    else:
        intake.keep(raw, f"unknown annotation type {kind!r}")
        return
    _place(intake, _Annotated(raw, pointer, *positions), base, stop)


@dataclass(frozen=True, slots=True)
class _Annotated:
    raw: Plain
    pointer: Pointer
    start: int | None
    end: int | None


def _place(intake: Intake, found: _Annotated, base: int, stop: int) -> None:
    start, end = found.start, found.end
    text = intake.text[base:stop]
    if start is not None and 0 <= start <= len(text) and _is_marker(text, start):
        intake.beside(found.raw, found.pointer)
        return
    if start is not None and start == end and 0 <= start <= len(text):
        intake.add(found.raw, base + start, base + start, found.pointer, Kind.LINK)
        return
    if start is not None and end is not None and 0 <= start <= end < len(text):
        inclusive, exclusive = text[start : end + 1], text[start:end]
        if _closed(inclusive) and not _closed(exclusive):
            intake.note("an `end_index` is that of the last character, not one past it")
            end += 1
    words = text[start:end] if start is not None and end is not None and start < end else ""
    kind = Kind.LINK if words and _LINK.fullmatch(words) else Kind.STATEMENT
    intake.add_quoted(
        found.raw,
        (start, end),
        None,
        [found.pointer],
        unit=Unit.CODE_POINTS,
        kind=kind,
        base=base,
        stop=stop,
    )


def _is_marker(text: str, start: int) -> bool:
    """Whether a marker that can be read stands at a position; it says more than an annotation."""
    match = BRACKET.match(text, start)
    reading = read_bracket(match[1]) if match else None
    return reading is not None and bool(reading.ranges)


def _closed(text: str) -> bool:
    """Whether a text ends with the bracket that closes the one it starts with."""
    pairs = {"(": ")", "[": "]", "【": "】"}
    plain = text.strip()
    return bool(plain) and plain[-1] == pairs.get(plain[0])
