"""What the checks of an answer established, and what to do with it."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from pincite.records.answers import Answer
from pincite.records.documents import Library
from pincite.records.packs import Pack
from pincite.text import Span

__all__ = [
    "Check",
    "Decision",
    "Generation",
    "Outcome",
    "Proportion",
    "Report",
    "Scores",
    "Status",
    "Verdict",
]


class Outcome(StrEnum):
    """What one check established; `unknown` is never a pass."""

    PASS = "pass"
    FAIL = "fail"
    UNKNOWN = "unknown"


class Status(StrEnum):
    """What the checks of a claim or part add up to."""

    SUPPORTED = "supported"
    PARTIAL = "partial"
    UNSUPPORTED = "unsupported"
    CONTRADICTED = "contradicted"
    UNCITED = "uncited"
    UNCHECKED = "unchecked"
    NO_CLAIM = "no_claim"


class Decision(StrEnum):
    """What to do with a claim or an answer."""

    ACCEPT = "accept"
    REVIEW = "review"
    REJECT = "reject"


@dataclass(frozen=True, slots=True)
class Check:
    """One test of a claim, or of one of its parts.

    Attributes:
        name: Of the check, such as `figures`.
        outcome: What it established.
        reason: One sentence for a person.
        spans: What the reason is about, in the raw answer.
        score: 0 to 1 where the check has one.
        part: Index of the part it was made for, None for the whole claim.
        evidence: Sentence numbers the reason speaks of (a conflict, a quotation found elsewhere).
    """

    name: str
    outcome: Outcome
    reason: str
    spans: tuple[Span, ...] = ()
    score: float | None = None
    part: int | None = None
    evidence: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the checks of one claim add up to.

    Attributes:
        claim: Index into the answer's claims.
        status: Of the claim.
        part_statuses: One for each part.
        checks: In the order made.
        decision: What to do with the claim.
        rule: The policy's rule that decided.
        confidence: Probability that the evidence supports the claim; None without a calibrated
            verifier.
        suggestion: A marker that would be right, if one was found.
    """

    claim: int
    status: Status
    part_statuses: tuple[Status, ...]
    checks: tuple[Check, ...]
    decision: Decision
    rule: str
    confidence: float | None = None
    suggestion: str | None = None


@dataclass(frozen=True, slots=True)
class Proportion:
    """A share with its counts and its 95 % Wilson interval.

    Attributes:
        successes: The numerator.
        total: The denominator.
        low: Lower end, None when there is nothing to count.
        high: Upper end, None when there is nothing to count.
    """

    successes: int
    total: int
    low: float | None
    high: float | None

    @property
    def value(self) -> float | None:
        """The share; None, never 0, when there is nothing to count."""
        return self.successes / self.total if self.total else None


@dataclass(frozen=True, slots=True)
class Scores:
    """Citation-on-fact scores of one answer.

    Attributes:
        precision: Right cited claims among cited claims; right means that the evidence supports
            the claim and no cited range is broken or extraneous.
        precision_entailed: Supported cited claims among cited claims.
        recall: Right cited claims among factual claims.
        f1: Harmonic mean of precision and recall; None without a factual claim.
        note: What the counts stand on.
    """

    precision: Proportion
    precision_entailed: Proportion
    recall: Proportion
    f1: float | None
    note: str


@dataclass(frozen=True, slots=True)
class Generation:
    """How an answer came to be.

    Attributes:
        generator: Name of what wrote it.
        prompt: Name and version of the instructions, such as `line.en/2`.
        prompt_sha256: Hash of what was asked: instructions, context, earlier turns, question.
        complete: False where the answer broke off; the report's warnings say why.
        at_limit: Whether it broke off where it had the most tokens that it may have.
    """

    generator: str
    prompt: str
    prompt_sha256: str
    complete: bool = True
    at_limit: bool = False


@dataclass(frozen=True, slots=True)
class Report:
    """An answer, judged.

    Attributes:
        answer: With its citations resolved.
        verdicts: One for each claim.
        decision: The worst claim's.
        answered: False where the answer says that the documents do not answer, or has no claim.
        library: What it was checked against.
        pack: What the model was shown; None where that was the whole library.
        scores: Citation-on-fact.
        policy_sha256: Hash of the policy that decided.
        verifier: Name and version of what judged support.
        pincite_version: The version that judged.
        warnings: What the reader of the report should know.
        generation: How the answer came to be, None where it was given.
    """

    answer: Answer
    verdicts: tuple[Verdict, ...]
    decision: Decision
    answered: bool
    library: Library = field(repr=False)
    pack: Pack | None
    scores: Scores
    policy_sha256: str
    verifier: str
    pincite_version: str
    warnings: tuple[str, ...] = ()
    generation: Generation | None = None
