"""Several answers to one question → the one whose citations hold best."""

from __future__ import annotations

import copy
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Protocol, runtime_checkable

from pincite.errors import CallerError, GeneratorError
from pincite.ports import Generator
from pincite.records import Report

__all__ = ["best_of"]

_TEMPERATURE = 0.7
"""Of samples of a generator that is set to take the likeliest token."""


@runtime_checkable
class _Sampling(Protocol):
    temperature: float
    seed: int | None


def best_of(count: int, generator: Generator, ask: Callable[[Generator], Report]) -> Report:
    """The report with the best citation F1 of several samples; ties go to the earlier one.

    The reward is citation-on-fact by the checks and the verifier; an answer without a score comes
    last. What each sample got and how long all took is in the report's warnings.

    Args:
        count: Of samples; each costs as much as an answer.
        generator: Whose copies get seeds from its own on.
        ask: Asks a generator and judges its answer.

    Raises:
        CallerError: When the generator does not sample.
        GeneratorError: When it gave no sample at all.
    """
    if not isinstance(generator, _Sampling):
        raise CallerError(
            f"{generator.name} gives one answer to a question, and cannot be sampled",
            remedy="name a model, or leave out the number of samples",
        )
    start = time.perf_counter()
    best: Report | None = None
    said: list[str] = []
    for number in range(count):
        sample = copy.copy(generator)
        sample.seed = (generator.seed or 0) + number
        sample.temperature = generator.temperature or _TEMPERATURE
        try:
            report = ask(sample)
        except GeneratorError as error:
            if number + 1 == count and best is None:
                raise
            said.append(f"none ({error.message})")
            continue
        said.append("no score" if report.scores.f1 is None else f"{report.scores.f1:.2f}")
        if best is None or _reward(report) > _reward(best):
            best, chosen = report, number + 1
    assert best is not None
    seconds = time.perf_counter() - start
    note = f"sample {chosen} of {count}; citation F1: {', '.join(said)}; {seconds:.1f} s for all"
    return replace(best, warnings=(note, *best.warnings))


def _reward(report: Report) -> float:
    return -1.0 if report.scores.f1 is None else report.scores.f1
