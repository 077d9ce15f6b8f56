from __future__ import annotations

import pytest

from pincite.errors import CallerError
from pincite.measure.citation import EXTRANEOUS, citation_on_fact, f1_score
from pincite.records import (
    Answer,
    BlockKind,
    Check,
    Citation,
    CitationStatus,
    Claim,
    Decision,
    Outcome,
    Status,
    Verdict,
)


def answer(*claims: tuple[CitationStatus | None, ...]) -> Answer:
    """An answer whose claims carry citations of the given statuses."""
    statuses = [status for claim in claims for status in claim]
    first = 0
    rows = []
    for claim in claims:
        rows.append(tuple(range(first, first + len(claim))))
        first += len(claim)
    return Answer(
        text="",
        text_sha256="sha256:",
        claims=tuple(
            Claim(text="", start=0, end=0, kind=BlockKind.PARAGRAPH, parts=(), citations=row)
            for row in rows
        ),
        citations=tuple(
            Citation(raw="[s1]", start=0, end=4, ranges=((1, 1),), status=status)
            for status in statuses
        ),
        unread_markers=(),
    )


def verdicts(*statuses: Status, extraneous: int | None = None) -> list[Verdict]:
    """One verdict for each status; one of them may have an extraneous citation."""
    failed = Check(name=EXTRANEOUS, outcome=Outcome.FAIL, reason="s9 adds nothing")
    return [
        Verdict(
            claim=row,
            status=status,
            part_statuses=(status,),
            checks=(failed,) if row == extraneous else (),
            decision=Decision.REVIEW,
            rule="",
        )
        for row, status in enumerate(statuses)
    ]


OK, PHANTOM = CitationStatus.OK, CitationStatus.PHANTOM


def test_the_worked_example() -> None:
    """Six claims: five factual, four cited, three supported, one of them right.

    1 supported, cited right              right
    2 supported, one citation a phantom   entailed only
    3 supported, one citation extraneous  entailed only
    4 partial                             cited, not right
    5 uncited                             factual only
    6 a lead-in                           not counted
    Precision 1/4, precision entailed 3/4, recall 1/5, F1 2·(0.25·0.2)/0.45 = 0.2222.
    """
    scores = citation_on_fact(
        answer((OK,), (OK, PHANTOM), (OK,), (OK,), (), ()),
        verdicts(
            Status.SUPPORTED,
            Status.SUPPORTED,
            Status.SUPPORTED,
            Status.PARTIAL,
            Status.UNCITED,
            Status.NO_CLAIM,
            extraneous=2,
        ),
    )
    assert (scores.precision.successes, scores.precision.total) == (1, 4)
    assert (scores.precision_entailed.successes, scores.precision_entailed.total) == (3, 4)
    assert (scores.recall.successes, scores.recall.total) == (1, 5)
    assert scores.f1 == pytest.approx(0.2222, abs=5e-5)
    assert scores.note.startswith("5 of 6 claims count as factual")


def test_an_answer_without_citations_has_no_precision_and_recall_0() -> None:
    """Precision None, recall 0, F1 0."""
    scores = citation_on_fact(answer((), ()), verdicts(Status.UNCITED, Status.UNCITED))
    assert scores.precision.value is None
    assert scores.precision_entailed.value is None
    assert (scores.recall.value, scores.f1) == (0.0, 0.0)


def test_an_answer_without_claims_has_no_scores() -> None:
    """Nothing factual is no score at all."""
    scores = citation_on_fact(answer(()), verdicts(Status.NO_CLAIM))
    assert (scores.precision.value, scores.recall.value, scores.f1) == (None, None, None)


def test_unchecked_is_not_right_and_is_said() -> None:
    """What could not be established never counts for an answer."""
    scores = citation_on_fact(answer((OK,)), verdicts(Status.UNCHECKED))
    assert (scores.precision.value, scores.recall.value, scores.f1) == (0.0, 0.0, 0.0)
    assert "1 cited but unchecked" in scores.note


@pytest.mark.parametrize("status", [CitationStatus.OUTSIDE_PACK, CitationStatus.GAPPED])
def test_a_citation_of_sentences_that_exist_is_not_broken(status: CitationStatus) -> None:
    """Outside the pack or over a gap is for a person to look at, not wrong."""
    scores = citation_on_fact(answer((status,)), verdicts(Status.SUPPORTED))
    assert scores.precision.value == 1.0


def test_verdicts_of_other_claims_are_an_error() -> None:
    """Every claim needs its one verdict."""
    with pytest.raises(CallerError):
        citation_on_fact(answer((OK,), ()), verdicts(Status.SUPPORTED))


def test_an_unresolved_citation_is_an_error() -> None:
    """A citation that was not looked up cannot be counted."""
    with pytest.raises(CallerError):
        citation_on_fact(answer((None,)), verdicts(Status.SUPPORTED))


@pytest.mark.parametrize(
    ("precision", "recall", "f1"),
    [(0.0, 0.0, 0.0), (1.0, 1.0, 1.0), (None, 0.0, 0.0), (None, None, None), (0.5, 0.25, 1 / 3)],
)
def test_f1(precision: float | None, recall: float | None, f1: float | None) -> None:
    """The harmonic mean, 0 where one is 0 or there is no precision."""
    assert f1_score(precision, recall) == (None if f1 is None else pytest.approx(f1))
