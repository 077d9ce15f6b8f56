"""Ragas: a metric that judges a response's citations against its retrieved contexts.

Tested with ragas 0.4.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field

from ragas.dataset_schema import SingleTurnSample
from ragas.metrics.base import MetricType, SingleTurnMetric

from pincite.checks import Policy
from pincite.integrations.texts import Text, judge, numbered
from pincite.records import Decision, Status

__all__ = ["AcceptedClaims"]


@dataclass
class AcceptedClaims(SingleTurnMetric):  # type: ignore[misc]
    """The share of a response's claims that are accepted, its contexts numbered as they come.

    NaN, which is Ragas's word for no score, where a response makes no claim. It calls no model.

    Attributes:
        policy: Turns findings into decisions.
    """

    name: str = "accepted_claims"
    policy: Policy | None = None
    _required_columns: dict[MetricType, set[str]] = field(
        default_factory=lambda: {MetricType.SINGLE_TURN: {"response", "retrieved_contexts"}}
    )

    def init(self, run_config: object) -> None:
        """There is nothing to prepare."""

    async def _single_turn_ascore(self, sample: SingleTurnSample, callbacks: object) -> float:
        del callbacks
        library = numbered(Text(words) for words in sample.retrieved_contexts or [])
        report = judge(sample.response or "", library, self.policy)
        factual = [v for v in report.verdicts if v.status is not Status.NO_CLAIM]
        accepted = sum(v.decision is Decision.ACCEPT for v in factual)
        return accepted / len(factual) if factual else math.nan
