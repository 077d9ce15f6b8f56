"""Whether every name of a part is spoken of in its evidence."""

from __future__ import annotations

from pincite.checks.accounting import Account
from pincite.records import Check, Outcome
from pincite.text import Span

__all__ = ["names"]


def names(accounted: Account, *, index: int, offset: int) -> Check | None:
    """Pass where the evidence, its titles or its acronyms have each name; None without names.

    Args:
        accounted: The words of the part, told apart.
        index: Of the part.
        offset: Where the part starts in the raw answer.
    """
    absent = accounted.absent_names
    if absent:
        listed = ", ".join(dict.fromkeys(word.text for word in absent))
        spans = tuple(Span(offset + word.start, offset + word.end) for word in absent)
        verb = "is" if len(absent) == 1 else "are"
        reason = f"{listed} {verb} not in the evidence"
        return Check("names", Outcome.FAIL, reason, spans=spans, part=index)
    present = [word.text for word in accounted.present if word.name]
    if not present:
        return None
    listed = ", ".join(dict.fromkeys(present))
    return Check("names", Outcome.PASS, f"in the evidence: {listed}", part=index)
