"""Packs ↔ JSON."""

from __future__ import annotations

from dataclasses import asdict

from pydantic import BaseModel, ConfigDict, TypeAdapter, ValidationError

from pincite.canonical import sha256_text, sha256_value
from pincite.codec.documents import source_to_json
from pincite.codec.values import SCHEMA, Json, first_line, load
from pincite.errors import RecordError
from pincite.records import Boundary, Library, Pack, PassageRecord
from pincite.refs import Style

__all__ = ["pack_from_json", "pack_to_json"]


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


class _PackFile(BaseModel):
    model_config = ConfigDict(strict=True)

    pack: _PackWire
    boundary: Json
    passages: list[Json]
    context: str


def pack_from_json(text: str) -> Pack:
    """Read a pack that `pack_to_json` wrote, and check its hashes.

    Raises:
        RecordError: When it is not such a record, or its context or ids were changed.
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
    if sha256_text(wire.context) != head.output_sha256:
        raise RecordError("the pack's context was changed: its hash is not `output_sha256`")
    if sha256_value([head.input_sha256, head.output_sha256]) != head.pack_id:
        raise RecordError("the pack's record was changed: its hashes do not give `pack_id`")
    return Pack(
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
    )
