"""Annotated data sets → gold records, for bench and train.

A data root holds one folder for each data set, with `records.jsonl` (or `.jsonl.gz`) and, where
records name their documents by id, `documents.jsonl`. Records come one at a time; the documents of
the file that is being read are held, nothing else is. A folder that the catalogue does not know is
read as the common form.

A line is never dropped silently: it is an error that names file and line, or it is handed to
`on_fault`, so that what was left out can be counted beside the score.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NoReturn

from pincite.datasets.catalogue import CATALOGUE, DataSet, Part, names
from pincite.datasets.gold import (
    GoldCitation,
    GoldDocument,
    GoldEvidence,
    GoldRecord,
    Kind,
    Label,
)
from pincite.datasets.lines import Fault, Fields, find_lines, read_lines
from pincite.datasets.readers import Source, document
from pincite.errors import CallerError, RecordError

__all__ = [
    "CATALOGUE",
    "DataSet",
    "Fault",
    "GoldCitation",
    "GoldDocument",
    "GoldEvidence",
    "GoldRecord",
    "Kind",
    "Label",
    "Part",
    "load",
    "names",
]

OnFault = Callable[[Fault], None]


def load(root: Path, name: str, *, on_fault: OnFault | None = None) -> Iterator[GoldRecord]:
    """The records of a data set, one at a time, in the order of its files.

    Args:
        root: The data root.
        name: Of a data set (`sbd`), or of one of its parts (`sbd/ud_english_ewt`).
        on_fault: Called for each line that cannot be read; without it the first one is an error.

    Raises:
        CallerError: When the root has no such data set, or the data set no such part.
        RecordError: On a malformed line, with its file and number, while records are taken.
    """
    folder_name, _, part_name = name.partition("/")
    folder = root / folder_name
    if not folder.is_dir():
        raise CallerError(f"the data root has no folder {folder_name!r}")
    parts = _parts(folder_name, part_name)
    for part in parts:
        if find_lines(folder, part.name) is None:
            raise CallerError(f"the data set {folder_name!r} has no file {part.name}.jsonl")
    return _load_parts(folder, parts, on_fault or _raise)


def _parts(name: str, part_name: str) -> tuple[Part, ...]:
    known = CATALOGUE[name].parts if name in CATALOGUE else (Part(part_name or "records"),)
    parts = tuple(part for part in known if part.name == part_name or not part_name)
    if not parts:
        raise CallerError(
            f"the data set {name!r} has no part {part_name!r}",
            remedy=f"one of {', '.join(part.name for part in known)}",
        )
    return parts if part_name else tuple(part for part in parts if part.primary)


def _load_parts(folder: Path, parts: tuple[Part, ...], on_fault: OnFault) -> Iterator[GoldRecord]:
    for part in parts:
        source = Source(folder.name, part.name, _documents(folder, part, on_fault))
        yield from _records(folder, part, source, on_fault)


def _records(folder: Path, part: Part, source: Source, on_fault: OnFault) -> Iterator[GoldRecord]:
    seen: set[str] = set()
    for file, number, line in _lines(folder, part.name, on_fault):
        try:
            record = part.reader(line, source)
            if record.record_id in seen:
                raise RecordError(f"a second record with the id {record.record_id!r}")
        except RecordError as error:
            on_fault(Fault(file, number, error.message))
            continue
        seen.add(record.record_id)
        yield record


def _documents(folder: Path, part: Part, on_fault: OnFault) -> dict[str, GoldDocument]:
    found: dict[str, GoldDocument] = {}
    if find_lines(folder, part.documents) is None:
        return found
    for file, number, line in _lines(folder, part.documents, on_fault):
        try:
            item = document(line)
            if item.doc_id in found:
                raise RecordError(f"a second document with the id {item.doc_id!r}")
        except RecordError as error:
            on_fault(Fault(file, number, error.message))
            continue
        found[item.doc_id] = item
    return found


def _lines(folder: Path, stem: str, on_fault: OnFault) -> Iterator[tuple[str, int, Fields]]:
    path = find_lines(folder, stem)
    if path is None:
        return
    file = f"{folder.name}/{path.name}"
    for number, line in read_lines(path, file):
        if isinstance(line, Fault):
            on_fault(line)
        else:
            yield file, number, line


def _raise(fault: Fault) -> NoReturn:
    raise RecordError(str(fault), remedy="mend the line, or load with on_fault to go on without it")
