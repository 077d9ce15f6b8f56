"""pydantic-ai: an output validator that asks the model again where citations are refused.

    agent = Agent(model, instructions=INSTRUCTIONS + context(library))
    agent.output_validator(citations(library))

Tested with pydantic-ai-slim 2.68.
"""

from __future__ import annotations

from collections.abc import Callable

from pydantic_ai import ModelRetry

from pincite.checks import Policy
from pincite.integrations.texts import judge, refusals
from pincite.records import Decision, Library

__all__ = ["citations"]


def citations(
    library: Library, *, policy: Policy | None = None, worst: Decision = Decision.REJECT
) -> Callable[[str], str]:
    """A validator of text outputs that hands them on unchanged, or says what was refused.

    Args:
        library: What the markers of the output refer to.
        policy: Turns findings into decisions.
        worst: The mildest decision on a claim that asks again.
    """

    def validate(output: str) -> str:
        found = refusals(judge(output, library, policy), worst=worst)
        if found:
            raise ModelRetry(f"Some citations do not hold. Put this right:\n{found}")
        return output

    return validate
