"""Sentences elsewhere in the library that say of the same thing something else."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from pincite.checks.agreement import agrees, table_scale
from pincite.checks.editions import amended, edition_note
from pincite.checks.evidence import Evidence, gather
from pincite.checks.postings import SentenceIndex
from pincite.checks.quantities import Quantity, covered, quantities
from pincite.checks.restatements import rivals
from pincite.checks.words import content_words, equivalents, word_stems
from pincite.records import BlockKind, Check, Library, Outcome
from pincite.refs import Range
from pincite.text import Span

__all__ = ["conflicts"]

_MOST_DESCRIBED = 3
"""Sentences whose difference is put into words; the rest are counted, and are evidence too."""
_UNSAID_SCALES = (Decimal(1_000), Decimal(1_000_000), Decimal(1_000_000_000))
"""What the numbers of a table may be counted in where its head does not say."""
_SHORT_SENTENCE = 12
"""Words up to which a sentence is not cut into stretches."""
_MOST_EXTRA = 2
"""Words that a rival stretch of another document may have beyond those of the claim's clause; one
of the same document may have none, since it mostly speaks of another segment or period, unless it
calls itself an amendment."""
_LEAST_THINGS = 2
"""Words and dates that a clause and its rival must share."""


def conflicts(
    part: str,
    cited: Sequence[Range],
    library: Library,
    sentences: SentenceIndex,
    *,
    index: int,
    offset: int,
) -> Check | None:
    """Fail where an uncited sentence says otherwise of the same thing; else None.

    Restatements in other documents are compared in figures, dates and polarity; a document that is
    later than those cited, or calls itself amended, is named as such. Beside them:

    A clause of the part conflicts with a sentence that holds the part's first word, every content
    word and every date of the clause (else of the part), and has figures of the same unit, none of
    which is the clause's.

    Args:
        part: The words of the part.
        cited: What it cites; not searched.
        library: What is searched.
        sentences: Its index.
        index: Of the part.
        offset: Where the part starts in the raw answer.
    """
    named: dict[int, tuple[str, Quantity | None]] = {}
    for claimed, number, raw in _rivals(part, cited, library, sentences):
        named.setdefault(number, (f"has {raw} where the claim has {claimed.raw}", claimed))
    for rival in rivals(part, cited, sentences):
        named.setdefault(rival.number, (rival.difference, rival.claimed))
    if not named:
        return None
    reasons = [
        f"s{number} {difference}{edition_note(number, cited, library)}"
        for number, (difference, _) in list(named.items())[:_MOST_DESCRIBED]
    ]
    more = len(named) - _MOST_DESCRIBED
    if more > 0:
        reasons.append(f"so do {more} more sentences" if more > 1 else "so does one more sentence")
    figures = dict.fromkeys(figure for _, figure in named.values() if figure is not None)
    return Check(
        "conflicts",
        Outcome.FAIL,
        "; ".join(reasons),
        tuple(Span(offset + figure.start, offset + figure.end) for figure in figures),
        part=index,
        evidence=tuple(named),
    )


@dataclass(frozen=True, slots=True)
class _Clause:
    """A stretch of a claim with a figure, and what a rival must share with it."""

    measured: tuple[Quantity, ...]
    dates: tuple[Quantity, ...]
    stems: tuple[frozenset[str], ...]


def _rivals(
    part: str, cited: Sequence[Range], library: Library, sentences: SentenceIndex
) -> Iterator[tuple[Quantity, int, str]]:
    own = {library.document_row(first) for first, _ in cited}
    for clause in _clauses(part):
        for number in sentences.holding(clause.stems):
            if any(first <= number <= last for first, last in cited):
                continue
            evidence = gather([(number, number)], library)
            scale = table_scale(f"{evidence.text}\n{evidence.scale}")
            dated = quantities(evidence.text)
            if not all(any(agrees(date, q) for q in dated) for date in clause.dates):
                continue
            for claimed in clause.measured:
                same = library.document_row(number) in own and not amended(evidence.text)
                most_extra = 0 if same else _MOST_EXTRA
                said = _said_of_the_same(claimed, clause, evidence, scale, most_extra)
                if said is not None:
                    yield claimed, number, said


def _said_of_the_same(
    claimed: Quantity, clause: _Clause, evidence: Evidence, scale: Decimal, most_extra: int
) -> str | None:
    """The figure that a sentence has where the claim has another; None where it has the same.

    A stretch of the sentence speaks of the same thing when it says little beyond what the clause
    says; a table row, when its label says nothing beyond it.
    """
    (sentence,) = evidence.sentences
    row = sentence.kind is BlockKind.TABLE_ROW
    scales = (scale, *_UNSAID_SCALES) if row and scale == 1 else (scale,)
    if any(agrees(claimed, q, s) for q in quantities(evidence.text) for s in scales):
        return None
    known = frozenset().union(*clause.stems)
    short = len(sentence.text.split()) <= _SHORT_SENTENCE
    stretches = [sentence.text] if row or short else [s for _, s in _stretches(sentence.text)]
    for stretch in stretches:
        alike = [
            q
            for q in quantities(stretch)
            if (q.unit, q.per) == (claimed.unit, claimed.per) and not _is_date(q)
        ]
        label = stretch.partition("|")[0] if row else stretch
        words = [word.text for word in content_words(label)]
        extra = [word for word in words if not known.intersection(word_stems(word))]
        said = {stem for word in words for stem in word_stems(word)}
        if any(said.isdisjoint(stems) for stems in clause.stems):
            continue
        if alike and len(extra) <= (0 if row else most_extra):
            return alike[0].raw
    return None


def _clauses(part: str) -> Iterator[_Clause]:
    head = content_words(part)[:1]
    when = tuple(q for q in quantities(part) if _is_date(q))
    for start, text in _stretches(part):
        figures = quantities(text)
        dates = tuple(q for q in figures if _is_date(q)) or when
        measured = tuple(
            replace(q, start=q.start + start, end=q.end + start)
            for q in figures
            if q.unit and not _is_date(q)
        )
        words = {word.text for word in (*head, *content_words(text))}
        stems = {equivalents(stem) for word in words for stem in word_stems(word)}
        if measured and len(stems) + len(dates) >= _LEAST_THINGS:
            yield _Clause(measured, dates, tuple(sorted(stems, key=sorted)))


def _is_date(quantity: Quantity) -> bool:
    bare_year = not quantity.unit and len(quantity.raw) == 4 and 1900 <= quantity.value <= 2100
    return quantity.unit == "date" or bare_year


def _stretches(part: str) -> Iterator[tuple[int, str]]:
    """The stretches between commas outside of figures, and semicolons."""
    inside = covered(part, quantities(part))
    start = 0
    for position, char in enumerate(part):
        if char in ",;" and not inside[position]:
            yield start, part[start:position]
            start = position + 1
    yield start, part[start:]
