"""Checks → status → decision: the policy as data; every decision names its rule."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields

from pincite.canonical import sha256_value
from pincite.errors import CallerError
from pincite.records import Check, Citation, Decision, Outcome, Status

__all__ = ["Policy", "combine", "decide", "worst"]

_ABOUT = re.compile(r"^ {8}(\w+): (.+)$", re.MULTILINE)
_ORDER = (Decision.ACCEPT, Decision.REVIEW, Decision.REJECT)
_BEFORE = (Status.CONTRADICTED, Status.UNSUPPORTED, Status.PARTIAL, Status.UNCHECKED)


@dataclass(frozen=True, slots=True)
class Policy:
    """What each finding leads to; a TOML file of the same keys replaces the defaults.

    Attributes:
        phantom: A cited sentence does not exist.
        backwards: A range ends before it begins.
        cross_document: A range runs over two documents.
        outside_pack: A cited sentence was not shown to the writer.
        gapped: A range runs over sentences that were not shown.
        quotation_changed: Quoted words do not stand in the evidence.
        figure_absent: A figure is not in the evidence.
        name_absent: A name is not in the evidence.
        conflict: Another sentence of the library says otherwise.
        contradicted: The evidence says the opposite.
        unsupported: The evidence does not support the claim.
        partial: The evidence supports a part of the claim.
        unchecked: Support could not be established.
        uncited: A claim without a marker.
        extraneous: More than half of the cited sentences add nothing.
        too_wide: A citation of more than `most_sentences` sentences.
        truncated: The model's answer broke off before its end.
        low_confidence: A confidence below `least_confidence`.
        most_sentences: See `too_wide`.
        least_confidence: See `low_confidence`; compared where there is a confidence.
    """

    phantom: Decision = Decision.REJECT
    backwards: Decision = Decision.REJECT
    cross_document: Decision = Decision.REJECT
    outside_pack: Decision = Decision.REVIEW
    gapped: Decision = Decision.REVIEW
    quotation_changed: Decision = Decision.REJECT
    figure_absent: Decision = Decision.REVIEW
    name_absent: Decision = Decision.REVIEW
    conflict: Decision = Decision.REVIEW
    contradicted: Decision = Decision.REJECT
    unsupported: Decision = Decision.REJECT
    partial: Decision = Decision.REVIEW
    unchecked: Decision = Decision.REVIEW
    uncited: Decision = Decision.REVIEW
    extraneous: Decision = Decision.REVIEW
    too_wide: Decision = Decision.REVIEW
    truncated: Decision = Decision.REVIEW
    low_confidence: Decision = Decision.REVIEW
    most_sentences: int = 12
    least_confidence: float = 0.85

    @property
    def sha256(self) -> str:
        """The hash of the settings, recorded with every report."""
        return sha256_value(self.settings())

    def settings(self) -> dict[str, str | int | float]:
        """Every key with its value, decisions by their names, in the order of the page."""
        values = ((field.name, getattr(self, field.name)) for field in fields(self))
        return {k: v.value if isinstance(v, Decision) else v for k, v in values}

    def to_toml(self) -> str:
        """The policy as the TOML file that `from_toml` reads, every key with what it is for."""
        about = dict(_ABOUT.findall(type(self).__doc__ or ""))
        return "\n".join(
            f"# {about.get(name, name)}\n{name} = {_toml(value)}\n"
            for name, value in self.settings().items()
        )

    @classmethod
    def from_toml(cls, text: str) -> Policy:
        """The policy of a TOML file; keys that are missing keep their default.

        Raises:
            CallerError: When the file is no TOML, or has a key or a value that no policy has.
        """
        try:
            values = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            raise CallerError(f"the policy is not TOML: {error}") from error
        known = {field.name: field.default for field in fields(cls)}
        read: dict[str, object] = {}
        for key, value in values.items():
            if key not in known:
                raise CallerError(
                    f"a policy has no key {key!r}", remedy=f"the keys are {', '.join(known)}"
                )
            read[key] = _value(key, value, known[key])
        return cls(**read)  # type: ignore[arg-type]


def _value(key: str, value: object, default: object) -> object:
    if isinstance(default, Decision):
        if value in list(Decision):
            return Decision(str(value))
        raise CallerError(f"{key} = {value!r}", remedy="use accept, review or reject")
    number = isinstance(value, int | float) and not isinstance(value, bool)
    if not number or (isinstance(default, int) and not isinstance(value, int)):
        raise CallerError(f"{key} = {value!r}", remedy=f"use a number such as {default!r}")
    return value


def _toml(value: str | int | float) -> str:
    return f'"{value}"' if isinstance(value, str) else str(value)


def worst(decisions: Sequence[Decision]) -> Decision:
    """The harshest of some decisions; review where there is none."""
    return max(decisions, key=_ORDER.index, default=Decision.REVIEW)


def combine(statuses: Sequence[Status]) -> Status:
    """The status of a claim from those of its parts.

    Parts of one status give that status. A part that is supported beside one that is not makes
    the claim partial, unless a part is contradicted.
    """
    different = set(statuses)
    if len(different) == 1:
        return statuses[0]
    if Status.CONTRADICTED in different:
        return Status.CONTRADICTED
    if Status.SUPPORTED in different and different != {Status.SUPPORTED, Status.UNCHECKED}:
        return Status.PARTIAL
    return next((status for status in _BEFORE if status in different), Status.UNCITED)


def decide(
    status: Status,
    checks: Sequence[Check],
    citations: Sequence[Citation],
    confidence: float | None,
    policy: Policy,
) -> tuple[Decision, str]:
    """The harshest decision that the findings of a claim lead to, with the rule's name."""
    worst, rule = Decision.ACCEPT, "nothing_found"
    for name in _findings(status, checks, citations, confidence, policy):
        decision: Decision = getattr(policy, name)
        if _ORDER.index(decision) > _ORDER.index(worst):
            worst, rule = decision, name
    return worst, rule


_OF_CHECK = {
    "quotes": "quotation_changed",
    "figures": "figure_absent",
    "names": "name_absent",
    "conflicts": "conflict",
}


def _findings(
    status: Status,
    checks: Sequence[Check],
    citations: Sequence[Citation],
    confidence: float | None,
    policy: Policy,
) -> Iterator[str]:
    for citation in citations:
        if citation.status is not None and citation.status.value != "ok":
            yield citation.status.value
        if sum(last - first + 1 for first, last in citation.evidence) > policy.most_sentences:
            yield "too_wide"
    for check in checks:
        if check.outcome is Outcome.FAIL and check.name in _OF_CHECK:
            yield _OF_CHECK[check.name]
    spare = sum(len(check.evidence) for check in checks if check.name == "extraneous")
    cited = sum(last - first + 1 for c in citations for first, last in c.evidence)
    if spare * 2 > cited:
        yield "extraneous"
    if status not in (Status.SUPPORTED, Status.NO_CLAIM):
        yield status.value
    if confidence is not None and confidence < policy.least_confidence:
        yield "low_confidence"
