"""Documents that were read, kept on disk: the same bytes are not read twice.

An entry is named by the hash of everything that decides what is read: the source's bytes, its name
and media type, every setting, and the code of the readers and of what they stand on; so it cannot
be stale, only absent. It holds plain JSON, sealed with its own hash: an entry that is cut or
changed counts as absent. Sources are not in it; a map back to a source takes them from the caller.
"""

from __future__ import annotations

import base64
import hashlib
import json
import sys
from array import array
from collections.abc import Callable, Sequence
from dataclasses import asdict, fields
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import TypedDict, cast

from pincite.canonical import sha256_bytes
from pincite.readers.decoding import SourceText
from pincite.readers.draft import About
from pincite.readers.elements import Elements
from pincite.readers.parts import Parts
from pincite.readers.runs import Places, RunMap, Runs
from pincite.readers.settings import ReadSettings
from pincite.records import Block, BlockKind, Document, SourceMap
from pincite.sealed import SealedFolder

__all__ = ["Cache"]

_APART = frozenset({"source_id", "uri", "blocks", "map"})
_LIBRARIES = ("markdown-it-py", "onnxruntime", "pypdfium2", "rapidocr", "selectolax")
_MOST_BYTES = 1 << 30


class _Entry(TypedDict):
    document: dict[str, str | int | list[str]]
    blocks: list[tuple[str, int, int, int, list[str], bool]]
    columns: list[str]
    length: int
    encoding: str | None
    mark_bytes: int
    elements: list[str] | None
    element_columns: list[str]
    parts: list[tuple[str | None, str | None]] | None
    labels: list[str] | None
    recognised: dict[str, str]


class Cache:
    """A folder of documents.

    Args:
        folder: Made when the first document is kept, readable by its owner alone.
        max_bytes: Beyond it the entries used longest ago are removed.
    """

    def __init__(self, folder: Path, *, max_bytes: int = _MOST_BYTES) -> None:
        self._folder = SealedFolder(folder, suffix=".json", max_bytes=max_bytes)

    def get(self, data: bytes, *, about: About, settings: ReadSettings) -> Document | None:
        """The document of a source, None where it is not kept."""
        body = self._folder.get(_name(data, about, settings))
        return None if body is None else _document(cast(_Entry, json.loads(body)), data, about)

    def put(self, document: Document, data: bytes, *, about: About, settings: ReadSettings) -> None:
        """Keep a document; a disk that is full or read-only keeps nothing."""
        entry = _entry(document)
        if entry is None:
            return
        body = json.dumps(entry, separators=(",", ":")).encode("ascii")
        self._folder.put(_name(data, about, settings), body)


def _name(data: bytes, about: About, settings: ReadSettings) -> str:
    """The hash of everything that decides what is read."""
    decides = {
        "about": [about.title, about.media_type, about.charset],
        "code": _code(),
        "order": sys.byteorder,
        "settings": asdict(settings),
        "source": sha256_bytes(data),
    }
    named = json.dumps(decides, sort_keys=True).encode("ascii")
    return hashlib.sha256(named).hexdigest()


@cache
def _code() -> str:
    """The hash of all code that decides what a document is."""
    package = Path(__file__).parent.parent
    digest = hashlib.sha256(repr([(name, _version(name)) for name in _LIBRARIES]).encode())
    digest.update(sys.version.encode())
    files = (package / "readers").rglob("*.py")
    for path in (*sorted(files), package / "text.py", package / "records" / "documents.py"):
        digest.update(path.read_bytes())
    return digest.hexdigest()


def _version(library: str) -> str | None:
    try:
        return version(library)
    except PackageNotFoundError:
        return None


def _entry(document: Document) -> _Entry | None:
    entry = _Entry(
        document={
            name: getattr(document, name)
            for name in (field.name for field in fields(Document))
            if name not in _APART
        },
        blocks=[
            (block.kind, block.start, block.end, block.level, list(block.context), block.head)
            for block in document.blocks
        ],
        columns=[],
        length=len(document.text),
        encoding=None,
        mark_bytes=0,
        elements=None,
        element_columns=[],
        parts=None,
        labels=None,
        recognised={},
    )
    if isinstance(document.map, RunMap):
        _keep_runs(entry, document.map)
        return entry
    if document.media_type == "application/pdf":
        from pincite.readers.pdf.map import PdfMap

        if isinstance(document.map, PdfMap):
            entry["columns"] = _written(document.map.pieces.columns)
            entry["labels"] = list(document.map.labels)
            entry["recognised"] = {
                str(page): base64.b64encode(boxes.tobytes()).decode("ascii")
                for page, boxes in document.map.recognised.items()
            }
            return entry
    return None


def _keep_runs(entry: _Entry, kept: RunMap) -> None:
    entry["columns"] = _written(kept.runs.columns)
    if kept.source is not None:
        entry["encoding"], entry["mark_bytes"] = kept.source.encoding, kept.source.mark_bytes
    if isinstance(kept.places, Elements):
        entry["elements"] = kept.places.tags
        entry["element_columns"] = _written(kept.places.columns)
    elif isinstance(kept.places, Parts):
        entry["parts"] = kept.places.names


def _document(entry: _Entry, data: bytes, about: About) -> Document:
    blocks = tuple(
        Block(BlockKind(kind), start, end, level, tuple(context), head)
        for kind, start, end, level, context, head in entry["blocks"]
    )
    make = cast(Callable[..., Document], Document)
    return make(
        source_id=about.source_id,
        uri=about.uri,
        blocks=blocks,
        map=_map(entry, data, about),
        **{
            name: tuple(held) if isinstance(held, list) else held
            for name, held in entry["document"].items()
        },
    )


def _map(entry: _Entry, data: bytes, about: About) -> SourceMap:
    columns = _read(entry["columns"])
    if entry["labels"] is not None:
        from pincite.readers.pdf.map import PdfMap, Pieces

        pieces = Pieces.of(columns)
        recognised = {
            int(page): array("f", base64.b64decode(boxes))
            for page, boxes in entry["recognised"].items()
        }
        return PdfMap(
            data, name=about.title, pieces=pieces, labels=entry["labels"], recognised=recognised
        )
    source = None
    if entry["encoding"] is not None:
        mark = entry["mark_bytes"]
        source = SourceText(data[mark:].decode(entry["encoding"]), entry["encoding"], mark)
    places: Places | None = None
    if entry["elements"] is not None:
        places = Elements.of(_read(entry["element_columns"]), entry["elements"])
    elif entry["parts"] is not None:
        places = Parts()
        for part, element in entry["parts"]:
            places.add(part or "", element=element)
    return RunMap(Runs.of(columns, entry["length"]), source=source, places=places)


def _written(columns: Sequence[array[int]]) -> list[str]:
    return [base64.b64encode(column.tobytes()).decode("ascii") for column in columns]


def _read(written: Sequence[str]) -> list[array[int]]:
    return [array("q", base64.b64decode(column)) for column in written]
