"""The LongCite models behind an OpenAI-compatible endpoint, asked as they were trained to be.

One message: the instruction, the document between its two lines, the question last, so that a
server's prefix cache serves every question about the same pack. Numbers are the library's, from 0.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Literal

from pincite.canonical import Plain
from pincite.errors import CallerError
from pincite.models.openai import OpenAICompatible
from pincite.records import Library, Passage, Prompt
from pincite.refs import Style

__all__ = ["LongCite"]


@dataclass(slots=True)
class LongCite:
    """Answers with `<statement>…<cite>[0-2]</cite></statement>`.

    Attributes:
        endpoint: Serves the model; what it says of grammars is not used.
        form: Of the pieces.
        name: The model and the host that serves it.
    """

    endpoint: OpenAICompatible
    form: Literal["longcite"] = field(default="longcite", init=False)
    name: str = field(init=False)

    def __post_init__(self) -> None:
        self.name = f"longcite:{self.endpoint.name.partition(':')[2]}"

    @property
    def max_tokens(self) -> int:
        """Most tokens of an answer."""
        return self.endpoint.max_tokens

    def window_tokens(self) -> int | None:
        """Tokens of prompt and answer that the model reads at most; None where unknown."""
        return self.endpoint.window_tokens()

    def generate(
        self,
        prompt: Prompt,
        library: Library,  # noqa: ARG002
        passages: Sequence[Passage],  # noqa: ARG002
    ) -> Iterator[str]:
        """The answer in pieces, as they come.

        Raises:
            CallerError: When the prompt is not of a pack in style `longcite`.
            WindowError: When the prompt is longer than the model's window.
            GeneratorError: When the server does not answer, or stops before the end; the pieces
                before it stand.
        """
        if prompt.style is not Style.LONGCITE:
            raise CallerError(
                f"{self.name} answers questions about packs in style 'longcite', and nothing else",
                remedy="pack in that style, or name the model openai:NAME@URL",
            )
        yield from self.endpoint.chat(_messages(prompt))


def _messages(prompt: Prompt) -> list[Plain]:
    """The conversation, the document in its first message."""
    opening = f"{prompt.system}\n\n[Document Start]\n{prompt.context}\n[Document End]\n\n"
    messages: list[Plain] = []
    for turn in prompt.turns:
        messages.append({"role": "user", "content": opening + turn.question})
        messages.append({"role": "assistant", "content": turn.answer})
        opening = ""
    return [*messages, {"role": "user", "content": opening + prompt.question}]
