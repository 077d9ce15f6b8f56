"""Whether a sentence of an answer is a claim at all; knows no evidence."""

from __future__ import annotations

import re

from pincite.records import NO_ANSWERS, BlockKind, Claim

__all__ = ["is_claim", "is_refusal"]

_REFUSAL = re.compile(
    r"(?:the\s+)?(?:documents?|sources?|texts?|context|passages?)\s+(?:provided\s+)?"
    r"(?:do(?:es)?\s+not|don't|doesn't|cannot)\s+"
    r"(?:answer|say|state|mention|contain|address|provide|specify)\b",
    re.IGNORECASE,
)
_REFUSALS = frozenset(NO_ANSWERS.values())


def is_refusal(claim: Claim) -> bool:
    """Whether a sentence says that the documents do not answer."""
    return claim.text in _REFUSALS or _REFUSAL.match(claim.text) is not None


def is_claim(claim: Claim) -> bool:
    """Whether a sentence states something that evidence could support.

    A heading without a marker, a question and a refusal state nothing.
    """
    if claim.citations:
        return True
    asks = claim.text.rstrip("\"'”’)*_ ").endswith(("?", "？"))
    return not (claim.kind is BlockKind.HEADING or asks or is_refusal(claim))
