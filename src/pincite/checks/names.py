"""Whether every name of a part is spoken of in its evidence."""

from __future__ import annotations

from pincite.checks.accounting import Account
from pincite.checks.coverage import not_covered
from pincite.checks.doubt import doubt
from pincite.checks.evidence import Evidence
from pincite.checks.words import Word
from pincite.records import Check, Outcome
from pincite.text import Span

__all__ = ["names"]

_MOST_TRIED = 50
"""Absent names of a part for whose absence a reason is looked for; the rest fail."""


def names(
    part: str, accounted: Account, evidence: Evidence, *, index: int, offset: int
) -> Check | None:
    """Pass where the evidence, its titles or its acronyms have each name; None without names.

    Unknown where a name is absent and its absence tells nothing.

    Args:
        part: The words of the part.
        accounted: The words of the part, told apart.
        evidence: What it cites.
        index: Of the part.
        offset: Where the part starts in the raw answer.
    """
    language = not_covered(part, evidence)
    if language:
        reason = f"names are not told from other words in {language}"
        return Check("names", Outcome.UNKNOWN, reason, part=index)
    doubts: dict[str, None] = {}
    absent: list[Word] = []
    tried = accounted.absent_names[:_MOST_TRIED]
    for word in tried:
        unsure = doubt(word, tried, part, evidence)
        if unsure is None:
            absent.append(word)
        else:
            doubts[unsure] = None
    absent += accounted.absent_names[_MOST_TRIED:]
    if absent:
        listed = ", ".join(dict.fromkeys(word.text for word in absent))
        spans = tuple(Span(offset + word.start, offset + word.end) for word in absent)
        verb = "is" if len(absent) == 1 else "are"
        reason = f"{listed} {verb} not in the evidence"
        return Check("names", Outcome.FAIL, reason, spans=spans, part=index)
    if doubts:
        spans = tuple(
            Span(offset + word.start, offset + word.end) for word in accounted.absent_names
        )
        return Check("names", Outcome.UNKNOWN, "; ".join(doubts), spans=spans, part=index)
    present = [word.text for word in accounted.present if word.name]
    if not present:
        return None
    listed = ", ".join(dict.fromkeys(present))
    return Check("names", Outcome.PASS, f"in the evidence: {listed}", part=index)
