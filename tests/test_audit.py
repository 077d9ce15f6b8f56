"""Audits of packs: any change is found and named; a pack as made is sound."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

import pincite
from pincite import defaults
from pincite.cli.audit import command as audit
from pincite.cli.show import command as show
from pincite.codec import (
    compare_sources,
    dumps,
    pack_to_json,
    stored_pack_from_json,
)
from pincite.errors import PinciteError
from pincite.records import Library, Pack
from pincite.refs import Style

MakeLibrary = Callable[..., Library]

ONE = (
    "# Yard\n\nThe Ferrier yard built nine boats in 2031. It sold seven of them. "
    "The harbour kept two.\n\nThe yard employs forty people. Wages rose by 3 %.\n\n"
    "Paint is bought in Oslo. Ropes are made on site."
)
TWO = "The harbour has a crane. The crane lifts thirty tonnes. Nobody paints the crane."


@pytest.fixture(params=[Style.LINE, Style.PASSAGE])
def made(request: pytest.FixtureRequest, make_library: MakeLibrary) -> tuple[Pack, Library]:
    """A pack of some of two documents."""
    library = make_library(one=ONE, two=TWO)
    pack = pincite.pack(
        "How many boats did the yard build?", library, budget_tokens=70, style=request.param
    )
    assert len(pack.passages) > 0
    assert pack.boundary.excluded_passages
    return pack, library


def leaves(value: object, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """The path of each value in JSON that is neither a list nor an object."""
    if isinstance(value, dict):
        for key, item in value.items():
            yield from leaves(item, (*path, key))
    elif isinstance(value, list):
        for row, item in enumerate(value):
            yield from leaves(item, (*path, row))
    else:
        yield path


def changed(text: str, path: tuple[str | int, ...]) -> str:
    """The JSON with the value at a path made another of its type."""
    data = json.loads(text)
    at = data
    for step in path[:-1]:
        at = at[step]
    old = at[path[-1]]
    if isinstance(old, str):
        at[path[-1]] = old[:-1] + ("x" if old[-1:] != "x" else "y")
    elif old is None:
        at[path[-1]] = 7
    else:
        at[path[-1]] = old + 1
    return json.dumps(data)


def found_in(text: str, library: Library) -> list[str]:
    """Every finding on a pack's file; a form that cannot be read is one."""
    try:
        stored = stored_pack_from_json(text)
        findings = (*compare_sources(stored, library), *defaults.verify_pack(stored.pack, library))
    except PinciteError as error:
        return [error.message]
    return [str(finding) for finding in findings]


def test_a_pack_as_made_is_sound(made: tuple[Pack, Library]) -> None:
    """Also after its way through JSON."""
    pack, library = made
    assert defaults.verify_pack(pack, library) == ()
    assert found_in(dumps(pack_to_json(pack, library)), library) == []


def test_any_changed_value_is_found(made: tuple[Pack, Library]) -> None:
    """Each value of the file but its version's name and where the sources lay."""
    pack, library = made
    text = dumps(pack_to_json(pack, library))
    for path in leaves(json.loads(text)):
        if path[-1] in ("uri", "pincite_version"):
            continue
        assert found_in(changed(text, path), library), path


def test_a_changed_passage_is_named(made: tuple[Pack, Library]) -> None:
    """By its id, and so is the passage whose line in the context was changed."""
    pack, library = made
    text = dumps(pack_to_json(pack, library))
    for row, passage in enumerate(pack.passages):
        findings = found_in(changed(text, ("passages", row, "text")), library)
        assert any(passage.passage_id in finding for finding in findings)
        words = passage.text.split()
        context = pack.context.replace(words[-1], "zebra")
        findings = [str(f) for f in defaults.verify_pack(replace(pack, context=context), library)]
        assert any(passage.passage_id in finding for finding in findings)


def test_hashes_made_anew_do_not_help(made: tuple[Pack, Library]) -> None:
    """A pack that is consistent in itself is still compared with its sources."""
    from pincite.canonical import sha256_text, sha256_value

    pack, library = made
    context = pack.context.replace("nine", "ninety")
    output = sha256_text(context)
    forged = replace(
        pack,
        context=context,
        output_sha256=output,
        pack_id=sha256_value([pack.input_sha256, output]),
    )
    assert any(f.part == "passage" for f in defaults.verify_pack(forged, library))


def test_a_dropped_doubled_or_moved_passage_is_found(made: tuple[Pack, Library]) -> None:
    """Passages stand once, in reading order, and none is taken away."""
    pack, library = made
    records = pack.passages
    for passages in (records[1:], (*records, records[0]), records[:-1]):
        assert defaults.verify_pack(replace(pack, passages=passages), library)
    if len(records) > 1:
        assert defaults.verify_pack(replace(pack, passages=records[::-1]), library)


def test_an_edited_source_is_named(made: tuple[Pack, Library], make_library: MakeLibrary) -> None:
    """With the passages whose text it no longer has."""
    pack, library = made
    edited = make_library(one=ONE.replace("nine boats", "eight boats"), two=TWO)
    stored = stored_pack_from_json(dumps(pack_to_json(pack, library)))
    sources = compare_sources(stored, edited)
    assert {finding.name for finding in sources} == {"one"}
    passages = [f for f in defaults.verify_pack(pack, edited) if f.part == "passage"]
    boats = [p.passage_id for p in pack.passages if "nine boats" in p.text]
    assert {f.name for f in passages} >= set(boats)


def test_the_commands(tmp_path: Path) -> None:
    """`audit` exits 0 and 1; `show` draws a strip for each document, also as a page."""
    source = tmp_path / "yard.md"
    source.write_text(ONE, encoding="utf-8")
    library = pincite.read(source)
    pack = pincite.pack("How many boats?", library, budget_tokens=60)
    file = tmp_path / "pack.json"
    text = dumps(pack_to_json(pack, library))
    file.write_text(text, encoding="utf-8")
    runner = CliRunner()
    sound = runner.invoke(audit, [str(file), "-s", str(source)])
    assert sound.exit_code == 0, sound.output
    drawn = runner.invoke(show, [str(file)])
    assert "yard" in drawn.output
    assert "█" in drawn.output
    page = tmp_path / "pack.html"
    assert runner.invoke(show, [str(file), "--html", str(page)]).exit_code == 0
    assert page.read_text(encoding="utf-8").count("<figure>") == 1
    file.write_text(text.replace("nine", "five"), encoding="utf-8")
    broken = runner.invoke(audit, [str(file), "-s", str(source), "--json"])
    assert broken.exit_code == 1
    found = json.loads(broken.output)
    assert not found["sound"]
    assert found["findings"][0]["part"] == "passage"


def test_a_hostile_pack_cannot_script_the_page(make_library: MakeLibrary) -> None:
    """Source text is escaped, and the policy admits no script."""
    from pincite.report.strip import strips, strips_html

    library = make_library(one="The boat <script>alert(1)</script> sank. Nothing else.")
    pack = pincite.pack("<img src=x onerror=alert(2)> boat", library, budget_tokens=200)
    page = strips_html(pack, strips(pack, [("one", "<b>One</b>", len(library))]))
    assert "<script" not in page
    assert "<img" not in page
    assert "<b>" not in page


def test_counts_of_an_unknown_tokenizer_are_said_to_be_unchecked(
    made: tuple[Pack, Library],
) -> None:
    """One finding on the tokenizer, and none on counts that nobody can make here."""
    pack, library = made
    foreign = replace(pack, boundary=replace(pack.boundary, tokenizer="martian"))
    findings = [str(f) for f in defaults.verify_pack(foreign, library)]
    assert any("'martian' is not known here" in finding for finding in findings)
    assert not any("tokens recorded" in finding for finding in findings)
