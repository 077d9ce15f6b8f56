"""Citations beside a text → claims and parts."""

from hypothesis import given
from hypothesis import strategies as st

from pincite.exchange.cited import Cited, Kind, cite
from pincite.parse import parse_answer
from pincite.records import Answer


def parts(answer: Answer) -> list[list[tuple[str, list[tuple[tuple[int, int], ...]]]]]:
    """The parts of each claim with the ranges they cite."""
    return [
        [(part.text, [answer.citations[i].ranges for i in part.citations]) for part in claim.parts]
        for claim in answer.claims
    ]


def test_statement_over_two_sentences() -> None:
    """Each sentence that a statement covers cites what it cites."""
    text = "Fees rose. Costs fell. It rained."
    answer, left = cite(text, [Cited(0, 22, ((4, 5),))], "x")
    assert parts(answer) == [
        [("Fees rose.", [((4, 5),)])],
        [("Costs fell.", [((4, 5),)])],
        [("It rained.", [])],
    ]
    assert left == ()
    assert all(c.start == c.end and c.origin == "x" for c in answer.citations)


def test_statement_cuts_a_sentence() -> None:
    """Words beside a statement are a part of their own, unless they say nothing."""
    text = "The sky is green, and fees rose."
    answer, _ = cite(text, [Cited(22, 31, ((4, 4),))], "x")
    assert parts(answer) == [[("The sky is green, and", []), ("fees rose.", [((4, 4),)])]]
    text = "Fees rose and costs fell."
    answer, _ = cite(text, [Cited(0, 9, ((1, 1),)), Cited(14, 24, ((2, 2),))], "x")
    assert [[p.citations for p in c.parts] for c in answer.claims] == [[(0,), (1,)]]


def test_fragment_cites_for_its_sentence() -> None:
    """A fragment does not cut."""
    answer, _ = cite("Fares fell by 3 cent.", [Cited(13, 20, ((4, 4),), Kind.FRAGMENT)], "x")
    assert parts(answer) == [[("Fares fell by 3 cent.", [((4, 4),)])]]


def test_link_is_a_marker() -> None:
    """A link is not one of the words, and belongs to the sentence before it."""
    text = "Fees rose. ([a](https://a.example)) Costs fell 【2】."
    links = [Cited(11, 35, ((1, 1),), Kind.LINK), Cited(47, 50, ((2, 2),), Kind.LINK)]
    answer, left = cite(text, links, "x")
    assert parts(answer) == [
        [("Fees rose.", [((1, 1),)])],
        [("Costs fell", [((2, 2),)])],
    ]
    assert left == ()
    assert answer.citations[0].raw == "([a](https://a.example))"


def test_markers_are_read_too() -> None:
    """A marker in the text stands beside what another API cites."""
    answer, _ = cite("Fees rose [s3]. Costs fell.", [Cited(16, 27, ((9, 9),))], "x")
    assert [c.ranges for c in answer.citations] == [((3, 3),), ((9, 9),)]
    assert [c.origin for c in answer.citations] == ["", "x"]


def test_overlapping() -> None:
    """Where statements overlap both are cited."""
    text = "Fees rose sharply again."
    answer, _ = cite(text, [Cited(0, 17, ((1, 1),)), Cited(10, 24, ((2, 2),))], "x")
    cited = [[answer.citations[i].ranges for i in p.citations] for p in answer.claims[0].parts]
    assert cited == [[((1, 1),)], [((1, 1),), ((2, 2),)], [((2, 2),)]]


def test_very_many() -> None:
    """A claim that very many citations cover is not cut; all are kept, and that is said."""
    text = "word " * 300
    cited = [Cited(i, len(text) - i, ((1, 1),)) for i in range(200)]
    answer, left = cite(text, cited, "x")
    assert len(answer.claims[0].parts) == 1
    assert len(answer.citations) == 200
    assert left == ()
    assert answer.warnings == ("a claim that 200 citations cover was not cut for them",)


def test_broken_keeps_its_reason() -> None:
    """A citation that points at nothing is one with a status, not a missing one."""
    answer, _ = cite("Fees rose.", [Cited(0, 10, (), reason="no such document")], "x")
    assert answer.citations[0].status == "phantom"
    assert answer.citations[0].reason == "no such document"


def test_no_words() -> None:
    """What spans no words of a claim is handed back."""
    _, left = cite("```\ncode\n```\n", [Cited(4, 8, ((1, 1),)), Cited(0, 2, ((1, 1),))], "x")
    assert left == (0, 1)


TEXTS = st.lists(
    st.sampled_from(
        [
            "Fees rose",
            " by 4 €",
            ". ",
            "🚲 sold ",
            "\n\n",
            "- ",
            "[s3]",
            "> ",
            "e\u0301",
            "\r\n",
            "。",
            "| a ",
        ]
    ),
    max_size=12,
).map("".join)


@given(TEXTS, st.data())
def test_nothing_is_lost(text: str, data: st.DataObject) -> None:
    """Claims stay what they are without citations; parts hold their words; all is in order."""
    spans = data.draw(st.lists(st.tuples(st.integers(0, 40), st.integers(0, 40)), max_size=4))
    cited = [Cited(min(a, b), max(a, b), ((i + 1, i + 1),)) for i, (a, b) in enumerate(spans)]
    answer, left = cite(text, cited, "x")
    plain = parse_answer(text)
    assert [claim.text for claim in answer.claims] == [claim.text for claim in plain.claims]
    starts = [citation.start for citation in answer.citations]
    assert starts == sorted(starts)
    placed = {c.ranges[0][0] - 1 for c in answer.citations if c.origin}
    assert placed | set(left) == set(range(len(cited)))
    for claim in answer.claims:
        assert {i for part in claim.parts for i in part.citations} == set(claim.citations)


@given(TEXTS, st.data())
def test_parts_give_themselves(text: str, data: st.DataObject) -> None:
    """Citing an answer's parts for what they cite gives the same answer."""
    spans = data.draw(st.lists(st.tuples(st.integers(0, 40), st.integers(0, 40)), max_size=4))
    cited = [Cited(min(a, b), max(a, b), ((i + 1, i + 1),)) for i, (a, b) in enumerate(spans)]
    answer, _ = cite(text, cited, "x")
    again = [
        Cited(part.start, part.end, answer.citations[i].ranges)
        for claim in answer.claims
        for part in claim.parts
        for i in part.citations
        if answer.citations[i].origin
    ]
    assert cite(text, again, "x")[0] == answer
