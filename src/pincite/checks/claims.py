"""Whether a sentence of an answer is a claim at all; knows no evidence."""

from __future__ import annotations

import re

from pincite.records import NO_ANSWERS, BlockKind, Claim

__all__ = ["is_claim", "is_refusal", "is_talk"]

_REFUSAL = re.compile(
    r"(?:the\s+)?(?:provided\s+)?(?:documents?|sources?|texts?|context|passages?)\s+(?:provided\s+)?"
    r"(?:do(?:es)?\s+not|don't|doesn't|cannot)\s+"
    r"(?:answer|say|state|mention|contain|address|provide|specify)\b",
    re.IGNORECASE,
)
_REFUSALS = frozenset(NO_ANSWERS.values())

_COURTESY = re.compile(
    r"(?:(?:and |but )?(?:"
    r"(?:many )?thank(?:s| you) (?:very much |so much )?for (?:your|the|asking)\b[^.!?]*+"
    r"|(?:hello|hi|hey|good (?:morning|afternoon|evening|day))(?: (?:there|all|everyone))?"
    r"|sure|certainly|of course|absolutely|okay|ok|great question|good question"
    r"|(?:many )?thanks(?! to\b)|thank you|you(?:'|’)re welcome|sorry|yes|no"
    r"|i (?:fully )?agree|that(?:'|’| i)s a (?:good|great|fair) (?:point|question))\b[,!. ]*+)++",
    re.IGNORECASE,
)
_TALK = re.compile(
    r"(?:(?:i )?hope (?:this|that|it) helps|(?:please )?let me know (?:if|whether)"
    r"|(?:please )?feel free to|let me (?:explain|summari[sz]e|start|know)"
    r"|let(?:'|’)?s (?:look|turn|start|begin|consider|see)"
    r"|let us (?:now )?(?:look|turn|start|begin)"
    r"|now (?:to|for) |see (?:also )?(?:below|above|the (?:table|figure|list) (?:above|below))"
    r"|(?:below|here|above) (?:is|are) (?:a|an|the|some|my|what)\b"
    r"|as an ai\b|i(?:'|’)?m (?:just )?an ai\b"
    r"|i (?:really |also |just |personally )?(?:like|love|think so|enjoy|wonder|prefer|wish)\b"
    r"|i (?:cannot|can(?:'|’)t|could(?: not|n(?:'|’)t)|am (?:not able|unable) to) "
    r"(?:answer|find|help|determine|give|say|provide)\b"
    r"|(?:i(?:'|’)?m|i am) (?:sorry|afraid|not sure)\b)",
    re.IGNORECASE,
)
_LEAD_IN = re.compile(
    r"\b(?:here|following|below|summary|conclusion|sum up|points|answer|overview|details|found)\b",
    re.IGNORECASE,
)
_FIGURE = re.compile(r"\d")
_LONGEST_TALK = 12


def is_talk(text: str) -> bool:
    """Whether a sentence is about the conversation and not about the world.

    Greetings, thanks, offers, lead-ins that end in a colon, announcements and what the writer
    likes; a long sentence and one with a figure are none of them.
    """
    if _FIGURE.search(text):
        return False
    opening = _COURTESY.match(text)
    rest = text[opening.end() :] if opening else text
    if not rest.strip(" .!,"):
        return True
    if len(rest.split()) > _LONGEST_TALK:
        return False
    colon = rest.rstrip("*_ ").endswith((":", "："))
    return (colon and _LEAD_IN.search(rest) is not None) or _TALK.match(rest) is not None


def is_refusal(claim: Claim) -> bool:
    """Whether a sentence says that the documents do not answer."""
    return claim.text in _REFUSALS or _REFUSAL.match(claim.text) is not None


def is_claim(claim: Claim) -> bool:
    """Whether a sentence states something that evidence could support.

    A heading without a marker, a question, a refusal and talk (see `is_talk`) state nothing.
    """
    if claim.citations:
        return True
    asks = claim.text.rstrip("\"'”’)*_ ").endswith(("?", "？"))
    return not (claim.kind is BlockKind.HEADING or asks or is_refusal(claim) or is_talk(claim.text))
