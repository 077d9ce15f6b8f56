"""A prompt as chat messages: instructions and documents, earlier turns, the question last."""

from __future__ import annotations

from pincite.canonical import Plain
from pincite.records import Prompt

__all__ = ["messages"]


def messages(prompt: Prompt) -> list[dict[str, Plain]]:
    """The chat messages of a prompt.

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
