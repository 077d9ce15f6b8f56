"""Grammars of JSON whose strings cite, run by llguidance and llama.cpp."""

import json

import pytest

from pincite.canonical import Plain
from pincite.errors import CallerError
from pincite.grammar import check_schema, gbnf, lark, prose_rules, schema_rules

llguidance = pytest.importorskip("llguidance")

LEASE: Plain = {
    "title": "What a lease says",
    "type": "object",
    "properties": {
        "tenant": {"type": "string"},
        "rent": {"type": ["number", "null"]},
        "floor": {"type": "integer"},
        "kind": {"enum": ["shop", "flat", 3]},
        "duties": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {"duty": {"type": "string"}, "monthly": {"type": "boolean"}},
                "required": ["duty"],
            },
            "maxItems": 2,
        },
    },
    "required": ["tenant", "kind"],
}


def accepts(written: str, text: str) -> bool:
    """Whether a grammar lets a text be written to its end."""
    tokenizer = llguidance.LLTokenizer("byte")
    matcher = llguidance.LLMatcher(tokenizer, llguidance.LLMatcher.grammar_from_lark(written))
    assert not matcher.is_error(), matcher.get_error()
    tokens = tokenizer.tokenize_str(text)
    return matcher.try_consume_tokens(tokens) == len(tokens) and bool(matcher.is_accepting())


@pytest.mark.parametrize(
    ("value", "passes"),
    [
        ({"tenant": "Ilse Brandt [s4].", "kind": "shop"}, True),
        ({"tenant": "", "rent": None, "floor": 0, "kind": 3}, True),
        ({"tenant": "a", "rent": -12.05, "floor": -7, "kind": "flat", "duties": []}, True),
        (
            {
                "tenant": "“Brandt” \\ Söhne\n[s4-s6, s9]",
                "kind": "flat",
                "duties": [{"duty": "Sweeps. [s9]"}, {"duty": "x", "monthly": True}],
            },
            True,
        ),
        ({"tenant": "a", "kind": "shop", "duties": [{"duty": "x"}] * 3}, False),
        ({"tenant": "a", "kind": "barn"}, False),
        ({"tenant": "a"}, False),
        ({"kind": "shop", "tenant": "a"}, False),
        ({"tenant": "a", "rent": "12", "kind": "shop"}, False),
        ({"tenant": "a", "kind": "shop", "more": 1}, False),
        ({"tenant": "Brandt [s7].", "kind": "shop"}, False),
        ({"tenant": "Brandt [4].", "kind": "shop"}, False),
        ({"tenant": "[", "kind": "shop"}, False),
        ([], False),
    ],
)
def test_json_that_fits_can_be_written(value: Plain, passes: bool) -> None:
    """What fits the schema passes, as json.dumps writes it; a marker of nothing shown does not."""
    written = lark(schema_rules(LEASE, prose_rules([(4, 6), (9, 9)])))
    assert accepts(written, json.dumps(value, ensure_ascii=False)) == passes


def test_no_bracket_comes_in_by_an_escape() -> None:
    r"""`[` is a `[` once the JSON is read, so `\u` cannot be written."""
    written = lark(schema_rules({"type": "string"}, prose_rules([(4, 4)])))
    assert accepts(written, r'"a \" \\ \n [s4]"')
    assert json.loads(r'"\u005bs7]"') == "[s7]"
    assert not accepts(written, r'"\u005bs7]"')


def test_optional_members_come_and_go_with_their_commas() -> None:
    """Of three members of which the middle one is required, four selections pass."""
    kinds: dict[str, Plain] = {name: {"type": "null"} for name in "abc"}
    written = lark(schema_rules({"type": "object", "properties": kinds, "required": ["b"]}, {}))
    every = [("a", "b", "c"), ("a", "b"), ("b", "c"), ("b",), ("a", "c"), ("a",), ("c",), ()]
    passed = [names for names in every if accepts(written, json.dumps(dict.fromkeys(names)))]
    assert passed == every[:4]
    free = lark(schema_rules({"type": "object", "properties": kinds}, {}))
    assert all(accepts(free, json.dumps(dict.fromkeys(names))) for names in every)
    assert not accepts(free, '{, "b": null}')


@pytest.mark.parametrize(("least", "most"), [(0, 0), (0, 1), (1, 1), (0, 3), (2, 3), (2, None)])
def test_arrays_are_as_long_as_they_may_be(least: int, most: int | None) -> None:
    """`minItems` and `maxItems` are kept."""
    schema: dict[str, Plain] = {"type": "array", "items": {"type": "integer"}, "minItems": least}
    written = lark(schema_rules(schema | ({} if most is None else {"maxItems": most}), {}))
    for length in range(6):
        fits = least <= length and (most is None or length <= most)
        assert accepts(written, json.dumps([7] * length)) == fits


def test_an_empty_pack_has_no_markers() -> None:
    """Where nothing is shown, no string holds a `[`."""
    written = lark(schema_rules({"type": "array", "items": {"type": "string"}}, {}))
    assert accepts(written, '["Nothing to cite."]')
    assert not accepts(written, '["[s1]"]')


@pytest.mark.parametrize(
    ("schema", "named"),
    [
        ({"type": "string", "pattern": "a+", "minLength": 2}, "'minLength'; $ has the keyword 'pa"),
        ({"type": "object", "properties": {"a": {"$ref": "#/b"}}}, "$.a has the keyword '$ref'"),
        ({"type": "array"}, "$ is an array without items"),
        ({"type": "array", "items": {"type": "date"}}, "$[] has the type 'date'"),
        ({"type": "array", "items": {"type": "null"}, "minItems": 3, "maxItems": 2}, "minItems"),
        ({"type": "object", "required": ["b"]}, "'b', which is no property"),
        ({"enum": ["[s1]"]}, "holds a '['"),
        ({}, "neither a type nor an enum"),
        ([], "$ is no object"),
    ],
)
def test_what_cannot_be_kept_is_refused_by_name(schema: Plain, named: str) -> None:
    """A schema that would be half kept is an error that says where and what."""
    with pytest.raises(CallerError, match="the schema cannot be used") as caught:
        check_schema(schema)
    assert named in caught.value.message


def test_a_schema_without_end_is_refused() -> None:
    """A schema nested without end is no stack overflow."""
    schema: Plain = {"type": "null"}
    for _ in range(500):
        schema = {"type": "array", "items": schema}
    with pytest.raises(CallerError, match="deeper than 32"):
        check_schema(schema)


def test_llama_cpp_writes_json_that_fits(llama_server: str) -> None:
    """A real llama.cpp server takes the GBNF; what it writes is JSON with markers of the pack."""
    httpx = pytest.importorskip("httpx")
    schema: Plain = {
        "type": "object",
        "properties": {"kind": {"enum": ["shop", "flat"]}, "open": {"type": "boolean"}},
        "required": ["kind", "open"],
    }
    body = {
        "messages": [{"role": "user", "content": "Describe [s1] [s2]."}],
        "grammar": gbnf(schema_rules(schema, prose_rules([(4, 6)]))),
        "max_tokens": 48,
        "temperature": 1.5,
        "seed": 3,
    }
    answer = httpx.post(f"{llama_server}/chat/completions", json=body, timeout=300).json()
    value = json.loads(answer["choices"][0]["message"]["content"])
    assert value["kind"] in ("shop", "flat")
    assert isinstance(value["open"], bool)
