"""Answers that are JSON or tables: what is a claim, where it stands, what is said of the rest."""

import json
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import pincite
from pincite.checks import rewrite
from pincite.codec import dumps, report_from_json, report_to_json
from pincite.errors import CallerError
from pincite.models.extractive import Extractive
from pincite.models.scripted import Scripted
from pincite.parse import parse_answer
from pincite.records import Answer, CitationStatus, Library, Status

MakeLibrary = Callable[..., Library]

LEASE = (
    "The landlord is Mona Hartwig. The tenant is Ilse Brandt. The rent is 1,200 euros a month. "
    "The tenant clears the snow."
)


def told(answer: Answer) -> list[tuple[str, str, list[str]]]:
    """Path, words and markers of each claim."""
    return [
        (claim.path, claim.text, [answer.citations[i].raw for i in claim.citations])
        for claim in answer.claims
    ]


def test_each_value_that_says_something_is_a_claim_with_its_path() -> None:
    """Fragments get the name of their field, sentences stand as they are, labels are named."""
    text = json.dumps(
        {
            "tenant": "Ilse Brandt [s2]",
            "monthlyRent": "1,200 euros",
            "currency": "EUR",
            "unit": 4,
            "duties": [{"text": "The tenant clears the snow [s4]. She pays [s3]."}],
        }
    )
    answer = parse_answer(text, form="json")
    assert told(answer) == [
        ("$.tenant", "tenant: Ilse Brandt", ["[s2]"]),
        ("$.monthlyRent", "monthly rent: 1,200 euros", []),
        ("$.duties[0].text", "The tenant clears the snow.", ["[s4]"]),
        ("$.duties[0].text", "She pays.", ["[s3]"]),
    ]
    assert answer.warnings == ("values that are no claims and cite nothing: $.currency, $.unit",)


def test_markers_in_a_field_of_their_own_belong_to_the_value_before() -> None:
    """`source` fields and lists of them cite what stands before them in the same object."""
    text = json.dumps(
        [
            {"duty": "snow", "sources": ["[s4]", "[s2]"], "note": "It is cleared by her."},
            {"source": "[s9]", "duty": "rent [s3]"},
        ]
    )
    assert told(parse_answer(text, form="json")) == [
        ("$[0].duty", "duty: snow", ["[s4]", "[s2]"]),
        ("$[0].note", "It is cleared by her.", []),
        ("$[1].source", "", ["[s9]"]),
        ("$[1].duty", "duty: rent", ["[s3]"]),
    ]


def test_escapes_keep_their_places() -> None:
    """Escapes, pairs of surrogates and markers written with escapes point at the raw answer."""
    text = r'{"a\u0062": "\ud83d\ude80 \"Brandt\"\nis the tenant \u005bs2], half \ud83d."}'
    answer = parse_answer(text, form="json")
    (citation,) = answer.citations
    assert (citation.raw, citation.ranges) == (r"\u005bs2]", ((2, 2),))
    assert text[citation.start : citation.end] == r"\u005bs2]"
    assert answer.claims[0].path == "$.ab"
    assert answer.claims[0].text == '🚀 "Brandt" is the tenant, half \ufffd.'
    assert text[answer.claims[0].start : answer.claims[0].end].startswith(r"\ud83d\ude80")


@given(st.recursive(st.text(), lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner)))
def test_every_json_is_read_and_points_at_itself(value: object) -> None:
    """No JSON is refused, and each claim's stretch of the raw answer lies in it."""
    text = json.dumps(value)
    answer = parse_answer(text, form="json")
    assert not any(warning.startswith("truncated_data") for warning in answer.warnings)
    for claim in answer.claims:
        assert 0 <= claim.start <= claim.end <= len(text)


@pytest.mark.parametrize(
    ("text", "claims", "warning"),
    [
        ('{"a": "She pays [s3].", "b": "Snow [s', 2, "a string is not closed in line 1"),
        ('{"a": "She pays [s3].",\n "b": ', 1, "the JSON breaks off in line 2"),
        ('{"a": "She pays [s3]." "b": 1}', 1, "'\"b\"' is out of place in line 1"),
        ('{"a": "She pays [s3]."}}', 1, "what stands behind the JSON value was not read"),
        ('Sure!\n```json\n{"a": "b [s3]"}\n```\n', 1, "what stands around the data was not read"),
        ('Sure!\n{"a": "b [s3]"}', 1, "what stands around the data was not read"),
        ("[" * 5000 + '"She pays [s3]."', 1, "the answer holds no JSON, and was read as text"),
        ("She pays [s3].", 1, "the answer holds no JSON, and was read as text"),
        ("", 0, "the answer holds no JSON, and was read as text"),
    ],
)
def test_broken_json_is_read_as_far_as_it_goes(text: str, claims: int, warning: str) -> None:
    """What is whole before the break is kept, and the break is named."""
    answer = parse_answer(text, form="json")
    assert len(answer.claims) == claims
    assert any(warning in said for said in answer.warnings)


def test_a_row_of_a_table_is_one_claim() -> None:
    """Quoted cells, heads, a marker cut by its own comma, and rows without markers."""
    text = (
        'party,what it owes,source\nIlse Brandt,"1,200 ""euros"" [s3]",[s2, s4]\nMona Hartwig,,\n'
    )
    answer = parse_answer(text, form="csv")
    assert told(answer) == [
        ("row 2", 'party: Ilse Brandt | what it owes: 1,200 "euros"', ["[s3]", "[s2, s4]"]),
        ("row 3", "party: Mona Hartwig", []),
    ]
    assert all(text[c.start : c.end] == c.raw for c in answer.citations)


def test_fields_are_judged_and_stay_so_in_the_record(make_library: MakeLibrary) -> None:
    """A wrong figure of one field is refused, the others stand; the record is read back as data."""
    library = make_library(lease=LEASE)
    text = json.dumps({"tenant": "Ilse Brandt [s2]", "rent": "1,300 euros [s3]", "snow": "b [s7]"})
    report = pincite.verify(parse_answer(text, form="json"), library)
    assert [verdict.status for verdict in report.verdicts][1] is Status.UNSUPPORTED
    assert report.verdicts[0].status is not Status.UNSUPPORTED
    assert report.answer.citations[2].status is CitationStatus.PHANTOM
    record = report_to_json(report)
    claims = record["claims"]
    assert isinstance(claims, list)
    assert [claim["path"] for claim in claims] == ["$.tenant", "$.rent", "$.snow"]  # type: ignore[index,call-overload]
    stored = report_from_json(dumps(record)).answer
    assert isinstance(stored, Answer)
    assert told(stored) == told(report.answer)


def test_what_is_rewritten_is_still_data(make_library: MakeLibrary, tmp_path: Path) -> None:
    """Markers are put in so that JSON stays JSON, and a row keeps its cells."""
    library = make_library(lease=LEASE)
    path = tmp_path / "answer.json"
    path.write_text('{"duties": ["The tenant clears the snow.", "The tenant is Ilse Brandt."]}')
    cited = pincite.cite(path, library)
    assert json.loads(cited.text) == {
        "duties": ["The tenant clears the snow [s4].", "The tenant is Ilse Brandt [s2]."]
    }
    table = "duty\nThe tenant is Ilse Brandt and the tenant clears the snow. [s1]\n"
    report = pincite.verify(parse_answer(table, form="csv"), library)
    written = rewrite(report.answer, report.verdicts, library).text
    assert [len(row.split(",")) for row in written.splitlines()] == [1, 1]


def test_an_answer_that_is_asked_for_as_json(make_library: MakeLibrary) -> None:
    """The schema is in the prompt and its hash; what does not fit is said; fields are judged."""
    library = make_library(lease=LEASE)
    schema: dict[str, object] = {
        "type": "object",
        "properties": {"tenant": {"type": "string"}, "unit": {"type": "integer"}},
        "required": ["tenant", "unit"],
    }
    model = Scripted(('{"tenant": "Ilse Bra', 'ndt [s2]", "unit": "four"}'))
    report = pincite.ask("Who rents?", library, generator=model, schema=schema)  # type: ignore[arg-type]
    assert told(report.answer) == [("$.tenant", "tenant: Ilse Brandt", ["[s2]"])]
    assert "$.unit of the answer is no integer" in report.warnings
    plain = pincite.ask("Who rents?", library, generator=model)
    assert report.generation is not None
    assert plain.generation is not None
    assert report.generation.prompt_sha256 != plain.generation.prompt_sha256
    with pytest.raises(CallerError, match="fills no schema"):
        pincite.ask("Who rents?", library, generator=Extractive(), schema=schema)  # type: ignore[arg-type]


@pytest.mark.parametrize("form", ["json", "csv"])
def test_reading_data_is_linear(form: str) -> None:
    """Four times the values take about four times as long."""

    def seconds(count: int) -> float:
        rows = [f"Fee {i} is {i} euros [s{i + 1}]" for i in range(count)]
        text = json.dumps(rows) if form == "json" else "\n".join(rows)
        start = time.perf_counter()
        answer = parse_answer(text, form=form)  # type: ignore[arg-type]
        assert len(answer.claims) == count
        return time.perf_counter() - start

    seconds(50)
    assert seconds(4000) < 10 * max(seconds(1000), 0.02)
