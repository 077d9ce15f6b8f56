from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from pincite.datasets import CATALOGUE, Fault, GoldRecord, Kind, Label, load, names
from pincite.errors import CallerError, RecordError
from pincite.text import Span

SHARED = Path(__file__).resolve().parents[3] / "shared" / "data"

DAM = {"id": "dam", "title": "The dam", "text": "Rain fell. The dam held. It cost 2 million."}
HELD = {"doc": "dam", "start": 11, "end": 24, "text": "The dam held.", "set": 0}


def write(root: Path, name: str, lines: list[object], *, compress: bool = False) -> None:
    """Write a file of JSON Lines under a root; a string is written as it is."""
    path = root / (name + ".gz" if compress else name)
    path.parent.mkdir(parents=True, exist_ok=True)
    text = "".join(
        (line if isinstance(line, str) else json.dumps(line)) + "\n" for line in lines
    ).encode()
    path.write_bytes(gzip.compress(text) if compress else text)


def only(root: Path, name: str) -> GoldRecord:
    """The one record of a set."""
    (record,) = load(root, name)
    return record


@pytest.mark.parametrize("compress", [False, True])
def test_the_common_form_with_a_documents_file(tmp_path: Path, compress: bool) -> None:
    """Documents are looked up by id; evidence keeps its alternatives; gzip or not."""
    write(tmp_path, "covidqa/documents.jsonl", [DAM], compress=compress)
    cost = {"doc": "dam", "start": 25, "end": 43, "text": "It cost 2 million.", "set": 1}
    write(
        tmp_path,
        "covidqa/records.jsonl",
        [
            {
                "id": "q1",
                "question": "Did it hold?",
                "answers": ["yes"],
                "documents": [{"id": "dam"}],
                "evidence": [cost, HELD],
                "answerable": True,
            }
        ],
        compress=compress,
    )
    record = only(tmp_path, "covidqa")
    assert (record.question, record.answers, record.answerable) == ("Did it hold?", ("yes",), True)
    assert record.documents[0].title == "The dam"
    assert record.evidence_sets() == ((("dam", 11, 24),), (("dam", 25, 43),))
    assert record.texts() == {"dam": DAM["text"]}


def test_documents_inside_a_record_and_a_label(tmp_path: Path) -> None:
    """A claim with its document in the same line."""
    write(
        tmp_path,
        "wice/records.jsonl",
        [{"id": "c1", "claim": "It held.", "documents": [DAM], "label": "partial"}],
    )
    record = only(tmp_path, "wice")
    assert (record.claim, record.label) == ("It held.", Label.PARTIAL)


def test_a_set_that_nobody_knows_is_read_as_the_common_form(tmp_path: Path) -> None:
    """A folder of one's own needs no code."""
    write(tmp_path, "mine/records.jsonl", [{"id": "1", "question": "?", "documents": [DAM]}])
    assert only(tmp_path, "mine").set == "mine"


def test_inference_pairs_become_claims_with_a_document(tmp_path: Path) -> None:
    """Premise, hypothesis and the three labels of inference."""
    write(
        tmp_path,
        "nli/med.jsonl",
        [{"id": "1", "premise": "Rain fell.", "hypothesis": "It rained.", "label": "entailment"}],
    )
    record = only(tmp_path, "nli/med")
    assert (record.claim, record.label, record.part) == ("It rained.", Label.SUPPORTED, "med")
    assert record.documents[0].text == "Rain fell."


def test_boundaries_are_the_sentences_of_a_text(tmp_path: Path) -> None:
    """A text with its spans and its language."""
    line = {"id": "1", "lang": "de", "text": "Eins. Zwei.", "spans": [[0, 5], [6, 11]]}
    write(tmp_path, "sbd/ud_german_gsd.jsonl", [line])
    record = only(tmp_path, "sbd/ud_german_gsd")
    assert record.documents[0].sentences == (Span(0, 5), Span(6, 11))
    assert record.language == "de"


def test_answer_sentences_are_citations_of_the_response(tmp_path: Path) -> None:
    """Each sentence is found in the response, in order, with its highlights and verdict."""
    write(tmp_path, "attribute_first/records_lfqa_documents.jsonl", [DAM])
    write(tmp_path, "attribute_first/records_mds.jsonl", [])
    sentences = [
        {"text": "It held.", "evidence": [HELD], "supported": "Yes", "no_source": False},
        {"text": "It fell.", "evidence": [], "supported": "No", "no_source": True},
    ]
    write(
        tmp_path,
        "attribute_first/records_lfqa.jsonl",
        [
            {
                "id": "1",
                "question": None,
                "response": "It held. It fell.",
                "documents": [{"id": "dam"}],
                "answer_sentences": sentences,
            }
        ],
    )
    held, fell = only(tmp_path, "attribute_first").citations
    assert (held.start, held.end, held.label) == (0, 8, Label.SUPPORTED)
    assert held.evidence[0].text == "The dam held."
    assert (fell.start, fell.label, fell.evidence) == (9, Label.UNSUPPORTED, ())


def test_quotations_that_were_not_found_keep_their_document(tmp_path: Path) -> None:
    """A null place is a citation without evidence."""
    marks = [
        {"start": 0, "end": 3, "doc": "dam", "quote_start": 11, "quote_end": 18},
        {"start": 4, "end": 8, "doc": "dam", "quote_start": None, "quote_end": None},
    ]
    line = {"id": "1", "response": "The dam.", "citations": marks, "documents": [DAM]}
    write(tmp_path, "quotesum/records.jsonl", [line])
    found, lost = only(tmp_path, "quotesum").citations
    assert found.evidence[0].text == "The dam"
    assert (lost.evidence, lost.doc_ids) == ((), ("dam",))


def test_marks_may_dangle_only_where_the_set_says_so(tmp_path: Path) -> None:
    """A mark to a passage that is not shipped is kept without evidence; an unknown one is not."""
    line = {
        "id": "1",
        "response": "Held [0 1].",
        "subject": "dams",
        "citations": [{"start": 5, "end": 10, "docs": ["dam", "c1"]}],
        "dangling": ["c1"],
        "documents": [DAM],
    }
    write(tmp_path, "scholarqa_multi/records.jsonl", [line])
    (citation,) = only(tmp_path, "scholarqa_multi").citations
    assert (citation.doc_ids, len(citation.evidence)) == (("dam", "c1"), 1)
    write(tmp_path, "scholarqa_multi/records.jsonl", [{**line, "dangling": []}])
    with pytest.raises(RecordError, match=r"records\.jsonl:1"):
        only(tmp_path, "scholarqa_multi")


@pytest.mark.parametrize(
    ("name", "fields", "kept"),
    [
        ("bump", {"error_type": "Entity"}, ("", ("Entity",), False)),
        ("summedits", {"domain": "news", "edit_types": ["cut"]}, ("news", ("cut",), False)),
        ("qags", {"votes": ["yes", "no", "yes"]}, ("", (), True)),
        ("nli4ct", {"section": "Results", "type": "Single"}, ("Results", ("Single",), False)),
        ("sufficient_facts", {"removed_type": "PP", "agreement": "disagree"}, ("", ("PP",), True)),
        ("hotpotqa", {"type": "bridge"}, ("", ("bridge",), False)),
        ("qasper_subset", {"granularity": "highlight"}, ("", ("highlight",), False)),
        ("begin", {"context": "Hello?", "subset": "wow"}, ("wow", (), False)),
    ],
)
def test_what_a_set_says_of_its_records_is_kept(
    tmp_path: Path, name: str, fields: dict[str, object], kept: tuple[str, tuple[str, ...], bool]
) -> None:
    """Kinds of error, domains and split votes come through under one name each."""
    line = {"id": "1", "claim": "It held.", "documents": [DAM], "label": "supported", **fields}
    write(tmp_path, f"{name}/records.jsonl", [line])
    record = only(tmp_path, name)
    assert (record.subset, record.tags, record.contested) == kept


GOOD = {"id": "1", "claim": "It held.", "documents": [DAM], "label": "supported"}


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("{", "not JSON"),
        ('{"id": NaN}', "NaN is not a JSON value"),
        ("[]", "not a JSON object"),
        ("[" * 100_000, "nested too deeply"),
        ({**GOOD, "id": 7}, "'id' is not a string: 7"),
        ({"claim": "It held.", "documents": [DAM]}, "'id' is not a string: missing"),
        ({**GOOD, "label": "likely"}, "no label 'likely'"),
        ({**GOOD, "documents": [{"id": "x"}]}, "'x' is not in the documents file"),
        ({**GOOD, "documents": [DAM, DAM]}, "two documents"),
        ({**GOOD, "documents": "dam"}, "'documents' is not a list: 'dam'"),
        ({**GOOD, "documents": [{**DAM, "sentences": [[0, 99]]}]}, "'sentences'"),
        ({**GOOD, "evidence": [{**HELD, "text": "The dam fell."}]}, "not at 11:24"),
        ({**GOOD, "evidence": [{**HELD, "end": 99}]}, "not in the text"),
        ({**GOOD, "evidence": [{**HELD, "doc": "x"}]}, "not in the record"),
        ({**GOOD, "evidence": [{**HELD, "set": True}]}, "'set' is not a whole number"),
        (GOOD, "a second record with the id '1'"),
        ({**GOOD, "answers": ["yes", 1]}, "'answers' is not a list of strings"),
        ({**GOOD, "documents": ["dam"]}, "'documents' is not a list of objects"),
        ({**GOOD, "answerable": "yes"}, "'answerable' is not a boolean"),
    ],
)
def test_a_malformed_line_is_named_and_the_others_are_read(
    tmp_path: Path, line: object, reason: str
) -> None:
    """Each fault has file, line and reason; without a place for faults the first is an error."""
    write(tmp_path, "wice/records.jsonl", [GOOD, "", line, {**GOOD, "id": "2"}])
    faults: list[Fault] = []
    records = list(load(tmp_path, "wice", on_fault=faults.append))
    assert [record.record_id for record in records] == ["1", "2"]
    assert [(fault.file, fault.line) for fault in faults] == [("wice/records.jsonl", 3)]
    assert reason in faults[0].reason
    with pytest.raises(RecordError, match=r"wice/records\.jsonl:3: "):
        list(load(tmp_path, "wice"))


def test_a_line_that_is_not_utf8_is_named(tmp_path: Path) -> None:
    """One bad byte costs one line."""
    write(tmp_path, "wice/records.jsonl", [GOOD])
    path = tmp_path / "wice" / "records.jsonl"
    path.write_bytes(b'{"id": "\xff"}\n' + path.read_bytes())
    faults: list[Fault] = []
    assert len(list(load(tmp_path, "wice", on_fault=faults.append))) == 1
    assert str(faults[0]).startswith("wice/records.jsonl:1: the line is not UTF-8")


def test_a_line_beyond_the_limit_is_named_and_passed_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A line without an end costs the limit in memory, not its length."""
    monkeypatch.setattr("pincite.datasets.lines.LINE_LIMIT_BYTES", 400)
    write(tmp_path, "wice/records.jsonl", [GOOD, "x" * 1_000, {**GOOD, "id": "2"}])
    faults: list[Fault] = []
    records = list(load(tmp_path, "wice", on_fault=faults.append))
    assert [record.record_id for record in records] == ["1", "2"]
    assert [str(fault) for fault in faults] == [
        "wice/records.jsonl:2: the line is longer than 400 bytes"
    ]


@pytest.mark.parametrize(
    ("name", "line", "reason"),
    [
        (
            "nli/med",
            {"id": "1", "premise": "a", "hypothesis": "b", "label": "maybe"},
            "no label 'maybe'",
        ),
        ("sbd/ud_german_gsd", {"id": "1", "lang": "de", "text": "Eins.", "spans": []}, "sentence"),
        (
            "quotesum",
            {
                "id": "1",
                "response": "Held.",
                "documents": [DAM],
                "citations": [{"start": 0, "end": 4, "doc": "x"}],
            },
            "cited document 'x'",
        ),
        (
            "attribute_first/records_mds",
            {
                "id": "1",
                "response": "Held.",
                "documents": [DAM],
                "answer_sentences": [{"text": "Fell.", "evidence": []}],
            },
            "not in the response",
        ),
        (
            "attribute_first/records_mds",
            {
                "id": "1",
                "response": "Held.",
                "documents": [DAM],
                "answer_sentences": [{"text": "Held.", "evidence": [], "supported": "Mostly"}],
            },
            "neither Yes nor No",
        ),
    ],
)
def test_a_set_of_its_own_form_names_its_malformed_lines(
    tmp_path: Path, name: str, line: dict[str, object], reason: str
) -> None:
    """What a reader function refuses is a fault like any other."""
    file = name if "/" in name else f"{name}/records"
    write(tmp_path, f"{file}.jsonl", [line])
    faults: list[Fault] = []
    assert list(load(tmp_path, name, on_fault=faults.append)) == []
    assert reason in faults[0].reason


def test_options_of_a_multiple_choice_question_belong_to_it(tmp_path: Path) -> None:
    """What is asked cannot be known without them."""
    line = {"id": "1", "question": "It held?", "options": ["Yes", "No"], "documents": [DAM]}
    write(tmp_path, "expmrc/records.jsonl", [line])
    assert only(tmp_path, "expmrc").question == "It held? Yes No"


def test_a_document_alone_is_a_record(tmp_path: Path) -> None:
    """A text to make questions about asks and claims nothing."""
    write(tmp_path, "longcite/cof_input_sample.jsonl", [{"idx": 3, "context": "Rain fell."}])
    record = only(tmp_path, "longcite")
    assert (record.record_id, record.question, record.claim) == ("3", None, None)


def test_a_file_that_breaks_off_is_named_after_its_last_whole_line(tmp_path: Path) -> None:
    """A truncated gzip file gives its readable lines and a fault."""
    lines = [{**GOOD, "id": str(row), "claim": str(row * 7919)} for row in range(500)]
    write(tmp_path, "wice/records.jsonl", list(lines), compress=True)
    path = tmp_path / "wice" / "records.jsonl.gz"
    path.write_bytes(path.read_bytes()[:-200])
    faults: list[Fault] = []
    read = list(load(tmp_path, "wice", on_fault=faults.append))
    assert 0 < len(read) < 500
    assert "breaks off" in faults[-1].reason


def test_a_faulty_document_is_named_and_so_are_the_records_that_need_it(tmp_path: Path) -> None:
    """A document without a text leaves its records without a document."""
    write(tmp_path, "bump/documents.jsonl", [{"id": "dam"}, DAM, DAM])
    write(
        tmp_path,
        "bump/records.jsonl",
        [{"id": "1", "claim": "It held.", "documents": [{"id": "flood"}], "label": "supported"}],
    )
    faults: list[Fault] = []
    assert list(load(tmp_path, "bump", on_fault=faults.append)) == []
    assert [str(fault).split(":")[:2] for fault in faults] == [
        ["bump/documents.jsonl", "1"],
        ["bump/documents.jsonl", "3"],
        ["bump/records.jsonl", "1"],
    ]


def test_a_missing_set_part_or_file_is_the_callers_mistake(tmp_path: Path) -> None:
    """The error comes when the set is asked for, not when records are taken."""
    (tmp_path / "wice").mkdir()
    for name in ("wise", "wice", "sbd/latin"):
        with pytest.raises(CallerError):
            load(tmp_path, name)


def test_the_catalogue_lists_sets_by_kind() -> None:
    """Kinds may overlap; every set has at least one part that is read by default."""
    assert names(kind=Kind.BOUNDARIES) == ("sbd",)
    assert names(kind=Kind.ENTAILMENT) == ("nli",)
    assert "contract_nli" in names(kind=Kind.QUESTIONS)
    assert "contract_nli" in names(kind=Kind.CLAIMS)
    assert len(names()) == len(CATALOGUE) == 41
    assert all(any(part.primary for part in item.parts) for item in CATALOGUE.values())


@pytest.mark.shared
@pytest.mark.skipif(not SHARED.is_dir(), reason="the annotated data are not beside the checkout")
def test_every_set_of_the_annotated_data_is_read_whole() -> None:
    """No line is at fault and every gold text stands where its offsets say; prints the counts."""
    for name, item in CATALOGUE.items():
        for part in item.parts:
            records = evidence = citations = 0
            for record in load(SHARED, f"{name}/{part.name}"):
                texts = record.texts()
                spans = [*record.evidence, *(e for c in record.citations for e in c.evidence)]
                assert all(texts[e.doc_id][e.start : e.end] == e.text for e in spans)
                records += 1
                evidence += len(record.evidence)
                citations += len(record.citations)
            print(f"{name}/{part.name}: {records} records, {evidence} spans, {citations} citations")
            assert records
