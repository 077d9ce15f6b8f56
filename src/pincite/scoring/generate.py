"""Questions with documents → answers by a function, kept as they come; knows no generator."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Protocol

from pincite.canonical import Plain
from pincite.datasets import GoldRecord
from pincite.datasets.lines import Fault
from pincite.errors import CallerError, GeneratorError
from pincite.parse import parse_answer
from pincite.records import Library
from pincite.scoring.answers import Entry, Form
from pincite.scoring.gold import Gold

__all__ = ["Answered", "Keeper", "answer_all", "answer_one"]

Answerer = Callable[[str, Library], str]
"""(question, library) → the answer's text, with markers."""


class Keeper(Protocol):
    """Keeps answers by key between runs."""

    def get(self, key: str) -> Plain:
        """What was kept, None where nothing was."""

    def put(self, key: str, value: Plain) -> None:
        """Keep a value."""


@dataclass(frozen=True, slots=True)
class Answered:
    """An answer with how long it took; `kept` where it was made in an earlier run."""

    text: str
    seconds: float
    kept: bool


def answer_all(
    gold: Gold, answerer: Answerer, keeper: Keeper, clock: Callable[[], float]
) -> Iterator[Entry | Fault]:
    """An entry for each record with a question and documents, in the file's order.

    Args:
        gold: The questions.
        answerer: Answers.
        keeper: Of earlier runs.
        clock: Seconds, for how long an answer takes.
    """
    for record_id, record in gold.records.items():
        line = gold.lines[record_id]
        library = gold.library(record_id)
        if record.question is None or library is None:
            yield Fault(gold.file, line, f"{record_id!r} has no question, or no documents")
            continue
        try:
            found = answer_one(
                record_id,
                record.question,
                library,
                answerer=answerer,
                keeper=keeper,
                clock=clock,
            )
        except (CallerError, GeneratorError) as error:
            yield Fault(gold.file, line, error.message)
            continue
        yield _entry(record, line, library, found.text)


def answer_one(
    key: str,
    question: str,
    library: Library,
    *,
    answerer: Answerer,
    keeper: Keeper,
    clock: Callable[[], float],
) -> Answered:
    """The kept answer of a key, or a new one, which is kept.

    Raises:
        GeneratorError: When the model does not answer.
    """
    known = keeper.get(key)
    if isinstance(known, dict) and isinstance(text := known.get("answer"), str):
        seconds = known.get("seconds")
        return Answered(text, float(seconds) if isinstance(seconds, int | float) else 0.0, True)
    start = clock()
    text = answerer(question, library)
    seconds = clock() - start
    keeper.put(key, {"answer": text, "seconds": round(seconds, 3)})
    return Answered(text, seconds, False)


def _entry(record: GoldRecord, line: int, library: Library, text: str) -> Entry:
    return Entry(
        record_id=record.record_id,
        line=line,
        form=Form.OWN,
        set=record.set,
        question=record.question or "",
        answer=parse_answer(text),
        library=library,
        references=record.answers,
        raw=text,
    )
