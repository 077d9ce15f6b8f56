"""Requests for a pack over HTTP, and their answers: shapes, ids and repeats; knows no server.

A request is `{client_request_id, task, token_budget, documents}`, or the same in camelCase; the
answer comes in the case of the request. The same `client_request_id` with the same body gives the
same answer, with another body a `MismatchError`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

from pydantic import AliasChoices, BaseModel, ConfigDict, Field, ValidationError

from pincite.canonical import sha256_value
from pincite.codec.packs import pack_to_json
from pincite.codec.values import Json, first_line
from pincite.errors import MismatchError, RecordError
from pincite.records import Library, Pack
from pincite.refs import Style

__all__ = ["DocumentCall", "PackCall", "Repeats", "pack_answer", "pack_call", "untraceable"]


class DocumentCall(BaseModel):
    """A document of a request: its text here, or where it is to be read; exactly one of the three.

    `file` is base64. Whether an address may be read is the server's to decide.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    id: str = ""
    title: str = ""
    text: str | None = None
    uri: str | None = None
    file: str | None = None


class PackCall(BaseModel):
    """A request for a pack."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    client_request_id: Annotated[
        str,
        Field(min_length=1, validation_alias=AliasChoices("client_request_id", "clientRequestId")),
    ]
    task: Annotated[str, Field(min_length=1)]
    token_budget: Annotated[
        int, Field(ge=1, validation_alias=AliasChoices("token_budget", "tokenBudget"))
    ]
    documents: Annotated[tuple[DocumentCall, ...], Field(min_length=1)]
    style: Style = Style.PASSAGE


def pack_call(body: Json) -> PackCall:
    """Read a request.

    Raises:
        RecordError: When it is not one; names the field.
    """
    try:
        call = PackCall.model_validate(body)
    except ValidationError as error:
        raise RecordError(f"the request is malformed: {first_line(error)}") from error
    for row, document in enumerate(call.documents):
        given = [document.text, document.uri, document.file]
        if sum(part is not None for part in given) != 1:
            raise RecordError(
                f"the request is malformed: documents.{row}: give one of text, uri and file"
            )
    return call


def pack_answer(body: Json, pack: Pack, library: Library) -> Json:
    """A pack as the answer to a request, in the request's case, with `included_passages`."""
    record = pack_to_json(pack, library)
    answer = {**record, "included_passages": record["passages"], "pack_id": pack.pack_id}
    camel = any(key in body for key in ("clientRequestId", "tokenBudget"))
    return _camel(answer) if camel else answer


def _camel(value: Json) -> Json:
    return {_camel_name(key): _camel_value(item) for key, item in value.items()}


def _camel_value(item: object) -> object:
    if isinstance(item, dict):
        return _camel(item)
    return [_camel_value(each) for each in item] if isinstance(item, list | tuple) else item


def _camel_name(name: str) -> str:
    first, *rest = name.split("_")
    return first + "".join(part.capitalize() for part in rest)


def untraceable(cited: list[str], pack: Pack) -> list[str]:
    """The citations, passage ids with or without brackets, that name no included passage."""
    known = {passage.passage_id for passage in pack.passages}
    return [name for name in cited if name.strip("[] ") not in known]


class Repeats:
    """Answers by `client_request_id`, the latest ones kept.

    Args:
        most: How many are kept.
    """

    def __init__(self, most: int = 1_000) -> None:
        self._most = most
        self._kept: dict[str, tuple[str, Json]] = {}

    def answer(self, call: PackCall, body: Json, make: Callable[[PackCall], Json]) -> Json:
        """The answer to a request, made once.

        Raises:
            MismatchError: When the id came before with another body; HTTP says 409.
        """
        digest = sha256_value(body)
        kept = self._kept.get(call.client_request_id)
        if kept is None:
            kept = (digest, make(call))
            self._kept[call.client_request_id] = kept
            while len(self._kept) > self._most:
                self._kept.pop(next(iter(self._kept)))
        elif kept[0] != digest:
            raise MismatchError(
                f"the request {call.client_request_id!r} came before with another body",
                remedy="give each request an id of its own",
            )
        return kept[1]
