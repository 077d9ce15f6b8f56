"""Best of several answers."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

import pytest

import pincite
from pincite.errors import CallerError, GeneratorError
from pincite.models.extractive import Extractive
from pincite.records import Library, Passage, Prompt

MakeLibrary = Callable[..., Library]

LEASE = "The landlord is Mona Hartwig. The tenant is Ilse Brandt."


@dataclass
class Seeded:
    """Answers by its seed; None fails."""

    answers: Sequence[str | None]
    seed: int | None = None
    temperature: float = 0.0
    name: str = "seeded"
    heat: list[float] = field(default_factory=list)

    def generate(
        self,
        prompt: Prompt,  # noqa: ARG002
        library: Library,  # noqa: ARG002
        passages: Sequence[Passage],  # noqa: ARG002
    ) -> Iterator[str]:
        """The answer of the seed."""
        self.heat.append(self.temperature)
        answer = self.answers[self.seed or 0]
        if answer is None:
            raise GeneratorError("it fell over", retryable=False)
        yield answer


def test_the_sample_whose_citations_hold_is_taken(make_library: MakeLibrary) -> None:
    """A wrong citation, a failure, two right ones: the first right one, and all are told."""
    right = "The tenant is Ilse Brandt [s2]."
    model = Seeded(["The tenant is Ilse Brandt [s1].", None, right, f"Surely. {right}"])
    library = make_library(lease=LEASE)
    report = pincite.ask("Who?", library, generator=model, samples=4, entailment="none")
    assert report.answer.text == right
    assert report.warnings[0].startswith(
        "sample 3 of 4; citation F1: 0.00, none (it fell over), 1.00, "
    )
    assert model.heat == [0.7] * 4
    assert (model.seed, model.temperature) == (None, 0.0), "the generator itself stays as it was"


def test_no_sample_at_all_is_the_failure(make_library: MakeLibrary) -> None:
    """Where every sample fails, the last failure is raised."""
    with pytest.raises(GeneratorError, match="it fell over"):
        pincite.ask("Who?", make_library(lease=LEASE), generator=Seeded([None] * 2), samples=2)


def test_what_does_not_sample_is_refused(make_library: MakeLibrary) -> None:
    """Repeating sentences gives one answer only."""
    with pytest.raises(CallerError, match="cannot be sampled"):
        pincite.ask("Who?", make_library(lease=LEASE), generator=Extractive(), samples=2)
