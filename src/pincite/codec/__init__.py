"""Records ↔ JSON: `snake_case`, a `schema` version, sorted keys, UTF-8.

Ranges of text are half-open in code points unless a name says otherwise (`start_byte`,
`start_utf16`); ranges of sentence numbers are inclusive pairs, as in markers.
"""

from pincite.codec.documents import library_to_json
from pincite.codec.packs import (
    StoredPack,
    compare_sources,
    pack_from_json,
    pack_to_json,
    stored_pack_from_json,
)
from pincite.codec.reports import StoredReport, report_from_json, report_to_json
from pincite.codec.values import SCHEMA, dumps

__all__ = [
    "SCHEMA",
    "StoredPack",
    "StoredReport",
    "compare_sources",
    "dumps",
    "library_to_json",
    "pack_from_json",
    "pack_to_json",
    "report_from_json",
    "report_to_json",
    "stored_pack_from_json",
]
