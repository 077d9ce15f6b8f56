"""A language model as an Entailment: one word for a reply, weighed by its log-probabilities.

Where the model says how likely each word is, those likelihoods are the judgement; where it does
not, the word that it replies with has all of it. Neither is a probability that the evidence
supports the claim before `pincite train calibrate` has made it one.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from importlib.resources import files

from pincite.canonical import sha256_text
from pincite.errors import GeneratorError, WindowError
from pincite.hearing import read_form
from pincite.models.choices import share_out
from pincite.models.focus import focus
from pincite.models.tokens import tokenizer
from pincite.ports import Chooser, Foreign, Generator, Judgement, Windowed
from pincite.prompt import enclosed
from pincite.records import Prompt
from pincite.split import split

__all__ = ["PromptedVerifier"]

_WORDS = ("supported", "partial", "unsupported", "contradicted")
_CLAIM_CHARS = 8_000
_EVIDENCE_TOKENS = 3_000
_ROOM_TOKENS = 400
"""Of a window, for instructions, marks and the reply; its tokenizer may count a little more."""
_MOST_FAILURES_IN_A_ROW = 5
_FIRST_WORD = re.compile(r"[^\W\d_]++")


class PromptedVerifier:
    """Asks a generator about each pair.

    Args:
        generator: Any; one that is a `Chooser` says how likely each word is.
        at_once: Pairs that are asked about at the same time.

    Attributes:
        name: Of the generator, with a hash of what it is asked.
    """

    name: str

    def __init__(self, generator: Generator, *, at_once: int = 1) -> None:
        self._generator = generator
        self._at_once = at_once
        self._failures = 0
        said = sha256_text(_instructions()).removeprefix("sha256:")
        self.name = f"{generator.name} (prompt {said[:8]})"

    def judge(self, pairs: Sequence[tuple[str, str]]) -> list[Judgement | None]:
        """For each `(claim, evidence)` its judgement; None where the model gave none.

        Raises:
            GeneratorError: When the model cannot be reached at all: an error that asking again
                does not mend, or several failures in a row.
        """
        if self._at_once == 1 or len(pairs) == 1:
            return [self._judge(*pair) for pair in pairs]
        with ThreadPoolExecutor(self._at_once) as pool:
            return list(pool.map(lambda pair: self._judge(*pair), pairs))

    def _judge(self, claim: str, evidence: str) -> Judgement | None:
        if not claim.strip() or not evidence.strip() or len(claim) > _CLAIM_CHARS:
            return None
        seen = focus(claim, evidence, self._room(claim), tokenizer().count)
        context = enclosed("evidence", seen.text) + "\n\n" + enclosed("statement", claim)
        question = f"Reply with one of: {', '.join(_WORDS)}."
        try:
            found = self._shares(Prompt(_instructions(), context, question, pack_id=""))
        except WindowError:
            return None
        except GeneratorError as error:
            self._failures += 1
            if not error.retryable or self._failures >= _MOST_FAILURES_IN_A_ROW:
                raise
            return None
        self._failures = 0
        return Judgement(**found, truncated=seen.truncated) if found else None

    def _room(self, claim: str) -> int:
        """Tokens of evidence that are shown."""
        window = self._generator.window_tokens() if isinstance(self._generator, Windowed) else None
        if window is None:
            return _EVIDENCE_TOKENS
        return max(1, min(_EVIDENCE_TOKENS, window - _ROOM_TOKENS - tokenizer().count([claim])[0]))

    def _shares(self, prompt: Prompt) -> Mapping[str, float]:
        """The share of each word; empty where the model says none of them."""
        if isinstance(self._generator, Chooser):
            return self._generator.choose(prompt, _WORDS)
        reply = _begin(self._generator, prompt)
        first = _FIRST_WORD.search(reply)
        return share_out(_WORDS, [(first[0], 1.0)]) if first else {}


def _begin(generator: Generator, prompt: Prompt) -> str:
    """A reply up to its first whole word; all of it where it comes in another API's form."""
    nothing = split([])
    pieces: list[str] = []
    for piece in generator.generate(prompt, nothing, ()):
        pieces.append(piece)
        if not isinstance(generator, Foreign) and len("".join(pieces).split()) > 1:
            break
    said = "".join(pieces)
    return read_form(generator.form, said, nothing).text if isinstance(generator, Foreign) else said


@lru_cache(maxsize=1)
def _instructions() -> str:
    path = files("pincite") / "prompts" / "judge.entailment.txt"
    return path.read_text(encoding="utf-8").strip()
