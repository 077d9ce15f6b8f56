"""Whether every content word of a part is in its evidence; no threshold on overlap."""

from __future__ import annotations

from pincite.rank import query_terms, terms
from pincite.records import Check, Outcome

__all__ = ["wording"]


def wording(part: str, evidence: str, *, index: int) -> Check:
    """Pass where each content word's stem is in the evidence, else what is not accounted for.

    Args:
        part: The words of a claim's part.
        evidence: The cited sentences; empty evidence never passes.
        index: Of the part.
    """
    known = set(terms(evidence))
    missing = [term for term in query_terms(part) if term not in known]
    if known and not missing:
        return Check("wording", Outcome.PASS, "every content word is in the evidence", part=index)
    listed = ", ".join(dict.fromkeys(missing))
    return Check("wording", Outcome.UNKNOWN, f"not accounted for: {listed}", part=index)
