from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.errors import CallerError
from pincite.measure.evidence import (
    GoldSpan,
    Position,
    evidence_scores,
    merge_kept,
    retention,
)
from pincite.text import Span

TEXT = "Rain fell. The dam held. Repairs cost two million. The mayor left."
DAM, COST, MAYOR = GoldSpan("d", 11, 24), GoldSpan("d", 25, 50), GoldSpan("d", 51, 66)
SPANS = st.lists(
    st.tuples(st.integers(0, 66), st.integers(0, 66)).map(lambda p: Span(min(p), max(p)))
)


def test_a_set_is_complete_when_all_its_spans_survive() -> None:
    """Of one annotator's two sentences one is kept: half the recall, not complete."""
    kept = retention([[DAM, MAYOR]], texts={"d": TEXT}, kept={"d": [Span(0, 24)]})
    assert kept is not None
    assert (kept.complete, kept.recall, kept.any_hit) == (False, 0.5, True)


def test_any_one_annotators_set_is_enough() -> None:
    """The second annotator's set survives whole, so the record is complete."""
    kept = retention([[DAM, MAYOR], [DAM]], texts={"d": TEXT}, kept={"d": [Span(0, 24)]})
    assert kept is not None
    assert (kept.complete, kept.recall) == (True, 1.0)


def test_a_span_over_two_kept_pieces_survives_only_without_a_hole() -> None:
    """Only white space may lie between the pieces that hold a span."""
    both = GoldSpan("d", 11, 50)
    whole = retention([[both]], texts={"d": TEXT}, kept={"d": [Span(25, 50), Span(11, 24)]})
    holed = retention([[both]], texts={"d": TEXT}, kept={"d": [Span(11, 23), Span(25, 50)]})
    assert whole is not None
    assert holed is not None
    assert whole.complete
    assert not holed.complete
    assert holed.character_recall == pytest.approx(37 / 39)


def test_white_space_around_gold_evidence_need_not_be_kept() -> None:
    """A gold span with blanks at its ends survives with its words."""
    kept = retention([[GoldSpan("d", 10, 25)]], texts={"d": TEXT}, kept={"d": [Span(11, 24)]})
    assert kept is not None
    assert kept.complete


def test_a_record_without_gold_evidence_has_no_retention() -> None:
    """Nothing to keep is no score."""
    assert retention([], texts={"d": TEXT}, kept={}) is None
    assert retention([[]], texts={"d": TEXT}, kept={}) is None


@pytest.mark.parametrize(
    "span", [GoldSpan("d", 60, 90), GoldSpan("x", 0, 3), GoldSpan("d", 24, 25), GoldSpan("d", 5, 5)]
)
def test_gold_evidence_outside_its_document_is_an_error(span: GoldSpan) -> None:
    """A gold span that is not in the text would count as lost without being so."""
    with pytest.raises(CallerError):
        retention([[span]], texts={"d": TEXT}, kept={})


@pytest.mark.parametrize(
    ("span", "position"),
    [(DAM, Position.FRONT), (COST, Position.MIDDLE), (MAYOR, Position.BACK)],
)
def test_position_is_the_third_of_the_texts(span: GoldSpan, position: Position) -> None:
    """The middle of the evidence decides."""
    kept = retention([[span]], texts={"d": TEXT}, kept={})
    assert kept is not None
    assert kept.position is position


def test_position_counts_over_all_documents() -> None:
    """Evidence at the start of the last of three documents lies at the back."""
    kept = retention([[GoldSpan("c", 0, 4)]], texts={"a": TEXT, "b": TEXT, "c": TEXT}, kept={})
    assert kept is not None
    assert kept.position is Position.BACK


def test_scores_count_records_and_positions() -> None:
    """Two records, one complete, each counted under its own position."""
    rows = [
        retention([[DAM]], texts={"d": TEXT}, kept={"d": [Span(0, 30)]}),
        retention([[MAYOR]], texts={"d": TEXT}, kept={"d": [Span(0, 30)]}),
    ]
    scores = evidence_scores([row for row in rows if row is not None])
    assert (scores.complete.successes, scores.complete.total) == (1, 2)
    assert scores.recall.value == 0.5
    assert scores.complete_by_position[Position.FRONT].value == 1.0
    assert scores.complete_by_position[Position.MIDDLE].value is None
    assert scores.complete_by_position[Position.BACK].value == 0.0


@given(SPANS)
def test_merged_spans_are_disjoint_and_keep_all_that_was_kept(spans: list[Span]) -> None:
    """Merging loses nothing and adds at most white space."""
    merged = merge_kept(TEXT, spans)
    covered = {at for span in merged for at in range(span.start, span.end)}
    asked = {at for span in spans for at in range(span.start, span.end)}
    assert asked <= covered
    assert all(TEXT[at].isspace() for at in covered - asked)
    assert all(a.end < b.start for a, b in pairwise(merged))


@given(SPANS, SPANS)
def test_keeping_more_never_loses_evidence(some: list[Span], more: list[Span]) -> None:
    """Retention grows with what is kept."""
    sets = [[DAM, COST], [MAYOR]]
    less = retention(sets, texts={"d": TEXT}, kept={"d": some})
    most = retention(sets, texts={"d": TEXT}, kept={"d": [*some, *more]})
    assert less is not None
    assert most is not None
    assert less.complete <= most.complete
    assert less.recall <= most.recall
    assert less.character_recall <= most.character_recall + 1e-12


def test_the_whole_text_keeps_everything() -> None:
    """The oracle's bound: all kept, all complete."""
    kept = retention([[DAM, COST, MAYOR]], texts={"d": TEXT}, kept={"d": [Span(0, len(TEXT))]})
    assert kept is not None
    assert (kept.complete, kept.recall, kept.character_recall) == (True, 1.0, 1.0)
