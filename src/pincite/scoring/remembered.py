"""A verifier's readings kept by the hash of what was read; the same file form as a ledger's."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from pincite.canonical import sha256_value
from pincite.checks import VERIFIER
from pincite.datasets.lines import Fault, Fields, append_line, read_lines
from pincite.errors import RecordError
from pincite.ports import Entailment, Judgement
from pincite.version import __version__

__all__ = ["Remembered"]


class Remembered:
    """An entailment model that reads each pair once.

    Keys hold the model's name, the checks' and pincite's version: a verifier may combine its
    reading with the checks.

    Args:
        entailment: Asked what is not known; what it could not read is asked again.
        path: Of the file; None remembers for this run alone.
    """

    def __init__(self, entailment: Entailment, path: Path | None) -> None:
        self.name = entailment.name
        self._entailment = entailment
        self._path = path
        self._known: dict[str, Judgement] = {}
        if path is not None and path.is_file():
            for _, line in read_lines(path, path.name):
                try:
                    self._load(line)
                except RecordError:
                    continue

    def judge(self, pairs: Sequence[tuple[str, str]]) -> list[Judgement | None]:
        """For each `(claim, evidence)` its judgement; equal pairs are read once."""
        keys = [sha256_value([self.name, VERIFIER, __version__, *pair]) for pair in pairs]
        new = {k: p for k, p in zip(keys, pairs, strict=True) if k not in self._known}
        read = self._entailment.judge(list(new.values())) if new else []
        found = {k: j for k, j in zip(new, read, strict=True) if j is not None}
        self._known |= found
        if self._path is not None and found:
            for key, judgement in found.items():
                append_line(self._path, {"key": key, **asdict(judgement)})
        return [self._known.get(key) for key in keys]

    def _load(self, line: Fields | Fault) -> None:
        if isinstance(line, Fault):
            raise RecordError(line.reason)
        self._known[line.text("key")] = Judgement(
            supported=_share(line, "supported"),
            partial=_share(line, "partial"),
            unsupported=_share(line, "unsupported"),
            contradicted=_share(line, "contradicted"),
            truncated=line.flag("truncated") is True,
        )


def _share(line: Fields, name: str) -> float:
    value = line.plain(name)
    if not isinstance(value, int | float):
        raise RecordError(f"{name!r} is no number")
    return float(value)
