"""What comes out of an exchange, and what comes in."""

from __future__ import annotations

from dataclasses import dataclass

from pincite.canonical import Plain
from pincite.records import Answer
from pincite.refs import Range

__all__ = ["Exported", "Given", "Imported"]


@dataclass(frozen=True, slots=True)
class Exported:
    """A report in another shape.

    Attributes:
        value: Plain values for JSON, or the text itself for formats that are text.
        lost: What the shape could not carry, one sentence each; what no report in this shape can
            carry (verdicts, where the module says so) is not repeated here.
    """

    value: Plain
    lost: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Given:
    """A citation as another API gave it.

    Attributes:
        raw: As it came.
        ranges: The sentences that it was found to mean; empty where it points at nothing.
        problem: What was wrong with it; empty where nothing was.
    """

    raw: Plain
    ranges: tuple[Range, ...]
    problem: str = ""


@dataclass(frozen=True, slots=True)
class Imported:
    """An answer of another API, ready to be judged.

    Attributes:
        answer: Its text with claims, parts and citations; `pincite.verify` takes it. Its warnings
            say what could not be read or was not believed.
        citations: As they came, in order, with what became of each.
    """

    answer: Answer
    citations: tuple[Given, ...]

    @property
    def warnings(self) -> tuple[str, ...]:
        """What could not be read or was not believed."""
        return self.answer.warnings
