from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from pincite.errors import GeneratorError
from pincite.ports import Judgement, Tokenizer
from pincite.scoring import CheckingJudge, Item, Task
from pincite.scoring.ledger import Estimator, Ledger
from pincite.scoring.remembered import Remembered

ITEMS = [Item(Task.SUPPORT, f"Claim {n}.", "Text.") for n in range(4)]


def test_what_was_judged_is_not_asked_again(tmp_path: Path, told: Callable[..., Any]) -> None:
    """Not in one run, and not in the next; equal items are asked once."""
    judge = told(lambda _: 0.5)
    ledger = Ledger(judge, tmp_path / "deep" / "ledger.jsonl")
    assert [r.value for r in ledger.rule([*ITEMS, *ITEMS])] == [0.5] * 8
    ledger.rule(ITEMS)
    assert len(judge.asked) == ledger.asked == 4
    again = Ledger(told(lambda _: 1.0), tmp_path / "deep" / "ledger.jsonl")
    assert [r.value for r in again.rule(ITEMS)] == [0.5] * 4
    assert (again.asked, again.known) == (0, 4)


def test_a_failed_judgement_is_asked_again(tmp_path: Path, told: Callable[..., Any]) -> None:
    """It is not kept; the others are."""
    path = tmp_path / "ledger.jsonl"
    Ledger(told(lambda item: None if item is ITEMS[0] else 1.0), path).rule(ITEMS)
    judge = told(lambda _: 0.0)
    assert [r.value for r in Ledger(judge, path).rule(ITEMS)] == [0.0, 1.0, 1.0, 1.0]
    assert len(judge.asked) == 1


def test_a_line_that_broke_off_costs_that_judgement(
    tmp_path: Path, told: Callable[..., Any]
) -> None:
    """A run that was killed while it wrote goes on."""
    path = tmp_path / "ledger.jsonl"
    Ledger(told(lambda _: 1.0), path).rule(ITEMS)
    path.write_bytes(path.read_bytes()[:-20])
    ledger = Ledger(told(lambda _: 0.0), path)
    assert [r.value for r in ledger.rule(ITEMS)] == [1.0, 1.0, 1.0, 0.0]
    assert ledger.unreadable == 1
    again = Ledger(told(lambda _: 0.5), path)
    assert [r.value for r in again.rule(ITEMS)] == [1.0, 1.0, 1.0, 0.0]


def test_a_judgement_is_on_disk_before_the_next_is_asked(
    tmp_path: Path, told: Callable[..., Any]
) -> None:
    """A run that dies in the middle of an answer loses nothing that was paid for."""
    path = tmp_path / "ledger.jsonl"

    def say(item: Item) -> float:
        if item is ITEMS[2]:
            raise GeneratorError("no credit", retryable=False)
        return 1.0

    with pytest.raises(GeneratorError):
        Ledger(told(say), path).rule(ITEMS)
    judge = told(lambda _: 0.0)
    assert [r.value for r in Ledger(judge, path).rule(ITEMS)] == [1.0, 1.0, 0.0, 0.0]
    assert judge.asked == ITEMS[2:]


def test_another_judge_does_not_know_it(tmp_path: Path, told: Callable[..., Any]) -> None:
    """The judge's name is in the keys."""
    path = tmp_path / "ledger.jsonl"
    Ledger(told(lambda _: 1.0), path).rule(ITEMS)
    other = told(lambda _: 0.0)
    other.name = "told/2"
    assert not Ledger(other, path).knows(ITEMS[0])


def test_an_estimate_asks_nothing(
    tmp_path: Path, told: Callable[..., Any], words: Tokenizer
) -> None:
    """It counts what is new, once, and what that would cost at some prices."""
    judge = told(lambda _: 1.0)
    ledger = Ledger(judge, tmp_path / "ledger.jsonl")
    ledger.rule(ITEMS[:1])
    estimator = Estimator(ledger, words)
    estimator.rule([*ITEMS, *ITEMS])
    found = estimator.estimate((1_000_000.0, 1_000_000.0))
    assert (found.judgements, found.known) == (3, 5)
    assert found.dollars == found.tokens_in + found.tokens_out
    assert len(judge.asked) == 1
    assert estimator.estimate(None).dollars is None


def test_a_judge_that_costs_nothing_is_timed_on_the_first_items(words: Tokenizer) -> None:
    """No tokens, and seconds by what was measured."""
    checks = CheckingJudge()
    estimator = Estimator(Ledger(checks), words, tried=checks)
    estimator.rule(ITEMS)
    found = estimator.estimate((1.0, 1.0))
    assert (found.judgements, found.tokens_in, found.dollars) == (4, 0, 0.0)
    assert found.seconds < 4


class Reader:
    """An entailment model that cannot read what is empty, and counts what it reads."""

    name = "reader/1"

    def __init__(self) -> None:
        self.read: list[tuple[str, str]] = []

    def judge(self, pairs: Sequence[tuple[str, str]]) -> list[Judgement | None]:
        """Support for all that is not empty."""
        self.read += pairs
        return [Judgement(0.75, 0.25, 0.0, 0.0, truncated=True) if e else None for _, e in pairs]


def test_a_verifier_reads_a_pair_once(tmp_path: Path) -> None:
    """In one run and in the next, behind broken lines too; what was not readable is read again."""
    path = tmp_path / "read.jsonl"
    pairs = [("a", "b"), ("a", "b"), ("a", ""), ("c", "d")]
    first = Reader()
    found = Remembered(first, path).judge(pairs)
    assert found == [Judgement(0.75, 0.25, 0.0, 0.0, truncated=True)] * 2 + [None] + found[3:]
    assert len(first.read) == 3
    with path.open("a") as stream:
        stream.write('{"key": "x", "supported": "much"}\n{"key"')
    second = Reader()
    assert Remembered(second, path).judge([*pairs, ("e", "f")])[:4] == found
    assert second.read == [("a", ""), ("e", "f")]
    third = Reader()
    Remembered(third, path).judge([("e", "f")])
    assert third.read == []
