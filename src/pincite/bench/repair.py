"""Citations spoiled on purpose, and sentences that contradict planted beside them.

Sentences of real documents are claims, reworded a little, whose right citation is known. Set
`spoiled` cites the sentence after (`shifted`), a lexically close one (`swapped`), one of two that a
claim needs (`narrowed`) or its neighbours too (`widened`); `right` cites what is right. `planted`
puts the claim with another figure into a second document of the library; `unplanted` leaves it out.

The generator is deterministic. What is measured: the right sentences are back, right ones were
left alone, a planted sentence is named, and how many false alarms there are.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

from pincite.bench import chosen
from pincite.bench.progress import track
from pincite.checks import Examiner, Judged, judge
from pincite.context import merge_ranges
from pincite.datasets import GoldDocument, load
from pincite.datasets.cited import library_of
from pincite.datasets.edits import CHANGES, REWRITES
from pincite.defaults import verifier
from pincite.errors import CallerError
from pincite.measure.intervals import wilson
from pincite.parse import parse_answer
from pincite.ports import Entailment
from pincite.records import Library, Outcome, Proportion
from pincite.refs import BRACKET, Range, read_bracket, write_marker

__all__ = ["METHODS", "SETS", "RepairRow", "rows"]

METHODS = ("pincite", "without_verifier")
SETS = ("shifted", "swapped", "narrowed", "widened", "right", "planted", "unplanted")

_SOURCES = ("wice", "contract_nli", "evidence_inference", "hotpotqa")
_PER_SOURCE = 25
_CLAIM = re.compile(r"[A-Z][^\n|\[\]]{60,240}[.]")


@dataclass(frozen=True, slots=True)
class RepairRow:
    """What became of one kind of citation.

    Attributes:
        set: The kind.
        method: With the verifier or without.
        n: Claims.
        back: Claims that are left with the right sentences, no more and no less.
        flagged: Claims with a conflict named; of `planted` with the planted sentence.
        broken: Claims whose right citation was replaced by another that misses the right sentence.
    """

    set: str
    method: str
    n: int
    back: Proportion | None
    flagged: Proportion
    broken: Proportion | None


@dataclass(frozen=True, slots=True)
class _Case:
    """A claim, its library, its right sentences and those that it cites."""

    text: str
    library: Library
    right: frozenset[int]
    cited: tuple[Range, ...]
    planted: int | None = None


def rows(
    root: Path | None, sets: Sequence[str], methods: Sequence[str], n: int | None
) -> Iterator[RepairRow]:
    """One row for each kind and method; at most `n` claims of each of four sources.

    Raises:
        CallerError: Without a data root, or on an unknown kind or method.
    """
    if root is None:
        raise CallerError("the bench 'repair' needs documents", remedy="give --data ROOT")
    wanted = chosen(methods, METHODS, what="method")
    cases: dict[str, list[_Case]] = {name: [] for name in chosen(sets, SETS, what="set")}
    for source in _SOURCES:
        for documents in _documents(root, source, n or _PER_SOURCE):
            for name, made in cases.items():
                case = _case(name, documents)
                if case is not None:
                    made.append(case)
    for name, made in cases.items():
        for method in wanted:
            yield _row(name, method, made)


def _row(name: str, method: str, cases: Sequence[_Case]) -> RepairRow:
    reader = verifier() if method == "pincite" else None
    back = flagged = broken = 0
    for case in track(cases, f"repair {name} {method}"):
        judged = _judged(case, reader)
        after = _after(judged, case)
        back += after == case.right
        broken += not case.right <= after
        named = {
            number
            for verdict in judged.verdicts
            for check in verdict.checks
            if check.name == "conflicts" and check.outcome is Outcome.FAIL
            for number in check.evidence
        }
        flagged += case.planted in named if case.planted else bool(named)
    conflict = name in ("planted", "unplanted")
    return RepairRow(
        set=name,
        method=method,
        n=len(cases),
        back=None if conflict else wilson(back, len(cases)),
        flagged=wilson(flagged, len(cases)),
        broken=wilson(broken, len(cases)) if name == "right" else None,
    )


def _judged(case: _Case, reader: Entailment | None) -> Judged:
    answer = parse_answer(f"{case.text[:-1]} {write_marker(case.cited)}.")
    return judge(answer, case.library, entailment=reader, examiner=Examiner(case.library))


def _after(judged: Judged, case: _Case) -> frozenset[int]:
    """The sentences that the claim cites once its suggestion is taken."""
    ranges: tuple[Range, ...] = case.cited
    for verdict in judged.verdicts:
        match = BRACKET.search(verdict.suggestion or "")
        reading = read_bracket(match[1]) if match else None
        if reading is not None:
            ranges = reading.ranges
    return frozenset(n for first, last in ranges for n in range(first, last + 1))


def _documents(root: Path, source: str, most: int) -> Iterator[tuple[GoldDocument, ...]]:
    """Documents of one record after the other, each record's once, that are not too long."""
    seen: set[str] = set()
    for record in load(root, source):
        if len(seen) == most:
            return
        text = record.documents[0].text if record.documents else ""
        if 2_000 < sum(len(d.text) for d in record.documents) < 30_000 and text not in seen:
            seen.add(text)
            yield record.documents


def _case(name: str, documents: tuple[GoldDocument, ...]) -> _Case | None:
    chance = Random(f"{name} {documents[0].text[:200]}")
    library = library_of(documents)
    if library is None:
        return None
    numbers = [s.number for s in library.sentences() if _CLAIM.fullmatch(" ".join(s.text.split()))]
    texts = [library.sentence(number).text for number in numbers]
    numbers = [n for n, text in zip(numbers, texts, strict=True) if texts.count(text) == 1]
    if name in ("planted", "unplanted"):
        return _planted(name, documents, library, numbers, chance)
    first, last = library.first_numbers[0], library.first_numbers[1] - 1
    inside = [n for n in numbers if first < n < last]
    if not inside:
        return None
    number = chance.choice(inside)
    text = _reworded(library.sentence(number).text, chance)
    right = frozenset({number})
    match name:
        case "right":
            cited = right
        case "shifted":
            cited = frozenset({number + 1})
        case "widened":
            cited = frozenset({number - 1, number, number + 1})
        case "swapped":
            others = Examiner(library).sentences.nearest(text, 5)
            close = [other for other in others if other != number]
            if not close:
                return None
            cited = frozenset({close[0]})
        case _:
            further = [n for n in inside if n != number]
            if not further:
                return None
            other = chance.choice(further)
            both = _reworded(library.sentence(other).text, chance)
            text = f"{text[:-1]}, and {both}"
            right, cited = frozenset({number, other}), frozenset({number})
    return _Case(text, library, right, merge_ranges((n, n) for n in cited))


def _planted(
    name: str,
    documents: tuple[GoldDocument, ...],
    library: Library,
    numbers: Sequence[int],
    chance: Random,
) -> _Case | None:
    """A claim of the first document; another document says it with another figure."""
    for number in sorted(numbers, key=lambda _: chance.random()):
        text = " ".join(library.sentence(number).text.split())
        edited = CHANGES["number"](text, chance)
        if edited is None or edited == text or library.document_row(number) != 0:
            continue
        restated = _reworded(edited, chance) if name == "planted" else ""
        filler = " ".join(s.text for s in library.sentences(1, 2) if s.number != number)
        other = GoldDocument("other", "Other", f"{restated} An unrelated remark. {filler}".strip())
        joined = library_of((documents[0], other))
        if joined is None:
            return None
        planted = joined.first_numbers[1] if restated else None
        return _Case(text, joined, frozenset({number}), ((number, number),), planted)
    return None


def _reworded(text: str, chance: Random) -> str:
    """The sentence in slightly other words, or as it is."""
    plain = " ".join(text.split())
    for name in chance.sample(sorted(REWRITES), len(REWRITES)):
        edited = REWRITES[name](plain, chance)
        if edited is not None and edited != plain and edited.endswith("."):
            return edited
    return plain
