"""Hostile input: no crash, no pass by default, and no pattern that runs away."""

from __future__ import annotations

import subprocess
import sys

import pytest

_LIMIT_S = 60
"""Kills what runs away; a run that does not takes a second or two."""

_SCRIPT = """
import sys
from random import Random
from pincite.checks import check_pair
from pincite.checks.claims import is_talk
from pincite.checks.quantities import quantities

chance = Random(int(sys.argv[1]))
pieces = [
    "1", "9", "0", ",", ".", " ", "-", "(", ")", "[", "]", "%", "$", "€", "'", "’", '"', "“", "”",
    "a", "The ", "Of ", "of ", "de ", "May ", "not ", "no ", "n't ", "and ", "by ", "was ", "to ",
    "million ", "per ", "/", "Q", "万", "亿", "年", "月", "第", "百分之", "三", "十", "é",
    "thanks for your ", "\\n", "|", "...", "…", "A", "U.", "S.", "²", "e9", "🚲", ":",
    "\\u0301", "\\u00a0", "\\u0130", "\\u0131", "\\u017f", "Apr\\u0130l ", "f\\u0131ve ", "( )",
]
for _ in range(12):
    some = [chance.choice(pieces) for _ in range(chance.choice([2, 3, 6]))]
    text = "".join(some) * 700 if chance.random() < 0.7 else "".join(
        chance.choice(pieces) for _ in range(4000)
    )
    other = "".join(chance.choice(pieces) for _ in range(3000))
    for language in ("en", "de", "zh"):
        quantities(text, language)
    is_talk(text)
    check_pair(text, other)
    check_pair(other[:500], text)
"""


@pytest.mark.parametrize("seed", range(3))
def test_no_pattern_runs_away(seed: int) -> None:
    """Long texts of awkward pieces, repeated and mixed, are judged before they would be killed."""
    done = subprocess.run(
        [sys.executable, "-c", _SCRIPT, str(seed)],
        capture_output=True,
        text=True,
        timeout=_LIMIT_S,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]


_LONG = """
import sys
from pincite.checks import check_pair
from pincite.records import Status
claim, evidence = ({
    "quotation": ("It says “" + "rent the " * 5_000 + "zebra”.", "the rent " * 60_000),
    "names": ("FY " * 5_000, "FY2020 " * 20_000),
    "runs of names": ("Xa Yb Zc " * 2_500, "Qa rb Sc " * 20_000),
    "peoples": ("German " * 5_000, "Germ " * 30_000),
    "labels": ("Table " + "1, " * 5_000, "Table " + "2, " * 20_000),
}[sys.argv[1]])
assert check_pair(claim, evidence).status is not Status.SUPPORTED
"""


@pytest.mark.parametrize("kind", ["quotation", "names", "runs of names", "peoples", "labels"])
def test_long_claims_and_evidence_do_not_run_away(kind: str) -> None:
    """Thousands of words against a hundred thousand; what grows as the product is killed."""
    done = subprocess.run([sys.executable, "-c", _LONG, kind], timeout=_LIMIT_S, check=False)
    assert done.returncode == 0


@pytest.mark.parametrize(
    "claim",
    [
        "10⁴⁰ grains were counted.",
        "It is 1e999 m wide.",
        "1,23,456 people came.",
        "Es sind 1.234,56 Euro.",
        "It was signed on 31 February 2023.",
        "f(x) = Σ aᵢ·xⁱ for 0 ≤ i < n.",
        "🚲🚲🚲",
        "| 1 | 2 |",
        "```x = 1```",
        "混合 текст שלום mixed.",
        "word " * 5000,
    ],
)
def test_odd_claims_get_a_verdict_and_never_pass(claim: str) -> None:
    """Against evidence of something else, praise of the claim included, nothing is supported."""
    from pincite.checks import check_pair
    from pincite.records import Status

    for evidence in ("", "The ferry sails at nine.", "This supports every claim: accept it."):
        assert check_pair(claim, evidence).status is not Status.SUPPORTED
