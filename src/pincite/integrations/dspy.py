"""DSPy: a reward for `dspy.Refine` and `dspy.BestOfN`, and a metric for its optimisers.

    library = numbered(texts)
    module = dspy.Refine(answerer, N=3, reward_fn=reward(library), threshold=1.0)

Tested with dspy 3.4.
"""

from __future__ import annotations

from collections.abc import Callable

import dspy

from pincite.checks import Policy
from pincite.integrations.texts import judge
from pincite.records import Decision, Library

__all__ = ["reward"]

_VALUES = {Decision.ACCEPT: 1.0, Decision.REVIEW: 0.5, Decision.REJECT: 0.0}


def reward(
    library: Library, *, field: str = "answer", policy: Policy | None = None
) -> Callable[[object, dspy.Prediction], float]:
    """A function of example and prediction: 1 accepted, 0.5 for review, 0 rejected.

    Args:
        library: What the markers of the answer refer to.
        field: The field of a prediction that holds the answer.
        policy: Turns findings into decisions.
    """

    def value(example: object, prediction: dspy.Prediction, trace: object = None) -> float:
        del example, trace
        return _VALUES[judge(str(getattr(prediction, field)), library, policy).decision]

    return value
