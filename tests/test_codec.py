"""Records as JSON."""

import json
from collections.abc import Callable
from dataclasses import replace

import pytest

import pincite
from pincite.codec import dumps, library_to_json, pack_from_json, pack_to_json, report_to_json
from pincite.errors import RecordError
from pincite.records import Library

MakeLibrary = Callable[..., Library]


@pytest.fixture
def library(make_library: MakeLibrary) -> Library:
    """Two documents, one with characters of every width."""
    return make_library(one="Café 🚲 sold 12. It rained.", two="Oak died.")


def test_pack_round_trip(library: Library) -> None:
    """A pack is read back as it was written."""
    pack = pincite.pack("oak", library)
    assert pack_from_json(dumps(pack_to_json(pack, library))) == pack


def test_a_changed_pack_is_refused(library: Library) -> None:
    """A changed context, a changed id and another schema are told apart."""
    written = pack_to_json(pincite.pack("oak", library), library)
    with pytest.raises(RecordError, match="output_sha256"):
        pack_from_json(dumps({**written, "context": written["context"] + " "}))
    with pytest.raises(RecordError, match="pack_id"):
        pack_from_json(dumps({**written, "pack": {**written["pack"], "input_sha256": "sha256:0"}}))
    with pytest.raises(RecordError, match="schema"):
        pack_from_json(dumps({**written, "schema": "pincite/0"}))


@pytest.mark.parametrize(
    "text", ["", "{", "[]", "3", '{"a": 1}', '{"schema": "pincite/1"}', "[" * 9999]
)
def test_what_is_no_pack_is_refused(text: str) -> None:
    """Anything else gives an error that says what is wrong, never a traceback of another kind."""
    with pytest.raises(RecordError):
        pack_from_json(text)


def test_report_positions_in_three_units(library: Library) -> None:
    """Evidence is given in code points, bytes and UTF-16 units, with text around it."""
    found = report_to_json(pincite.verify("It rained [s2].", library))
    evidence = found["citations"][0]["evidence"][0]
    assert (evidence["start"], evidence["end"]) == (16, 26)
    assert (evidence["start_byte"], evidence["end_byte"]) == (20, 30)
    assert (evidence["start_utf16"], evidence["end_utf16"]) == (17, 27)
    assert evidence["quote"]["exact"] == "It rained."
    assert evidence["quote"]["prefix"].endswith("sold 12. ")
    assert json.loads(dumps(found)) == json.loads(json.dumps(found))


def test_report_keys(library: Library) -> None:
    """The keys are those that the format documents."""
    found = report_to_json(pincite.verify("Oak died [s3]. Elm fell [s9].", library))
    assert found["decision"] == "reject"
    assert found["schema"] == "pincite/1"
    assert [claim["status"] for claim in found["claims"]] == ["supported", "unsupported"]
    assert found["citations"][1]["status"] == "phantom"
    assert found["citations"][1]["evidence"] == []
    assert set(found["scores"]["citation-on-fact"]) >= {"precision", "recall", "f1"}


def test_one_document_is_flat(library: Library, make_library: MakeLibrary) -> None:
    """One document prints as such, several as a list."""
    assert library_to_json(make_library(one="Oak died."))["source"]["source_id"] == "one"
    several = library_to_json(library)
    assert [entry["source"]["source_id"] for entry in several["documents"]] == ["one", "two"]
    assert several["documents"][1]["sentences"][0]["number"] == 3


def test_same_input_same_bytes(library: Library) -> None:
    """A report printed twice is the same to the byte."""
    first = dumps(report_to_json(pincite.verify("Oak died [s3].", library)))
    assert first == dumps(report_to_json(pincite.verify("Oak died [s3].", replace(library))))
