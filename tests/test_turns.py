"""Conversations: what an earlier turn cited never resolves in a later one."""

from collections.abc import Callable, Iterator, Sequence

import pytest

import pincite
from pincite.errors import GeneratorError, WindowError
from pincite.models.scripted import Scripted
from pincite.prompt import turn
from pincite.records import CitationStatus, Library, Passage, Prompt, Turn

MakeLibrary = Callable[..., Library]


class Listening:
    """Keeps the prompts that it gets, and writes what it was given for each."""

    name = "listening"

    def __init__(self, *answers: str) -> None:
        self.prompts: list[Prompt] = []
        self._answers = list(answers)

    def generate(
        self, prompt: Prompt, library: Library, passages: Sequence[Passage]
    ) -> Iterator[str]:
        """The next answer."""
        del library, passages
        self.prompts.append(prompt)
        yield self._answers[len(self.prompts) - 1]


class Narrow(Listening):
    """One with a window."""

    max_tokens = 100

    def window_tokens(self) -> int | None:
        """Of prompt and answer."""
        return 1000


@pytest.fixture
def library(make_library: MakeLibrary) -> Library:
    """A mill, much that matters to no question, and a lighthouse."""
    filler = " ".join(f"Herons were counted {n} times on the shore." for n in range(60))
    return make_library(
        mill=f"The mill was built in 1871. {filler}",
        light=f"The lighthouse was built in 1902. {filler}",
    )


def test_a_marker_of_an_earlier_turn_is_not_shown_again(library: Library) -> None:
    """The model reads what it said without markers, and so has none to copy."""
    model = Listening("It was built in 1871 [s1].", "In 1902 [s62].")
    first = pincite.ask("When was the mill built?", library, generator=model)
    earlier = turn("When was the mill built?", first.answer)
    pincite.ask("And the lighthouse?", library, generator=model, turns=(earlier,))
    (shown,) = model.prompts[1].turns
    assert shown.answer == "It was built in 1871."
    assert model.prompts[1].question == "And the lighthouse?"
    assert model.prompts[0].sha256 != model.prompts[1].sha256


def test_a_marker_that_comes_back_is_judged_by_the_later_pack(library: Library) -> None:
    """A number that only the earlier pack showed is outside of the later one, and named so."""
    model = Listening("It was built in 1871 [s1].", "As said, in 1871 [s1].")
    first = pincite.ask("mill built", library, generator=model, budget_tokens=60)
    assert first.pack is not None
    assert first.pack.shows(1, 1)
    assert first.answer.citations[0].status is CitationStatus.OK
    later = pincite.ask("lighthouse 1902", library, generator=model, budget_tokens=40)
    assert later.pack is not None
    assert not later.pack.shows(1, 1)
    assert later.answer.citations[0].status is CitationStatus.OUTSIDE_PACK


def test_a_marker_of_another_library_is_a_phantom(make_library: MakeLibrary) -> None:
    """A number of a conversation about other documents means nothing here."""
    small = make_library(note="The ferry sails at nine.")
    model = Listening("It sails at nine [s62].")
    earlier = turn("When?", pincite.verify("In 1902 [s62].", small).answer)
    report = pincite.ask("When does it sail?", small, generator=model, turns=(earlier,))
    assert report.answer.citations[0].status is CitationStatus.PHANTOM


def test_a_further_question_is_packed_with_those_before(library: Library) -> None:
    """A question that names nothing finds what the conversation is about."""
    model = Listening("Yes.")
    earlier = Turn("Who built the lighthouse?", "Nobody knows.")
    report = pincite.ask("And when?", library, generator=model, turns=(earlier,), budget_tokens=60)
    assert report.pack is not None
    assert "lighthouse was built in 1902" in report.pack.context
    assert report.pack.task == "Who built the lighthouse?\nAnd when?"


def test_what_was_said_takes_room_in_the_window(library: Library) -> None:
    """The pack is smaller by the turns before it, and where none fits that is an error."""
    alone = pincite.ask("mill", library, generator=Narrow("Yes."))
    said = Turn("Who?", "nobody " * 50)
    after = pincite.ask("mill", library, generator=Narrow("Yes."), turns=(said,))
    assert alone.pack is not None
    assert after.pack is not None
    assert after.pack.boundary.budget_tokens < alone.pack.boundary.budget_tokens
    with pytest.raises(WindowError):
        pincite.ask("mill", library, generator=Narrow("Yes."), turns=(said,) * 9)


def test_a_turn_that_broke_off_is_a_turn(library: Library) -> None:
    """An answer that was cut inside a marker goes into the next prompt without the half of it."""
    failure = GeneratorError("gone", retryable=True)
    cut = pincite.ask(
        "mill", library, generator=Scripted(("It was built [s1]. It burned [s",), failure)
    )
    assert turn("mill", cut.answer).answer == "It was built. It burned"
