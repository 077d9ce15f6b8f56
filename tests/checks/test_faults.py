"""The shared list of faults of citation systems, as far as checks concern them."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import cast

import pytest

import pincite
from pincite.records import Decision, Library, Outcome, Report, Status

pytestmark = pytest.mark.shared
MakeLibrary = Callable[..., Library]
_FILE = Path(__file__).parents[3] / "shared" / "cases" / "faults.jsonl"


@pytest.fixture
def fault() -> Callable[[str], dict[str, object]]:
    """The fault of an id; skips where the list is not there."""
    if not _FILE.exists():
        pytest.skip("the shared cases are not here")
    lines = _FILE.read_text(encoding="utf-8").splitlines()
    found = {str(value["id"]): value for value in map(json.loads, lines)}
    return lambda name: cast("dict[str, object]", found[name]["input"])


def judge(answer: str, make_library: MakeLibrary, *sources: object) -> Report:
    """The report on an answer to some sources."""
    library = make_library(**{f"d{row}": str(text) for row, text in enumerate(sources, 1)})
    return pincite.verify(answer, library)


@pytest.mark.parametrize("name", ["fc36a", "fc36b", "fc36c"])
def test_a_changed_quotation_is_rejected(
    name: str, fault: Callable[[str], dict[str, object]], make_library: MakeLibrary
) -> None:
    """A lost negation and a changed number never pass for a quotation."""
    given = fault(name)
    report = judge(f"It says: “{given['quote']}” [s1-s3].", make_library, given["source"])
    assert report.decision is Decision.REJECT


def test_a_silent_rewrite_is_no_quotation(
    fault: Callable[[str], dict[str, object]], make_library: MakeLibrary
) -> None:
    """Another spelling and an abbreviation within quotation marks are changes."""
    given = fault("fc34")
    report = judge(f"“{given['quote']}” [s1].", make_library, given["source"])
    checks = {check.name: check.outcome for check in report.verdicts[0].checks}
    assert checks["quotes"] is Outcome.FAIL


def test_brackets_of_the_source_are_its_text(
    fault: Callable[[str], dict[str, object]], make_library: MakeLibrary
) -> None:
    """Square brackets that the source has are no alteration."""
    given = fault("fc33")
    report = judge(f"“{given['quote']}” [s1].", make_library, given["source"])
    assert report.verdicts[0].status is Status.SUPPORTED


def test_apostrophes_are_no_quotation_marks(
    fault: Callable[[str], dict[str, object]], make_library: MakeLibrary
) -> None:
    """Only the quotation fails; what stands between two apostrophes is none."""
    given = fault("fc32")
    report = judge(str(given["answer"]), make_library, given["source"])
    failed = [c for v in report.verdicts for c in v.checks if c.name == "quotes"]
    assert [check.outcome for check in failed] == [Outcome.FAIL]


def test_a_conflict_is_shown_beside_support(
    fault: Callable[[str], dict[str, object]], make_library: MakeLibrary
) -> None:
    """Supported by what it cites, and the other figure with its place."""
    given = fault("fc41")
    pack = cast("dict[str, str]", given["pack"])
    report = judge(f"{str(given['claim'])[:-1]} [s1].", make_library, *pack.values())
    verdict = report.verdicts[0]
    assert verdict.status is Status.SUPPORTED
    assert "conflicts" in {c.name for c in verdict.checks if c.outcome is Outcome.FAIL}
    assert verdict.decision is Decision.REVIEW


def test_half_a_claim_is_partial(
    fault: Callable[[str], dict[str, object]], make_library: MakeLibrary
) -> None:
    """What holds and what does not are told apart."""
    given = fault("fc42")
    report = judge(f"{str(given['claim'])[:-1]} [s1].", make_library, given["evidence"])
    assert report.verdicts[0].status is Status.PARTIAL


def test_empty_evidence_supports_nothing(fault: Callable[[str], dict[str, object]]) -> None:
    """No text, no pass."""
    from pincite.checks import check_pair

    given = fault("fc37")
    finding = check_pair(str(given["claim"]), str(given["cited_text"]))
    assert finding.status is Status.UNSUPPORTED


def test_a_range_is_never_clamped(
    fault: Callable[[str], dict[str, object]], make_library: MakeLibrary
) -> None:
    """A range that runs out of the library gives no evidence and rejects the answer."""
    report = judge(str(fault("fc12")["answer"]), make_library, "It rained. " * 9)
    assert report.decision is Decision.REJECT
    assert report.answer.citations[0].evidence == ()
