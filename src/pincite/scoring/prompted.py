"""A language model as judge: one prompt a task, one word for a reply; builds no model.

What a reply does not say plainly is a failed judgement and not a guess. A text to judge cannot
close the tags that it stands between.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from importlib.resources import files

from pincite.canonical import sha256_text
from pincite.checks.entailment import LEAST_SUPPORTED
from pincite.errors import GeneratorError
from pincite.hearing import read_form
from pincite.ports import Entailment, Foreign, Generator
from pincite.prompt import enclosed
from pincite.records import Prompt
from pincite.scoring.judge import Item, Ruling, Task
from pincite.split import split

__all__ = ["PromptedJudge", "prompt_of", "read_reply"]

_MOST_FAILURES_IN_A_ROW = 5
_READING = "reading/2"
"""Of replies, and of what stands between tags; part of the name, as judgements are kept by it."""

_LEAD = r"\W*(?:(?:answer|rating|reply|verdict)\W+)?"
_NO_FRACTION = r"(?:(?<![-−.,])|(?!\d))"
_LINK = r"\W*(?:(?:and|but|or|to)\b\W*)?"
_REPLIES: Mapping[Task, Mapping[str, float]] = {
    Task.SUPPORT: {"full": 1.0, "partial": 0.5, "none": 0.0},
    Task.RELEVANCE: {"yes": 1.0, "no": 0.0},
    Task.NEED: {"yes": 1.0, "no": 0.0},
    Task.QUALITY: {str(n): (n - 1) / 4 for n in range(1, 6)},
}
_NAMES: Mapping[Task, tuple[str, str]] = {
    Task.SUPPORT: ("statement", "passages"),
    Task.RELEVANCE: ("statement", "passage"),
    Task.NEED: ("sentence", "answer"),
    Task.QUALITY: ("answer", "reference"),
}


class PromptedJudge:
    """Asks a generator.

    Args:
        generator: Any; what it is asked is no question about a library.
    """

    checks_first = False
    entailment: Entailment | None = None
    least_supported = LEAST_SUPPORTED

    def __init__(self, generator: Generator) -> None:
        self._generator = generator
        self._nothing = split([])
        self._failures = 0
        self.name = f"{generator.name} (prompts {_prompts_hash()})"

    def rule(self, items: Sequence[Item]) -> list[Ruling]:
        """One ruling for each item, asked one after the other.

        Raises:
            GeneratorError: When the model cannot be reached at all: an error that asking again
                does not mend, or several failures in a row.
        """
        return [self._rule(item) for item in items]

    def _rule(self, item: Item) -> Ruling:
        try:
            reply = "".join(self._generator.generate(prompt_of(item), self._nothing, ()))
            if isinstance(self._generator, Foreign):
                reply = read_form(self._generator.form, reply, self._nothing).text
        except GeneratorError as error:
            self._failures += 1
            if not error.retryable or self._failures >= _MOST_FAILURES_IN_A_ROW:
                raise
            return Ruling(None, error.message, failed=True)
        self._failures = 0
        return read_reply(item.task, reply)


def prompt_of(item: Item) -> Prompt:
    """What a model is asked about an item."""
    claim, text = _NAMES[item.task]
    parts = [("question", item.question), (text, item.text), (claim, item.claim)]
    context = "\n\n".join(enclosed(name, said) for name, said in parts if said)
    words = ", ".join(_REPLIES[item.task])
    return Prompt(
        system=_instructions(item.task),
        context=context,
        question=f"Reply with one of: {words}.",
        pack_id="",
    )


def read_reply(task: Task, reply: str) -> Ruling:
    """What a reply says; failed where it does not begin with one of the words asked for.

    So are a fraction of a rating, and a second word right behind the first that says otherwise.

    Example:
        >>> read_reply(Task.SUPPORT, "**Partial** – the date is missing").value
        0.5
        >>> read_reply(Task.SUPPORT, "It may be full or partial").failed
        True
    """
    words = _REPLIES[task]
    known = "|".join(words)
    match = re.match(
        rf"{_LEAD}{_NO_FRACTION}({known})\b(?:\s*/\s*5\b)?(?![.,]\d)"
        rf"(?!{_LINK}(?!\1\b)(?:{known})\b)",
        reply.strip(),
        re.IGNORECASE,
    )
    if match is None:
        return Ruling(None, f"not one of {', '.join(words)}: {reply[:60]!r}", failed=True)
    return Ruling(words[match[1].lower()], reply.strip()[:200])


@lru_cache(maxsize=len(Task))
def _instructions(task: Task) -> str:
    path = files("pincite") / "prompts" / f"judge.{task}.txt"
    return path.read_text(encoding="utf-8").strip()


@lru_cache(maxsize=1)
def _prompts_hash() -> str:
    return sha256_text("\n".join([*map(_instructions, Task), _READING])).removeprefix("sha256:")[:8]
