"""The markers an answer should have, and its text with them put in; changes nothing else."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pincite.checks.suggestion import NAME
from pincite.context import merge_ranges
from pincite.records import Answer, Check, Claim, Library, Part, Verdict
from pincite.refs import Range, write_marker

__all__ = [
    "Better",
    "Change",
    "Rewritten",
    "put_in",
    "rewrite",
    "suggested_marker",
    "suggestions",
    "without_markers",
]

Better = Mapping[tuple[int, int], tuple[tuple[Range, ...], str]]
"""Ranges that parts should cite, by the indexes of claim and part, each with why."""

_STOP = re.compile(r"[.!?。！？]+[\"'”’)*_]*\s*$")


@dataclass(frozen=True, slots=True)
class Change:
    """A marker put in the place of others.

    Attributes:
        claim: Index of the claim.
        part: Index of the part in it.
        old: The markers that it had, as written; empty where it had none.
        new: The marker that it gets.
        reason: Why, for a person.
    """

    claim: int
    part: int
    old: str
    new: str
    reason: str

    def __str__(self) -> str:
        """In a line, claims from 1."""
        return f"claim {self.claim + 1}: {self.old or 'uncited'} → {self.new} ({self.reason})"


def suggested_marker(
    claim: Claim, answer: Answer, checks: Sequence[Check], library: Library
) -> str | None:
    """The marker that a whole claim should have; None where nothing is to be changed."""
    better = _by_part(claim, answer, checks, library)
    if not better:
        return None
    ranges: list[Range] = []
    for index, part in enumerate(claim.parts):
        if index in better:
            ranges.extend(better[index][0])
        else:
            ranges.extend(r for i in part.citations for r in answer.citations[i].evidence)
    return write_marker(merge_ranges(ranges, library.first_numbers))


@dataclass(frozen=True, slots=True)
class Rewritten:
    """An answer with other markers; its words are the same.

    Attributes:
        text: Of the answer.
        changes: In order.
    """

    text: str
    changes: tuple[Change, ...]


def without_markers(answer: Answer) -> str:
    """The answer's text with its citations taken out, and the blanks before them."""
    kept: list[str] = []
    end, following, glued = len(answer.text), "", True
    for citation in reversed(answer.citations):
        piece = answer.text[citation.end : end]
        kept.append(piece if glued else piece.rstrip(" \t"))
        following = kept[-1][:1] or following
        glued, end = following.isalnum(), citation.start
    piece = answer.text[:end]
    kept.append(piece if glued else piece.rstrip(" \t"))
    return "".join(reversed(kept))


def rewrite(
    answer: Answer, verdicts: Sequence[Verdict], library: Library, *, only_uncited: bool = False
) -> Rewritten:
    """The answer with the markers that its verdicts suggest.

    Args:
        answer: As judged.
        verdicts: Of its claims.
        library: What its markers refer to.
        only_uncited: Leave every marker that is there.
    """
    better = suggestions(answer, verdicts, library)
    if only_uncited:
        better = {at: new for at, new in better.items() if not _part(answer, at).citations}
    return put_in(answer, better)


def suggestions(answer: Answer, verdicts: Sequence[Verdict], library: Library) -> Better:
    """What the parts of an answer should cite, where its verdicts say so."""
    return {
        (verdict.claim, part): better
        for verdict in verdicts
        for part, better in _by_part(
            answer.claims[verdict.claim], answer, verdict.checks, library
        ).items()
    }


def put_in(answer: Answer, better: Better) -> Rewritten:
    """The answer with other markers.

    Args:
        answer: As parsed.
        better: What parts should cite, by the indexes of claim and part, and why.
    """
    pieces: list[str] = []
    changes: list[Change] = []
    position = 0
    for at, (ranges, reason) in sorted(better.items()):
        part = _part(answer, at)
        old = [answer.citations[i] for i in part.citations]
        place = old[0].start if old else _before_stop(answer.text, part.start, part.end)
        cuts = [(citation.start, citation.end) for citation in old]
        comma = answer.form != "csv"
        new = write_marker(ranges) if comma else "".join(write_marker([r]) for r in ranges)
        for start, end in sorted([*cuts, (place, place)]):
            pieces.append(answer.text[position:start])
            position = end
            if start == end == place:
                lead = "" if not pieces[-1] or pieces[-1][-1:].isspace() else " "
                pieces.append(f"{lead}{new}")
        changes.append(Change(*at, "".join(citation.raw for citation in old), new, reason))
    pieces.append(answer.text[position:])
    return Rewritten("".join(pieces), tuple(changes))


def _part(answer: Answer, at: tuple[int, int]) -> Part:
    return answer.claims[at[0]].parts[at[1]]


def _by_part(
    claim: Claim, answer: Answer, checks: Sequence[Check], library: Library
) -> dict[int, tuple[tuple[Range, ...], str]]:
    """For each part that should cite something else: what, and why."""
    found: dict[int, tuple[tuple[Range, ...], str]] = {}
    for check in checks:
        if check.part is None or not check.evidence:
            continue
        if check.name == NAME:
            better = merge_ranges(((n, n) for n in check.evidence), library.first_numbers)
            found[check.part] = (better, check.reason)
        elif check.name == "extraneous":
            part = claim.parts[check.part]
            cited = {
                number
                for i in part.citations
                for first, last in answer.citations[i].evidence
                for number in range(first, last + 1)
            }
            rest = cited.difference(check.evidence)
            kept = merge_ranges(((n, n) for n in rest), library.first_numbers)
            found[check.part] = (kept, check.reason)
    return found


def _before_stop(text: str, start: int, end: int) -> int:
    stop = _STOP.search(text, start, end)
    return stop.start() if stop else end
