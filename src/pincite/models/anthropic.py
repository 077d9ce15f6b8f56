"""Anthropic's Messages API, with its own citations: the API cites blocks, one a sentence.

Nothing in the prompt asks for markers. Documents come first and the question last. An answer that
ends before its time is kept: the pieces come first, then the error.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from typing import Literal
from urllib.parse import urlsplit

from pincite.canonical import Plain
from pincite.errors import GeneratorError
from pincite.exchange.wire import Fields, stream_values
from pincite.models.chat import refused
from pincite.models.http import PROBE, HttpSettings, RefusedError, Server
from pincite.models.messages import MessageStream, message_turns, runs_of
from pincite.records import Library, Passage, Prompt
from pincite.refs import Range

__all__ = ["ANTHROPIC_ADDRESS", "Anthropic", "anthropic_address"]

ANTHROPIC_ADDRESS = "https://api.anthropic.com"
_VERSION = "2023-06-01"


def anthropic_address() -> str:
    """The address of the environment's `ANTHROPIC_BASE_URL`, else Anthropic's own."""
    return os.environ.get("ANTHROPIC_BASE_URL", "").strip() or ANTHROPIC_ADDRESS


@dataclass(slots=True)
class Anthropic:
    """Answers with a model behind `POST /v1/messages`, streamed; its pieces are lines of events.

    Attributes:
        model: Its name.
        address: Ends where `/v1/messages` is appended; a `/v1` at its end is taken off.
        key_variable: The environment variable that holds the key; empty to choose:
            `ANTHROPIC_API_KEY` for Anthropic itself and for `ANTHROPIC_BASE_URL`,
            `PINCITE_API_KEY` for others, so that no key goes to a stranger.
        max_tokens: Most tokens of an answer, those that the model thinks in included.
        extra: Fields added to the request's body, such as `cache_control`.
        settings: Timeouts and retries.
        form: Of the pieces.
        name: The model, and the host that serves it where that is not Anthropic.
    """

    model: str
    address: str = field(default_factory=anthropic_address)
    key_variable: str = ""
    max_tokens: int = 4096
    extra: Mapping[str, Plain] = field(default_factory=dict)
    settings: HttpSettings = field(default_factory=HttpSettings)
    form: Literal["anthropic"] = field(default="anthropic", init=False)
    name: str = field(init=False)
    _window: int | None = field(default=None, init=False, repr=False)
    _described: bool = field(default=False, init=False, repr=False)

    def __post_init__(self) -> None:
        self.address = self.address.rstrip("/").removesuffix("/v1")
        place = urlsplit(self.address).netloc.rpartition("@")[2]
        own = place == urlsplit(ANTHROPIC_ADDRESS).netloc
        self.name = f"anthropic:{self.model}{'' if own else '@' + place}"

    def window_tokens(self) -> int | None:
        """Tokens that the model reads at most; None where the server does not say."""
        if not self._described:
            self.describe()
        return self._window

    def describe(self) -> bool:
        """Whether the server knows the model; a server without a list of models counts as not.

        Raises:
            GeneratorError: When it cannot be reached, or refuses the key.
        """
        self._described = True
        try:
            value = json.loads(self._server().get(f"/v1/models/{self.model}", PROBE))
        except RefusedError as refusal:
            if refusal.status in (401, 403):
                raise self._error(refusal) from refusal
            return False
        except ValueError:
            return False
        fields = Fields(value, "model")
        self._window = fields.integer("max_input_tokens")
        return fields.string("id") is not None

    def generate(
        self, prompt: Prompt, library: Library, passages: Sequence[Passage]
    ) -> Iterator[str]:
        """The events of the answer as lines of JSON, as they come, in the library's numbers.

        Raises:
            WindowError: When the prompt is longer than the model's window.
            GeneratorError: When the server does not answer, or stops before the end; the pieces
                before it stand.
        """
        runs = runs_of(library, passages)
        body: dict[str, Plain] = {
            "model": self.model,
            "max_tokens": self.max_tokens,
            "stream": True,
            "system": prompt.system,
            "messages": message_turns(prompt, library, runs),
            **self.extra,
        }
        try:
            yield from self._pieces(body, library, runs)
        except RefusedError as refusal:
            raise self._error(refusal) from refusal

    def _pieces(
        self, body: Mapping[str, Plain], library: Library, runs: Sequence[Range]
    ) -> Iterator[str]:
        """Lines of events; none before the first text, so that a failure without any is raised."""
        stream = MessageStream(self.name, library, runs)
        held: list[str] = []
        with closing(self._server().post("/v1/messages", body)) as lines:
            for value, problem in stream_values(lines):
                for line in stream.lines(value, problem):
                    held.append(line)
                    if stream.began:
                        yield "".join(held)
                        held.clear()
        stream.check()

    def _server(self) -> Server:
        key = os.environ.get(self._key_variable(), "").strip()
        headers = {"anthropic-version": _VERSION, **({"x-api-key": key} if key else {})}
        return Server(self.address, headers, self.settings)

    def _key_variable(self) -> str:
        if self.key_variable:
            return self.key_variable
        trusted = {urlsplit(ANTHROPIC_ADDRESS).netloc, urlsplit(anthropic_address()).netloc}
        own = urlsplit(self.address).netloc in trusted
        return "ANTHROPIC_API_KEY" if own else "PINCITE_API_KEY"

    def _error(self, refusal: RefusedError) -> GeneratorError:
        return refused(self.name, refusal.status, refusal.body, self._key_variable())
