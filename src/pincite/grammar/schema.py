r"""A JSON Schema → rules of the JSON that fits it, its strings held to markers of a pack.

In a string `[` opens nothing but a marker; `\u` escapes cannot be written, so that none comes in
by one. Properties come in the schema's order and white space as `json.dumps` writes it. Knows the
keywords in `KEYWORDS`; others are refused, since a schema that is half kept is not kept.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence

from pincite.canonical import Plain
from pincite.errors import CallerError
from pincite.grammar.rules import Alt, Chars, Expression, Literal, Ref, Repeat, Seq

__all__ = ["KEYWORDS", "check_schema", "schema_rules"]

KEYWORDS = frozenset(
    "type properties required additionalProperties items minItems maxItems enum".split()
)
"""Keywords that are kept."""

_NOTES = frozenset("$schema $id $comment title description default examples".split())
"""Keywords that ask for nothing."""

_DEEPEST = 32
_DIGITS = Chars("0-9")
_INTEGER = Seq(
    (
        Repeat(Literal("-"), 0, 1),
        Alt((Literal("0"), Seq((Chars("1-9"), Repeat(_DIGITS, 0, 15))))),
    )
)
_FRACTION = Repeat(Seq((Literal("."), Repeat(_DIGITS, 1, 15))), 0, 1)
_SIMPLE: Mapping[str, Expression] = {
    "string": Ref("string"),
    "integer": _INTEGER,
    "number": Seq((_INTEGER, _FRACTION)),
    "boolean": Alt((Literal("true"), Literal("false"))),
    "null": Literal("null"),
}


def check_schema(schema: Plain) -> None:
    """Whether rules can be made of a schema.

    Raises:
        CallerError: When it has keywords or types that are not known, contradicts itself, nests
            deeper than 32 levels, or has an `enum` with a `[`, which would be no marker.
    """
    problems = list(_problems(schema, "$", 0))
    if problems:
        raise CallerError(
            f"the schema cannot be used: {'; '.join(problems[:8])}",
            remedy=f"use only the keywords {', '.join(sorted(KEYWORDS))}",
        )


def schema_rules(schema: Plain, prose: Mapping[str, Expression]) -> dict[str, Expression]:
    r"""Rules of a JSON value whose strings are held to the markers of a prose.

    Args:
        schema: In JSON Schema, with `KEYWORDS`.
        prose: Rules of a text, as from `prose_rules`; where it has no markers, a string holds no
            `[` at all.

    Raises:
        CallerError: As `check_schema`.

    Example:
        >>> from pincite.grammar.rules import gbnf
        >>> schema = {"type": "object", "properties": {"sum": {"type": "string"}}}
        >>> print(gbnf(schema_rules(schema, {})).splitlines()[0])
        root ::= "{" v0? "}"
    """
    check_schema(schema)
    written = Chars(r'"\\\x00-\x1F\x5B', negated=True, many=True)
    escape = Seq((Literal("\\"), Chars(r'"\\\x2Fbfnrt')))
    markers = {name: rule for name, rule in prose.items() if name != "root"}
    pieces = (written, escape, Ref("marker")) if markers else (written, escape)
    made: dict[str, Expression] = {}
    root = _value(schema, made)
    return {
        "root": root,
        **made,
        "string": Seq((Literal('"'), Repeat(Alt(pieces), 0, None), Literal('"'))),
        **markers,
    }


def _value(schema: Plain, made: dict[str, Expression]) -> Expression:
    assert isinstance(schema, Mapping)
    if "enum" in schema:
        return _one_of([Literal(json.dumps(v, ensure_ascii=False)) for v in _list(schema, "enum")])
    ways: list[Expression] = []
    for kind in _types(schema):
        if kind == "object":
            ways.append(_object(schema, made))
        elif kind == "array":
            ways.append(_array(schema, made))
        else:
            ways.append(_SIMPLE[str(kind)])
    return _one_of(ways)


def _array(schema: Mapping[str, Plain], made: dict[str, Expression]) -> Expression:
    item = _named(_value(schema["items"], made), made)
    least = schema.get("minItems", 0)
    most = schema.get("maxItems")
    assert isinstance(least, int)
    assert most is None or isinstance(most, int)
    if most == 0:
        return Literal("[]")
    more = Repeat(Seq((Literal(", "), item)), max(0, least - 1), None if most is None else most - 1)
    filled = Seq((item, more)) if most != 1 else item
    return Seq(
        (Literal("["), Repeat(filled, min(1, least), 1) if not least else filled, Literal("]"))
    )


def _object(schema: Mapping[str, Plain], made: dict[str, Expression]) -> Expression:
    """Members in order; those that are not required may be left out, each with its comma."""
    required = set(_list(schema, "required"))
    properties = schema.get("properties", {})
    assert isinstance(properties, Mapping)
    first: Expression | None = None
    rest: list[Expression] = []
    for name, value in reversed(list(properties.items())):
        key = Literal(f"{json.dumps(name, ensure_ascii=False)}: ")
        member = _named(Seq((key, _named(_value(value, made), made))), made)
        after = _named(Seq(tuple(rest)), made) if rest else None
        begun = Seq((member, after)) if after else member
        comma = Seq((Literal(", "), member))
        if name in required:
            first, rest = begun, [comma, *([after] if after else [])]
        else:
            first = Repeat(begun, 0, 1) if first is None else Alt((begun, first))
            rest = [Repeat(comma, 0, 1), *([after] if after else [])]
    inside = () if first is None else (first,)
    return Seq((Literal("{"), *inside, Literal("}")))


def _named(rule: Expression, made: dict[str, Expression]) -> Expression:
    """A reference to a rule, so that what is used twice is written once."""
    if isinstance(rule, Ref | Literal):
        return rule
    for name, known in made.items():
        if known == rule:
            return Ref(name)
    name = f"v{len(made)}"
    made[name] = rule
    return Ref(name)


def _one_of(ways: Sequence[Expression]) -> Expression:
    return ways[0] if len(ways) == 1 else Alt(tuple(ways))


def _types(schema: Mapping[str, Plain]) -> list[Plain]:
    kind = schema["type"]
    return list(kind) if isinstance(kind, Sequence) and not isinstance(kind, str) else [kind]


def _list(schema: Mapping[str, Plain], name: str) -> Sequence[Plain]:
    value = schema.get(name, [])
    return value if isinstance(value, Sequence) and not isinstance(value, str) else []


def _problems(schema: Plain, path: str, depth: int) -> Iterator[str]:
    if depth > _DEEPEST:
        yield f"{path} is nested deeper than {_DEEPEST} levels"
        return
    if not isinstance(schema, Mapping):
        yield f"{path} is no object"
        return
    for name in sorted(schema.keys() - KEYWORDS - _NOTES):
        yield f"{path} has the keyword {name!r}"
    if "enum" in schema:
        yield from _enum_problems(schema, path)
        return
    if "type" not in schema:
        yield f"{path} has neither a type nor an enum"
        return
    kinds = _types(schema)
    if not kinds:
        yield f"{path} has no type"
    for kind in kinds:
        if kind not in (*_SIMPLE, "object", "array"):
            yield f"{path} has the type {kind!r}"
    if "object" in kinds:
        yield from _object_problems(schema, path, depth)
    if "array" in kinds:
        yield from _array_problems(schema, path, depth)


def _enum_problems(schema: Mapping[str, Plain], path: str) -> Iterator[str]:
    values = schema["enum"]
    if not isinstance(values, Sequence) or isinstance(values, str) or not values:
        yield f"the enum of {path} is no list of values"
    elif any("[" in json.dumps(value) for value in values):
        yield f"the enum of {path} holds a '['"


def _object_problems(schema: Mapping[str, Plain], path: str, depth: int) -> Iterator[str]:
    properties = schema.get("properties", {})
    if not isinstance(properties, Mapping):
        yield f"the properties of {path} are no object"
        return
    if not isinstance(schema.get("additionalProperties", False), bool):
        yield f"the additionalProperties of {path} are no boolean"
    for name in _list(schema, "required"):
        if name not in properties:
            yield f"{path} requires {name!r}, which is no property"
    for name, value in properties.items():
        yield from _problems(value, f"{path}.{name}", depth + 1)


def _array_problems(schema: Mapping[str, Plain], path: str, depth: int) -> Iterator[str]:
    if "items" not in schema:
        yield f"{path} is an array without items"
        return
    least, most = schema.get("minItems", 0), schema.get("maxItems")
    whole = isinstance(least, int) and (most is None or isinstance(most, int))
    if not whole or not 0 <= least <= (10_000 if most is None else most) <= 10_000:  # type: ignore[operator]
        yield f"minItems and maxItems of {path} are no whole numbers from 0 to 10000 in order"
    yield from _problems(schema["items"], f"{path}[]", depth + 1)
