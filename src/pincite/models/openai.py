"""Any OpenAI-compatible endpoint: vLLM, SGLang, llama.cpp, Ollama, commercial ones.

The prompt is laid out so that prefix caching hits: instructions, documents, then the question.
An answer that ends before its time is kept: the pieces come first, then the error.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from enum import StrEnum
from typing import assert_never
from urllib.parse import urlsplit

from pincite.canonical import Plain
from pincite.errors import GeneratorError
from pincite.exchange.wire import Fields, stream_values
from pincite.grammar import gbnf
from pincite.models.chat import Ending, chat_messages, refused
from pincite.models.choices import TOP, first_tokens, share_out
from pincite.models.constraint import rules_of
from pincite.models.http import PROBE, HttpSettings, RefusedError, Server
from pincite.records import Library, Passage, Prompt

__all__ = ["OPENAI_ADDRESS", "Described", "OpenAICompatible", "ServerKind"]

OPENAI_ADDRESS = "https://api.openai.com/v1"

_MOST_FORMS = 5
_UNSUPPORTED = re.compile(
    r"unsupported|not support|unrecognized|extra inputs|unknown", re.IGNORECASE
)


class ServerKind(StrEnum):
    """What a server is, as far as its way of taking grammars goes."""

    LLAMA_CPP = "llama.cpp"
    VLLM = "vllm"
    SGLANG = "sglang"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Described:
    """What a server says of itself.

    Attributes:
        models: Names that it serves.
        kind: What it is.
        window_tokens: Of the model asked about, None where it does not say.
    """

    models: tuple[str, ...]
    kind: ServerKind
    window_tokens: int | None


@dataclass(slots=True)
class OpenAICompatible:
    """Answers with a chat model behind `POST /chat/completions`, streamed.

    Attributes:
        model: Its name on the server; empty for the only one there.
        address: Ends where `/chat/completions` is appended.
        key_variable: The environment variable that holds the key; empty to choose: `OPENAI_API_KEY`
            for OpenAI itself, `PINCITE_API_KEY` for others, so that no key goes to a stranger.
        max_tokens: Most tokens of an answer.
        temperature: Of sampling.
        seed: Of sampling, where the server has one.
        constrained: Hold a server that takes grammars to markers of the pack.
        extra: Fields added to the request's body.
        settings: Timeouts and retries.
        name: The model and the host that serves it.
    """

    model: str
    address: str = OPENAI_ADDRESS
    key_variable: str = ""
    max_tokens: int = 1024
    temperature: float = 0.0
    seed: int | None = None
    constrained: bool = True
    extra: Mapping[str, Plain] = field(default_factory=dict)
    settings: HttpSettings = field(default_factory=HttpSettings)
    name: str = field(init=False)
    _described: Described | None = field(default=None, init=False, repr=False)

    def __post_init__(self) -> None:
        place = urlsplit(self.address).netloc.rpartition("@")[2]
        self.name = f"openai:{self.model}@{place}"

    def window_tokens(self) -> int | None:
        """Tokens of prompt and answer that the model reads at most; None where unknown."""
        return self.describe().window_tokens

    def generate(
        self,
        prompt: Prompt,
        library: Library,
        passages: Sequence[Passage],
    ) -> Iterator[str]:
        """The answer in pieces, as they come.

        Raises:
            WindowError: When the prompt is longer than the model's window.
            GeneratorError: When the server does not answer, or stops before the end; the pieces
                before it stand.
        """
        yield from self.chat(chat_messages(prompt), self._constraint(prompt, library, passages))

    def chat(
        self, messages: Sequence[Plain], fields: Mapping[str, Plain] | None = None
    ) -> Iterator[str]:
        """The reply to messages, in pieces; raises as `generate` does.

        Args:
            messages: Of the conversation.
            fields: Added to the request's body.
        """
        body: dict[str, Plain] = {
            "model": self.model or self._only_model(),
            "messages": messages,
            "stream": True,
            "max_tokens": self.max_tokens,
            "temperature": self.temperature,
            **({} if self.seed is None else {"seed": self.seed}),
            **(fields or {}),
            **self.extra,
        }
        ending = Ending(self.name)
        for value, problem in stream_values(ending.watched(self._lines(body))):
            yield from ending.texts(value, problem)
        ending.check()

    def choose(self, prompt: Prompt, words: Sequence[str]) -> Mapping[str, float]:
        """The shares of a few words as a reply, by the likelihoods of its first token.

        A server that gives no likelihoods is taken at its word.
        """
        body: dict[str, Plain] = {
            "model": self.model or self._only_model(),
            "messages": chat_messages(prompt),
            "max_tokens": 1,
            "temperature": 0.0,
            "logprobs": True,
            "top_logprobs": TOP,
            **self.extra,
        }
        text = "".join(self._lines(body))
        try:
            return share_out(words, first_tokens(json.loads(text)))
        except ValueError as error:
            raise GeneratorError(f"{self.name} sent what is not JSON", retryable=True) from error

    def _constraint(
        self, prompt: Prompt, library: Library, passages: Sequence[Passage]
    ) -> Mapping[str, Plain]:
        """The fields that hold the server to markers of the pack; others to the schema alone."""
        if not (self.constrained and prompt.pack_id):
            return {}
        kind = self.describe().kind
        if kind is ServerKind.OTHER:
            if not prompt.schema:
                return {}
            wanted: Plain = {"name": "answer", "schema": json.loads(prompt.schema)}
            return {"response_format": {"type": "json_schema", "json_schema": wanted}}
        written = gbnf(rules_of(prompt, library, passages))
        match kind:
            case ServerKind.LLAMA_CPP:
                return {"grammar": written}
            case ServerKind.VLLM:
                return {"structured_outputs": {"grammar": written}}
            case ServerKind.SGLANG:
                return {"ebnf": written}
            case _:
                assert_never(kind)

    def describe(self) -> Described:
        """What the server says of itself; asked once.

        Raises:
            GeneratorError: When it cannot be reached.
        """
        if self._described is None:
            self._described = self._describe()
        return self._described

    def _lines(self, body: dict[str, Plain]) -> Iterator[str]:
        """The lines of a reply, asked for without what the server turns out not to know."""
        for _ in range(_MOST_FORMS):
            try:
                with closing(self._server().post("/chat/completions", body)) as lines:
                    yield from lines
                return
            except RefusedError as refusal:
                adapted = _adapted(body, refusal)
                if adapted is None:
                    raise self._error(refusal) from refusal
                body = adapted
        raise GeneratorError(f"{self.name} refuses every form of the request", retryable=False)

    def _server(self) -> Server:
        key = os.environ.get(self._key_variable(), "").strip()
        headers = {"Authorization": f"Bearer {key}"} if key else {}
        return Server(self.address, headers, self.settings)

    def _key_variable(self) -> str:
        if self.key_variable:
            return self.key_variable
        own = urlsplit(self.address).hostname == urlsplit(OPENAI_ADDRESS).hostname
        return "OPENAI_API_KEY" if own else "PINCITE_API_KEY"

    def _only_model(self) -> str:
        names = self.describe().models
        if len(names) != 1:
            raise GeneratorError(
                f"{self._server().shown} serves {len(names)} models: {', '.join(names[:8])}",
                retryable=False,
                remedy="name one: openai:NAME@URL",
            )
        return names[0]

    def _describe(self) -> Described:
        try:
            value = json.loads(self._server().get("/models", PROBE))
        except RefusedError as refusal:
            if refusal.status in (401, 403):
                raise self._error(refusal) from refusal
            return Described((), ServerKind.OTHER, None)
        except ValueError:
            return Described((), ServerKind.OTHER, None)
        listed = Fields(value, "models").children("data")
        names = tuple(name for model in listed if (name := model.string("id")))
        mine = next(
            (m for m in listed if m.string("id") == self.model), listed[0] if listed else None
        )
        if mine is None:
            return Described(names, ServerKind.OTHER, None)
        kind = _KINDS.get(mine.string("owned_by") or "", ServerKind.OTHER)
        window = mine.integer("max_model_len") or mine.child("meta").integer("n_ctx")
        return Described(names, kind, window)

    def _error(self, refusal: RefusedError) -> GeneratorError:
        return refused(self.name, refusal.status, refusal.body, self._key_variable())


_KINDS = {
    "llamacpp": ServerKind.LLAMA_CPP,
    "vllm": ServerKind.VLLM,
    "sglang": ServerKind.SGLANG,
}


def _adapted(body: Mapping[str, Plain], refusal: RefusedError) -> dict[str, Plain] | None:
    """The request without the setting that a server does not know; None where that is not it."""
    if refusal.status in (400, 422) and "logprobs" in body and "logprobs" in refusal.body:
        return {name: value for name, value in body.items() if "logprobs" not in name}
    if refusal.status not in (400, 422) or not _UNSUPPORTED.search(refusal.body):
        return None
    if "max_tokens" in body and "max_completion_tokens" in refusal.body:
        rest = {name: value for name, value in body.items() if name != "max_tokens"}
        return {**rest, "max_completion_tokens": body["max_tokens"]}
    for name in ("response_format", "temperature", "seed"):
        if name in body and name in refusal.body:
            return {key: value for key, value in body.items() if key != name}
    return None
