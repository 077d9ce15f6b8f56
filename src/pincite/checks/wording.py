"""Whether every content word of a part is in its evidence; no threshold on overlap."""

from __future__ import annotations

from pincite.checks.accounting import Account
from pincite.records import Check, Outcome
from pincite.text import Span

__all__ = ["wording"]


def wording(accounted: Account, *, index: int, offset: int) -> Check:
    """Pass where stems, lexicon and acronyms account for every word, else unknown.

    Args:
        accounted: The words of the part, told apart.
        index: Of the part.
        offset: Where the part starts in the raw answer.
    """
    missing = [word for word in accounted.absent if not word.name]
    if not accounted.absent and accounted.present:
        reason = "every content word is in the evidence"
        return Check("wording", Outcome.PASS, reason, part=index)
    if not missing:
        reason = "no content word to compare" if not accounted.present else "names are absent"
        return Check("wording", Outcome.UNKNOWN, reason, part=index)
    listed = ", ".join(dict.fromkeys(word.text for word in missing))
    spans = tuple(Span(offset + word.start, offset + word.end) for word in missing)
    reason = f"the evidence has no word for: {listed}"
    return Check("wording", Outcome.UNKNOWN, reason, spans=spans, part=index)
