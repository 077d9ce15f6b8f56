"""How much of the gold evidence a selection keeps: complete sets, recall, any hit, by position.

A gold span survives when every character of it that is not white space is kept, in one piece: two
kept spans with only white space between them are one. A *set* is one annotator's evidence; its
spans are needed together, and any one whole set is enough. How a selection was made, and how many
tokens it costs, is not known here.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from pincite.errors import CallerError
from pincite.measure.intervals import Interval, bootstrap, wilson
from pincite.records import Proportion
from pincite.text import Span

__all__ = [
    "EvidenceScores",
    "GoldSpan",
    "Position",
    "Retention",
    "evidence_scores",
    "merge_kept",
    "retention",
]


class GoldSpan(NamedTuple):
    """A stretch of a document that an annotator marked."""

    doc_id: str
    start: int
    end: int


class Position(StrEnum):
    """The third of the texts, one after the other, that evidence lies in."""

    FRONT = "front"
    MIDDLE = "middle"
    BACK = "back"


@dataclass(frozen=True, slots=True)
class Retention:
    """What a selection keeps of one record's gold evidence.

    Attributes:
        complete: Some annotator's whole set survives.
        recall: Share of the spans of a set that survive, of the set where it is highest.
        character_recall: Share of the characters of a set that are kept, likewise; says something
            where spans are too large to be kept whole.
        any_hit: At least one gold span survives.
        position: Of the mean middle of all gold spans.
    """

    complete: bool
    recall: float
    character_recall: float
    any_hit: bool
    position: Position


@dataclass(frozen=True, slots=True)
class EvidenceScores:
    """Evidence retention over records.

    Attributes:
        complete: Records with a complete set among records with gold evidence.
        recall: Best annotator's recall of spans, averaged over records.
        character_recall: Best annotator's recall of characters, averaged over records.
        any_hit: Records with a surviving span among records with gold evidence.
        complete_by_position: `complete` among the records whose evidence lies there.
    """

    complete: Proportion
    recall: Interval
    character_recall: Interval
    any_hit: Proportion
    complete_by_position: Mapping[Position, Proportion]


def retention(
    sets: Sequence[Sequence[GoldSpan]],
    *,
    texts: Mapping[str, str],
    kept: Mapping[str, Iterable[Span]],
) -> Retention | None:
    """What a selection keeps of a record's gold evidence; None for a record without any.

    Args:
        sets: The spans of each annotator's set.
        texts: The text of each document by id, in reading order.
        kept: The selected spans of each document, in any order; they may overlap.

    Raises:
        CallerError: When a gold span is not in its document or has nothing but white space.
    """
    spans = [[_trimmed(span, texts) for span in group] for group in sets if group]
    if not spans:
        return None
    merged = {
        doc_id: merge_kept(texts[doc_id], pieces) for doc_id, pieces in kept.items() if pieces
    }
    survived = [[_survives(span, merged.get(span.doc_id, ())) for span in group] for group in spans]
    return Retention(
        complete=any(all(group) for group in survived),
        recall=max(sum(group) / len(group) for group in survived),
        character_recall=max(_character_share(group, merged) for group in spans),
        any_hit=any(any(group) for group in survived),
        position=_position([span for group in spans for span in group], texts),
    )


def evidence_scores(retentions: Sequence[Retention], *, seed: int = 0) -> EvidenceScores:
    """The scores of many records, each with counts and an interval."""
    by_position = {
        position: [row.complete for row in retentions if row.position is position]
        for position in Position
    }
    return EvidenceScores(
        complete=wilson(sum(row.complete for row in retentions), len(retentions)),
        recall=bootstrap([row.recall for row in retentions], seed=seed),
        character_recall=bootstrap([row.character_recall for row in retentions], seed=seed),
        any_hit=wilson(sum(row.any_hit for row in retentions), len(retentions)),
        complete_by_position={
            position: wilson(sum(rows), len(rows)) for position, rows in by_position.items()
        },
    )


def merge_kept(text: str, pieces: Iterable[Span]) -> tuple[Span, ...]:
    """Disjoint increasing spans; those that touch, overlap or have a blank between them are one.

    Example:
        >>> merge_kept("One. Two. Three.", [Span(5, 9), Span(0, 4)])
        (Span(start=0, end=9),)
    """
    merged: list[Span] = []
    for piece in sorted(piece for piece in pieces if piece.start < piece.end):
        last = merged[-1] if merged else None
        if last and not text[last.end : piece.start].strip():
            merged[-1] = Span(last.start, max(last.end, piece.end))
        else:
            merged.append(piece)
    return tuple(merged)


def _trimmed(span: GoldSpan, texts: Mapping[str, str]) -> GoldSpan:
    text = texts.get(span.doc_id, "")
    exact = text[span.start : span.end] if 0 <= span.start < span.end <= len(text) else ""
    if not exact.strip():
        raise CallerError(f"gold evidence {span!r} is not in its document")
    return GoldSpan(
        span.doc_id,
        span.start + len(exact) - len(exact.lstrip()),
        span.end - len(exact) + len(exact.rstrip()),
    )


def _survives(span: GoldSpan, merged: Sequence[Span]) -> bool:
    row = bisect_right(merged, span.start, key=lambda piece: piece.start) - 1
    return row >= 0 and span.end <= merged[row].end


def _character_share(group: Sequence[GoldSpan], merged: Mapping[str, Sequence[Span]]) -> float:
    kept = sum(
        max(0, min(span.end, piece.end) - max(span.start, piece.start))
        for span in group
        for piece in merged.get(span.doc_id, ())
    )
    return kept / sum(span.end - span.start for span in group)


def _position(spans: Sequence[GoldSpan], texts: Mapping[str, str]) -> Position:
    offsets: dict[str, int] = {}
    length = 0
    for doc_id, text in texts.items():
        offsets[doc_id] = length
        length += len(text)
    middle = sum(offsets[span.doc_id] + (span.start + span.end) / 2 for span in spans) / len(spans)
    return tuple(Position)[min(2, int(3 * middle / length))]
