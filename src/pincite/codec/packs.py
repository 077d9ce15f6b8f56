"""Packs ↔ JSON."""

from __future__ import annotations

from dataclasses import asdict, dataclass

from pydantic import BaseModel, ConfigDict, TypeAdapter, ValidationError

from pincite.canonical import sha256_text, sha256_value
from pincite.codec.documents import source_to_json
from pincite.codec.values import SCHEMA, Json, first_line, load
from pincite.errors import RecordError
from pincite.packing.audit import Finding
from pincite.records import Boundary, Library, Pack, PassageRecord
from pincite.refs import Style

__all__ = [
    "StoredPack",
    "StoredSource",
    "compare_sources",
    "pack_from_json",
    "pack_to_json",
    "stored_pack_from_json",
]


def pack_to_json(pack: Pack, library: Library) -> Json:
    """A pack with its four records, as `pincite pack` prints it."""
    tokens = {share.source_id: share.tokens for share in pack.boundary.sources}
    return {
        "schema": SCHEMA,
        "pack": {
            "pack_id": pack.pack_id,
            "library_id": pack.library_id,
            "task": pack.task,
            "style": pack.style.value,
            "shown": [list(pair) for pair in pack.shown],
            "input_sha256": pack.input_sha256,
            "output_sha256": pack.output_sha256,
            "pincite_version": pack.pincite_version,
            "method": pack.method,
            "keep": list(pack.keep),
        },
        "boundary": asdict(pack.boundary),
        "sources": [source_to_json(library, row, tokens) for row in range(len(library.documents))],
        "passages": [asdict(passage) for passage in pack.passages],
        "context": pack.context,
    }


class _PackWire(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)

    pack_id: str
    library_id: str
    task: str
    style: str
    shown: list[tuple[int, int]]
    input_sha256: str
    output_sha256: str
    pincite_version: str
    method: str = ""
    keep: list[int] = []


class _PackFile(BaseModel):
    model_config = ConfigDict(strict=True)

    pack: _PackWire
    boundary: Json
    sources: list[Json] = []
    passages: list[Json]
    context: str


@dataclass(frozen=True, slots=True)
class StoredPack:
    """A pack's file as it is, its hashes not checked.

    Attributes:
        pack: The pack.
        sources: The records of its sources, in order.
    """

    pack: Pack
    sources: tuple[Json, ...]

    def sizes(self) -> list[StoredSource]:
        """Id, title and number of sentences of each source."""
        try:
            return [_SOURCES.validate_python(source) for source in self.sources]
        except ValidationError as error:
            raise RecordError(f"a source's record is malformed: {first_line(error)}") from error


@dataclass(frozen=True, slots=True)
class StoredSource:
    """What a pack's file says of a source."""

    source_id: str
    title: str
    sentences: int


_SOURCES = TypeAdapter(StoredSource)


def stored_pack_from_json(text: str) -> StoredPack:
    """Read a pack that `pack_to_json` wrote without checking its hashes; see `verify_pack`.

    Raises:
        RecordError: When it has not the form of such a record.
    """
    data = load(text)
    try:
        wire = _PackFile.model_validate_json(text)
        passages = TypeAdapter(tuple[PassageRecord, ...]).validate_python(data["passages"])
        boundary = TypeAdapter(Boundary).validate_python(data["boundary"])
        style = Style(wire.pack.style)
    except (ValidationError, ValueError) as error:
        raise RecordError(f"the pack is malformed: {first_line(error)}") from error
    head = wire.pack
    pack = Pack(
        pack_id=head.pack_id,
        library_id=head.library_id,
        task=head.task,
        style=style,
        context=wire.context,
        shown=tuple(head.shown),
        passages=passages,
        boundary=boundary,
        input_sha256=head.input_sha256,
        output_sha256=head.output_sha256,
        pincite_version=head.pincite_version,
        method=head.method,
        keep=tuple(head.keep),
    )
    return StoredPack(pack, tuple(wire.sources))


def pack_from_json(text: str) -> Pack:
    """Read a pack that `pack_to_json` wrote, and check its hashes.

    Raises:
        RecordError: When it is not such a record, or its context or ids were changed.
    """
    pack = stored_pack_from_json(text).pack
    if sha256_text(pack.context) != pack.output_sha256:
        raise RecordError("the pack's context was changed: its hash is not `output_sha256`")
    if sha256_value([pack.input_sha256, pack.output_sha256]) != pack.pack_id:
        raise RecordError("the pack's record was changed: its hashes do not give `pack_id`")
    return pack


def compare_sources(stored: StoredPack, library: Library) -> tuple[Finding, ...]:
    """How the sources of a pack's file differ from those at hand; where they lie does not count."""
    tokens = {share.source_id: share.tokens for share in stored.pack.boundary.sources}
    found = []
    records = [source_to_json(library, row, tokens) for row in range(len(library.documents))]
    here = {str(record["source_id"]): record for record in records}
    there = {str(record.get("source_id")): record for record in stored.sources}
    for name in dict.fromkeys([*there, *here]):
        if name not in here or name not in there:
            where = "the pack's file" if name in there else "the sources given"
            found.append(Finding("source", name, f"is in {where} alone"))
            continue
        old, new = there[name], here[name]
        for key in sorted((old.keys() | new.keys()) - {"uri"}):
            if old.get(key) != new.get(key):
                told = f"{key} is {old.get(key)!r} in the file, {new.get(key)!r} in the source"
                found.append(Finding("source", name, told))
    if not found and (list(here) != list(there) or len(there) != len(stored.sources)):
        found.append(Finding("source", "", "stand in another order, or one stands twice"))
    return tuple(found)
