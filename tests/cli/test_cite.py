"""`pincite cite` and `pincite verify --fix`: markers put in, nothing else; every change is said."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from pincite.cli import group

MILL = "The mill was built in 1840. It was sold to Ines Park in 1902. The weir is of granite."


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a document and an answer."""
    (tmp_path / "mill.txt").write_text(MILL, encoding="utf-8")
    (tmp_path / "answer.md").write_text(
        "The mill was built in 1840. The weir is of granite [s1].\n", encoding="utf-8"
    )
    return tmp_path


def run(folder: Path, *words: str) -> tuple[int, str, str]:
    """Exit status, standard output and standard error of a command."""
    done = CliRunner().invoke(
        group, [words[0], str(folder / "answer.md"), "-s", str(folder / "mill.txt"), *words[1:]]
    )
    return done.exit_code, done.stdout, done.stderr


def test_cite_prints_the_answer_with_markers(folder: Path) -> None:
    """Uncited claims get markers, the others keep theirs, and the change is listed."""
    status, out, err = run(folder, "cite")
    assert out == "The mill was built in 1840 [s1]. The weir is of granite [s1].\n"
    assert "claim 1: uncited → [s1]" in err
    assert status == 1


def test_recite_replaces_markers(folder: Path) -> None:
    """With --recite all markers are made anew; --json prints one value."""
    status, out, _ = run(folder, "cite", "--recite", "--json")
    assert json.loads(out)["answer"] == (
        "The mill was built in 1840 [s1]. The weir is of granite [s3].\n"
    )
    assert status == 0


def test_fix_writes_a_file_and_says_what_changed(folder: Path) -> None:
    """The answer is written with the suggested markers; the one given stays as it is."""
    fixed = folder / "fixed.md"
    _, _, err = run(folder, "verify", "--fix", str(fixed))
    assert fixed.read_text("utf-8") == (
        "The mill was built in 1840 [s1]. The weir is of granite [s3].\n"
    )
    assert "2 markers changed" in err
    assert "[s1] → [s3]" in err
    assert "granite [s1]" in (folder / "answer.md").read_text("utf-8")
