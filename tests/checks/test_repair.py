"""What a claim should cite, and when nothing can be cited."""

from collections.abc import Callable

import pytest

import pincite
from pincite.checks import rewrite
from pincite.records import Library, Outcome, Report, Status

MakeLibrary = Callable[..., Library]

MILL = (
    "The mill was built in 1840. It was sold to Ines Park in 1902. The weir is of granite. "
    "The mill has nine wheels."
)


def repaired(report: Report) -> str:
    """The answer with what its report suggests."""
    return rewrite(report.answer, report.verdicts).text


@pytest.mark.parametrize(
    ("answer", "right"),
    [
        ("The mill was built in 1840 [s3].", "The mill was built in 1840 [s1]."),
        ("The weir is of granite [s1-s4].", "The weir is of granite [s3]."),
        ("The mill has nine wheels.", "The mill has nine wheels [s4]."),
        (
            "The mill, built in 1840, was sold to Ines Park in 1902 [s1].",
            "The mill, built in 1840, was sold to Ines Park in 1902 [s1-s2].",
        ),
        ("The mill was built in 1840 [s9].", "The mill was built in 1840 [s1]."),
        (
            "The mill was built in 1840 [s2] and the weir is of granite [s1].",
            "The mill was built in 1840 [s1] and the weir is of granite [s3].",
        ),
    ],
    ids=["shifted", "widened", "uncited", "narrowed", "phantom", "parts"],
)
def test_the_right_sentences_are_found(make_library: MakeLibrary, answer: str, right: str) -> None:
    """A wrong, wide, narrow, missing or phantom marker is replaced by the smallest right one."""
    library = make_library(mill=MILL)
    report = pincite.verify(answer, library)
    assert repaired(report) == right
    assert pincite.verify(right, library).verdicts[0].status is Status.SUPPORTED


def test_what_is_right_is_left_alone(make_library: MakeLibrary) -> None:
    """A supported claim has no suggestion."""
    report = pincite.verify("The weir is of granite [s3].", make_library(mill=MILL))
    assert report.verdicts[0].suggestion is None
    assert repaired(report) == report.answer.text


def test_nothing_is_invented(make_library: MakeLibrary) -> None:
    """A claim that no sentence says gets no marker, and the report says so."""
    library = make_library(mill=MILL)
    for answer in ("The owner kept owls.", "It was good.", "That is so."):
        cited = pincite.cite(answer, library)
        assert cited.text == answer
        (verdict,) = cited.report.verdicts
        assert [c.outcome for c in verdict.checks if c.name == "repair"] == [Outcome.FAIL]


def test_cite_keeps_markers_unless_told(make_library: MakeLibrary) -> None:
    """Markers stay as they are; with `recite` they are replaced."""
    library = make_library(mill=MILL)
    answer = "The weir is of granite [s1]. The mill has nine wheels."
    assert pincite.cite(answer, library).text == (
        "The weir is of granite [s1]. The mill has nine wheels [s4]."
    )
    assert pincite.cite(answer, library, recite=True).text == (
        "The weir is of granite [s3]. The mill has nine wheels [s4]."
    )
