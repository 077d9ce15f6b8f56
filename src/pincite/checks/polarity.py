"""Whether a part denies what its evidence states, or states what it denies."""

from __future__ import annotations

import re

from pincite.checks.evidence import Evidence
from pincite.checks.words import content_words, equivalents, negations
from pincite.rank import terms
from pincite.records import Check, Outcome
from pincite.text import Span

__all__ = ["polarity"]

_CLAUSE = re.compile(r"[,;:()]|\s(?:and|but|or|while|whereas|which|who|that|because|although)\s")


def polarity(part: str, evidence: Evidence, *, index: int, offset: int) -> Check | None:
    """Fail where the clause of the evidence that says the same differs by a negation.

    None where neither side denies anything; unknown where no clause of the evidence has all words
    of a clause of the part.

    Args:
        part: The words of the part.
        evidence: What it cites.
        index: Of the part.
        offset: Where the part starts in the raw answer.
    """
    if not negations(part) and not negations(evidence.text):
        return None
    rivals = [(_negators(clause), _stems(clause)) for _, clause in _clauses(evidence.text)]
    matched = 0
    for start, clause in _clauses(part):
        wanted, denied = _stems(clause), _negators(clause)
        alike = [found for found, stems in rivals if wanted and _covers(stems, wanted)]
        if alike and all(len(found) % 2 != len(denied) % 2 for found in alike):
            span = Span(offset + start, offset + start + len(clause))
            reason = _reason(denied, alike[0])
            return Check("polarity", Outcome.FAIL, reason, spans=(span,), part=index)
        matched += bool(alike) or not wanted
    if not negations(part):
        return None
    if matched == len(_clauses(part)):
        reason = "what the claim denies, the evidence denies"
        return Check("polarity", Outcome.PASS, reason, part=index)
    reason = "the negation cannot be placed in the evidence"
    return Check("polarity", Outcome.UNKNOWN, reason, part=index)


def _reason(denied: list[str], found: list[str]) -> str:
    lost = [word for word in found if word not in denied]
    added = [word for word in denied if word not in found]
    said = [f"the claim has lost “{word}”" for word in lost]
    said += [f"the claim has “{word}”, the evidence has not" for word in added]
    return "; ".join(said) or "the claim and the evidence deny differently"


def _negators(clause: str) -> list[str]:
    return [match[0].lower() for match in negations(clause)]


def _clauses(text: str) -> list[tuple[int, str]]:
    found, position = [], 0
    for line in text.splitlines(keepends=True):
        start = 0
        for match in [*_CLAUSE.finditer(line), None]:
            end = match.start() if match else len(line)
            if line[start:end].strip():
                found.append((position + start, line[start:end]))
            start = match.end() if match else end
        position += len(line)
    return found


def _stems(clause: str) -> frozenset[str]:
    return frozenset(stem for word in content_words(clause) for stem in terms(word.text))


def _covers(stems: frozenset[str], wanted: frozenset[str]) -> bool:
    return all(not stems.isdisjoint(equivalents(stem)) for stem in wanted)
