"""A folder of sealed files gives back what was put in, or nothing."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.sealed import SealedFolder


def folder(path: Path, damaged: list[Path] | None = None, max_bytes: int = 10_000) -> SealedFolder:
    """A folder that notes what is damaged."""
    return SealedFolder(
        path,
        suffix=".x",
        max_bytes=max_bytes,
        on_damaged=None if damaged is None else damaged.append,
    )


def test_what_was_put_comes_back(tmp_path: Path) -> None:
    """Any bytes, also none and line ends; the folder is its owner's alone."""
    kept = folder(tmp_path / "new")
    for name, body in {"a": b"", "b": b"\n\n\0", "c": b"x" * 999}.items():
        assert kept.get(name) is None
        kept.put(name, body)
        assert kept.get(name) == body
    assert (tmp_path / "new").stat().st_mode & 0o777 == 0o700


@given(place=st.integers(0, 10**6), value=st.integers(1, 255))
def test_any_changed_byte_is_damage(
    tmp_path_factory: pytest.TempPathFactory, place: int, value: int
) -> None:
    """It counts as absent and is named, wherever the byte stands."""
    path = tmp_path_factory.mktemp("sealed")
    damaged: list[Path] = []
    kept = folder(path, damaged)
    kept.put("a", b"what was kept")
    (file,) = path.iterdir()
    data = bytearray(file.read_bytes())
    data[place % len(data)] ^= value
    file.write_bytes(data)
    assert kept.get("a") is None
    assert damaged == [file]


def test_a_full_folder_lets_go_of_what_was_used_longest_ago(tmp_path: Path) -> None:
    """Use counts, not age; what is larger than the folder is not kept, and nothing goes for it."""
    kept = folder(tmp_path, max_bytes=400)
    for age, name in enumerate(("a", "b", "c")):
        kept.put(name, b"." * 50)
        os.utime(tmp_path / f"{name}.x", (age, age))
    assert kept.get("a")
    kept.put("d", b"." * 50)
    assert [kept.get(name) is not None for name in "abcd"] == [True, False, True, True]
    kept.put("e", b"." * 401)
    assert [kept.get(name) is not None for name in "acde"] == [True, True, True, False]


def test_other_files_are_left_alone(tmp_path: Path) -> None:
    """Only what has the folder's suffix counts and goes."""
    (tmp_path / "mine.txt").write_bytes(b"." * 999)
    kept = folder(tmp_path, max_bytes=300)
    kept.put("a", b"." * 100)
    assert kept.get("a")
    assert (tmp_path / "mine.txt").exists()


def test_a_folder_that_cannot_be_made_keeps_nothing(tmp_path: Path) -> None:
    """That is no error: keeping saves time and nothing else."""
    (tmp_path / "file").write_bytes(b"")
    kept = folder(tmp_path / "file" / "below")
    kept.put("a", b"x")
    assert kept.get("a") is None
