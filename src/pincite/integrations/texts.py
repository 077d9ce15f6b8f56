"""Texts that a framework retrieved → a library, the context to cite from, and what was refused."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from pincite import defaults
from pincite.checks import Policy
from pincite.context import render
from pincite.readers import read_document
from pincite.records import Decision, Library, Pack, Passage, Report
from pincite.split import split

__all__ = ["INSTRUCTIONS", "Text", "chosen", "context", "judge", "numbered", "refusals"]

INSTRUCTIONS = (
    "Answer from the numbered sentences only. After each statement write the numbers of the "
    "sentences that it rests on, as in [s3] or [s12-s14, s20]."
)
"""What a model has to be told so that its answer can be judged."""


@dataclass(frozen=True, slots=True)
class Text:
    """A text with what is known of it.

    Attributes:
        text: Plain text.
        source_id: Where it came from; texts of one source get `-2`, `-3`, … in a library.
        title: What a model sees of it.
    """

    text: str
    source_id: str = ""
    title: str = ""


def numbered(texts: Iterable[Text]) -> Library:
    """A library of texts in the order given; blank ones are left out, as they hold no sentence."""
    documents = []
    taken: set[str] = set()
    for row, text in enumerate(texts, 1):
        if not text.text.strip():
            continue
        name = text.title or text.source_id or f"text {row}"
        document = read_document(
            text.text.encode("utf-8", "replace"),
            name=name,
            source_id=_free(text.source_id or f"text-{row}", taken),
            media_type="text/plain",
        )
        taken.add(document.source_id)
        documents.append(document)
    return split(documents)


def _free(wanted: str, taken: set[str]) -> str:
    name, count = wanted[-60:], 1
    while name in taken:
        count += 1
        name = f"{wanted[-60:]}-{count}"
    return name


def chosen(texts: Iterable[Text], task: str, budget_tokens: int) -> Iterator[tuple[str, Passage]]:
    """The passages of texts that are best for a task, within a budget, each with its words.

    Raises:
        CallerError: When the budget holds nothing.
    """
    library = numbered(texts)
    if not len(library):
        return
    pack: Pack = defaults.pack(task, library, budget_tokens=budget_tokens)
    for p in sorted(pack.passages, key=lambda p: p.first_sentence):
        yield (
            p.text,
            Passage(p.passage_id, p.source_id, p.start, p.end, p.first_sentence, p.last_sentence),
        )


def judge(answer: str, library: Library, policy: Policy | None = None) -> Report:
    """An answer with markers, judged against a library."""
    return defaults.verify(answer, library, policy=policy)


def refusals(report: Report, *, worst: Decision = Decision.REJECT) -> str:
    """What a model has to put right, one line a claim; empty where nothing was refused.

    Args:
        report: An answer, judged.
        worst: The mildest decision that counts as refused.
    """
    refused = {Decision.REJECT} if worst is Decision.REJECT else set(Decision) - {Decision.ACCEPT}
    lines = []
    for claim, verdict in zip(report.answer.claims, report.verdicts, strict=True):
        if verdict.decision in refused:
            reasons = [c.reason for c in verdict.checks if c.outcome.value == "fail"]
            said = "; ".join(dict.fromkeys(reasons)) or verdict.rule.replace("_", " ")
            hint = f" {verdict.suggestion} would be right." if verdict.suggestion else ""
            lines.append(f"“{claim.text}” is {verdict.status.value}: {said}.{hint}")
    return "\n".join(lines)


def context(library: Library) -> str:
    """A library's sentences, numbered, as a model reads them."""
    return render(library)
