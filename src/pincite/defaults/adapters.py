"""Names → what reads, answers and judges; kept for the process where loading is slow."""

from __future__ import annotations

import os
from functools import lru_cache
from typing import TYPE_CHECKING

from pincite.errors import CallerError
from pincite.ports import Entailment, Generator

if TYPE_CHECKING:
    from pincite.scoring import Judge

__all__ = ["generator", "judge", "reading", "verifier"]


def verifier(name: str | None = None) -> Entailment | None:
    """What reads the claims that the checks leave open.

    Args:
        name: `builtin`, which comes with the extra `verifier`; `none`; the folder of any
            cross-encoder (ONNX, or safetensors of transformers), or of one that `pincite train
            calibrate` fitted; a model that is asked, such as `openai:NAME@URL`. None takes the
            environment's `PINCITE_VERIFIER`, else `builtin` where it is installed.

    Returns:
        The judge; None where there is none, so that what a model has to read stays `unchecked`.

    Raises:
        CallerError: When there is no such verifier.
        ExtraError: When what runs it is not installed.
    """
    from pincite.models.verifiers import is_installed

    chosen = name or os.environ.get("PINCITE_VERIFIER") or None
    if chosen is None and not is_installed():
        return None
    return _verifier(chosen or "builtin")


@lru_cache(maxsize=2)
def _verifier(name: str) -> Entailment | None:
    from pincite.models.verifiers import make_verifier

    return make_verifier(name)


def reading(given: Entailment | str | None) -> Entailment | None:
    """A judge that was given, or the one of a name."""
    return verifier(given) if given is None or isinstance(given, str) else given


def generator(name: str = "extractive") -> Generator:
    """What answers questions.

    Args:
        name: `extractive`, which repeats sentences verbatim, or a model, such as
            `openai:NAME@URL`; nothing is connected or loaded yet.

    Raises:
        CallerError: When there is no such generator.
    """
    from pincite.models.specs import make_generator

    return make_generator(name)


SCORED_FROM = 0.25
"""Probability from which the verifier's reading counts as support in scores: about where misses and
false alarms balance on each of the sets of `pincite bench rank` (`balance`)."""


def judge(name: str = "builtin") -> Judge:
    """What rules on claims when answers are scored.

    Args:
        name: `builtin`, the checks and the verifier where one is installed; `checks`, the checks
            alone, which leave a paraphrase open; `words`, the checks and shared words in place
            of a verifier; the name of a generator, such as `openai:MODEL`, which is asked.

    Raises:
        CallerError: When there is no such judge.
    """
    from pincite.scoring import CheckingJudge, WordOverlap

    match name:
        case "builtin":
            return CheckingJudge(verifier(), SCORED_FROM)
        case "checks":
            return CheckingJudge()
        case "words":
            return CheckingJudge(WordOverlap())
        case _ if ":" in name:
            from pincite.scoring.prompted import PromptedJudge

            return PromptedJudge(generator(name))
        case _:
            raise CallerError(
                f"no judge is named {name!r}", remedy="use builtin, checks, words or openai:MODEL"
            )
