from __future__ import annotations

import json
from pathlib import Path

import pytest

from pincite.datasets.lines import Fault, Fields
from pincite.errors import CallerError
from pincite.scoring import read_entries


def outline(path: Path) -> list[tuple[int, str]]:
    """The line of each entry with its id, or what is wrong with it."""
    return [
        (line, str(found) if isinstance(found, Fault) else found.text("id"))
        for line, found in read_entries(path)
    ]


def test_lines_a_list_and_an_object_with_data_give_the_same_entries(tmp_path: Path) -> None:
    """The same answers are read from JSON Lines, from a list and from `data`, indented or not."""
    items = [{"id": name, "text": "[x] \n {y}"} for name in "abc"]
    texts = {
        "lines": "\n".join(map(json.dumps, items)),
        "list": json.dumps(items),
        "indented": json.dumps(items, indent=2),
        "data": json.dumps({"args": {"shot": 2}, "data": items}),
        "data_indented": json.dumps({"args": {}, "data": items}, indent=4),
    }
    for name, text in texts.items():
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        assert [name for _, name in outline(path)] == ["a", "b", "c"]


def test_entries_of_a_list_have_the_line_on_which_they_start(tmp_path: Path) -> None:
    """An indented list tells where each of its objects starts."""
    path = tmp_path / "list.json"
    path.write_text('[\n {"id": "a",\n  "n": 1},\n\n {"id": "b"}\n]\n')
    assert outline(path) == [(2, "a"), (5, "b")]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('{"id": "a"}\n{"id": "b", "x": NaN}\n{"id": "c"}', ["a", "NaN is not a JSON value", "c"]),
        ('[{"id": "a"}, {"id": "b", "x": NaN},\n{"id": "c"}]', ["a", "NaN is not", "c"]),
        ('{"id": "a"}\n{"id": "b", "x', ["a", "not JSON"]),
        ('[{"id": "a"},\n{"id": "b", "x', ["a", "not JSON from here on"]),
        ('[{"id": "a"},\n', ["a", "breaks off"]),
        ('[{"id": "a"}, 7, {"id": "b"}]', ["a", "not a JSON object", "b"]),
        ('{"id": "a"}\n[7]', ["a", "not a JSON object"]),
        ('{\n"args": 1\n}', ["neither JSON Lines"]),
    ],
)
def test_what_cannot_be_read_is_named_and_the_rest_is_read(
    tmp_path: Path, text: str, expected: list[str]
) -> None:
    """A NaN, a value of another type or an end too early costs that entry and no other."""
    path = tmp_path / "answers"
    path.write_text(text)
    found = [name for _, name in outline(path)]
    assert len(found) == len(expected)
    for name, part in zip(found, expected, strict=True):
        assert part in name


def test_bytes_that_are_not_utf8_cost_their_entry(tmp_path: Path) -> None:
    """In a list as in lines."""
    path = tmp_path / "answers"
    path.write_bytes(b'[{"id": "a"}, {"id": "\xff"}, {"id": "c"}]')
    assert [part for _, part in outline(path)] == ["a", "answers:1: the entry is not UTF-8", "c"]


@pytest.mark.parametrize("form", ["{}", "[{}]"])
def test_half_a_surrogate_pair_costs_its_entry(tmp_path: Path, form: str) -> None:
    """Such a string is no text, wherever in an entry it stands."""
    path = tmp_path / "answers"
    path.write_text(form.format(json.dumps({"id": "a", "docs": [{"text": "x\ud800"}]})))
    assert "surrogate" in outline(path)[0][1]


def test_a_long_first_line_is_a_line(tmp_path: Path) -> None:
    """JSON Lines are recognised however long the first line is."""
    path = tmp_path / "answers"
    path.write_text(json.dumps({"id": "a", "text": "x" * 200_000}) + '\n{"id": "b"}\n')
    assert [name for _, name in outline(path)] == ["a", "b"]


def test_a_missing_file_is_an_error(tmp_path: Path) -> None:
    """Not an empty file."""
    with pytest.raises(CallerError, match="no file"):
        list(read_entries(tmp_path / "none"))


def test_fields_come_as_they_are(tmp_path: Path) -> None:
    """A field of any type can be asked for."""
    path = tmp_path / "answers"
    path.write_text('{"id": "a", "response": [1, {"x": null}], "none": null}')
    ((_, entry),) = read_entries(path)
    assert isinstance(entry, Fields)
    assert entry.plain("response") == [1, {"x": None}]
    assert "response" in entry
    assert "none" not in entry
