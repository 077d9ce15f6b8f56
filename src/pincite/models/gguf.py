"""A GGUF file, run in this process by llama.cpp (xllamacpp); held to markers of the pack.

The model is loaded on the first question and kept. The library also listens on a port of the
loopback interface, which nothing here uses.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from queue import SimpleQueue
from typing import Protocol

from pincite.canonical import Plain
from pincite.errors import CallerError, ExtraError, GeneratorError
from pincite.grammar import gbnf
from pincite.models.chat import Ending, chat_messages, said_by, window_error
from pincite.models.choices import TOP, first_tokens, share_out
from pincite.models.constraint import rules_of
from pincite.records import Library, Passage, Prompt

__all__ = ["Gguf"]


class _Server(Protocol):
    def handle_chat_completions(self, request: str, take: Callable[[object], bool], /) -> object:
        """Give each chunk to `take`, until it says that it is enough."""


@dataclass(slots=True)
class Gguf:
    """Answers with a chat model in a GGUF file.

    Attributes:
        path: Of the file.
        context_tokens: The window that it is loaded with.
        max_tokens: Most tokens of an answer.
        temperature: Of sampling.
        seed: Of sampling.
        threads: Of the processor; 0 for as many as llama.cpp chooses.
        constrained: Hold the model to markers of the pack.
        name: The file's name.
    """

    path: Path
    context_tokens: int = 8192
    max_tokens: int = 1024
    temperature: float = 0.0
    seed: int = 0
    threads: int = 0
    constrained: bool = True
    name: str = field(init=False)
    _server: _Server | None = field(default=None, init=False, repr=False)

    def __post_init__(self) -> None:
        self.name = f"gguf:{self.path.name}"

    def window_tokens(self) -> int | None:
        """Tokens of prompt and answer together."""
        return self.context_tokens

    def generate(
        self, prompt: Prompt, library: Library, passages: Sequence[Passage]
    ) -> Iterator[str]:
        """The answer in pieces, as they come; closing it stops the model.

        Raises:
            CallerError: When the file is missing or no model.
            ExtraError: When xllamacpp is not installed.
            WindowError: When the prompt is longer than the window.
            GeneratorError: When the answer stops at its limit of tokens.
        """
        body: dict[str, Plain] = {
            "messages": chat_messages(prompt),
            "stream": True,
            "max_tokens": self.max_tokens,
            "temperature": self.temperature,
            "seed": self.seed,
        }
        if self.constrained and prompt.pack_id:
            body["grammar"] = gbnf(rules_of(prompt, library, passages))
        ending = Ending(self.name)
        for value in self._checked(body):
            yield from ending.texts(value)
        ending.check()

    def choose(self, prompt: Prompt, words: Sequence[str]) -> Mapping[str, float]:
        """The shares of a few words as a reply, by the likelihoods of its first token."""
        body: dict[str, Plain] = {
            "messages": chat_messages(prompt),
            "max_tokens": 1,
            "temperature": 0.0,
            "logprobs": True,
            "top_logprobs": TOP,
        }
        tokens = [pair for value in self._checked(body) for pair in first_tokens(value)]
        return share_out(words, tokens)

    def _checked(self, body: Mapping[str, Plain]) -> Iterator[Plain]:
        for value in self.chunks(body):
            if isinstance(value, Mapping) and "error" in value:
                text = json.dumps(value)
                raise window_error(text, self.name) or GeneratorError(
                    f"{self.name} failed: {said_by(text)}", retryable=False
                )
            yield value

    def chunks(self, body: Mapping[str, Plain]) -> Iterator[Plain]:
        """What the model sends for a request, from a thread of its own."""
        server = self._loaded()
        queue: SimpleQueue[str | None] = SimpleQueue()
        stopped = threading.Event()

        def take(chunk: object) -> bool:
            queue.put(chunk if isinstance(chunk, str) else json.dumps(chunk))
            return stopped.is_set()

        def run() -> None:
            try:
                server.handle_chat_completions(json.dumps(body), take)
            except Exception as error:
                queue.put(json.dumps({"error": str(error)}))
            finally:
                queue.put(None)

        thread = threading.Thread(target=run, daemon=True)
        thread.start()
        try:
            while (chunk := queue.get()) is not None:
                for line in chunk.splitlines():
                    data = line.removeprefix("data:").strip()
                    if data and data != "[DONE]":
                        yield json.loads(data)
        finally:
            stopped.set()
            thread.join()

    def _loaded(self) -> _Server:
        if self._server is not None:
            return self._server
        try:
            import xllamacpp
        except ImportError as error:
            raise ExtraError("a GGUF file", extra="gguf") from error
        if not self.path.is_file():
            raise CallerError(f"there is no file {str(self.path)!r}", remedy="give a GGUF file")
        params = xllamacpp.CommonParams()
        params.model.path = str(self.path)
        params.n_ctx = self.context_tokens
        params.n_parallel = 1
        params.port = 0
        params.warmup = False
        params.verbosity = -1
        if self.threads:
            params.cpuparams.n_threads = self.threads
        try:
            self._server = xllamacpp.Server(params)
        except RuntimeError as error:
            raise CallerError(
                f"{str(self.path)!r} cannot be loaded: {error}", remedy="give a GGUF file"
            ) from error
        return self._server
