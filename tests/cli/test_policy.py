"""The policy on the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from pincite.checks import Policy
from pincite.cli.policy import command
from pincite.errors import CallerError


def test_what_is_shown_is_a_policy_file(tmp_path: Path) -> None:
    """The printed default reads back as the default, the printed file as the file's policy."""
    shown = CliRunner().invoke(command, ["show"])
    assert shown.exit_code == 0
    assert Policy.from_toml(shown.stdout) == Policy()
    file = tmp_path / "strict.toml"
    file.write_text('uncited = "reject"\nleast_confidence = 0.5\n')
    again = Policy.from_toml(CliRunner().invoke(command, ["show", str(file)]).stdout)
    assert again == Policy.from_toml(file.read_text())


def test_json_has_every_key_and_the_hash() -> None:
    """One JSON value; decisions by name."""
    value = json.loads(CliRunner().invoke(command, ["show", "--json"]).stdout)
    assert value["policy_sha256"] == Policy().sha256
    assert value["policy"]["phantom"] == "reject"
    assert value["policy"]["most_sentences"] == 12


def test_check_says_what_a_file_changes(tmp_path: Path) -> None:
    """Each changed key with both values; nothing of what stays."""
    file = tmp_path / "strict.toml"
    file.write_text('uncited = "reject"\nmost_sentences = 6\n')
    done = CliRunner().invoke(command, ["check", str(file)])
    assert done.exit_code == 0
    assert done.stdout.splitlines()[:2] == ["uncited: review -> reject", "most_sentences: 12 -> 6"]
    file.write_text("")
    assert "default policy" in CliRunner().invoke(command, ["check", str(file)]).stdout


def test_a_file_that_is_no_policy_is_refused(tmp_path: Path) -> None:
    """An unknown key is the caller's mistake, with the known ones as the remedy."""
    file = tmp_path / "odd.toml"
    file.write_text('phantoms = "reject"\n')
    with pytest.raises(CallerError, match="phantoms"):
        CliRunner().invoke(command, ["check", str(file)], catch_exceptions=False)
