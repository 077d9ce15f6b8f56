"""The shape of Anthropic's Messages API: sentences in as documents, events out; no transport.

Each unbroken run of sentences is a document of its own, one content block a sentence, so that no
citation can run over sentences that were left out. On the way back a citation's document and
blocks become those of the library; one that points outside of what was sent names no document.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence

from pincite.canonical import Plain
from pincite.context import merge_ranges, neutralise, sentence_line
from pincite.errors import GeneratorError
from pincite.exchange.wire import Fields
from pincite.grammar import unbroken_runs
from pincite.models.chat import check_end, said_by
from pincite.records import Library, Passage, Prompt
from pincite.refs import Range, Style

__all__ = ["MessageStream", "message_turns", "runs_of"]

_MOST_TITLE = 500
_OTHER_PLACES = (
    *("char_location", "page_location", "search_result_location"),
    "web_search_result_location",
)
_RETRYABLE = ("api_error", "overloaded_error", "rate_limit_error", "timeout_error")


def runs_of(library: Library, passages: Sequence[Passage]) -> tuple[Range, ...]:
    """The sentences of passages as unbroken runs, one for each document of the request."""
    shown = merge_ranges((p.first_sentence, p.last_sentence) for p in passages)
    return unbroken_runs(library, shown)


def message_turns(prompt: Prompt, library: Library, runs: Sequence[Range]) -> list[Plain]:
    """A prompt as messages: documents, earlier turns, the question last.

    A prompt without passages gives its context as text.
    """
    shown = [_document(library, run) for run in runs]
    turns: list[Plain] = []
    opening: list[Plain] = [*shown] if shown else [_text(prompt.context)] if prompt.context else []
    for turn in prompt.turns:
        turns.append({"role": "user", "content": [*opening, _text(turn.question)]})
        turns.append({"role": "assistant", "content": [_text(turn.answer)]})
        opening = []
    return [*turns, {"role": "user", "content": [*opening, _text(prompt.question)]}]


def _text(text: str) -> Mapping[str, Plain]:
    return {"type": "text", "text": text}


def _document(library: Library, run: Range) -> Mapping[str, Plain]:
    """A document of the request; its title is cut at the API's limit, its text never."""
    document = library.document(run[0])
    title = neutralise(" ".join(document.title.split())) or document.source_id
    sentences = list(library.sentences(*run))
    return {
        "type": "document",
        "title": title if len(title) <= _MOST_TITLE else f"{title[: _MOST_TITLE - 1]}…",
        "context": _context(library, run),
        "citations": {"enabled": True},
        "source": {
            "type": "content",
            "content": [_text(sentence_line(s, Style.PASSAGE)) for s in sentences],
        },
    }


def _context(library: Library, run: Range) -> str:
    """What a document of the request is of the document it stands for."""
    row = library.document_row(run[0])
    first, after = library.first_numbers[row : row + 2]
    places = f"sentences {run[0] - first + 1} to {run[1] - first + 1} of {after - first}"
    heads = library.sentence(run[0]).context
    columns = f"; columns: {neutralise(' '.join(' | '.join(heads).split()))}" if heads else ""
    return f"{library.documents[row].source_id}, {places}{columns}"


class MessageStream:
    """Reads the events of one answer, and knows whether it came to its end.

    Args:
        name: Of the generator, for errors.
        library: Whose sentences were sent.
        runs: The documents of the request, in order.

    Attributes:
        began: Whether text of the answer has come.
    """

    def __init__(self, name: str, library: Library, runs: Sequence[Range]) -> None:
        self.began = False
        self._name = name
        self._library = library
        self._runs = runs
        self._ended = False
        self._reason = ""

    def lines(self, value: Plain, problem: str = "") -> Iterator[str]:
        """An event, or the events of a whole message, as lines of JSON in the library's numbers.

        Raises:
            GeneratorError: When the event is no JSON, as `problem` says, or an error.
        """
        if problem:
            raise GeneratorError(f"{self._name} sent what is not JSON: {problem}", retryable=True)
        fields = Fields(value, "event")
        kind = fields.string("type")
        if kind == "error":
            retryable = fields.child("error").string("type") in _RETRYABLE
            raise GeneratorError(f"{self._name} failed: {said_by(value)}", retryable=retryable)
        events = _events(fields) if kind == "message" else [fields.raw]
        for event in events:
            self._watch(Fields(event, "event"))
            yield json.dumps(self._translated(event), ensure_ascii=False) + "\n"

    def check(self) -> None:
        """Nothing more comes.

        Raises:
            GeneratorError: When the answer did not come to its end.
        """
        check_end(self._name, self._reason, ended=self._ended)

    def _watch(self, event: Fields) -> None:
        kind = event.string("type")
        self._ended = self._ended or kind == "message_stop"
        if kind == "message_delta":
            self._reason = event.child("delta").string("stop_reason") or self._reason
        for holder in ("delta", "content_block"):
            text = event.child(holder).string("text") if holder in event else None
            self.began = self.began or bool(text and text.strip())

    def _translated(self, event: Mapping[str, Plain]) -> Mapping[str, Plain]:
        delta, block = event.get("delta"), event.get("content_block")
        if isinstance(delta, Mapping) and "citation" in delta:
            return {**event, "delta": {**delta, "citation": self._citation(delta["citation"])}}
        if isinstance(block, Mapping) and isinstance(block.get("citations"), list):
            found = Fields(block, "content_block").items("citations")
            citations = [self._citation(citation) for citation in found]
            return {**event, "content_block": {**block, "citations": citations}}
        return event

    def _citation(self, citation: Plain) -> Plain:
        """A citation in the library's documents and blocks; unknown kinds as they came."""
        fields = Fields(citation, "citation")
        kind = fields.string("type")
        if kind in _OTHER_PLACES:
            return _nowhere(fields)
        if kind != "content_block_location":
            return citation
        row = fields.integer("document_index")
        blocks = fields.pair("start_block_index", "end_block_index")
        if row is None or blocks is None or not 0 <= row < len(self._runs):
            return _nowhere(fields)
        first, last = self._runs[row]
        if not 0 <= blocks[0] < blocks[1] <= last - first + 1:
            return _nowhere(fields)
        document = self._library.document_row(first)
        offset = first - self._library.first_numbers[document]
        return {
            **fields.raw,
            "document_index": document,
            "start_block_index": blocks[0] + offset,
            "end_block_index": blocks[1] + offset,
        }


def _nowhere(citation: Fields) -> Mapping[str, Plain]:
    """A citation of something that was not sent; its words are kept, to say where they stand."""
    words = citation.string("cited_text")
    return {"type": "content_block_location", "document_index": None, "cited_text": words}


def _events(message: Fields) -> Iterator[Mapping[str, Plain]]:
    """A message that came whole, as events."""
    yield {"type": "message_start"}
    for index, block in enumerate(message.children("content")):
        yield {"type": "content_block_start", "index": index, "content_block": dict(block.raw)}
    yield {"type": "message_delta", "delta": {"stop_reason": message.string("stop_reason")}}
    yield {"type": "message_stop"}
