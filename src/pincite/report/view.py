"""What a report shows and in which order, as plain dataclasses; knows no output format.

Every text in a view has been through `words.visible`; escaping for an output format is the
renderer's.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from pincite.context import merge_ranges
from pincite.records import (
    BlockKind,
    Check,
    Claim,
    Decision,
    Library,
    Outcome,
    Report,
    Status,
    Verdict,
)
from pincite.refs import BRACKET, Range, read_bracket
from pincite.report.flow import AnswerBlock, CitationView, Flow, Piece
from pincite.report.words import (
    DECISION_WORDS,
    STATUS_WORDS,
    place_label,
    proportion_words,
    shorten,
    visible,
)
from pincite.text import Span

__all__ = [
    "CheckView",
    "ClaimView",
    "Quote",
    "Quotes",
    "ReportView",
    "view",
]

MOST_QUOTES = 6
"""Evidence sentences written out for one claim or check; how many more there are is said."""


@dataclass(frozen=True, slots=True)
class Quote:
    """A sentence of a source with where it stands."""

    number: int
    source_id: str
    title: str
    place: str
    kind: BlockKind
    context: tuple[str, ...]
    text: str


@dataclass(frozen=True, slots=True)
class Quotes:
    """Sentences written out, and how many more there are."""

    items: tuple[Quote, ...] = ()
    more: int = 0


@dataclass(frozen=True, slots=True)
class CheckView:
    """A check as shown.

    Attributes:
        about: The part of the claim that it was made for; empty for the whole claim.
        evidence: Sentences that its reason speaks of.
        quotes: Those of them that the claim does not cite.
        cited: What the claim, or the part, cites.
    """

    name: str
    outcome: Outcome
    reason: str
    about: str
    evidence: tuple[Range, ...]
    quotes: Quotes
    cited: Quotes


@dataclass(frozen=True, slots=True)
class ClaimView:
    """A claim with all that a person needs to judge it.

    Attributes:
        number: 1-based in the answer.
        path: Its place in an answer that is data, else empty.
        concerns: Checks that failed, then checks that established nothing.
        passes: Checks that passed.
        targets: Sentences of its evidence, as disjoint increasing pairs.
        suggestion: A marker that would be right, as shown; empty if none was found.
        suggested: Sentences that the suggestion names.
    """

    number: int
    status: Status
    decision: Decision
    rule: str
    confidence: float | None
    text: str
    path: str
    pieces: tuple[Piece, ...]
    citations: tuple[CitationView, ...]
    concerns: tuple[CheckView, ...]
    passes: tuple[CheckView, ...]
    targets: tuple[Range, ...]
    quotes: Quotes
    suggestion: str
    suggested: tuple[Range, ...]

    @property
    def place(self) -> str:
        """Where it stands in an answer that is data, to be said after its number."""
        return f"at {self.path}" if self.path else ""

    @property
    def label(self) -> str:
        """The verdict in words; with the decision where that is not what the verdict implies."""
        label = STATUS_WORDS[self.status].label
        if self.status is Status.SUPPORTED and self.decision is not Decision.ACCEPT:
            return f"{label}, {DECISION_WORDS[self.decision].label.lower()}"
        return label


@dataclass(frozen=True, slots=True)
class ReportView:
    """What a report shows.

    Attributes:
        report: The record.
        blocks: The answer as it reads.
        claims: In order.
        counts: Claims by status, worst first, without those that do not occur.
        broken: Citations that are not `ok`.
        conflicts: Claims of which a check found a conflict elsewhere, with those checks.
        unread: Text that looks like a citation and cannot be read as one, with its claim.
        warnings: Of the report, the answer and the documents.
        spoken: Sentences that the report speaks of, in the order of the claims.
    """

    report: Report
    blocks: tuple[AnswerBlock, ...]
    claims: tuple[ClaimView, ...]
    counts: tuple[tuple[Status, int], ...]
    broken: tuple[CitationView, ...]
    conflicts: tuple[tuple[ClaimView, CheckView], ...]
    unread: tuple[tuple[str, int | None], ...]
    warnings: tuple[str, ...]
    spoken: tuple[Range, ...] = field(repr=False)

    @property
    def summary(self) -> str:
        """What was checked against what, in one line."""
        library = self.report.library
        return (
            f"{_count(len(self.claims), 'claim')} checked against "
            f"{_count(len(library), 'sentence')} in {_count(len(library.documents), 'document')}"
        )

    @property
    def meaning(self) -> str:
        """What the decision means here, in one sentence."""
        if not self.report.answered:
            return "The answer says that the documents do not answer, or makes no claim."
        return DECISION_WORDS[self.report.decision].meaning

    @property
    def scores(self) -> tuple[tuple[str, str], ...]:
        """Names of the scores with counts and intervals, in words."""
        scores = self.report.scores
        return (
            ("Precision", proportion_words(scores.precision)),
            ("Precision, extraneous spans ignored", proportion_words(scores.precision_entailed)),
            ("Recall", proportion_words(scores.recall)),
            ("F1", "no score" if scores.f1 is None else f"{scores.f1:.2f}"),
            ("Counted on", visible(scores.note)),
        )


def view(report: Report) -> ReportView:
    """What to show of a report; the same for every renderer."""
    answer, library = report.answer, report.library
    flow = Flow(answer)
    claims = tuple(
        _claim(claim, verdict, flow, library)
        for claim, verdict in zip(answer.claims, report.verdicts, strict=True)
    )
    statuses = [verdict.status for verdict in report.verdicts]
    return ReportView(
        report=report,
        blocks=tuple(flow.blocks()),
        claims=claims,
        counts=tuple((s, statuses.count(s)) for s in STATUS_WORDS if s in statuses),
        broken=tuple(citation for citation in flow.citations if citation.broken),
        conflicts=tuple(
            (claim, check)
            for claim in claims
            for check in claim.concerns
            if check.name == "conflicts" and check.evidence
        ),
        unread=tuple(
            (visible(marker.raw), None if marker.claim is None else marker.claim + 1)
            for marker in answer.unread_markers
        ),
        warnings=tuple(dict.fromkeys(map(visible, _warnings(report)))),
        spoken=tuple(_spoken(claims)),
    )


def _count(number: int, noun: str) -> str:
    return f"{number:,} {noun}" + ("" if number == 1 else "s")


def _warnings(report: Report) -> Iterator[str]:
    yield from report.warnings
    yield from report.answer.warnings
    for document in report.library.documents:
        yield from (f"{document.source_id}: {warning}" for warning in document.warnings)


def _spoken(claims: Iterable[ClaimView]) -> Iterator[Range]:
    for claim in claims:
        yield from claim.targets
        for check in (*claim.concerns, *claim.passes):
            yield from check.evidence
        yield from claim.suggested


def _claim(claim: Claim, verdict: Verdict, flow: Flow, library: Library) -> ClaimView:
    own = tuple(flow.citations[index] for index in claim.citations)
    targets = merge_ranges(r for citation in own for r in citation.evidence)
    checks = [_check(check, claim, flow, library) for check in verdict.checks]
    suggested = _suggested(verdict.suggestion, library)
    return ClaimView(
        number=verdict.claim + 1,
        status=verdict.status,
        decision=verdict.decision,
        rule=visible(verdict.rule).replace("_", " "),
        confidence=verdict.confidence,
        text=visible(claim.text),
        path=visible(claim.path),
        pieces=flow.claim(claim, _doubted(verdict)),
        citations=own,
        concerns=tuple(
            check
            for outcome in (Outcome.FAIL, Outcome.UNKNOWN)
            for check in checks
            if check.outcome is outcome
        ),
        passes=tuple(check for check in checks if check.outcome is Outcome.PASS),
        targets=targets,
        quotes=_quotes(targets, library),
        suggestion=visible(verdict.suggestion or ""),
        suggested=suggested,
    )


_NOT_OF_WORDS = frozenset({"resolve", "repair", "extraneous", "entailment", "conflict"})


def _doubted(verdict: Verdict) -> list[Span]:
    """The words that checks failed on, or found nothing for."""
    return [
        span
        for check in verdict.checks
        if check.outcome is not Outcome.PASS and check.name not in _NOT_OF_WORDS
        for span in check.spans
    ]


def _check(check: Check, claim: Claim, flow: Flow, library: Library) -> CheckView:
    named = [n for n in check.evidence if 1 <= n <= len(library)]
    part = claim.parts[check.part] if check.part is not None else None
    cited = merge_ranges(r for index in claim.citations for r in flow.citations[index].evidence)
    beside = [n for n in named if not any(a <= n <= b for a, b in cited)]
    if part is not None:
        cited = merge_ranges(r for index in part.citations for r in flow.citations[index].evidence)
    return CheckView(
        name=check.name,
        outcome=check.outcome,
        reason=visible(check.reason),
        about=visible(shorten(part.text, 80)) if part is not None and claim.parts[1:] else "",
        evidence=merge_ranges((n, n) for n in named),
        quotes=_quotes(merge_ranges((n, n) for n in beside), library),
        cited=_quotes(cited, library),
    )


def _suggested(marker: str | None, library: Library) -> tuple[Range, ...]:
    ranges: list[Range] = []
    for match in BRACKET.finditer(marker or ""):
        reading = read_bracket(match[1])
        ranges.extend(reading.ranges if reading else ())
    return merge_ranges((a, b) for a, b in ranges if a <= b <= len(library))


def _quotes(ranges: tuple[Range, ...], library: Library) -> Quotes:
    total = sum(last - first + 1 for first, last in ranges)
    numbers: list[int] = []
    for first, last in ranges:
        numbers.extend(range(first, min(last + 1, first + MOST_QUOTES - len(numbers))))
    items = tuple(_quote(number, library) for number in numbers)
    return Quotes(items, total - len(items))


def _quote(number: int, library: Library) -> Quote:
    document, sentence = library.document(number), library.sentence(number)
    return Quote(
        number=number,
        source_id=document.source_id,
        title=visible(document.title),
        place=place_label(document.map.locate(sentence.start, sentence.end)),
        kind=sentence.kind,
        context=tuple(map(visible, sentence.context)),
        text=visible(sentence.text),
    )
