"""How well judges of support agree with people; protocol "agreement".

One threshold is frozen for all sets: for each set it is the one that is best on average on all
*other* sets. Supported is told from the rest; `generic` and `disputed` are left out; of the sets
that train the shipped verifier only the held-out fifth is measured on. A pair that a judge could
not read counts as not supported, and `unread` says how many there were. Where people also say
`partial`, the share of each of their labels that the judge gives too stands beside, as a report
would show it: supported from one half on, else the likeliest of the rest.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from pincite.bench import chosen
from pincite.bench.progress import track
from pincite.checks import check_pair
from pincite.checks.entailment import LEAST_SUPPORTED
from pincite.datasets import Label
from pincite.datasets.claims import JUDGED, JudgedClaim, judged_claims
from pincite.defaults import verifier
from pincite.errors import CallerError
from pincite.measure.agreement import agreement, balanced_accuracy
from pincite.measure.intervals import Interval, wilson
from pincite.models.focus import lines
from pincite.models.verifier import Verifier
from pincite.ports import Judgement
from pincite.rank import query_terms, terms
from pincite.records import Outcome, Proportion, Status

__all__ = ["METHODS", "SETS", "JudgeRow", "rows"]

METHODS = ("verifier", "reader", "checks", "overlap", "best_line", "named")
"""The verifier; its cross-encoder alone; the checks alone; shared words with all of the evidence
and with its best line; what `PINCITE_VERIFIER` names, such as the folder of a cross-encoder."""

SETS = JUDGED
APART = ("faithbench",)
"""Measured, and no part of thresholds and averages."""

_BATCH = 32
_THRESHOLDS = np.linspace(0.01, 0.99, 99)
_SURE = 0.85
_REST = Label.UNSUPPORTED


@dataclass(frozen=True, slots=True)
class JudgeRow:
    """A judge against people on one set; `macro` is the mean over the sets that are not apart.

    Attributes:
        set: The data set, or `macro`.
        method: The judge.
        n: Claims.
        base_rate: Supported, by people.
        threshold: Chosen on the other sets.
        balanced_accuracy: At that threshold.
        macro_f1: At that threshold.
        kappa: At that threshold.
        auroc: Of the probability.
        brier: Of the probability.
        calibration_error: Of the probability, ten bins.
        sure_precision: Supported by people, among the claims that the judge gives 0.85 or more.
        sure_share: Those of the claims supported by people that the judge gives 0.85 or more.
        by_label: Of the claims that people call supported, partial and unsupported (contradicted
            among them), those that the judge calls the same; empty where people never say partial.
        unread: Claims without a judgement.
        pairs_per_s: On all cores.
    """

    set: str
    method: str
    n: int
    base_rate: Proportion | None
    threshold: float | None
    balanced_accuracy: Interval
    macro_f1: Interval | None
    kappa: Interval | None
    auroc: Interval
    brier: Interval
    calibration_error: Interval
    sure_precision: Proportion
    sure_share: Proportion
    by_label: Mapping[str, Proportion]
    unread: int
    pairs_per_s: float | None


@dataclass(frozen=True, slots=True)
class _Scored:
    labels: Sequence[Label]
    given: Sequence[Label]
    gold: NDArray[np.bool_]
    scores: NDArray[np.float64]
    unread: int
    seconds: float


def rows(
    root: Path | None, sets: Sequence[str], methods: Sequence[str], n: int | None
) -> Iterator[JudgeRow]:
    """A row for each set and method, and for each method one for the mean of the sets.

    Raises:
        CallerError: Without a data root, or on a set or method that is not known.
        ExtraError: When a method's extra is not installed.
    """
    if root is None:
        raise CallerError("this bench needs annotated data", remedy="give --data ROOT")
    picked = chosen(sets, SETS, what="set")
    claims = {name: list(islice(judged_claims(root, name), n)) for name in picked}
    for method in chosen(methods or METHODS[:-1], METHODS, what="method"):
        scored = {name: _score(method, name, claims[name]) for name in picked}
        found = [_row(name, method, scored) for name in picked]
        yield from found
        mean = [row for row in found if row.set not in APART]
        if len(mean) > 1:
            yield _mean(method, mean, [scored[row.set] for row in mean])


def _row(name: str, method: str, scored: dict[str, _Scored]) -> JudgeRow:
    mine = scored[name]
    threshold = _threshold(
        [other for key, other in scored.items() if key != name and key not in APART] or [mine]
    )
    figures = agreement([bool(g) for g in mine.gold], list(mine.scores), threshold=threshold)
    return JudgeRow(
        set=name,
        method=method,
        n=len(mine.gold),
        base_rate=figures.base_rate,
        threshold=round(threshold, 2),
        balanced_accuracy=figures.balanced_accuracy,
        macro_f1=figures.macro_f1,
        kappa=figures.kappa,
        auroc=figures.auroc,
        brier=figures.brier,
        calibration_error=figures.calibration_error,
        by_label=_by_label(mine),
        unread=mine.unread,
        pairs_per_s=round(len(mine.gold) / mine.seconds, 1) if mine.seconds else None,
        **_sure([mine]),
    )


def _mean(method: str, found: Sequence[JudgeRow], scored: Sequence[_Scored]) -> JudgeRow:
    seconds = sum(item.seconds for item in scored)
    return JudgeRow(
        set="macro",
        method=method,
        n=sum(row.n for row in found),
        base_rate=None,
        threshold=None,
        balanced_accuracy=_average([row.balanced_accuracy for row in found]),
        macro_f1=None,
        kappa=None,
        auroc=_average([row.auroc for row in found]),
        brier=_average([row.brier for row in found]),
        calibration_error=_average([row.calibration_error for row in found]),
        by_label={},
        unread=sum(row.unread for row in found),
        pairs_per_s=round(sum(row.n for row in found) / seconds, 1) if seconds else None,
        **_sure(scored),
    )


def _average(figures: Sequence[Interval]) -> Interval:
    """The mean of the sets' values; of the sets there is no interval, they are not a sample."""
    values = [figure.value for figure in figures if figure.value is not None]
    return Interval(sum(values) / len(values) if values else None, None, None, len(values))


def _sure(scored: Sequence[_Scored]) -> dict[str, Proportion]:
    gold = np.concatenate([item.gold for item in scored])
    sure = np.concatenate([item.scores for item in scored]) >= _SURE
    right = int((gold & sure).sum())
    return {
        "sure_precision": wilson(right, int(sure.sum())),
        "sure_share": wilson(right, int(gold.sum())),
    }


def _by_label(scored: _Scored) -> dict[str, Proportion]:
    if Label.PARTIAL not in scored.labels:
        return {}
    found = {}
    for label in (Label.SUPPORTED, Label.PARTIAL, Label.UNSUPPORTED):
        mine = [g for wanted, g in zip(scored.labels, scored.given, strict=True) if wanted is label]
        found[label.value] = wilson(mine.count(label), len(mine))
    return found


def _label(read: Judgement | None) -> Label:
    """What a report shows for a reading, contradicted as unsupported."""
    if read is None:
        return Label.UNSUPPORTED
    if read.supported >= LEAST_SUPPORTED:
        return Label.SUPPORTED
    return Label.PARTIAL if read.partial > max(read.unsupported, read.contradicted) else _REST


def _threshold(scored: Sequence[_Scored]) -> float:
    """The threshold with the best mean balanced accuracy over some sets; the lowest of equals."""
    means = []
    for threshold in _THRESHOLDS:
        values = [balanced_accuracy(item.gold, item.scores >= threshold) for item in scored]
        known = [value for value in values if value is not None]
        means.append(round(sum(known) / len(known), 9) if known else 0.0)
    return float(_THRESHOLDS[int(np.argmax(means))])


def _score(method: str, name: str, claims: Sequence[JudgedClaim]) -> _Scored:
    judge = _JUDGES[method]
    judge([("A claim.", "Its evidence.")])
    batches = [claims[row : row + _BATCH] for row in range(0, len(claims), _BATCH)]
    start = time.perf_counter()
    found: list[Judgement | None] = []
    for batch in track(batches, f"{name} {method}"):
        found.extend(judge([(item.claim, item.evidence) for item in batch]))
    labels = [_REST if item.label is Label.CONTRADICTED else item.label for item in claims]
    return _Scored(
        labels=labels,
        given=[_label(read) for read in found],
        gold=np.asarray([item.label is Label.SUPPORTED for item in claims], dtype=np.bool_),
        scores=np.asarray([read.supported if read else 0.0 for read in found], dtype=np.float64),
        unread=sum(read is None for read in found),
        seconds=time.perf_counter() - start,
    )


Read = list[Judgement | None]
Pairs = Sequence[tuple[str, str]]


def _verifier(pairs: Pairs) -> Read:
    return _shipped().judge(pairs)


def _reader(pairs: Pairs) -> Read:
    return _shipped().reader.judge(pairs)


def _named(pairs: Pairs) -> Read:
    judge = verifier()
    if judge is None:
        raise CallerError("no judge is named", remedy="set PINCITE_VERIFIER to its folder")
    return judge.judge(pairs)


def _two_way(supported: float) -> Judgement:
    return Judgement(supported, partial=0.0, unsupported=1 - supported, contradicted=0.0)


@lru_cache(maxsize=1)
def _shipped() -> Verifier:
    found = verifier("builtin")
    assert isinstance(found, Verifier)
    return found


def _checks(pairs: Pairs) -> Read:
    return [_two_way(_of_finding(*pair)) for pair in pairs]


def _of_finding(claim: str, evidence: str) -> float:
    finding = check_pair(claim, evidence)
    if finding.status is Status.SUPPORTED:
        return 1.0
    failed = sum(check.outcome is Outcome.FAIL for check in finding.checks)
    return 0.0 if failed else 0.5


def _overlap(pairs: Pairs) -> Read:
    return [_two_way(_share(claim, [evidence])) for claim, evidence in pairs]


def _best_line(pairs: Pairs) -> Read:
    return [_two_way(_share(claim, lines(evidence))) for claim, evidence in pairs]


def _share(claim: str, texts: Sequence[str]) -> float:
    wanted = query_terms(claim)
    best = max((len(set(wanted).intersection(terms(text))) for text in texts), default=0)
    return best / len(set(wanted)) if wanted else 0.0


_JUDGES: dict[str, Callable[[Pairs], Read]] = {
    "verifier": _verifier,
    "reader": _reader,
    "checks": _checks,
    "overlap": _overlap,
    "best_line": _best_line,
    "named": _named,
}
