"""Whether a sentence belongs to a later or earlier document than what is cited, or is an amendment.

A document's date is the first one in its title or its first sentences; without one nothing is said.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from pincite.checks.quantities import quantities
from pincite.records import Library
from pincite.refs import Range

__all__ = ["amended", "edition_note"]

_AMENDED = re.compile(
    r"\b(?:revised|amended|amendment|corrected|correction|restated|updated|erratum|superseded?s?)\b",
    re.IGNORECASE,
)
_OPENING = 3
"""Sentences in which a document's date is looked for."""


def edition_note(number: int, cited: Sequence[Range], library: Library) -> str:
    """How the document of a sentence stands to those cited, in brackets; empty where unknown."""
    row = library.document_row(number)
    rows = {library.document_row(first) for first, _ in cited}
    dates = [_date(_opening(other, library)) for other in sorted(rows - {row})]
    mine = _date(_opening(row, library))
    known = [date for date in dates if date]
    if mine and known and (mine > max(known) or mine < min(known)):
        age = "later" if mine > max(known) else "earlier"
        return f" ({age} document, {_written(mine)})"
    said = amended(f"{library.documents[row].title}\n{library.sentence(number).text}")
    return f" (“{said}”)" if said else ""


def amended(text: str) -> str:
    """The word by which a text calls itself an amendment; empty where it does not."""
    said = _AMENDED.search(text)
    return said[0] if said else ""


def _opening(row: int, library: Library) -> str:
    first, stop = library.first_numbers[row : row + 2]
    sentences = library.sentences(first, min(stop, first + _OPENING) - 1)
    return "\n".join([library.documents[row].title, *(s.text for s in sentences)])


@lru_cache(maxsize=256)
def _date(text: str) -> int:
    """The first date with a year, as `yyyymmdd` with zeros for what is not said; 0 for none."""
    for quantity in quantities(text):
        value = int(quantity.value)
        if quantity.unit == "date" and value >= 10_000:
            return value
        if not quantity.unit and quantity.raw.isdigit() and 1900 <= value <= 2100:
            return value * 10_000
    return 0


def _written(date: int) -> str:
    year, month, day = date // 10_000, date // 100 % 100, date % 100
    return "-".join(
        [f"{year}", *([f"{month:02}"] if month else []), *([f"{day:02}"] if day else [])]
    )
