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
from urllib.parse import urlsplit

from pincite.canonical import Plain
from pincite.errors import GeneratorError, WindowError
from pincite.exchange.wire import Fields, stream_values
from pincite.models.http import HttpSettings, RefusedError, Server
from pincite.models.messages import messages
from pincite.records import Library, Passage, Prompt

__all__ = ["OPENAI_ADDRESS", "Described", "OpenAICompatible", "ServerKind"]

OPENAI_ADDRESS = "https://api.openai.com/v1"

_PROBE = HttpSettings(connect_timeout_s=3, read_timeout_s=10, deadline_s=15, retries=0)
_TOO_LONG = re.compile(
    r"exceed_context_size|context[_ ]length|context window|maximum context|prompt is too long"
    r"|longer than the model|exceeds the (?:available )?context",
    re.IGNORECASE,
)
_WINDOW = re.compile(r"(?:context length|context size|model length)\D{0,40}(\d{3,9})")
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
    extra: Mapping[str, Plain] = field(default_factory=dict)
    settings: HttpSettings = field(default_factory=HttpSettings)
    name: str = field(init=False)
    _described: Described | None = field(default=None, init=False, repr=False)

    def __post_init__(self) -> None:
        self.name = f"openai:{self.model}@{urlsplit(self.address).netloc}"

    def window_tokens(self) -> int | None:
        """Tokens of prompt and answer that the model reads at most; None where unknown."""
        return self.describe().window_tokens

    def generate(
        self,
        prompt: Prompt,
        library: Library,  # noqa: ARG002
        passages: Sequence[Passage],  # noqa: ARG002
    ) -> Iterator[str]:
        """The answer in pieces, as they come.

        Raises:
            WindowError: When the prompt is longer than the model's window.
            GeneratorError: When the server does not answer, or stops before the end; the pieces
                before it stand.
        """
        body: dict[str, Plain] = {
            "model": self.model or self._only_model(),
            "messages": messages(prompt),
            "stream": True,
            "max_tokens": self.max_tokens,
            "temperature": self.temperature,
            **({} if self.seed is None else {"seed": self.seed}),
            **self.extra,
        }
        for _ in range(4):
            try:
                yield from self._pieces(body)
                return
            except RefusedError as refusal:
                adapted = _adapted(body, refusal)
                if adapted is None:
                    raise self._error(refusal) from refusal
                body = adapted
        raise GeneratorError(f"{self.name} refuses every form of the request", retryable=False)

    def describe(self) -> Described:
        """What the server says of itself; asked once.

        Raises:
            GeneratorError: When it cannot be reached.
        """
        if self._described is None:
            self._described = self._describe()
        return self._described

    def _pieces(self, body: Mapping[str, Plain]) -> Iterator[str]:
        server = self._server()
        done = _Done()
        with closing(server.post("/chat/completions", body)) as lines:
            for value, problem in stream_values(done.watched(lines)):
                if problem:
                    raise GeneratorError(
                        f"{self.name} sent what is not JSON: {problem}", retryable=True
                    )
                yield from self._read(value, done)
        if done.reason == "length":
            raise GeneratorError(
                f"{self.name} stopped at its limit of tokens",
                retryable=False,
                remedy="raise the most tokens of an answer, or ask for less",
            )
        if not done.ended:
            raise GeneratorError(f"{self.name} stopped in mid-answer", retryable=True)
        if done.reason not in ("", "stop", "eos", "eos_token"):
            raise GeneratorError(
                f"{self.name} broke off: {done.reason}",
                retryable=False,
            )

    def _read(self, value: Plain, done: _Done) -> Iterator[str]:
        """The text of an event or of a whole answer."""
        fields = Fields(value, "chunk", [])
        if "error" in fields:
            raise GeneratorError(f"{self.name} failed: {_message(value)}", retryable=True)
        for choice in fields.children("choices"):
            for holder in ("delta", "message"):
                if holder in choice and (text := choice.child(holder).string("content")):
                    yield text
            if reason := choice.string("finish_reason"):
                done.reason, done.ended = reason, True

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
                f"{self.address} serves {len(names)} models: {', '.join(names[:8])}",
                retryable=False,
                remedy="name one: openai:NAME@URL",
            )
        return names[0]

    def _describe(self) -> Described:
        try:
            value = json.loads(self._server().get("/models", _PROBE))
        except RefusedError as refusal:
            if refusal.status in (401, 403):
                raise self._error(refusal) from refusal
            return Described((), ServerKind.OTHER, None)
        except ValueError:
            return Described((), ServerKind.OTHER, None)
        listed = Fields(value, "models", []).children("data")
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
        said = _message(refusal.body)
        if refusal.status in (400, 413) and _TOO_LONG.search(refusal.body):
            found = _WINDOW.search(said)
            window = _own_number(refusal.body, "n_ctx") or (int(found[1]) if found else None)
            return WindowError(
                f"the prompt is longer than the window of {self.name}: {said}",
                window_tokens=window,
                prompt_tokens=_own_number(refusal.body, "n_prompt_tokens"),
            )
        remedy = "check the model's name and the request"
        if refusal.status in (401, 403):
            remedy = f"put the key into the environment variable {self._key_variable()}"
        return GeneratorError(
            f"{self.name} refused with the status {refusal.status}: {said}",
            retryable=False,
            remedy=remedy,
        )


_KINDS = {
    "llamacpp": ServerKind.LLAMA_CPP,
    "vllm": ServerKind.VLLM,
    "sglang": ServerKind.SGLANG,
}


@dataclass(slots=True)
class _Done:
    """Whether a stream came to its end."""

    ended: bool = False
    reason: str = ""

    def watched(self, lines: Iterator[str]) -> Iterator[str]:
        for line in lines:
            if line.startswith("data:") and line[5:].strip() == "[DONE]":
                self.ended = True
            yield line


def _adapted(body: Mapping[str, Plain], refusal: RefusedError) -> dict[str, Plain] | None:
    """The request without the setting that a server does not know; None where that is not it."""
    if refusal.status not in (400, 422) or not _UNSUPPORTED.search(refusal.body):
        return None
    if "max_tokens" in body and "max_completion_tokens" in refusal.body:
        rest = {name: value for name, value in body.items() if name != "max_tokens"}
        return {**rest, "max_completion_tokens": body["max_tokens"]}
    for name in ("temperature", "seed"):
        if name in body and name in refusal.body:
            return {key: value for key, value in body.items() if key != name}
    return None


def _message(value: Plain) -> str:
    """What an error says, in one line of at most 300 characters."""
    if isinstance(value, str):
        try:
            value = json.loads(value)
        except ValueError:
            return " ".join(str(value).split())[:300]
    fields = Fields(value, "error", [])
    said = (
        fields.child("error").string("message")
        if isinstance(fields.raw.get("error"), Mapping)
        else None
    )
    said = said or fields.string("error") or fields.string("message") or fields.string("detail")
    return " ".join((said or json.dumps(value, ensure_ascii=False)).split())[:300]


def _own_number(body: str, name: str) -> int | None:
    match = re.search(rf'"{name}"\s*+:\s*+(\d{{1,9}})', body)
    return int(match[1]) if match else None
