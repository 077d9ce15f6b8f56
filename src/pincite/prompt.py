"""(question, Pack) → `Prompt`; the instructions are text files in `prompts/`."""

from __future__ import annotations

from importlib.resources import files

from pincite.errors import CallerError
from pincite.records import Pack, Prompt

__all__ = ["make_prompt"]


def make_prompt(question: str, pack: Pack) -> Prompt:
    """The prompt that asks a question about a pack.

    Raises:
        CallerError: When the question is empty.
    """
    if not question.strip():
        raise CallerError("the question is empty", remedy="ask something")
    system = (files("pincite") / "prompts" / "line.en.txt").read_text(encoding="utf-8")
    return Prompt(
        system=system,
        context=pack.context,
        question=question.strip(),
        pack_id=pack.pack_id,
        name="line.en/1",
    )
