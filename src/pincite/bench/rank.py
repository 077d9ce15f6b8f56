"""Whether a judge's scores rank systems as people's labels do; systems are made by misattribution.

The judge's error rates (how many right claims it finds right, and how many wrong ones) are measured
by set on other answers of the same sets, half of their right citations moved; with them the share
that a perfect judge would find is estimated as (found - false alarms) / (sensitivity - false
alarms), not below 0 nor above 1 (Rogan and Gladen 1978).

Each system is the same answers with a larger share of right citations moved to lexically close
wrong sentences. F1 by people counts a cited claim as right where they called its citation right and
it was not moved; F1 by the judge counts it where the judge finds it supported. Extraneous citations
are left out of both, since people were not asked about them.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from pincite import defaults
from pincite.bench import chosen
from pincite.bench.kept import judgements_folder
from pincite.bench.misattribution import SETS, LabelledAnswer, labelled_answers, misattributed
from pincite.bench.progress import track
from pincite.errors import CallerError
from pincite.measure.agreement import ReliabilityBin, reliability
from pincite.measure.citation import f1_score
from pincite.measure.intervals import bootstrap_statistic, wilson
from pincite.measure.ranks import spearman
from pincite.records import Proportion, Status
from pincite.scoring import Item, Judge, Task
from pincite.scoring.answers import Entry, Form
from pincite.scoring.factual import ClaimRecord, evidence_text, score_factual
from pincite.scoring.ledger import judgements_file, remembering

__all__ = ["METHODS", "SHARES", "RankRow", "SystemScore", "rows"]

METHODS = ("builtin", "words")
"""Judges; a generator can be named too."""

SHARES = (0.0, 0.1, 0.2, 0.35, 0.5, 0.7, 0.9)
"""Of right citations that are moved, one system each."""

ANSWERS = 150


@dataclass(frozen=True, slots=True)
class SystemScore:
    """The citation F1 of one system.

    Attributes:
        people: By people's labels.
        judge: By the judge.
        points_off: The judge's less the people's, in points.
        corrected: The judge's, with its error rates on other answers taken out.
        corrected_points_off: That less the people's, in points.
    """

    people: float | None
    judge: float | None
    points_off: float | None
    corrected: float | None
    corrected_points_off: float | None


@dataclass(frozen=True, slots=True)
class RankRow:
    """A judge on the systems made of one set's answers, or of all.

    Attributes:
        set: The data set, or `all`.
        method: The judge.
        n: Answers.
        claims: In one system.
        spearman: Of the systems' F1 by people and by the judge.
        spearman_low: Lower end of its 95 % interval, by resampling answers.
        largest_gap: Largest difference of F1, in points.
        largest_gap_corrected: The same once the judge's error rates are taken out.
        sensitivity: Right claims that the judge finds right, on other answers of the same sets.
        false_alarms: Wrong claims that it finds right, there.
        agreement: Claims on which judge and people agree, as people judged them, nothing moved.
        agreement_moved: The same over all systems.
        balance: Probability from which misses and false alarms would be equally frequent, on other
            answers of the same sets; None where the judge gives no probabilities.
        relevance_agreement: Cited spans on which they agree whether they are relevant, half of
            them moved, on other answers of the same sets.
        unchecked: Claims of all systems that the judge could not settle; they count as not right.
        systems: Share moved → F1.
        reliability: Where the judge gives probabilities.
    """

    set: str
    method: str
    n: int
    claims: int
    spearman: float | None
    spearman_low: float | None
    largest_gap: float | None
    largest_gap_corrected: float | None
    sensitivity: Proportion
    false_alarms: Proportion
    agreement: Proportion
    agreement_moved: Proportion
    balance: float | None
    relevance_agreement: Proportion
    unchecked: Proportion
    systems: Mapping[str, SystemScore]
    reliability: tuple[ReliabilityBin, ...]


@dataclass(frozen=True, slots=True)
class _Said:
    """One claim: people, the judge, whether it settled it, and its probability."""

    people: bool
    judge: bool
    unchecked: bool
    probability: float | None


_Systems = list[list[list[_Said]]]
"""For each system for each answer its claims."""


def rows(
    root: Path | None, sets: Sequence[str], methods: Sequence[str], n: int | None
) -> Iterator[RankRow]:
    """For each judge a row for each set, and one for all; 150 answers in all unless `n` says so.

    Raises:
        CallerError: Without a data root, or on a set or judge that is not known.
    """
    if root is None:
        raise CallerError("this bench needs annotated data", remedy="give --data ROOT")
    names = chosen(sets, SETS, what="set")
    share = -(-(n or ANSWERS) // len(names))
    answers = {name: labelled_answers(root, name, 3 * share) for name in names}
    for method in methods or METHODS:
        judge = _kept(defaults.judge(method))
        measured, errors = {}, {}
        for name in names:
            measured[name] = _judged(answers[name][:share], judge, f"{name} {method}")
            errors[name] = _errors(answers[name][share:], judge)
        for name in names:
            yield _row(name, judge.name, {name: measured[name]}, errors)
        if len(names) > 1:
            yield _row("all", judge.name, measured, errors)


def _kept(judge: Judge) -> Judge:
    return remembering(judge, judgements_file(judgements_folder(), judge))


def _judged(answers: Sequence[LabelledAnswer], judge: Judge, label: str) -> _Systems:
    systems: _Systems = []
    for share in track(SHARES, label):
        moved = [misattributed(answer, share, "rank") for answer in answers]
        systems.append([_said(answer, judge) for answer in moved])
    return systems


def _said(labelled: LabelledAnswer, judge: Judge) -> list[_Said]:
    """People and judge on each claim of an answer; a stretch of several claims labels them all."""
    answer = labelled.answer()
    entry = Entry(labelled.record_id, 0, Form.OWN, labelled.set, "", answer, labelled.library)
    ends, length = [], 0
    for stretch in labelled.claims:
        length += len(stretch.text) + 2
        ends.append(length)
    found = []
    for claim, record in zip(answer.claims, score_factual(entry, judge).claims, strict=True):
        if record.right is None:
            continue
        stretch = labelled.claims[bisect_right(ends, claim.start)]
        found.append(_one(record, people=stretch.right))
    return found


def _one(record: ClaimRecord, *, people: bool) -> _Said:
    return _Said(
        people=people,
        judge=record.status == Status.SUPPORTED,
        unchecked=record.status == Status.UNCHECKED,
        probability=record.probability,
    )


@dataclass(frozen=True, slots=True)
class _Errors:
    """What a judge finds right, of what people call right and of the rest; and relevant spans."""

    sensitivity: Proportion
    false_alarms: Proportion
    relevance: Proportion
    said: tuple[_Said, ...]


def _errors(answers: Sequence[LabelledAnswer], judge: Judge) -> _Errors:
    moved = [misattributed(answer, share, "errors") for share in (0.0, 0.99) for answer in answers]
    said = [one for answer in moved for one in _said(answer, judge)]
    right, wrong = [s for s in said if s.people], [s for s in said if not s.people]
    return _Errors(
        wilson(sum(s.judge for s in right), len(right)),
        wilson(sum(s.judge for s in wrong), len(wrong)),
        _relevance(answers, moved, judge),
        tuple(said),
    )


def _balance(said: Sequence[_Said]) -> float | None:
    """The probability that as many right claims stay under as wrong ones reach, as shares."""
    right = [s.probability for s in said if s.people and s.probability is not None]
    wrong = [s.probability for s in said if not s.people and s.probability is not None]
    if not right or not wrong:
        return None

    def gap(least: float) -> float:
        missed = sum(p < least for p in right) / len(right)
        return abs(missed - sum(p >= least for p in wrong) / len(wrong))

    return min((step / 100 for step in range(1, 100)), key=gap)


def _relevance(
    answers: Sequence[LabelledAnswer], moved: Sequence[LabelledAnswer], judge: Judge
) -> Proportion:
    """Spans on which judge and people agree: right ones are relevant, moved ones are not."""
    right = {(a.record_id, row): c.right for a in answers for row, c in enumerate(a.claims)}
    asked = [
        (Item(Task.RELEVANCE, claim.text, evidence_text([pair], answer.library)), claim.right)
        for answer in moved
        for row, claim in enumerate(answer.claims)
        if right[answer.record_id, row]
        for pair in claim.cited
    ]
    rulings = judge.rule([item for item, _ in asked])
    agreed = sum(
        ruling.value is not None and (ruling.value >= 0.5) == wanted
        for ruling, (_, wanted) in zip(rulings, asked, strict=True)
    )
    return wilson(agreed, len(asked))


def _row(
    name: str, judge: str, measured: Mapping[str, _Systems], errors: Mapping[str, _Errors]
) -> RankRow:
    systems = [
        [answer for found in measured.values() for answer in found[row]]
        for row in range(len(SHARES))
    ]
    everything = [said for system in systems for answer in system for said in answer]
    first = [said for answer in systems[0] for said in answer]
    scores = [_scores(system, range(len(system))) for system in systems]
    table = {}
    for row, (share, pair) in enumerate(zip(SHARES, scores, strict=True)):
        corrected = _corrected({key: found[row] for key, found in measured.items()}, errors)
        table[f"{share:.0%} moved"] = _system(*pair, corrected)
    ranked = bootstrap_statistic(
        len(systems[0]),
        lambda rows: _rank([_scores(system, list(rows)) for system in systems]),
        resamples=200,
    )
    known = [said for said in first if said.probability is not None]
    mine = [errors[key] for key in measured]
    return RankRow(
        set=name,
        method=judge,
        n=len(systems[0]),
        claims=len(first),
        spearman=ranked.value,
        spearman_low=ranked.low,
        largest_gap=_largest(system.points_off for system in table.values()),
        largest_gap_corrected=_largest(system.corrected_points_off for system in table.values()),
        sensitivity=_together([found.sensitivity for found in mine]),
        false_alarms=_together([found.false_alarms for found in mine]),
        agreement=wilson(sum(s.people == s.judge for s in first), len(first)),
        agreement_moved=wilson(sum(s.people == s.judge for s in everything), len(everything)),
        balance=_balance([said for found in mine for said in found.said]),
        relevance_agreement=_together([found.relevance for found in mine]),
        unchecked=wilson(sum(s.unchecked for s in everything), len(everything)),
        systems=table,
        reliability=_reliability(known),
    )


def _reliability(known: Sequence[_Said]) -> tuple[ReliabilityBin, ...]:
    if not known:
        return ()
    return reliability([s.people for s in known], [s.probability or 0.0 for s in known])


def _together(shares: Sequence[Proportion]) -> Proportion:
    return wilson(sum(s.successes for s in shares), sum(s.total for s in shares))


def _largest(points: Iterable[float | None]) -> float | None:
    return max((abs(point) for point in points if point is not None), default=None)


def _corrected(
    system: Mapping[str, Sequence[Sequence[_Said]]], errors: Mapping[str, _Errors]
) -> float | None:
    """F1 with each set's error rates taken out; None where a judge tells nothing apart."""
    right = total = 0.0
    for name, answers in system.items():
        said = [one for answer in answers for one in answer]
        high, low = errors[name].sensitivity.value, errors[name].false_alarms.value
        if high is None or low is None or high <= low or not said:
            return None
        share = (sum(one.judge for one in said) / len(said) - low) / (high - low)
        right += min(1.0, max(0.0, share)) * len(said)
        total += len(said)
    return f1_score(right / total, right / total) if total else None


def _system(people: float | None, judge: float | None, corrected: float | None) -> SystemScore:
    return SystemScore(people, judge, _points(judge, people), corrected, _points(corrected, people))


def _points(first: float | None, second: float | None) -> float | None:
    return None if first is None or second is None else round(100 * (first - second), 2)


def _scores(
    system: Sequence[Sequence[_Said]], rows: Iterable[int]
) -> tuple[float | None, float | None]:
    said = [one for row in rows for one in system[row]]
    if not said:
        return None, None
    shares = (sum(s.people for s in said) / len(said), sum(s.judge for s in said) / len(said))
    return f1_score(shares[0], shares[0]), f1_score(shares[1], shares[1])


def _rank(scores: Sequence[tuple[float | None, float | None]]) -> float | None:
    pairs = [(a, b) for a, b in scores if a is not None and b is not None]
    return spearman([a for a, _ in pairs], [b for _, b in pairs])
