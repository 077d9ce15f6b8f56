"""Sentence numbers shown → rules in which `[` opens nothing but a marker of theirs.

`[s12-s14, s20]`: at most eight items; a range has both ends in one unbroken run of one document,
in any order, which the parser judges. The numbers form a trie of digits whose equal parts are
shared: a run of 5,000 numbers takes some twenty rules, and no pack more than a few a number.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

from pincite.grammar.rules import Alt, Chars, Expression, Literal, Ref, Repeat, Seq
from pincite.records import Library
from pincite.refs import Range

__all__ = ["MOST_ITEMS", "marker_rules", "passage_rules", "prose_rules", "unbroken_runs"]

MOST_ITEMS = 8
"""Numbers and ranges in one marker."""

_OPENING = r"\x5B"


def unbroken_runs(library: Library, shown: Sequence[Range]) -> tuple[Range, ...]:
    """Sentences shown as runs that cross no document.

    Args:
        library: Whose sentences.
        shown: Disjoint increasing pairs, both inclusive.
    """
    firsts = library.first_numbers
    runs: list[Range] = []
    for first, last in shown:
        start = first
        while start <= last:
            stop = min(last, firsts[library.document_row(start) + 1] - 1)
            runs.append((start, stop))
            start = stop + 1
    return tuple(runs)


def prose_rules(runs: Sequence[Range]) -> dict[str, Expression]:
    """Rules of a text that is free but for `[`, which opens a marker; without runs there is none.

    Args:
        runs: Disjoint increasing pairs that a range may not leave.

    Example:
        >>> from pincite.grammar.rules import gbnf
        >>> print(gbnf(prose_rules([(8, 9)])).split("item ::= ")[1], end="")
        "s" n3
        n3 ::= [89] n2
        n2 ::= ("-s" n1)?
        n1 ::= [89]
    """
    prose = Chars(_OPENING, negated=True, many=True)
    if not runs:
        return {"root": Repeat(prose, 0, None)}
    return {"root": Repeat(Alt((prose, Ref("marker"))), 0, None), **marker_rules(runs)}


def passage_rules(passage_ids: Sequence[str]) -> dict[str, Expression]:
    """As `prose_rules`, for passages that are cited by their ids."""
    prose = Chars(_OPENING, negated=True, many=True)
    if not passage_ids:
        return {"root": Repeat(prose, 0, None)}
    more = Repeat(Seq((Literal(", "), Ref("item"))), 0, MOST_ITEMS - 1)
    return {
        "root": Repeat(Alt((prose, Ref("marker"))), 0, None),
        "marker": Seq((Literal("["), Ref("item"), more, Literal("]"))),
        "item": Alt(tuple(Literal(name) for name in passage_ids)),
    }


def marker_rules(runs: Sequence[Range]) -> dict[str, Expression]:
    """The rule `marker` and those that it stands on; `runs` is not empty."""
    trie = _Trie()
    seconds = [trie.build([run], [None]) if run[0] < run[1] else None for run in runs]
    root = trie.build(runs, seconds)
    item = Ref("item")
    more = Repeat(Seq((Literal(", "), item)), 0, MOST_ITEMS - 1)
    return {
        "marker": Seq((Literal("["), item, more, Literal("]"))),
        "item": Seq((Literal("s"), Ref(_name(root)))),
        **{_name(row): _rule(trie.nodes[row], trie) for row in _used(trie, root)},
    }


@dataclass(frozen=True, slots=True)
class _Node:
    """What may follow the digits read so far.

    Attributes:
        ends: The digits are a number.
        second: Node that a range goes on with after `-s`, None where there is no range.
        edges: Digits that may follow, with the node each leads to.
    """

    ends: bool
    second: int | None
    edges: tuple[tuple[str, int], ...]


class _Trie:
    """Digit tries; equal nodes are one."""

    def __init__(self) -> None:
        self.nodes: list[_Node] = []
        self._rows: dict[_Node, int] = {}

    def build(self, runs: Sequence[Range], seconds: Sequence[int | None]) -> int:
        """The node of all numbers of runs, each with the node of its range's second number."""
        firsts = [first for first, _ in runs]
        largest = runs[-1][1]
        whole: dict[tuple[int, int], int] = {}

        def row_of(number: int) -> int:
            return bisect_right(firsts, number) - 1

        def any_of(low: int, high: int) -> bool:
            row = row_of(high)
            return row >= 0 and runs[row][1] >= low

        def any_under(prefix: int) -> bool:
            return any(any_of(low, high) for low, high in _levels(prefix, largest))

        def node(prefix: int) -> int:
            levels = _levels(prefix, largest)
            row = row_of(prefix)
            low, high = runs[row] if row >= 0 else (0, -1)
            if not all(low <= start and stop <= high for start, stop in levels):
                return grown(prefix)
            if (row, len(levels)) not in whole:
                whole[row, len(levels)] = grown(prefix)
            return whole[row, len(levels)]

        def grown(prefix: int) -> int:
            targets: dict[int, str] = {}
            for digit in range(10) if prefix else range(1, 10):
                longer = prefix * 10 + digit
                if any_under(longer):
                    target = node(longer)
                    targets[target] = targets.get(target, "") + str(digit)
            ends = any_of(prefix, prefix)
            second = seconds[row_of(prefix)] if ends else None
            edges = tuple((digits, target) for target, digits in targets.items())
            return self._intern(_Node(ends, second, edges))

        return grown(0)

    def _intern(self, node: _Node) -> int:
        if node not in self._rows:
            self._rows[node] = len(self.nodes)
            self.nodes.append(node)
        return self._rows[node]


def _levels(prefix: int, largest: int) -> list[Range]:
    """The numbers that begin with some digits, a range for each number of digits after them."""
    levels = []
    low, width = prefix, 1
    while low <= largest:
        levels.append((low, low + width - 1))
        low, width = low * 10, width * 10
    return levels


def _used(trie: _Trie, root: int) -> list[int]:
    """The nodes that rules are needed for, from the root on."""
    seen = {root}
    queue = [root]
    for row in queue:
        node = trie.nodes[row]
        following = [target for _, target in node.edges]
        for target in (*following, *([] if node.second is None else [node.second])):
            if target not in seen and not _is_leaf(trie.nodes[target]):
                seen.add(target)
                queue.append(target)
    return queue


def _is_leaf(node: _Node) -> bool:
    return node.second is None and not node.edges


def _rule(node: _Node, trie: _Trie) -> Expression:
    ways: list[Expression] = []
    for digits, target in node.edges:
        after = () if _is_leaf(trie.nodes[target]) else (Ref(_name(target)),)
        ways.append(Seq((Chars(_folded(digits)), *after)))
    if node.second is not None:
        ways.append(Seq((Literal("-s"), Ref(_name(node.second)))))
    rule = ways[0] if len(ways) == 1 else Alt(tuple(ways))
    return Repeat(rule, 0, 1) if node.ends else rule


def _folded(digits: str) -> str:
    """A class of digits with ranges, such as `0-49`."""
    pieces: list[str] = []
    for digit in digits:
        if pieces and int(pieces[-1][-1]) + 1 == int(digit):
            pieces[-1] = pieces[-1][0] + digit
        else:
            pieces.append(digit)
    return "".join("-".join(p) if len(p) == 2 and int(p[0]) + 1 < int(p[1]) else p for p in pieces)


def _name(row: int) -> str:
    return f"n{row}"
