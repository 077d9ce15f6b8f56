"""Grammar rules as values, and how llama.cpp, xgrammar and llguidance want them written."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import assert_never

__all__ = ["Alt", "Chars", "Expression", "Literal", "Ref", "Repeat", "Seq", "gbnf", "lark"]


@dataclass(frozen=True, slots=True)
class Literal:
    """Exactly this text."""

    text: str


@dataclass(frozen=True, slots=True)
class Chars:
    """One character of a class.

    Attributes:
        members: Single characters and ranges, in the notation of regular expressions.
        negated: Any character but those.
        many: Stands where any number of them may follow each other, so that a lexer may take
            them at once.
    """

    members: str
    negated: bool = False
    many: bool = False


@dataclass(frozen=True, slots=True)
class Ref:
    """Another rule."""

    name: str


@dataclass(frozen=True, slots=True)
class Seq:
    """One after the other."""

    items: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Alt:
    """One of these."""

    items: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Repeat:
    """From `least` to `most` times; without end where `most` is None."""

    item: Expression
    least: int
    most: int | None


Expression = Literal | Chars | Ref | Seq | Alt | Repeat


def gbnf(rules: Mapping[str, Expression]) -> str:
    """Rules as llama.cpp reads them (GBNF), and xgrammar (EBNF); `root` is where a text starts."""
    return "".join(f"{name} ::= {_write(rule, lark=False)}\n" for name, rule in rules.items())


def lark(rules: Mapping[str, Expression]) -> str:
    """Rules as llguidance reads them (Lark); `root` becomes `start`."""
    lines = []
    for name, rule in rules.items():
        lines.append(f"{'start' if name == 'root' else name}: {_write(rule, lark=True)}\n")
    return "".join(lines)


def _write(rule: Expression, *, lark: bool) -> str:
    match rule:
        case Literal(text):
            return json.dumps(text, ensure_ascii=False)
        case Chars(members, negated, many):
            written = f"[{'^' if negated else ''}{members}]"
            return f"/{written}{'+' if many else ''}/" if lark else written
        case Ref(name):
            return name
        case Seq(items):
            return " ".join(_inside(item, lark=lark) for item in items)
        case Alt(items):
            return " | ".join(_write(item, lark=lark) for item in items)
        case Repeat(item, least, most):
            return _inside(item, lark=lark) + _times(least, most)
        case _:
            assert_never(rule)


def _inside(rule: Expression, *, lark: bool) -> str:
    written = _write(rule, lark=lark)
    return f"({written})" if isinstance(rule, Alt | Seq) else written


def _times(least: int, most: int | None) -> str:
    known = {(0, 1): "?", (0, None): "*", (1, None): "+"}
    return known.get((least, most)) or f"{{{least},{'' if most is None else most}}}"
