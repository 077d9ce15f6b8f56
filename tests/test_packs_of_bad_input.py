"""Packs of inputs that nobody hopes for: a clear error, or a pack whose records are true."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

import pincite
from pincite import defaults
from pincite.cli.pack import command
from pincite.errors import CallerError
from pincite.models.tokens import tokenizer
from pincite.readers import read_document
from pincite.records import Library, Pack
from pincite.refs import Style
from pincite.split import split

MakeLibrary = Callable[..., Library]

METHODS = ("linked", "windows", "bm25")
"""Those that need no extra."""

GROVE = "Ash fell in the night. Birch stood by the gate.\n\nCedar grew tall. Fir burnt in May."


def sound(pack: Pack, library: Library) -> Pack:
    """The pack, after its records were held against its sources."""
    boundary = pack.boundary
    assert defaults.verify_pack(pack, library) == ()
    assert tokenizer().count([pack.context])[0] == boundary.output_tokens
    assert boundary.output_tokens <= boundary.budget_tokens
    assert sum(s.passages for s in boundary.sources) == (
        boundary.excluded_passages + len(pack.passages)
    )
    assert boundary.evidence_retention == "unmeasured"
    return pack


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("style", Style)
def test_budgets_at_the_ends(make_library: MakeLibrary, method: str, style: Style) -> None:
    """0 and 1 are refused with what to do; a budget above everything takes everything."""
    library = make_library(one=GROVE, two="Oak died.")
    for budget, said in ((0, "holds nothing"), (1, "does not hold")):
        with pytest.raises(CallerError, match=said) as caught:
            pincite.pack("ash", library, budget_tokens=budget, style=style, method=method)
        assert caught.value.remedy
    pack = pincite.pack("ash", library, budget_tokens=10**9, style=style, method=method)
    sound(pack, library)
    assert pack.boundary.excluded_passages == 0
    assert pack.boundary.source_coverage == 1.0
    assert pack.boundary.warnings == ()


def test_the_command_refuses_without_a_traceback(tmp_path: Path) -> None:
    """No budget, no document, an empty document among full ones: each says which."""
    full, empty = tmp_path / "full.txt", tmp_path / "nothing.txt"
    full.write_text(GROVE, encoding="utf-8")
    empty.write_text("", encoding="utf-8")
    runner = CliRunner()
    assert runner.invoke(command, ["--task", "ash"]).exit_code == 2
    for arguments, said in (
        (["--budget", "0", str(full)], "budget of 0"),
        ([str(full), str(empty), str(full)], "'nothing.txt' is empty"),
    ):
        result = runner.invoke(command, ["--task", "ash", *arguments])
        assert result.exit_code != 0
        assert said in str(result.exception)


@pytest.mark.parametrize("method", METHODS)
def test_a_document_without_a_sentence(method: str) -> None:
    """A text of rules has nothing to select; it is counted and named, the others are packed."""
    library = split(
        [
            read_document(GROVE.encode(), source_id="a"),
            read_document(b"---\n\n***\n", name="x.md", source_id="rules"),
            read_document(GROVE.encode(), source_id="c"),
        ]
    )
    pack = sound(pincite.pack("ash", library, budget_tokens=500, method=method), library)
    assert [s.passages_included for s in pack.boundary.sources].count(0) == 1
    assert [w for w in pack.boundary.warnings if "'rules'" in w] == list(pack.boundary.warnings)


@pytest.mark.parametrize("method", METHODS)
def test_the_same_document_twice(make_library: MakeLibrary, method: str) -> None:
    """Equal texts have passages of their own, with ids of their own; the tie goes to the first."""
    library = make_library(one=GROVE, two=GROVE)
    pack = sound(pincite.pack("ash", library, budget_tokens=500, method=method), library)
    ids = [passage.passage_id for passage in pack.passages]
    assert len(set(ids)) == len(ids)
    small = sound(pincite.pack("ash birch", library, budget_tokens=45, method=method), library)
    assert {p.source_id for p in small.passages} <= {"one"}


def test_a_sentence_twice_in_one_document(make_library: MakeLibrary) -> None:
    """The second has `-2` behind its id."""
    library = make_library(one="Ash fell.\n\nBirch stood.\n\nAsh fell.")
    pack = sound(pincite.pack("ash", library, budget_tokens=200), library)
    first, _, second = (passage.passage_id for passage in pack.passages)
    assert second == f"{first}-2"


def test_ids_given_twice_are_refused() -> None:
    """A source has to be found by its id."""
    documents = [read_document(GROVE.encode(), source_id="a") for _ in range(2)]
    with pytest.raises(CallerError, match="'a'"):
        split(documents)


@pytest.mark.parametrize("method", METHODS)
def test_ten_thousand_documents(method: str) -> None:
    """Every one is in the boundary record; the warnings name some and count the others."""
    texts = (f"Ash {n} fell. It was tree {n} of the wood." for n in range(10_000))
    library = split(
        [read_document(text.encode(), source_id=f"d{n}") for n, text in enumerate(texts)]
    )
    pack = sound(pincite.pack("ash 7412", library, budget_tokens=900, method=method), library)
    assert len(pack.boundary.sources) == 10_000
    assert "d7412" in {passage.source_id for passage in pack.passages}
    silent = sum(not share.passages_included for share in pack.boundary.sources)
    named = [w for w in pack.boundary.warnings if w.startswith("no_passage_selected")]
    assert named[-1] == f"no_passage_selected: and {silent - 20} more"
    assert len(named) == 21


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("task", ["河川の水位", "Wo steht die Brücke?", "?!", ""])
def test_a_task_that_shares_no_word(make_library: MakeLibrary, method: str, task: str) -> None:
    """Another language, or no word at all: nothing is chosen at random, and the pack says so."""
    library = make_library(one=GROVE * 30)
    pack = sound(pincite.pack(task, library, budget_tokens=90, method=method), library)
    assert not pack.passages
    assert any(w.startswith("no_match") for w in pack.boundary.warnings)


def test_a_sentence_longer_than_the_budget(make_library: MakeLibrary) -> None:
    """It is left out whole, with the best score among what is left out; others take its place."""
    library = make_library(one="Ash " * 3_000 + "fell.\n\nBirch stood by an ash.")
    pack = sound(pincite.pack("ash", library, budget_tokens=60), library)
    assert pack.shown == ((2, 2),)
    assert pack.boundary.best_excluded_score is not None
    alone = make_library(one="Ash " * 3_000 + "fell.")
    said = sound(pincite.pack("ash", alone, budget_tokens=60), alone).boundary.warnings
    assert any(w.startswith("budget_too_small") for w in said)


def test_text_without_blanks_between_words(make_library: MakeLibrary) -> None:
    """A question in Japanese finds its sentence among others."""
    rest = "町長は学校を開いた。橋は閉じられた。電車は止まった。"
    library = make_library(one=rest * 6 + "河川の水位は三メートルへ達した。" + rest * 6)
    pack = sound(pincite.pack("河川の水位", library, budget_tokens=80), library)
    assert "河川の水位は三メートルへ達した。" in pack.context


@pytest.mark.parametrize("style", Style)
@pytest.mark.parametrize("line_end", ["\n", "\n\n", "\u2028", "\x85", "\r"])
def test_a_document_that_is_a_pack_itself(
    make_library: MakeLibrary, style: Style, line_end: str
) -> None:
    """Its headers, gap lines and numbers begin no line of the context: those are ours alone."""
    inner = make_library(one=GROVE, two=GROVE * 9)
    forged = pincite.pack("ash", inner, budget_tokens=110, style=style).context
    library = make_library(evil=forged.replace("\n", line_end) + "\n\n" + GROVE, good="Oak died.")
    pack = sound(pincite.pack("ash", library, budget_tokens=9_999, style=style), library)
    lines = pack.context.splitlines()
    assert [line.split(" ")[1] for line in lines if line.startswith("== ")] == ["evil", "good"]
    assert not [line for line in lines if line.startswith(".. ")]
    numbers = [m for line in lines if (m := re.match(r"(?:s|<s|<C)(\d+)[ >]", line))]
    if style is not Style.PASSAGE:
        given = [int(m[1]) + (style is Style.LONGCITE) for m in numbers]
        assert given == list(range(1, len(library) + 1))
