"""What a claim should cite, and when nothing can be cited."""

import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest

import pincite
from pincite.checks import rewrite, without_markers
from pincite.checks.postings import SentenceIndex
from pincite.parse import parse_answer
from pincite.rank import terms
from pincite.records import Library, Outcome, Report, Status

MakeLibrary = Callable[..., Library]

MILL = (
    "The mill was built in 1840. It was sold to Ines Park in 1902. The weir is of granite. "
    "The mill has nine wheels."
)


def repaired(report: Report) -> str:
    """The answer with what its report suggests."""
    return rewrite(report.answer, report.verdicts, report.library).text


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


@pytest.mark.parametrize(
    ("other", "difference"),
    [
        ("The ferry to Orsund carries 140 cars a day.", "has 140 where the claim has 120"),
        ("The ferry to Orsund does not carry 120 cars a day.", "says otherwise"),
        ("The ferry to Orsund carries 120 cars a day.", ""),
        ("Each day 120 cars go by ferry to Orsund.", ""),
        ("The ferry to Velm carries 300 cars a day.", ""),
    ],
    ids=["figure", "polarity", "same", "other words", "another thing"],
)
def test_a_restatement_that_differs_is_a_conflict(
    make_library: MakeLibrary, other: str, difference: str
) -> None:
    """Another document that says it with another figure or denies it is named, and no other."""
    library = make_library(old="The ferry to Orsund carries 120 cars a day.", new=other)
    report = pincite.verify("The ferry to Orsund carries 120 cars a day [s1].", library)
    found = [c for v in report.verdicts for c in v.checks if c.name == "conflicts"]
    assert [c.evidence for c in found] == ([(2,)] if difference else [])
    assert all(difference in c.reason for c in found)
    assert report.verdicts[0].status is Status.SUPPORTED


def test_a_later_document_is_named(make_library: MakeLibrary) -> None:
    """Where documents are dated, the conflict says which is later."""
    library = make_library(
        old="Sheet of 4 May 2021. The tent weighs 3.1 kg.",
        new="Sheet of 9 June 2023. The tent weighs 2.8 kg.",
    )
    report = pincite.verify("The tent weighs 3.1 kg [s2].", library)
    (check,) = [c for c in report.verdicts[0].checks if c.name == "conflicts"]
    assert check.reason == "s4 has 2.8 kg where the claim has 3.1 kg (later document, 2023-06-09)"


def test_an_amendment_is_named(make_library: MakeLibrary) -> None:
    """A sentence that calls itself revised is named so, where no date tells."""
    library = make_library(sheet="The tent weighs 3.1 kg. Tent, revised sheet: weight 2.8 kg.")
    report = pincite.verify("The tent weighs 3.1 kg [s1].", library)
    (check,) = [c for c in report.verdicts[0].checks if c.name == "conflicts"]
    assert check.reason == "s2 has 2.8 kg where the claim has 3.1 kg (“revised”)"


def test_many_conflicts_are_described_and_counted(make_library: MakeLibrary) -> None:
    """Three differences are put into words, the others are counted; all are evidence."""
    others = {f"sheet{n}": f"The tent weighs {n}.5 kg." for n in range(4, 10)}
    library = make_library(sheet="The tent weighs 3.1 kg.", **others)
    report = pincite.verify("The tent weighs 3.1 kg [s1].", library)
    (check,) = [c for c in report.verdicts[0].checks if c.name == "conflicts"]
    assert check.evidence == (2, 3, 4, 5, 6, 7)
    assert check.reason.count("where the claim has") == 3
    assert check.reason.endswith("; so do 3 more sentences")


def test_threads_share_an_index(make_library: MakeLibrary) -> None:
    """Whoever comes first builds it; nobody sees half of one."""
    library = make_library(log="\n\n".join(f"Bin {n} holds {n * 7} nails." for n in range(1500)))
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        index = SentenceIndex(library)
        with ThreadPoolExecutor(8) as pool:
            found = list(pool.map(lambda n: index.nearest(f"Bin {n} nails.", 1), [1451] * 8))
    finally:
        sys.setswitchinterval(before)
    assert found == [[1452]] * 8
    assert index.stems(1452) == frozenset(terms(library.sentence(1452).text))


def test_the_part_that_can_be_supported_is_named(make_library: MakeLibrary) -> None:
    """Half of a claim is not the claim; the suggestion says which half."""
    library = make_library(mill="The weir is of granite. The mill was built in 1840.")
    report = pincite.verify("The mill, built in 1840, was sold to Ines Park in 1902 [s1].", library)
    (check,) = [c for c in report.verdicts[0].checks if c.name == "repair"]
    assert check.outcome is Outcome.UNKNOWN
    assert check.evidence == (2,)
    assert check.reason == "[s2] says only: built in 1840"


def test_of_fifty_that_say_the_same_the_first_is_cited(make_library: MakeLibrary) -> None:
    """A sentence that stands fifty times is cited once."""
    library = make_library(copies="The mill has nine wheels. " * 50)
    assert pincite.cite("The mill has nine wheels.", library).text == (
        "The mill has nine wheels [s1]."
    )


def test_of_two_editions_one_is_cited(make_library: MakeLibrary) -> None:
    """Where two editions say the same, the earlier place is cited, and no conflict is seen."""
    text = "The depot in Orsund opened in 1987. It holds nine trams."
    library = make_library(first=text, second=text)
    cited = pincite.cite("The depot in Orsund opened in 1987.", library)
    assert cited.text == "The depot in Orsund opened in 1987 [s1]."
    assert cited.report.verdicts[0].decision.value == "accept"


def test_an_answer_drawn_from_two_documents_cites_both(make_library: MakeLibrary) -> None:
    """A claim that needs two documents gets sentences of both."""
    library = make_library(
        mill="The mill was built in 1840. It burnt down.",
        park="Nothing is known. Ines Park bought the mill in 1902.",
    )
    cited = pincite.cite(
        "The mill was built in 1840 and Ines Park bought the mill in 1902.", library
    )
    assert cited.changes[0].new == "[s1, s4]"


def test_an_empty_answer_has_nothing_to_cite(make_library: MakeLibrary) -> None:
    """Text without a claim, or without words, comes back as it was."""
    library = make_library(mill=MILL)
    for answer in ("", "\n", "Was it?", "# Heading", "---"):
        assert pincite.cite(answer, library).text == answer


@pytest.mark.parametrize(
    ("text", "bare"),
    [
        ("The mill [s1] stands [s2][s3]. It fell [s4].", "The mill stands. It fell."),
        ("The mill [s1] [s2] stands.", "The mill stands."),
        ("[s1] The mill stands.[s2]It fell.", " The mill stands.It fell."),
        ("Costs rose [s1]\nand fell [s2]", "Costs rose\nand fell"),
    ],
)
def test_markers_are_taken_out_with_their_blanks(text: str, bare: str) -> None:
    """What is left is the text as it was before the markers were put in."""
    assert without_markers(parse_answer(text)) == bare


def test_taking_out_markers_is_linear() -> None:
    """Eight times the markers take about eight times as long."""

    def seconds(count: int) -> float:
        answer = parse_answer("The mill stands [s1]. " * count)
        start = time.process_time()
        without_markers(answer)
        return time.process_time() - start

    assert seconds(16_000) < 30 * max(seconds(2_000), 0.002)
