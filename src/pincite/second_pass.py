"""An answer's missing and refused citations → others, by search or by one more call of the model.

Words stay as they are, only markers change, only to sentences that the pack shows, and each change
is listed. A citation that is supported is left alone.
"""

from __future__ import annotations

from collections import abc
from collections.abc import Iterator, Sequence
from importlib.resources import files
from typing import Literal

from pincite.checks import Examiner, Rewritten
from pincite.checks.claims import is_claim
from pincite.checks.relevance import ClaimView
from pincite.checks.repair import Support, candidates, weigh
from pincite.checks.rewriting import put_in, suggestions
from pincite.checks.suggestion import verified
from pincite.checks.support import words_of
from pincite.context import sentence_line
from pincite.parse import parse_answer
from pincite.ports import Entailment, Generator
from pincite.prompt import enclosed
from pincite.records import Library, Passage, Prompt, Report, Status
from pincite.refs import Range, Style

__all__ = ["SECOND_PASSES", "SecondPass", "ask_again", "search_again"]

SecondPass = Literal["search", "model"]
SECOND_PASSES: tuple[SecondPass, ...] = ("search", "model")

NAME = "second/1"
"""Of the instructions; a change to them is a change of it."""

_MOST_SHOWN = 8
_LONGEST_REPLY = 200
_ORDER = (
    *(Status.CONTRADICTED, Status.UNSUPPORTED, Status.NO_CLAIM, Status.UNCITED),
    *(Status.UNCHECKED, Status.PARTIAL, Status.SUPPORTED),
)


def search_again(report: Report) -> Rewritten:
    """The markers that the report suggests, where the pack shows their sentences."""
    better = suggestions(report.answer, report.verdicts, report.library)
    return put_in(report.answer, {at: new for at, new in better.items() if _shown(report, new[0])})


def ask_again(
    report: Report,
    generator: Generator,
    examiner: Examiner,
    entailment: Entailment | None = None,
) -> Rewritten:
    """Markers that the model chooses for each part that is not supported, from few sentences.

    Of the sentences that the pack shows it reads the eight nearest to the part, one call a part.
    What it chooses is taken where more is made of it than of what the part cites now.

    Args:
        report: On an answer whose markers are sentence numbers.
        generator: What is asked.
        examiner: Of the report's library.
        entailment: What read the report's claims.

    Raises:
        GeneratorError: When the model does not answer.
    """
    asked: list[tuple[tuple[int, int], str, Status]] = []
    chosen: list[Support] = []
    for at, text, status in _wanting(report):
        near = candidates(text, examiner.sentences)
        near = [n for n in near if _shown(report, [(n, n)])][:_MOST_SHOWN]
        if numbers := _asked(text, sorted(near), generator, report):
            asked.append((at, text, status))
            chosen.append(weigh(ClaimView(text, examiner.sentences), numbers))
    found = verified([text for _, text, _ in asked], chosen, examiner, entailment)
    why = f"{generator.name} was asked again"
    better = {
        at: (new.support.ranges, why)
        for (at, _, old), new in zip(asked, found, strict=True)
        if new is not None and _ORDER.index(new.status) > _ORDER.index(old)
    }
    return put_in(report.answer, better)


def _wanting(report: Report) -> Iterator[tuple[tuple[int, int], str, Status]]:
    """Each part that is not supported and makes a claim: its place, words and status."""
    for verdict in report.verdicts:
        claim = report.answer.claims[verdict.claim]
        if not is_claim(claim):
            continue
        for index, status in enumerate(verdict.part_statuses):
            if status is not Status.SUPPORTED:
                text = words_of(claim.parts[index], report.answer.text)
                yield (verdict.claim, index), text, status


def _asked(text: str, numbers: Sequence[int], generator: Generator, report: Report) -> list[int]:
    """The sentences of a few that a model says prove a text, up to the end of its first marker."""
    if not numbers:
        return []
    library = report.library
    lines = [sentence_line(library.sentence(number), Style.LINE) for number in numbers]
    prompt = Prompt(
        system=(files("pincite") / "prompts" / "second.txt").read_text(encoding="utf-8"),
        context=enclosed("sentences", "\n".join(lines)),
        question=enclosed("statement", text),
        pack_id=report.pack.pack_id if report.pack else library.library_id,
        name=NAME,
    )
    shown = [_passage(library, number) for number in numbers]
    reply = ""
    pieces = generator.generate(prompt, library, shown)
    for piece in pieces:
        reply += piece
        if "]" in reply or len(reply) > _LONGEST_REPLY:
            break
    if isinstance(pieces, abc.Generator):
        pieces.close()
    cited = [pair for citation in parse_answer(reply).citations for pair in citation.ranges]
    named = {n for first, last in cited for n in range(first, min(last, first + len(numbers)) + 1)}
    return sorted(named.intersection(numbers))


def _passage(library: Library, number: int) -> Passage:
    source = library.document(number).source_id
    start, end = library.starts[number - 1], library.ends[number - 1]
    return Passage(f"{source}:s{number}", source, start, end, number, number)


def _shown(report: Report, ranges: Sequence[Range]) -> bool:
    return report.pack is None or all(report.pack.shows(*pair) for pair in ranges)
