"""Two results of one kind → which differences are real; measures nothing itself.

Results of `pincite score --json` hold a figure for each answer, so they are compared answer by
answer with a paired bootstrap; p values are Holm's over all rows of the comparison. Results of a
bench hold intervals alone: those are compared by whether they lie apart, which says less.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from pincite.canonical import Plain
from pincite.errors import CallerError
from pincite.measure.intervals import Difference, paired_bootstrap

__all__ = ["ApartRow", "PairedRow", "compare"]

LEVEL = 0.05


@dataclass(frozen=True, slots=True)
class PairedRow:
    """A figure of two runs over the same answers.

    Attributes:
        set: The metric.
        method: The figure.
        n: Answers that both have a figure for.
        left_out: Answers that only one of them has a figure for.
        a: Mean of the first run over the pairs.
        b: Mean of the second run.
        difference: `a` less `b`.
        holm_p: `p` corrected for the number of rows (Holm 1979); None without pairs.
        real: Whether `holm_p` is below 0.05.
    """

    set: str
    method: str
    n: int
    left_out: int
    a: float | None
    b: float | None
    difference: Difference
    holm_p: float | None = None
    real: bool = False


@dataclass(frozen=True, slots=True)
class ApartRow:
    """A figure of two runs of a bench.

    Attributes:
        set: The data set.
        method: The method, then the figure.
        n: Records of the smaller run.
        a: The first run's figure.
        b: The second run's.
        difference: `a` less `b`.
        apart: Whether their intervals do not touch.
    """

    set: str
    method: str
    n: int
    a: float
    b: float
    difference: float
    apart: bool


def compare(a: Mapping[str, Plain], b: Mapping[str, Plain]) -> list[PairedRow] | list[ApartRow]:
    """The rows of a comparison of two results, as they were read from JSON.

    Raises:
        CallerError: When they are not two results of one kind, or have nothing in common.
    """
    metrics = (a.get("metrics"), b.get("metrics"))
    rows: list[PairedRow] | list[ApartRow]
    if isinstance(metrics[0], Mapping) and isinstance(metrics[1], Mapping):
        rows = _holm(list(_paired(metrics[0], metrics[1])))
    elif a.get("bench") and a.get("bench") == b.get("bench"):
        rows = list(_apart(_rows(a), _rows(b)))
    else:
        raise CallerError(
            "the files are not two results of one kind",
            remedy="give two files of `pincite score --json`, or two of one `pincite bench --json`",
        )
    if not rows:
        raise CallerError("the two results have no figure in common")
    return rows


def _paired(a: Mapping[str, Plain], b: Mapping[str, Plain]) -> Iterator[PairedRow]:
    for metric in a:
        if metric not in b:
            continue
        mine, theirs = _answers(a[metric]), _answers(b[metric])
        names = dict.fromkeys(name for answer in mine.values() for name in answer if name != "id")
        for name in names:
            first = {key: answer.get(name) for key, answer in mine.items()}
            second = {key: answer.get(name) for key, answer in theirs.items()}
            known_a = {k: v for k, v in first.items() if isinstance(v, int | float)}
            known_b = {k: v for k, v in second.items() if isinstance(v, int | float)}
            both = sorted(known_a.keys() & known_b.keys())
            left = [known_a[key] for key in both]
            right = [known_b[key] for key in both]
            yield PairedRow(
                set=metric,
                method=name,
                n=len(both),
                left_out=len(known_a.keys() ^ known_b.keys()),
                a=sum(left) / len(left) if left else None,
                b=sum(right) / len(right) if right else None,
                difference=paired_bootstrap(left, right),
            )


def _answers(metric: Plain) -> dict[str, Mapping[str, Plain]]:
    listed = metric.get("answers") if isinstance(metric, Mapping) else None
    if not isinstance(listed, Sequence) or isinstance(listed, str):
        return {}
    return {
        str(answer["id"]): answer
        for answer in listed
        if isinstance(answer, Mapping) and "id" in answer
    }


def _holm(rows: list[PairedRow]) -> list[PairedRow]:
    """The rows with p values that hold for all of them together."""
    order = sorted(
        (row for row in range(len(rows)) if rows[row].difference.p is not None),
        key=lambda row: (rows[row].difference.p, row),
    )
    least = 0.0
    for place, row in enumerate(order):
        p = rows[row].difference.p
        assert p is not None
        least = max(least, min(1.0, p * (len(order) - place)))
        rows[row] = replace(rows[row], holm_p=least, real=least < LEVEL)
    return rows


def _rows(result: Mapping[str, Plain]) -> dict[tuple[str, str], Mapping[str, Plain]]:
    listed = result.get("rows")
    found = {}
    for row in listed if isinstance(listed, Sequence) and not isinstance(listed, str) else ():
        if isinstance(row, Mapping):
            kind = f" {row['kind']}" if isinstance(row.get("kind"), str) else ""
            found[str(row.get("set")), f"{row.get('method')}{kind}"] = row
    return found


def _apart(
    a: Mapping[tuple[str, str], Mapping[str, Plain]],
    b: Mapping[tuple[str, str], Mapping[str, Plain]],
) -> Iterator[ApartRow]:
    for key, mine in a.items():
        theirs = b.get(key, {})
        for name, value in mine.items():
            first, second = _interval(value), _interval(theirs.get(name))
            if first is None or second is None:
                continue
            yield ApartRow(
                set=key[0],
                method=f"{key[1]} {name}",
                n=min(_count(mine), _count(theirs)),
                a=first[0],
                b=second[0],
                difference=first[0] - second[0],
                apart=first[1] > second[2] or second[1] > first[2],
            )


def _count(row: Mapping[str, Plain]) -> int:
    n = row.get("n")
    return n if isinstance(n, int) else 0


def _interval(value: Plain) -> tuple[float, float, float] | None:
    if not isinstance(value, Mapping):
        return None
    ends = [value.get(name) for name in ("value", "low", "high")]
    known = [float(end) for end in ends if isinstance(end, int | float)]
    return (known[0], known[1], known[2]) if len(known) == len(ends) else None
