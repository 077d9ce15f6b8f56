from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pincite.checks import judge
from pincite.datasets.lines import Fault
from pincite.ports import Tokenizer
from pincite.records import CitationStatus
from pincite.scoring import Entry, Form, make_metrics, read_answers, read_entries
from pincite.scoring.gold import Gold


def read(tmp_path: Path, *items: object) -> list[Entry | Fault]:
    """The answers of a file of some entries."""
    path = tmp_path / "answers.jsonl"
    path.write_text(
        "\n".join(item if isinstance(item, str) else json.dumps(item) for item in items)
    )
    return list(
        read_answers(read_entries(path), file=path.name, library=None, documents_of=lambda _: None)
    )


DOCUMENTS = [{"id": "note", "title": "Note", "text": "Fees rose in June. Costs fell."}]


def cited(entry: Entry) -> list[tuple[str, list[str], list[CitationStatus | None]]]:
    """Each claim with the sentences it cites and what its citations are worth."""
    answer = judge(entry.answer, entry.library).answer
    return [
        (
            claim.text,
            [
                sentence.text
                for row in claim.citations
                for first, last in answer.citations[row].evidence
                for sentence in entry.library.sentences(first, last)
            ],
            [answer.citations[row].status for row in claim.citations],
        )
        for claim in answer.claims
    ]


def test_our_own_entries(tmp_path: Path) -> None:
    """An answer with markers and its documents."""
    (entry,) = read(tmp_path, {"id": 7, "answer": "Fees rose [s1].", "documents": DOCUMENTS})
    assert isinstance(entry, Entry)
    assert (entry.record_id, entry.form, entry.line) == ("7", Form.OWN, 1)
    assert cited(entry) == [("Fees rose.", ["Fees rose in June."], [CitationStatus.OK])]


def test_longcite_statements_cite_what_they_quote(tmp_path: Path) -> None:
    """Every quoted snippet is evidence; what stands between statements cites nothing."""
    (entry,) = read(
        tmp_path,
        {
            "idx": 3,
            "dataset": "hotpotqa",
            "query": "What rose?",
            "answer": ["fees"],
            "few_shot_scores": [],
            "prediction": "<statement>Fees rose.<cite>[4-4]</cite></statement>So much.",
            "statements": [
                {
                    "statement": "Fees rose.",
                    "citation": [{"st_sent": 4, "cite": "Fees rose in June."}],
                },
                {"statement": "So much.", "citation": []},
            ],
        },
    )
    assert isinstance(entry, Entry)
    assert (entry.record_id, entry.form, entry.set) == ("3", Form.LONGCITE, "hotpotqa")
    assert entry.references == ("fees",)
    assert cited(entry) == [
        ("Fees rose.", ["Fees rose in June."], [CitationStatus.OK]),
        ("So much.", [], []),
    ]


def test_longcite_text_alone_numbers_the_sentences_of_its_context(tmp_path: Path) -> None:
    """`[1-1]` is the second sentence, and one too many is a phantom."""
    (entry,) = read(
        tmp_path,
        {
            "idx": 3,
            "context": "Fees rose in June. Costs fell.",
            "prediction": "<statement>Costs fell.<cite>[1-1]</cite></statement>"
            "<statement>Fees rose.<cite>[9-9]</cite></statement>",
        },
    )
    assert isinstance(entry, Entry)
    assert cited(entry) == [
        ("Costs fell.", ["Costs fell."], [CitationStatus.OK]),
        ("Fees rose.", [], [CitationStatus.PHANTOM]),
    ]


def test_alce_marks_name_passages(tmp_path: Path) -> None:
    """`[1][2]`, `[1, 2]` and `[1-2]` cite both passages whole; `[0]` and `[3]` are phantoms."""
    docs = [{"title": "A", "text": "Fees rose. In June."}, {"title": "B", "text": "Costs fell."}]
    output = "One [1][2]. Two [1, 2]. Three [1-2]. Four [0]. Five [3]."
    (entry,) = read(tmp_path, {"question": "What?", "output": output, "docs": docs})
    assert isinstance(entry, Entry)
    assert (entry.record_id, entry.form) == ("line 1", Form.ALCE)
    all_three = ["Fees rose.", "In June.", "Costs fell."]
    assert [(evidence, statuses) for _, evidence, statuses in cited(entry)] == [
        (all_three, [CitationStatus.OK, CitationStatus.OK]),
        (all_three, [CitationStatus.OK, CitationStatus.OK]),
        (all_three, [CitationStatus.OK, CitationStatus.OK]),
        ([], [CitationStatus.PHANTOM]),
        ([], [CitationStatus.PHANTOM]),
    ]


def test_answers_of_another_api(tmp_path: Path) -> None:
    """`origin` says whose shape `response` has."""
    response = {
        "content": [
            {
                "type": "text",
                "text": "Costs fell.",
                "citations": [
                    {
                        "type": "char_location",
                        "cited_text": "Costs fell.",
                        "document_index": 0,
                        "start_char_index": 19,
                        "end_char_index": 30,
                    }
                ],
            }
        ]
    }
    (entry,) = read(
        tmp_path,
        {"id": "v", "origin": "anthropic", "response": response, "documents": DOCUMENTS},
    )
    assert isinstance(entry, Entry)
    assert entry.form is Form.VENDOR
    assert cited(entry) == [("Costs fell.", ["Costs fell."], [CitationStatus.OK])]


def test_entries_that_are_no_answers_are_faults_with_their_lines(tmp_path: Path) -> None:
    """Missing fields, a second answer for an id, an unknown origin; the rest is read."""
    found = read(
        tmp_path,
        {"id": "a", "answer": "Fees rose [s1].", "documents": DOCUMENTS},
        {"answer": "x", "documents": DOCUMENTS},
        {"id": "b", "documents": DOCUMENTS},
        {"id": "c", "answer": "x"},
        {"id": "a", "answer": "y", "documents": DOCUMENTS},
        {"id": "d", "origin": "acme", "response": {}, "documents": DOCUMENTS},
        {"id": "e", "answer": "x", "documents": [{"id": "n", "text": ""}]},
        {"id": "f", "answer": 7, "documents": DOCUMENTS},
        {"id": "g", "answer": "Costs fell [s2].", "documents": DOCUMENTS},
        '{"id": "h", "answer": "Costs',
    )
    assert [item.record_id for item in found if isinstance(item, Entry)] == ["a", "g"]
    faults = {item.line: item.reason for item in found if isinstance(item, Fault)}
    assert list(faults) == [2, 3, 4, 5, 6, 7, 8, 10]
    assert "'id' is missing" in faults[2]
    assert "'answer'" in faults[3]
    assert "no documents for 'c'" in faults[4]
    assert "a second answer with the id 'a'" in faults[5]
    assert "no origin 'acme'" in faults[6]
    assert "not JSON" in faults[10]


NAMES = st.sampled_from(
    """id idx answer documents text title output docs prediction statements statement citation cite
    st_sent ed_sent context query question dataset origin response answers qa_pairs short_answers
    scores""".split()
)
VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-3, 3)
    | st.sampled_from(["a", "", "Fees rose [s1]. [1][9-1]", "\ud800", "anthropic", "longcite"])
    | st.just("<statement>x<cite>[0-0][9-1]</cite>"),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(NAMES, inner, max_size=5),
    max_leaves=12,
)


@given(st.lists(st.dictionaries(NAMES, VALUES, max_size=7), max_size=3))
@settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_object_is_an_answer_or_a_fault_and_can_be_scored(
    tmp_path: Path, told: Callable[..., Any], words: Tokenizer, entries: list[dict[str, object]]
) -> None:
    """Whatever the fields hold; nothing raises, and every entry is accounted for."""
    found = read(tmp_path, *entries)
    skipped = sum("scores" in e and e["scores"] is not None for e in entries)
    assert len(entries) - skipped <= len(found) <= len(entries)
    for entry in found:
        if isinstance(entry, Entry):
            for metric in make_metrics(
                ("citation-on-fact", "longbench-cite", "alce"),
                told(lambda _: 1.0),
                words,
                gold=Gold({}, {}, (), ""),
                plain={},
            ):
                metric.add(entry)
                metric.scores()
