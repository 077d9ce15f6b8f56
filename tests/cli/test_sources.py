"""The settings of the readers can be given to every command that reads documents."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from pincite.cli import group


def test_settings_are_passed_to_the_readers(tmp_path: Path) -> None:
    """An encoding, a choice and a limit that are named decide what is read."""
    (tmp_path / "a.txt").write_bytes("Café closed.".encode("cp1252"))
    (tmp_path / "a.html").write_text("<nav>x</nav><p>aside<main><p>Only this.</main>")
    run = CliRunner().invoke
    read = run(group, ["read", str(tmp_path / "a.txt"), "--set", "encoding=cp1252"])
    assert "Café closed." in read.output
    read = run(group, ["read", str(tmp_path / "a.html"), "--set", "html=main"])
    assert "aside" not in read.output
    refused = run(group, ["read", str(tmp_path / "a.html"), "--set", "max_bytes=3"])
    assert "max_bytes" in str(getattr(refused.exception, "remedy", ""))


@pytest.mark.parametrize("given", ["x=1", "max_pages=many", "html=all", "max_bytes"])
def test_settings_that_are_none_are_refused(tmp_path: Path, given: str) -> None:
    """An unknown name, choice or number is a mistake of usage."""
    (tmp_path / "a.txt").write_text("A.")
    result = CliRunner().invoke(group, ["read", str(tmp_path / "a.txt"), "--set", given])
    assert result.exit_code == 2
    assert "Invalid value" in result.output
