"""Judgements kept by the hash of what was judged, so that nothing is asked twice; and estimates.

A ledger is a file of JSON Lines, one judgement a line, each added as it comes: a run that was
broken off goes on where it stopped. Judgements that failed are not kept. One ledger serves one
judge; the judge's name is in its keys.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from pincite.canonical import sha256_text, sha256_value
from pincite.checks.entailment import LEAST_SUPPORTED
from pincite.datasets.lines import Fault, append_line, read_lines
from pincite.errors import RecordError
from pincite.ports import Entailment, Tokenizer
from pincite.scoring.judge import CheckingJudge, Item, Judge, Ruling
from pincite.scoring.prompted import prompt_of
from pincite.scoring.remembered import Remembered

__all__ = ["Estimate", "Estimator", "Ledger", "judgements_file", "remembering"]

REPLY_TOKENS = 4
TRIED_ITEMS = 64
ASSUMED_SECONDS = 1.0
"""Of a call to a model, where none was measured yet."""


class Ledger:
    """A judge that remembers.

    Args:
        judge: Asked what is not known.
        path: Of the file; None remembers for this run alone.

    Attributes:
        asked: Items that the judge was asked.
        known: Items that were known.
        unreadable: Lines of the file that are no judgement.
    """

    def __init__(self, judge: Judge, path: Path | None = None) -> None:
        self.name = judge.name
        self.checks_first = judge.checks_first
        self.entailment = judge.entailment
        self.least_supported = judge.least_supported
        self.asked = self.known = self.unreadable = 0
        self.seconds: list[float] = []
        self._judge = judge
        self._path = path
        self._rulings: dict[str, Ruling] = {}
        if path is not None and path.is_file():
            self._load(path)

    def rule(self, items: Sequence[Item]) -> list[Ruling]:
        """One ruling for each item; equal items are asked once."""
        keys = [self.key(item) for item in items]
        wanted = {
            key: item for key, item in zip(keys, items, strict=True) if key not in self._rulings
        }
        self.asked += len(wanted)
        self.known += len(items) - len(wanted)
        found: dict[str, Ruling] = {}
        for batch in self._batches(wanted):
            start = time.monotonic()
            rulings = self._judge.rule([wanted[key] for key in batch])
            seconds = (time.monotonic() - start) / len(batch)
            found |= zip(batch, rulings, strict=True)
            for key in batch:
                self._keep(key, found[key], seconds)
        return [self._rulings.get(key) or found[key] for key in keys]

    def key(self, item: Item) -> str:
        """The hash of the judge's name and all that it sees."""
        return sha256_value([self.name, item.key])

    def knows(self, item: Item) -> bool:
        """Whether it need not ask."""
        return self.key(item) in self._rulings

    def _batches(self, wanted: Iterable[str]) -> list[list[str]]:
        """All at once for the checks, which cost nothing; one at a time for a model."""
        keys = list(wanted)
        return [keys] if self.checks_first and keys else [[key] for key in keys]

    def _keep(self, key: str, ruling: Ruling, seconds: float) -> None:
        if ruling.failed:
            return
        self._rulings[key] = ruling
        if self._path is not None:
            kept = {"key": key, "value": ruling.value, "reason": ruling.reason}
            append_line(self._path, {**kept, "seconds": round(seconds, 3)})

    def _load(self, path: Path) -> None:
        for _, line in read_lines(path, path.name):
            try:
                if isinstance(line, Fault):
                    raise RecordError(line.reason)
                value = line.plain("value")
                if not (value is None or isinstance(value, int | float)):
                    raise RecordError("the value is no number")
                self._rulings[line.text("key")] = Ruling(value, line.text("reason"))
                seconds = line.plain("seconds")
                self.seconds += [float(seconds)] if isinstance(seconds, int | float) else []
            except RecordError:
                self.unreadable += 1


def judgements_file(folder: Path | None, judge: Judge) -> Path | None:
    """The file of a judge in a folder of judgements; None where there is no folder."""
    digest = sha256_text(judge.name).removeprefix("sha256:")[:16]
    return folder / f"{digest}.jsonl" if folder is not None else None


def remembering(judge: Judge, path: Path | None) -> Ledger:
    """The judge, with what its model judges or its verifier reads kept between runs.

    The checks are made again.

    Args:
        judge: Any.
        path: Of the file; None remembers for this run alone.
    """
    if not judge.checks_first:
        return Ledger(judge, path)
    if judge.entailment is not None:
        judge = CheckingJudge(Remembered(judge.entailment, path), judge.least_supported)
    return Ledger(judge)


@dataclass(frozen=True, slots=True)
class Estimate:
    """What judging would cost.

    Attributes:
        judgements: Items to ask; what is asked because of an answer of the judge is counted as if
            it had found support.
        known: Items that a ledger knows.
        tokens_in: Of the prompts.
        tokens_out: Of the replies.
        seconds: At the pace measured, else at one second each.
        dollars: At the prices given; None without.
    """

    judgements: int
    known: int
    tokens_in: int
    tokens_out: int
    seconds: float
    dollars: float | None


class Estimator:
    """Stands in for a judge and asks nothing: it counts, and says that all is supported.

    Args:
        ledger: Of the judge.
        tokenizer: Counts the prompts.
        tried: A judge that costs nothing, timed on the first items.
    """

    checks_first = False
    entailment: Entailment | None = None
    least_supported = LEAST_SUPPORTED

    def __init__(self, ledger: Ledger, tokenizer: Tokenizer, *, tried: Judge | None = None) -> None:
        self.name = ledger.name
        self._tried = tried
        self._ledger = ledger
        self._count = tokenizer.count
        self._seen: set[str] = set()
        self._known = self._tokens = 0

    def rule(self, items: Sequence[Item]) -> list[Ruling]:
        """Counts the items that would be asked."""
        if self._tried is not None and len(self._ledger.seconds) < TRIED_ITEMS and items:
            start = time.monotonic()
            self._tried.rule(items)
            pace = (time.monotonic() - start) / len(items)
            self._ledger.seconds += [pace] * len(items)
        for item in items:
            key = self._ledger.key(item)
            if key in self._seen or self._ledger.knows(item):
                self._known += 1
                continue
            self._seen.add(key)
            if self._tried is None:
                prompt = prompt_of(item)
                self._tokens += sum(self._count([prompt.system, prompt.context, prompt.question]))
        return [Ruling(1.0) for _ in items]

    def estimate(self, prices: tuple[float, float] | None) -> Estimate:
        """What the items so far would cost.

        Args:
            prices: Dollars for a million tokens in, and out.
        """
        calls = len(self._seen)
        out = 0 if self._tried else calls * REPLY_TOKENS
        known = self._ledger.seconds
        pace = sum(known) / len(known) if known else ASSUMED_SECONDS
        dollars = None
        if prices is not None:
            dollars = round((self._tokens * prices[0] + out * prices[1]) / 1e6, 4)
        return Estimate(calls, self._known, self._tokens, out, round(calls * pace, 1), dollars)
