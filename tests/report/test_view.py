"""What a report shows, whatever the output."""

from __future__ import annotations

import dataclasses
from types import ModuleType

from pincite.records import BlockKind, Decision, Outcome, Report, Status
from pincite.report.view import MOST_QUOTES, view


def test_statuses_are_counted_worst_first(report: Report) -> None:
    """Counts add up to the claims, and a status that does not occur is not listed."""
    shown = view(report)
    assert shown.counts[0] == (Status.CONTRADICTED, 1)
    assert sum(count for _, count in shown.counts) == len(report.verdicts)
    assert shown.summary == "10 claims checked against 42 sentences in 2 documents"


def test_what_failed_comes_before_what_is_unknown(report: Report) -> None:
    """Concerns are failures, then unknowns; passes are apart."""
    claim = view(report).claims[7]
    assert [check.outcome for check in claim.concerns] == [Outcome.FAIL, Outcome.UNKNOWN]
    assert claim.passes == ()


def test_a_supported_claim_that_is_not_accepted_says_so(report: Report) -> None:
    """The evidence carries it, and yet somebody should look."""
    first, second, *rest = report.verdicts
    second = dataclasses.replace(second, decision=Decision.REVIEW, rule="conflict_elsewhere")
    claim = view(dataclasses.replace(report, verdicts=(first, second, *rest))).claims[1]
    assert (claim.label, claim.rule) == ("Supported, review", "conflict elsewhere")


def test_a_conflict_shows_the_side_of_its_part(report: Report) -> None:
    """The check is about the first half of claim 3, which cites s6 alone."""
    ((claim, check),) = view(report).conflicts
    assert claim.number == 3
    assert [quote.number for quote in check.cited.items] == [6]
    assert [quote.number for quote in check.quotes.items] == [34]


def test_of_wide_evidence_the_rest_is_counted(samples: ModuleType) -> None:
    """A citation of a hundred sentences is not written out, and says how many it holds."""
    block = (BlockKind.PARAGRAPH, 0, [f"Sentence {n}." for n in range(100)])
    shown = view(samples.sample_report("All of it [s1-s100].", (("long", [block]),)))
    quotes = shown.claims[0].quotes
    assert len(quotes.items) == MOST_QUOTES
    assert quotes.more == 100 - MOST_QUOTES


def test_a_warning_said_twice_is_shown_once(report: Report) -> None:
    """The report may repeat what its documents say."""
    document = dataclasses.replace(report.library.documents[0], warnings=("page 3 is blank",))
    library = dataclasses.replace(report.library, documents=(document, report.library.documents[1]))
    said = dataclasses.replace(
        report, library=library, warnings=("annual-review: page 3 is blank",)
    )
    assert view(said).warnings == ("annual-review: page 3 is blank",)


def test_a_check_or_suggestion_of_sentences_that_are_not_there_shows_none(
    report: Report,
) -> None:
    """Numbers beyond the library are not looked up."""
    first, second, *rest = report.verdicts
    check = dataclasses.replace(second.checks[0], evidence=(0, 99, 2))
    second = dataclasses.replace(second, checks=(check,), suggestion="[s98-s99]")
    shown = view(dataclasses.replace(report, verdicts=(first, second, *rest))).claims[1]
    assert shown.suggested == ()
    assert shown.suggestion == "[s98-s99]"
    assert shown.passes[0].evidence == ((2, 2),)


def test_nothing_to_count_is_no_score(report: Report) -> None:
    """No data is not zero."""
    nothing = dataclasses.replace(
        report.scores.precision, successes=0, total=0, low=None, high=None
    )
    scores = dataclasses.replace(report.scores, precision=nothing, f1=None)
    shown = dict(view(dataclasses.replace(report, scores=scores)).scores)
    assert shown["Precision"] == "no score (nothing to count)"
    assert shown["F1"] == "no score"
