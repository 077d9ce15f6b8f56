"""Whether each cited sentence adds something to a supported part, by leaving it out."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pincite.records import Check, Outcome
from pincite.refs import Range

__all__ = ["extraneous"]

_MOST_SENTENCES = 12
"""Of a citation that is tried; a wider one is a finding of its own."""


def extraneous(
    cited: Sequence[Range], holds: Callable[[Sequence[Range]], bool], *, index: int
) -> Check | None:
    """Fail where cited sentences can be left out and the rest still supports the part.

    Sentences are left out one after the other, the last first, so that of two that say the same
    the earlier one stays. Each trial judges the part once more.

    Args:
        cited: Disjoint increasing sentence numbers that support the part.
        holds: Whether some of them still support it.
        index: Of the part.
    """
    kept = [number for first, last in cited for number in range(first, last + 1)]
    if not 1 < len(kept) <= _MOST_SENTENCES:
        return None
    spare: list[int] = []
    for number in reversed(kept[:]):
        rest = [other for other in kept if other != number]
        if rest and holds([(other, other) for other in rest]):
            kept = rest
            spare.append(number)
    if not spare:
        return None
    spare.reverse()
    listed = ", ".join(f"s{number}" for number in spare)
    verb = "adds" if len(spare) == 1 else "add"
    reason = f"{listed} {verb} nothing to the rest"
    return Check("extraneous", Outcome.FAIL, reason, part=index, evidence=tuple(spare))
