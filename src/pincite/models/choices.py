"""Likelihoods of first tokens → the shares of a few words; knows no model."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence

from pincite.canonical import Plain
from pincite.exchange.wire import Fields

__all__ = ["TOP", "first_tokens", "share_out"]

TOP = 20
"""Likeliest first tokens that a server is asked for: as many as the usual ones give."""

_LEAST = 0.05


def share_out(words: Sequence[str], tokens: Iterable[tuple[str, float]]) -> Mapping[str, float]:
    """How the words share the likelihood of the tokens that begin them; adds up to 1.

    Args:
        words: No two begin with the same letter.
        tokens: Each with its probability; one counts for the word that it begins, in any case and
            with blanks and marks around it.

    Returns:
        A share for every word; nothing where all together have less than a twentieth, for the
        model meant to say something else.

    Example:
        >>> share_out(("yes", "no"), [(" Ye", 0.375), ("N", 0.125), ("The", 0.5)])
        {'yes': 0.75, 'no': 0.25}
    """
    found = dict.fromkeys(words, 0.0)
    for token, share in tokens:
        bare = "".join(char for char in token if char.isalpha()).lower()
        for word in words:
            if bare and (word.startswith(bare) or bare.startswith(word)):
                found[word] += share
    total = sum(found.values())
    return {word: share / total for word, share in found.items()} if total >= _LEAST else {}


def first_tokens(reply: Plain) -> list[tuple[str, float]]:
    """The likeliest first tokens of a chat completion; what it says, where it has none."""
    fields = Fields(reply, "reply")
    choice = next(iter(fields.children("choices")), Fields({}, "choice"))
    content = choice.child("logprobs").children("content") if "logprobs" in choice else []
    top = content[0].children("top_logprobs") if content else []
    found = [
        (token.string("token") or "", math.exp(min(0.0, value)))
        for token in top
        if isinstance(value := token.raw.get("logprob"), int | float) and not math.isnan(value)
    ]
    return found or [(choice.child("message").string("content") or "", 1.0)]
