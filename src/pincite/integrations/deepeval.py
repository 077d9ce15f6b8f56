"""DeepEval: a metric that judges an output's citations against its retrieval context.

Tested with deepeval 4.3.
"""

from __future__ import annotations

from deepeval.metrics import BaseMetric
from deepeval.test_case import LLMTestCase

from pincite.checks import Policy
from pincite.integrations.texts import Text, judge, numbered, refusals
from pincite.records import Decision, Status

__all__ = ["CitationMetric"]


class CitationMetric(BaseMetric):
    """The share of an output's claims that are accepted; it calls no model.

    An output without a claim has no score and does not succeed.

    Args:
        threshold: The least share that succeeds.
        policy: Turns findings into decisions.
    """

    def __init__(self, threshold: float = 1.0, policy: Policy | None = None) -> None:
        self.threshold = threshold
        self.async_mode = False
        self.include_reason = True
        self._policy = policy

    def measure(self, test_case: LLMTestCase, *_: object, **__: object) -> float | None:
        """Score a test case with `actual_output` and `retrieval_context`."""
        contexts = [
            str(getattr(words, "context", words)) for words in test_case.retrieval_context or []
        ]
        library = numbered(Text(words) for words in contexts)
        report = judge(test_case.actual_output or "", library, self._policy)
        factual = [v for v in report.verdicts if v.status is not Status.NO_CLAIM]
        accepted = sum(v.decision is Decision.ACCEPT for v in factual)
        self.score = accepted / len(factual) if factual else None
        self.success = self.score is not None and self.score >= self.threshold
        self.reason = refusals(report, worst=Decision.REVIEW) or report.decision.value
        return self.score

    async def a_measure(self, test_case: LLMTestCase, *_: object, **__: object) -> float | None:
        """The same; nothing in it waits."""
        return self.measure(test_case)

    def is_successful(self) -> bool:
        """Whether the last test case reached the threshold."""
        return bool(self.success)

    @property
    def __name__(self) -> str:  # type: ignore[override]
        return "Citations"
