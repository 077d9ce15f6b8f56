"""What a claim should cite: for each part the sentences that support it, or that none does.

Every suggestion is verified like a citation and carries its own status. A part that is supported
is left alone, unless it cites sentences that add nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pincite.checks.entailment import settle
from pincite.checks.minimality import extraneous
from pincite.checks.relevance import ClaimView
from pincite.checks.repair import Support, candidates, search, weigh
from pincite.checks.support import Examiner, Finding
from pincite.ports import Entailment
from pincite.records import Check, Outcome, Status
from pincite.refs import Range, write_marker

__all__ = ["NAME", "Found", "Wanting", "evidence", "find", "suggest", "verified"]

NAME = "repair"
"""Of the check that carries a suggestion: its `evidence` are the sentences that should be cited."""

_MOST_WEIGHED = 50
_LEAST_SCORE = 0.5
"""Share of a claim that sentences have to say to be suggested."""
_LEAST_GAIN = 0.2
"""Share of a claim that unverified sentences have to say beyond those cited."""
_ORDER = (Status.CONTRADICTED, Status.UNSUPPORTED, Status.PARTIAL, Status.UNCHECKED)


@dataclass(frozen=True, slots=True)
class Wanting:
    """A part that is not supported by what it cites.

    Attributes:
        text: What it says.
        cited: What it cites.
        status: What the checks made of that.
        index: Of the part in its claim.
    """

    text: str
    cited: tuple[Range, ...]
    status: Status
    index: int


@dataclass(frozen=True, slots=True)
class Found:
    """Sentences that speak for a text, verified.

    Attributes:
        support: The sentences.
        status: What the checks make of them.
    """

    support: Support
    status: Status


def find(
    texts: Sequence[str], examiner: Examiner, entailment: Entailment | None = None
) -> list[Found | None]:
    """The smallest set of sentences of the library that says each text, verified.

    Returns:
        None for a text of which no sentence says half, or that what is said contradicts.
    """
    supports = [
        _trimmed(text, support, examiner) if (support := evidence(text, examiner)) else None
        for text in texts
    ]
    return verified(texts, supports, examiner, entailment)


def verified(
    texts: Sequence[str],
    supports: Sequence[Support | None],
    examiner: Examiner,
    entailment: Entailment | None = None,
) -> list[Found | None]:
    """Which of some sentences speak for their texts; None for those that do not."""
    findings = [
        examiner.support(text, support.ranges) if support else None
        for text, support in zip(texts, supports, strict=True)
    ]
    if entailment is not None:
        rows = [row for row, finding in enumerate(findings) if finding and finding.pair]
        read = entailment.judge([_pair(findings[row]) for row in rows])
        for row, judgement in zip(rows, read, strict=True):
            finding = findings[row]
            findings[row] = settle(finding, judgement, index=0) if finding else None
    return [
        Found(support, finding.status)
        if support and finding and _speaks(support, finding.status)
        else None
        for support, finding in zip(supports, findings, strict=True)
    ]


def _trimmed(text: str, support: Support, examiner: Examiner) -> Support:
    """Without the sentences that add nothing, where the checks alone find the text supported."""

    def holds(rest: Sequence[Range]) -> bool:
        return examiner.support(text, rest).status is Status.SUPPORTED

    if not holds(support.ranges):
        return support
    spare = extraneous(support.ranges, holds, index=0)
    numbers = {n for first, last in support.ranges for n in range(first, last + 1)}
    kept = sorted(numbers.difference(spare.evidence if spare else ()))
    return weigh(ClaimView(text, examiner.sentences), kept)


def evidence(text: str, examiner: Examiner) -> Support | None:
    """The smallest set of sentences likely to be the evidence of a text, not verified."""
    view = ClaimView(text, examiner.sentences)
    found = search(view, candidates(text, examiner.sentences))
    return weigh(view, found) if found else None


def _said(part: Wanting, examiner: Examiner) -> Support:
    """How much of a part is said by what it cites."""
    cited = [n for first, last in part.cited[:_MOST_WEIGHED] for n in range(first, last + 1)]
    return weigh(ClaimView(part.text, examiner.sentences), cited[:_MOST_WEIGHED])


def _pair(finding: Finding | None) -> tuple[str, str]:
    return (finding.pair if finding else None) or ("", "")


def _speaks(support: Support, status: Status) -> bool:
    enough = support.score >= _LEAST_SCORE
    return status in (Status.SUPPORTED, Status.PARTIAL) or (
        enough and status is not Status.CONTRADICTED
    )


def suggest(
    wanting: Sequence[Wanting], examiner: Examiner, entailment: Entailment | None = None
) -> list[Check | None]:
    """What parts that are not supported should cite; None where what one cites is as good."""
    found = find([part.text for part in wanting], examiner, entailment)
    return [_check(part, support, examiner) for part, support in zip(wanting, found, strict=True)]


def _check(part: Wanting, found: Found | None, examiner: Examiner) -> Check | None:
    if found is None:
        return None if part.status is Status.UNCHECKED else _nothing(part, examiner)
    if part.cited == found.support.ranges or not _better(part, found, examiner):
        return None
    marker = write_marker(found.support.ranges)
    outcome = Outcome.PASS if found.status is Status.SUPPORTED else Outcome.UNKNOWN
    return Check(
        NAME,
        outcome,
        _reason(part.text, marker, found, examiner),
        part=part.index,
        score=round(found.support.score, 3),
        evidence=tuple(n for a, b in found.support.ranges for n in range(a, b + 1)),
    )


def _better(part: Wanting, found: Found, examiner: Examiner) -> bool:
    if not part.cited or found.status is Status.SUPPORTED:
        return True
    if part.status in _ORDER and _ORDER.index(found.status) < _ORDER.index(part.status):
        return False
    return found.support.score >= _said(part, examiner).score + _LEAST_GAIN


def _reason(text: str, marker: str, found: Found, examiner: Examiner) -> str:
    if found.status is Status.SUPPORTED:
        return f"{marker} says it"
    held = examiner.held_clauses(text, found.support.ranges)
    if held:
        return f"{marker} says only: {'; '.join(held)}"
    lacking = ", ".join(found.support.missing[:5])
    if lacking:
        return f"{marker} comes nearest, without a word for: {lacking}"
    return f"{marker} comes nearest"


def _nothing(part: Wanting, examiner: Examiner) -> Check:
    view = ClaimView(part.text, examiner.sentences)
    vague = not view.needs and not view.figures
    reason = "too vague to be looked for" if vague else "no sentence of the documents says this"
    return Check(NAME, Outcome.FAIL, reason, part=part.index)
