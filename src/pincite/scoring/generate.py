"""Questions with documents → answers by a function, kept as they come; knows no generator.

Answers are kept under the record's id and the hash of what they were made from, so that a changed
question, document or generator is asked again. So is an answer that broke off, unless it reached
its limit of tokens: that one is kept, scored as it is, and counted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Protocol

from pincite.canonical import Plain, sha256_value
from pincite.datasets import GoldRecord
from pincite.datasets.lines import Fault
from pincite.errors import CallerError, GeneratorError
from pincite.parse import parse_answer
from pincite.records import Answer, Library, Report
from pincite.refs import write_marker
from pincite.scoring.answers import Entry, Form
from pincite.scoring.gold import Gold

__all__ = [
    "Answered",
    "Answerer",
    "Keeper",
    "Written",
    "answer_all",
    "answer_one",
    "with_markers",
    "written",
]


_NOWHERE = ((999_999_999, 999_999_999),)


@dataclass(frozen=True, slots=True)
class Written:
    """The text of an answer; `at_limit` where it ends at its limit of tokens."""

    text: str
    at_limit: bool = False


@dataclass(frozen=True, slots=True)
class Answerer:
    """What answers.

    Attributes:
        name: Of the generator, part of what answers are kept by.
        answer: (question, library) → an answer, with markers; raises `GeneratorError` where there
            is none.
    """

    name: str
    answer: Callable[[str, Library], Written]


class Keeper(Protocol):
    """Keeps answers by key between runs."""

    def get(self, key: str) -> Plain:
        """What was kept, None where nothing was."""

    def put(self, key: str, value: Plain) -> None:
        """Keep a value."""


@dataclass(frozen=True, slots=True)
class Answered:
    """An answer with how long it took; `kept` where it was made in an earlier run."""

    written: Written
    seconds: float
    kept: bool


def written(report: Report) -> Written:
    """An answer that came to its end or its limit, what another API cites beside it as markers.

    Raises:
        GeneratorError: When it broke off.
    """
    made = report.generation
    if made is None or made.complete or made.at_limit:
        return Written(with_markers(report.answer), made is not None and made.at_limit)
    reasons = [said for said in report.warnings if said.startswith("truncated_answer")]
    raise GeneratorError(
        "; ".join(reasons) or "the answer broke off",
        retryable=True,
        remedy="run again: answers that broke off are not kept",
    )


def with_markers(answer: Answer) -> str:
    """An answer's text with a marker for each citation that stands beside it.

    One that points at nothing becomes a number that no library has, and so stays a phantom.
    """
    text, position = [], 0
    for citation in sorted(answer.citations, key=lambda c: c.end):
        if citation.origin and citation.start == citation.end:
            marker = write_marker(citation.ranges or _NOWHERE)
            text.append(f"{answer.text[position : citation.end]} {marker}")
            position = citation.end
    return "".join([*text, answer.text[position:]])


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
        yield _entry(record, line, library, found.written)


def answer_one(
    record_id: str,
    question: str,
    library: Library,
    *,
    answerer: Answerer,
    keeper: Keeper,
    clock: Callable[[], float],
) -> Answered:
    """The kept answer to a question about these documents, or a new one, which is kept.

    Raises:
        GeneratorError: When the model does not answer, or not to the end.
    """
    titles = [document.title for document in library.documents]
    made_from = sha256_value([question, library.library_id, titles, answerer.name])
    key = f"{record_id} {made_from}"
    known = keeper.get(key)
    if isinstance(known, dict) and isinstance(text := known.get("answer"), str):
        seconds = known.get("seconds")
        taken = float(seconds) if isinstance(seconds, int | float) else 0.0
        return Answered(Written(text, known.get("at_limit") is True), taken, kept=True)
    start = clock()
    made = answerer.answer(question, library)
    seconds = clock() - start
    value: dict[str, Plain] = {"answer": made.text, "seconds": round(seconds, 3)}
    keeper.put(key, {**value, "at_limit": True} if made.at_limit else value)
    return Answered(made, seconds, kept=False)


def _entry(record: GoldRecord, line: int, library: Library, made: Written) -> Entry:
    return Entry(
        record_id=record.record_id,
        line=line,
        form=Form.OWN,
        set=record.set,
        question=record.question or "",
        answer=parse_answer(made.text),
        library=library,
        references=record.answers,
        raw=made.text,
        at_limit=made.at_limit,
    )
