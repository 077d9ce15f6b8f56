"""Places that have names: cells, slides, paragraphs, records, chapters."""

from __future__ import annotations

from dataclasses import replace

from pincite.records import Location

__all__ = ["Parts", "column_name"]


class Parts:
    """The `Places` of formats whose parts have names; `add` gives the number of the next."""

    def __init__(self) -> None:
        self._locations: list[Location] = []

    @property
    def names(self) -> list[tuple[str | None, str | None]]:
        """The part and the element of each place."""
        return [(location.part, location.element) for location in self._locations]

    def add(self, part: str, *, element: str | None = None) -> int:
        """The number of a new place."""
        self._locations.append(Location(part=part, element=element))
        return len(self._locations) - 1

    def locate(self, first: int, last: int) -> Location:
        """The part around two places: its name, or both names with a colon, as in `Sheet1!B7:D7`.

        Cells of one sheet name it once.
        """
        if not self._locations:
            return Location()
        start, end = self._locations[first], self._locations[last]
        if start == end or start.part is None or end.part is None:
            return start
        if start.part == end.part:
            return Location(part=start.part)
        sheet = start.part.rpartition("!")[0]
        name = end.part.removeprefix(f"{sheet}!") if sheet else end.part
        return replace(start, part=f"{start.part}:{name}", element=None)


def column_name(column: int) -> str:
    """The letters of a zero-based column.

    Example:
        >>> column_name(0), column_name(27)
        ('A', 'AB')
    """
    name = ""
    column += 1
    while column:
        column, letter = divmod(column - 1, 26)
        name = chr(65 + letter) + name
    return name
