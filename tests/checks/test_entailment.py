"""What a model's reading adds to the checks."""

from collections.abc import Callable, Sequence

import pytest

from pincite.checks import judge
from pincite.parse import parse_answer
from pincite.ports import Judgement
from pincite.records import Decision, Library, Outcome, Status, Verdict

YES = Judgement(0.97, 0.01, 0.01, 0.01)
NO = Judgement(0.02, 0.08, 0.85, 0.05)


class Reader:
    """Gives one judgement for every pair and keeps what it was asked."""

    name = "reader/1"

    def __init__(self, judgement: Judgement | None) -> None:
        self.judgement = judgement
        self.asked: list[tuple[str, str]] = []

    def judge(self, pairs: Sequence[tuple[str, str]]) -> list[Judgement | None]:
        """The one judgement, for each pair."""
        self.asked.extend(pairs)
        return [self.judgement for _ in pairs]


@pytest.fixture
def library(make_library: Callable[..., Library]) -> Library:
    """Two sentences about a bridge."""
    return make_library(bridge="The old bridge was shut in 2019. Traffic now crosses by ferry.")


def verdict(answer: str, library: Library, reader: Reader) -> Verdict:
    """The only verdict of an answer."""
    judged = judge(parse_answer(answer), library, entailment=reader)
    assert judged.verifier.endswith("reader/1")
    return judged.verdicts[0]


def test_a_paraphrase_is_what_the_reader_says(library: Library) -> None:
    """What the words leave open is supported or not as the model reads it."""
    answer = "Vehicles use a boat these days [s2]."
    found = verdict(answer, library, Reader(YES))
    assert (found.status, found.confidence, found.decision) == (
        Status.SUPPORTED,
        0.97,
        Decision.ACCEPT,
    )
    assert verdict(answer, library, Reader(NO)).status is Status.UNSUPPORTED


def test_the_reader_gets_claim_and_evidence_without_markers(library: Library) -> None:
    """A pair is the part's text and the cited sentences."""
    reader = Reader(YES)
    verdict("Vehicles use a boat these days [s2].", library, reader)
    assert reader.asked == [("Vehicles use a boat these days", "Traffic now crosses by ferry.")]


def test_a_wrong_figure_is_not_put_to_a_vote(library: Library) -> None:
    """A reader that is certain does not lift what the figures refuse."""
    found = verdict("The old bridge was shut in 2018 [s1].", library, Reader(YES))
    assert found.status is not Status.SUPPORTED
    assert found.decision is not Decision.ACCEPT


def test_doubt_sends_a_supported_claim_to_review(library: Library) -> None:
    """Support with a confidence under the policy's is looked at by a person."""
    doubt = Judgement(0.6, 0.2, 0.1, 0.1)
    found = verdict("Vehicles use a boat these days [s2].", library, Reader(doubt))
    assert (found.status, found.decision, found.rule) == (
        Status.SUPPORTED,
        Decision.REVIEW,
        "low_confidence",
    )


def test_a_pair_that_could_not_be_read_is_unknown(library: Library) -> None:
    """No judgement is never a pass."""
    found = verdict("Vehicles use a boat these days [s2].", library, Reader(None))
    assert found.status is Status.UNCHECKED
    assert found.confidence is None
    assert [c.outcome for c in found.checks if c.name == "entailment"] == [Outcome.UNKNOWN]


def test_a_phantom_is_not_read(library: Library) -> None:
    """Without evidence there is nothing to read."""
    reader = Reader(YES)
    assert verdict("Vehicles use a boat [s9].", library, reader).status is Status.UNSUPPORTED
    assert reader.asked == []


def test_sentences_of_two_documents_are_not_one_run(make_library: Callable[..., Library]) -> None:
    """The last of one document and the first of the next are evidence each in its own text."""
    library = make_library(first="One stands here.", second="Two stands there.")
    reader = Reader(YES)
    verdict("Both stand somewhere [s1][s2].", library, reader)
    assert [evidence for _, evidence in reader.asked] == ["One stands here.\nTwo stands there."]
    judged = judge(parse_answer("Both stand [s1, s2]."), library)
    assert judged.answer.citations[0].evidence == ((1, 1), (2, 2))
