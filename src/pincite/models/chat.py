"""The shape of chat completions: messages in, chunks out, errors; knows no transport."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping

from pincite.canonical import Plain
from pincite.errors import GeneratorError, TokenLimitError, WindowError
from pincite.exchange.wire import Fields
from pincite.records import Prompt

__all__ = ["Ending", "chat_messages", "check_end", "refused", "said_by", "window_error"]

_TOO_LONG = re.compile(
    r"exceed_context_size|context[_ ]length|context window|maximum context|prompt is too long"
    r"|longer than the model|exceeds the (?:available )?context",
    re.IGNORECASE,
)
_WINDOW = re.compile(r"(?:context length|context size|model length|tokens >)\D{0,40}(\d{3,9})")
_ENDS = ("", "stop", "eos", "eos_token", "end_turn", "stop_sequence")
_ASKED = re.compile(r"(\d{3,9}) tokens > \d")


def chat_messages(prompt: Prompt) -> list[dict[str, Plain]]:
    """A prompt as messages: instructions and documents, earlier turns, the question last.

    What changes least comes first, so that a server's prefix cache serves every question about
    the same documents.
    """
    turns: list[dict[str, Plain]] = []
    for turn in prompt.turns:
        turns.append({"role": "user", "content": turn.question})
        turns.append({"role": "assistant", "content": turn.answer})
    return [
        {"role": "system", "content": f"{prompt.system.strip()}\n\n{prompt.context}"},
        *turns,
        {"role": "user", "content": prompt.question},
    ]


class Ending:
    """Reads the chunks of one answer, and knows whether it came to its end.

    Args:
        name: Of the generator, for errors.
    """

    def __init__(self, name: str) -> None:
        self._name = name
        self._ended = False
        self._reason = ""

    def watched(self, lines: Iterator[str]) -> Iterator[str]:
        """Lines of server-sent events, looked through for the last one."""
        for line in lines:
            if line.startswith("data:") and line[5:].strip() == "[DONE]":
                self._ended = True
            yield line

    def texts(self, value: Plain, problem: str = "") -> Iterator[str]:
        """The text of a chunk, or of a whole answer.

        Raises:
            GeneratorError: When the chunk is no JSON, as `problem` says, or an error.
        """
        if problem:
            raise GeneratorError(f"{self._name} sent what is not JSON: {problem}", retryable=True)
        fields = Fields(value, "chunk")
        if "error" in fields:
            raise GeneratorError(f"{self._name} failed: {said_by(value)}", retryable=True)
        for choice in fields.children("choices") if "choices" in fields else ():
            for holder in ("delta", "message"):
                if holder in choice and (text := choice.child(holder).string("content")):
                    yield text
            if reason := choice.string("finish_reason"):
                self._reason, self._ended = reason, True

    def check(self) -> None:
        """Nothing more comes.

        Raises:
            GeneratorError: When the answer did not come to its end.
        """
        check_end(self._name, self._reason, ended=self._ended)


def check_end(name: str, reason: str, *, ended: bool) -> None:
    """Whether an answer came to its end, by the reason that any of the APIs gives.

    Args:
        name: Of the generator.
        reason: Why it stopped; empty where that was not said.
        ended: Whether the stream was closed as the API closes it.

    Raises:
        GeneratorError: When it did not.
    """
    if reason in ("length", "max_tokens"):
        raise TokenLimitError(name)
    if not ended:
        raise GeneratorError(f"{name} stopped in mid-answer", retryable=True)
    if reason not in _ENDS:
        raise GeneratorError(f"{name} broke off: {reason}", retryable=False)


def refused(name: str, status: int, body: str, key_variable: str) -> GeneratorError:
    """The error of a server's refusal.

    Args:
        name: Of the generator.
        status: Of HTTP.
        body: What the server sent.
        key_variable: The environment variable that holds the key.
    """
    if status in (400, 413) and (error := window_error(body, name)):
        return error
    remedy = "check the model's name and the request"
    if status in (401, 403):
        remedy = f"put the key into the environment variable {key_variable}"
    return GeneratorError(
        f"{name} refused with the status {status}: {said_by(body)}",
        retryable=False,
        remedy=remedy,
    )


def window_error(body: str, name: str) -> WindowError | None:
    """The error of a prompt longer than the window, None where a refusal says something else."""
    if not _TOO_LONG.search(body):
        return None
    said = said_by(body)
    found, asked = _WINDOW.search(said), _ASKED.search(said)
    return WindowError(
        f"the prompt is longer than the window of {name}: {said}",
        window_tokens=_own_number(body, "n_ctx") or (int(found[1]) if found else None),
        prompt_tokens=_own_number(body, "n_prompt_tokens") or (int(asked[1]) if asked else None),
    )


def said_by(value: Plain) -> str:
    """What an error says, in one line of at most 300 characters."""
    if isinstance(value, str):
        try:
            value = json.loads(value)
        except ValueError:
            return " ".join(str(value).split())[:300]
    fields = Fields(value, "error")
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
