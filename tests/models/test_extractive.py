"""The generator without a model."""

from collections.abc import Callable

from pincite.models.extractive import Extractive
from pincite.models.tokens import tokenizer
from pincite.parse import parse_answer
from pincite.records import NO_ANSWER, Library, Prompt
from pincite.split import passages

MakeLibrary = Callable[..., Library]


def answer(question: str, library: Library) -> str:
    """What the generator says when it sees everything."""
    prompt = Prompt(system="", context="", question=question, pack_id="")
    return "".join(Extractive().generate(prompt, library, passages(library, tokenizer())))


def test_answers_verbatim_and_cited(make_library: MakeLibrary) -> None:
    """The sentence that carries the question's terms is repeated with its own number."""
    library = make_library(
        mill="The mill stands by the river. Its wheel was replaced in 1911. Ducks live there.",
        inn="The inn opened in 1850.",
    )
    found = parse_answer(answer("When was the wheel of the mill replaced?", library))
    assert "Its wheel was replaced in 1911." in [claim.text for claim in found.claims]
    for claim in found.claims:
        (first, last) = found.citations[claim.citations[0]].ranges[0]
        assert first == last
        assert library.sentence(first).text == claim.text


def test_says_when_the_documents_are_silent(make_library: MakeLibrary) -> None:
    """A question about something else is not answered with what is nearest."""
    library = make_library(mill="The mill stands by the river. Its wheel was replaced in 1911.")
    assert answer("Who composed the opera about the walrus?", library) == NO_ANSWER


def test_a_marker_in_a_source_stays_text(make_library: MakeLibrary) -> None:
    """A sentence that contains a marker is cited by its own number only."""
    library = make_library(note="The walrus swims [s7] north. Ducks do not.")
    found = parse_answer(answer("Where does the walrus swim?", library))
    assert [citation.ranges for citation in found.citations] == [((1, 1),)]
