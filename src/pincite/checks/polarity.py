"""Whether a part was turned on the way: negation, quantifier, modality, direction, roles."""

from __future__ import annotations

from pincite.checks.alignment import Clause, align, clauses, covers
from pincite.checks.coverage import not_covered
from pincite.checks.evidence import Evidence
from pincite.checks.roles import swapped_roles
from pincite.checks.strength import changed_strength, labelled_by_opposite, replaced_by_opposite
from pincite.checks.words import denials, negations, word_stems
from pincite.records import Check, Outcome
from pincite.text import Span

__all__ = ["polarity"]

_FEW_SENTENCES = 4
_BRIEF = 800
_REACH = 2
_LEAST_STEMS = 3
"""Things that a clause must speak of for a change to be told from chance, where the evidence is
long."""


def polarity(part: str, evidence: Evidence, *, index: int, offset: int) -> Check | None:
    """Fail where every clause of the evidence that says the same says it otherwise.

    None where no clause can be compared and the part denies nothing; unknown where a denial
    cannot be placed in the evidence.

    Args:
        part: The words of the part.
        evidence: What it cites.
        index: Of the part.
        offset: Where the part starts in the raw answer.
    """
    language = not_covered(part, evidence)
    if language:
        reason = f"negation, quantifiers and roles are not compared in {language}"
        return Check("polarity", Outcome.UNKNOWN, reason, part=index)
    turned = replaced_by_opposite(part, evidence.text)
    turned = turned or labelled_by_opposite(part, evidence.text)
    if turned is not None:
        span = Span(offset + turned.start, offset + turned.end)
        return Check("polarity", Outcome.FAIL, turned.reason, spans=(span,), part=index)
    unplaced = compared = 0
    brief = len(evidence.sentences) <= _FEW_SENTENCES and len(evidence.text) <= _BRIEF
    least = 1 if brief else _LEAST_STEMS
    for clause in clauses(part):
        alike = align(clause, evidence.text)
        if not alike:
            unplaced += bool(_negators(clause))
            continue
        whole = max(covers(other.stems, clause.stems) for other in alike) == len(clause.stems)
        problems = [_problem(clause, other, whole=whole, least=least) for other in alike]
        if all(problems):
            span = Span(offset + clause.start, offset + clause.start + len(clause.text))
            reason = str(problems[0])
            return Check("polarity", Outcome.FAIL, reason, spans=(span,), part=index)
        compared += 1
        unplaced += bool(_negators(clause)) and not whole
    if unplaced:
        reason = "the negation cannot be placed in the evidence"
        return Check("polarity", Outcome.UNKNOWN, reason, part=index)
    if not compared:
        return None
    return Check("polarity", Outcome.PASS, "nothing was negated or turned round", part=index)


def _problem(clause: Clause, other: Clause, *, whole: bool, least: int) -> str | None:
    denied, found = _negators(clause), _negators(other)
    odd = len(denied) % 2 != len(found) % 2
    if odd and whole and len(clause.stems) >= least and _of_the_same(clause, other):
        return _negation(denied, found)
    if least > 1 and not (whole and len(clause.stems) >= least):
        return None
    changed = changed_strength(clause, other, whole=whole)
    if changed:
        return changed
    verb = swapped_roles(clause, other)
    return f"the two sides of “{verb}” changed places" if verb else None


def _of_the_same(clause: Clause, other: Clause) -> bool:
    """Whether a denial of the evidence bears on words that the claim shares.

    A clause may run on without punctuation (“Don't be silent avoid dark lanes”); its “not” is
    about the next words.
    """
    for match in denials(other.text):
        after = [word for word in other.words if word.start >= match.end()][:_REACH]
        if after and all(clause.stems.isdisjoint(word_stems(word.text)) for word in after):
            return False
    return True


def _negation(denied: list[str], found: list[str]) -> str:
    lost = [word for word in found if word not in denied]
    added = [word for word in denied if word not in found]
    said = [f"the claim has lost “{word}”" for word in lost]
    said += [f"the claim has “{word}”, the evidence has not" for word in added]
    return "; ".join(said) or "the claim and the evidence deny differently"


def _negators(clause: Clause) -> list[str]:
    return list(negations(clause.text))
