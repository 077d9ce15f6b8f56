"""The same grammars as vLLM and SGLang run them: EBNF, read by xgrammar."""

import pytest

from pincite.canonical import Plain
from pincite.grammar import gbnf, prose_rules, schema_rules

xgrammar = pytest.importorskip("xgrammar")
testing = pytest.importorskip("xgrammar.testing")

SCHEMA: Plain = {
    "type": "object",
    "properties": {"tenant": {"type": "string"}, "unit": {"type": "integer"}},
    "required": ["tenant"],
}


def accepts(rules: str, text: str) -> bool:
    """Whether xgrammar lets a text be written to its end."""
    return bool(testing._is_grammar_accept_string(xgrammar.Grammar.from_ebnf(rules), text))


@pytest.mark.parametrize(
    ("text", "passes"),
    [
        ("Fees rose [s4-s6, s9]. Größe 🚀\n\nDone.", True),
        ("No marker.", True),
        ("[s7]", False),
        ("[s4-s9]", False),
        ("[4]", False),
        ("an open [", False),
    ],
)
def test_prose_holds_markers_of_the_pack_alone(text: str, passes: bool) -> None:
    """A marker inside a run passes, one outside or over two runs does not."""
    assert accepts(gbnf(prose_rules([(4, 6), (9, 9)])), text) == passes


def test_an_empty_pack_admits_no_bracket() -> None:
    """The grammar fails closed."""
    assert accepts(gbnf(prose_rules([])), "Nothing to cite.")
    assert not accepts(gbnf(prose_rules([])), "[s1]")


@pytest.mark.parametrize(
    ("text", "passes"),
    [
        ('{"tenant": "Brandt [s4]", "unit": 4}', True),
        (r'{"tenant": "\"Brandt\" [s4]"}', True),
        ('{"tenant": "Brandt [s7]"}', False),
        (r'{"tenant": "\u005bs7]"}', False),
        ('{"unit": 4}', False),
    ],
)
def test_json_holds_them_too(text: str, passes: bool) -> None:
    """Strings of JSON are held as prose is, and the schema is kept."""
    assert accepts(gbnf(schema_rules(SCHEMA, prose_rules([(4, 6)]))), text) == passes
