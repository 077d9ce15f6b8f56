"""A gold file → gold records by id, with what could not be read; the common form of the data sets.

`LongBench-Cite.json` is read too: its context is the one document, its answers the references.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from pincite.datasets import GoldDocument, GoldRecord
from pincite.datasets.lines import Fault, Fields
from pincite.datasets.readers import Source, plain
from pincite.errors import RecordError
from pincite.records import Library
from pincite.scoring.answers import as_library
from pincite.scoring.entries import read_entries

__all__ = ["Gold", "read_gold", "read_plain"]


@dataclass(frozen=True)
class Gold:
    """The records of a gold file.

    Attributes:
        records: By id.
        lines: The line of each id.
        faults: What could not be read.
        file: Its name.
    """

    records: dict[str, GoldRecord]
    lines: dict[str, int]
    faults: tuple[Fault, ...]
    file: str

    def library(self, record_id: str) -> Library | None:
        """The documents of a record, numbered; None where there are none.

        Raises:
            DocumentError: When a document is empty.
        """
        record = self.records.get(record_id)
        if record is None or not record.documents:
            return None
        return as_library((item.text, item.doc_id, item.title) for item in record.documents)

    def unanswered(self, answered: set[str]) -> tuple[Fault, ...]:
        """A fault for each record that has no answer."""
        return tuple(
            Fault(self.file, line, f"no answer has the id {record_id!r}")
            for record_id, line in self.lines.items()
            if record_id not in answered
        )


def read_gold(path: Path) -> Gold:
    """The records of a gold file.

    Raises:
        CallerError: When there is no such file.
    """
    records: dict[str, GoldRecord] = {}
    lines: dict[str, int] = {}
    faults: list[Fault] = []
    for line, found in _records(path):
        if isinstance(found, Fault):
            faults.append(found)
        elif found.record_id in records:
            faults.append(
                Fault(path.name, line, f"a second record with the id {found.record_id!r}")
            )
        else:
            records[found.record_id] = found
            lines[found.record_id] = line
    return Gold(records, lines, tuple(faults), path.name)


def _records(path: Path) -> Iterator[tuple[int, GoldRecord | Fault]]:
    source = Source(set="gold", part=path.name, documents={})
    for line, entry in read_entries(path):
        if isinstance(entry, Fault):
            yield line, entry
            continue
        try:
            yield (
                line,
                _longbench(entry)
                if "context" in entry and "idx" in entry
                else plain(entry, source),
            )
        except RecordError as error:
            yield line, Fault(path.name, line, error.message)


def _longbench(entry: Fields) -> GoldRecord:
    return GoldRecord(
        set=entry.text("dataset"),
        part="",
        record_id=str(entry.integer("idx")),
        documents=(GoldDocument("context", "", entry.text("context")),),
        question=entry.text("query"),
        answers=entry.one_or_more_texts("answer"),
    )


def read_plain(path: Path) -> dict[str, str]:
    """Answers by id, without citations: the field `answer`, or `prediction` of LongCite's form.

    Raises:
        CallerError: When there is no such file.
        RecordError: On an entry that is no answer, with its line.
    """
    found: dict[str, str] = {}
    for line, entry in read_entries(path):
        if isinstance(entry, Fault):
            raise RecordError(str(entry))
        name = next((name for name in ("id", "idx") if name in entry), None)
        field = "prediction" if "prediction" in entry else "answer"
        if name is None or field not in entry:
            raise RecordError(f"{path.name}:{line}: it has no id, or no answer")
        found[str(entry.plain(name))] = entry.text(field)
    return found
