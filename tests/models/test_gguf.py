"""A GGUF file in this process, with SmolLM2."""

from collections.abc import Callable
from pathlib import Path

import pytest

import pincite
from pincite.checks import Policy
from pincite.errors import CallerError, GeneratorError, WindowError
from pincite.hearing import ClaimJudged
from pincite.models.gguf import Gguf
from pincite.models.scripted import Scripted
from pincite.models.specs import make_generator
from pincite.records import Decision, Library, Prompt, Status
from pincite.split import split

MakeLibrary = Callable[..., Library]


@pytest.fixture(scope="module")
def model(smollm: Path) -> Gguf:
    """SmolLM2, loaded once."""
    return Gguf(smollm, context_tokens=1024, max_tokens=12, threads=1)


def test_a_model_in_this_process_is_held_to_the_pack(
    model: Gguf, make_library: MakeLibrary
) -> None:
    """An answer is judged like any other, and no citation of it is a phantom."""
    library = make_library(mill="The mill stands by the river. Its wheel is new.")
    report = pincite.ask("Where does the mill stand?", library, generator=model)
    assert report.generation is not None
    assert report.generation.generator.startswith("gguf:SmolLM2")
    assert all(c.status is not None and c.status.value == "ok" for c in report.answer.citations)


def test_closing_stops_the_model(model: Gguf) -> None:
    """Who stops listening gets the model back for the next question."""
    prompt = Prompt("Count.", "", "One, two", "")
    first = []
    for _ in range(2):
        pieces = model.generate(prompt, split([]), ())
        first.append(next(iter(pieces)))
        pieces.close()  # type: ignore[attr-defined]
    assert first[0] == first[1]


def test_a_prompt_over_the_window_is_an_error(model: Gguf) -> None:
    """Both sizes are named, and nothing is cut in silence."""
    with pytest.raises(WindowError) as caught:
        list(model.generate(Prompt("Count.", "one two " * 900, "?", ""), split([]), ()))
    assert caught.value.window_tokens == 1024


def test_a_file_that_is_missing_is_the_callers_mistake() -> None:
    """It is named before anything is loaded."""
    pytest.importorskip("xllamacpp")
    with pytest.raises(CallerError, match=r"nowhere\.gguf"):
        list(Gguf(Path("nowhere.gguf")).generate(Prompt("", "", "?", ""), split([]), ()))


@pytest.mark.parametrize("spec", ["", "openai", "openai:", "gguf:", "nothing:x", "extractive:x"])
def test_what_is_no_generator_is_named(spec: str) -> None:
    """An unknown name says which there are."""
    with pytest.raises(CallerError, match="no generator"):
        make_generator(spec)


def test_claims_are_judged_while_they_come(make_library: MakeLibrary) -> None:
    """A claim is heard with its verdict before the answer is complete."""
    library = make_library(mill="The mill stands by the river. Its wheel was replaced in 1911.")
    heard: list[object] = []
    pieces = (
        "The mill stands by the river [s1].\n\n",
        "Its wheel was replaced in 1912 [s2].\n\nEnd",
    )
    report = pincite.ask(
        "What of the mill?", library, generator=Scripted(pieces), on_event=heard.append
    )
    judged = [event for event in heard if isinstance(event, ClaimJudged)]
    assert judged[0].verdict.status is Status.SUPPORTED
    assert judged[1].verdict.status is not Status.SUPPORTED
    assert judged[0].claim.text == report.answer.claims[0].text
    assert report.generation is not None
    assert report.generation.complete


def test_an_answer_that_breaks_off_is_kept(make_library: MakeLibrary) -> None:
    """What came before the failure is judged and marked; a failure before any text is raised."""
    library = make_library(mill="The mill stands by the river.")
    failure = GeneratorError("the server died", retryable=True)
    broken = Scripted(("The mill stands by the river [s1].",), failure)
    report = pincite.ask("Where?", library, generator=broken)
    assert report.generation is not None
    assert not report.generation.complete
    assert "truncated_answer: the server died" in report.warnings
    assert report.verdicts[0].decision is Decision.ACCEPT
    assert report.decision is Decision.REVIEW
    strict = Policy(truncated=Decision.REJECT)
    again = pincite.ask("Where?", library, generator=broken, policy=strict)
    assert again.decision is Decision.REJECT
    with pytest.raises(GeneratorError):
        pincite.ask("Where?", library, generator=Scripted((), failure))
