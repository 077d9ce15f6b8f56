"""Documents and libraries → JSON."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields

from pincite.codec.values import SCHEMA, Json
from pincite.records import Document, Library, Location, Sentence

__all__ = ["library_to_json", "location_to_json", "source_to_json"]


def library_to_json(library: Library, tokens: Mapping[str, int] | None = None) -> Json:
    """A library as `pincite read` prints it: of one document flat, else under `documents`.

    Args:
        library: From `pincite.read`.
        tokens: Token counts of the documents, by source id, under the key `tokens`.
    """
    documents = [
        {
            "source": source_to_json(library, row, tokens or {}),
            "text": document.text,
            "sentences": [
                _sentence(sentence, document) for sentence in library.sentences(first, last)
            ],
        }
        for row, document in enumerate(library.documents)
        for first, last in [(library.first_numbers[row], library.first_numbers[row + 1] - 1)]
    ]
    common = {"schema": SCHEMA, "library_id": library.library_id}
    return {**common, **documents[0]} if len(documents) == 1 else {**common, "documents": documents}


def source_to_json(library: Library, row: int, tokens: Mapping[str, int]) -> Json:
    """The record of one source; `tokens` by source id, where they were counted."""
    document = library.documents[row]
    return {
        "source_id": document.source_id,
        "title": document.title,
        "uri": document.uri,
        "media_type": document.media_type,
        "source_sha256": document.source_sha256,
        "text_sha256": document.text_sha256,
        "language": document.language,
        "reader": document.reader,
        "splitter": library.splitter,
        "settings_sha256": document.settings_sha256,
        "sentences": library.first_numbers[row + 1] - library.first_numbers[row],
        "pages": document.pages or None,
        "tokens": tokens.get(document.source_id),
        "warnings": list(document.warnings),
    }


def _sentence(sentence: Sentence, document: Document) -> Json:
    return {
        "number": sentence.number,
        "source_id": sentence.source_id,
        "kind": sentence.kind.value,
        "start": sentence.start,
        "end": sentence.end,
        "text": sentence.text,
        "context": list(sentence.context),
        **location_to_json(document.map.locate(sentence.start, sentence.end)),
    }


def location_to_json(location: Location) -> Json:
    """The parts of a location that the format has; `regions` always."""
    found: Json = {
        field.name: value
        for field in fields(location)
        if field.name != "regions" and (value := getattr(location, field.name)) is not None
    }
    found["regions"] = [
        {
            "page": region.page,
            "page_label": region.page_label,
            "boxes": [[round(edge, 1) for edge in box] for box in region.boxes],
            **({"ocr": True} if region.ocr else {}),
        }
        for region in location.regions
    ]
    return found
