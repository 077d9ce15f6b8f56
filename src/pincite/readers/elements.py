"""Elements of a page as columns, to name the innermost one around a span."""

from __future__ import annotations

import re
from array import array
from collections.abc import Sequence

from pincite.records import Location

__all__ = ["Elements"]

_SPECIAL = re.compile(r"([^a-zA-Z0-9_\u0080-\U0010ffff-])")


class Elements:
    """The `Places` of a page: rows in document order, each with its parent.

    A path leads to its element by `document.querySelector(path)`: a step without a number is the
    first child of its name, and so the first match in the page.
    """

    def __init__(self) -> None:
        self._parents = array("q")
        self._ordinals = array("q")
        self._tags: list[str] = []

    @property
    def columns(self) -> tuple[array[int], array[int]]:
        """The parent of each element, and its number among those of its name."""
        return self._parents, self._ordinals

    @property
    def tags(self) -> list[str]:
        """The name of each element."""
        return self._tags

    @classmethod
    def of(cls, columns: Sequence[array[int]], tags: list[str]) -> Elements:
        """Elements from their columns and names."""
        elements = cls()
        elements._parents, elements._ordinals = columns
        elements._tags = tags
        return elements

    def add(self, tag: str, parent: int, ordinal: int) -> int:
        """The row of a new element.

        Args:
            tag: Its name.
            parent: The row of its parent, −1 for the root.
            ordinal: 1 for the first child of its name.
        """
        self._tags.append(tag)
        self._parents.append(parent)
        self._ordinals.append(ordinal)
        return len(self._tags) - 1

    def locate(self, first: int, last: int) -> Location:
        """The innermost element around two elements."""
        if not self._tags:
            return Location()
        while first != last:
            if first > last:
                first = self._parents[first]
            else:
                last = self._parents[last]
        return Location(element=self.path(first))

    def path(self, row: int) -> str:
        """The path of an element, such as `html>body>p:nth-of-type(2)`."""
        steps: list[str] = []
        while row >= 0:
            step = _SPECIAL.sub(r"\\\1", self._tags[row])
            if self._ordinals[row] > 1:
                step += f":nth-of-type({self._ordinals[row]})"
            steps.append(step)
            row = self._parents[row]
        return ">".join(reversed(steps))
