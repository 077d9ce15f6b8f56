"""What is asked of a judge, what it says, and the judge that is the checks; builds no model.

A judge answers four kinds of items with a number from 0 to 1, or says that it could not: `None` is
never a pass and never a zero, it is counted apart.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from pincite.canonical import sha256_value
from pincite.checks import VERIFIER, Finding, check_pair
from pincite.checks.claims import is_claim
from pincite.checks.entailment import LEAST_SUPPORTED, settle
from pincite.parse import parse_answer
from pincite.ports import Entailment, Judgement
from pincite.rank import query_terms, terms
from pincite.records import Outcome, Status

__all__ = ["CheckingJudge", "Item", "Judge", "Ruling", "Task", "WordOverlap"]


class Task(StrEnum):
    """What a judge may be asked.

    `support`: does the text support the claim (1 fully, 0.5 in part, 0 not); `relevance`: does the
    text hold something that the claim says (1 or 0); `need`: does the claim need a citation (1 or
    0), the text being the whole answer; `quality`: how well the claim, a whole answer, agrees with
    the text, a reference answer (0 to 1).
    """

    SUPPORT = "support"
    RELEVANCE = "relevance"
    NEED = "need"
    QUALITY = "quality"


@dataclass(frozen=True, slots=True)
class Item:
    """One thing to judge.

    Attributes:
        task: What is asked.
        claim: The sentence, or for `quality` the answer.
        text: The evidence, the answer around the sentence, or the reference.
        question: What the answer was given to; may be empty.
    """

    task: Task
    claim: str
    text: str
    question: str = ""

    @property
    def key(self) -> str:
        """The hash of all that a judge sees."""
        return sha256_value([self.task.value, self.claim, self.text, self.question])


@dataclass(frozen=True, slots=True)
class Ruling:
    """What a judge says of an item.

    Attributes:
        value: 0 to 1; None where it was not established.
        reason: In a few words.
        failed: The judge broke down, as opposed to having looked and not known.
    """

    value: float | None
    reason: str = ""
    failed: bool = False


class Judge(Protocol):
    """Rules on items.

    Attributes:
        name: With the version of what decides; part of every score.
        checks_first: It stands on the checks, so that what they settled need not be asked.
        entailment: What it completes the checks with, if it stands on them and anything.
        least_supported: Probability of that from which a claim counts as supported.
    """

    checks_first: bool
    entailment: Entailment | None
    least_supported: float

    @property
    def name(self) -> str:
        """Such as `checks/1`."""

    def rule(self, items: Sequence[Item]) -> list[Ruling]:
        """One ruling for each item, in order."""


class CheckingJudge:
    """The checks, and where they cannot tell an entailment model, if there is one.

    A score counts right citations; for that misses and false alarms have to weigh the same. So it
    takes a claim as supported from a lower probability on than a verdict does, which has to be
    sure: the one at which both are equally frequent on answers that people judged (`balance` of
    `pincite bench rank`).

    Args:
        entailment: Asked what the checks leave open, which else is not established.
        least_supported: Probability of support from which a claim counts as supported.
    """

    checks_first = True

    def __init__(
        self, entailment: Entailment | None = None, least_supported: float = LEAST_SUPPORTED
    ) -> None:
        self.entailment = entailment
        self.least_supported = least_supported
        from_ = f" from {least_supported:g}" if least_supported != LEAST_SUPPORTED else ""
        self.name = f"{VERIFIER}+{entailment.name}{from_}" if entailment else VERIFIER

    def rule(self, items: Sequence[Item]) -> list[Ruling]:
        """One ruling for each item; what the checks leave open goes to the model in one batch."""
        return [
            _FORM_RULES[item.task](item) if found is None else _by_finding(item, found)
            for item, found in zip(items, self._findings(items), strict=True)
        ]

    def _findings(self, items: Sequence[Item]) -> list[Finding | None]:
        found = [
            None if item.task in _FORM_RULES else check_pair(item.claim, item.text)
            for item in items
        ]
        if self.entailment is None:
            return found
        asked = {
            row: finding
            for row, finding in enumerate(found)
            if finding is not None and finding.status in _OPEN and items[row].text.strip()
        }
        read = self.entailment.judge([(items[row].claim, items[row].text) for row in asked])
        for (row, finding), judgement in zip(asked.items(), read, strict=True):
            found[row] = settle(finding, judgement, index=0, least=self.least_supported)
        return found


_OPEN = (Status.UNCHECKED, Status.UNSUPPORTED, Status.PARTIAL)
"""What a model may be asked about; `settle` says what its reading changes."""

_LEAST_SHARED = 0.25
"""Share of a claim's content words from which a text holds something of it. Agrees with people on
four spans of five (`relevance_agreement` of `pincite bench rank`), an entailment model's reading on
two of three: that asks for more than something."""

_VALUES = {
    Status.SUPPORTED: 1.0,
    Status.PARTIAL: 0.5,
    Status.UNSUPPORTED: 0.0,
    Status.CONTRADICTED: 0.0,
}


def _by_finding(item: Item, found: Finding) -> Ruling:
    value = _VALUES.get(found.status)
    problems = [check.reason for check in found.checks if check.outcome is not Outcome.PASS]
    reason = (*problems, found.status.value)[0]
    if item.task is Task.SUPPORT:
        return Ruling(value, reason)
    if value == 1:
        return Ruling(1.0, "supports it")
    wanted, known = query_terms(item.claim), set(terms(item.text))
    if not wanted:
        return Ruling(None, "the claim has no content words")
    shared = sum(term in known for term in wanted)
    held = f"{shared} of {len(wanted)} content words in common"
    return Ruling(float(shared >= _LEAST_SHARED * len(wanted)), held)


def _need(item: Item) -> Ruling:
    claims = parse_answer(item.claim).claims
    return Ruling(float(any(is_claim(claim) for claim in claims)), "by its form")


def _quality(item: Item) -> Ruling:
    """The share of the reference's content words that the answer has: recall, not a rating."""
    wanted = set(query_terms(item.text))
    found = set(terms(item.claim))
    if not wanted:
        return Ruling(None, "the reference has no words")
    return Ruling(len(wanted & found) / len(wanted), "share of the reference's words")


_FORM_RULES = {Task.NEED: _need, Task.QUALITY: _quality}


class WordOverlap:
    """A stand-in for an entailment model: the share of a claim's content words in the evidence.

    It reads no meaning, and its name says so wherever it was used.
    """

    name = "word-overlap/1"

    def judge(self, pairs: Sequence[tuple[str, str]]) -> list[Judgement | None]:
        """For each `(claim, evidence)` a judgement by shared words."""
        return [self._judge(claim, evidence) for claim, evidence in pairs]

    def _judge(self, claim: str, evidence: str) -> Judgement:
        wanted = query_terms(claim)
        known = set(terms(evidence))
        share = sum(term in known for term in wanted) / len(wanted) if wanted else 0.0
        supported = 1 / (1 + math.exp(-_STEEPNESS * (share - _HALF)))
        partly = share / (share + _LEAST)
        return Judgement(supported, (1 - supported) * partly, (1 - supported) * (1 - partly), 0.0)


_STEEPNESS, _HALF, _LEAST = 12, 0.5, 0.3
"""By eye from answers that people judged: half of the words is where right and wrong citations
meet, below three in ten hardly any is right."""
