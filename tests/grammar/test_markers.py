"""Grammars of markers, run by llguidance and llama.cpp."""

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pincite.grammar import gbnf, lark, passage_rules, prose_rules, unbroken_runs
from pincite.parse import parse_answer
from pincite.readers import read_document
from pincite.refs import Range, Style, read_bracket
from pincite.split import split

llguidance = pytest.importorskip("llguidance")


def accepts(written: str, text: str) -> bool:
    """Whether a grammar lets a text be written to its end."""
    tokenizer = llguidance.LLTokenizer("byte")
    matcher = llguidance.LLMatcher(tokenizer, llguidance.LLMatcher.grammar_from_lark(written))
    assert not matcher.is_error(), matcher.get_error()
    tokens = tokenizer.tokenize_str(text)
    return matcher.try_consume_tokens(tokens) == len(tokens) and bool(matcher.is_accepting())


@st.composite
def packs(draw: st.DrawFn) -> list[Range]:
    """Disjoint increasing runs, some of which touch."""
    runs, position = [], 1
    for _ in range(draw(st.integers(1, 6))):
        first = position + draw(st.integers(0, 120))
        last = first + draw(st.integers(0, 40))
        runs.append((first, last))
        position = last + 1
    return runs


def fits(pair: Range, runs: list[Range]) -> bool:
    """Whether both numbers stand in one run."""
    return any(a <= pair[0] <= b and a <= pair[1] <= b for a, b in runs)


@settings(max_examples=15)
@given(packs(), st.lists(st.tuples(st.integers(1, 999), st.integers(1, 999)), max_size=12))
def test_a_marker_can_be_written_if_its_numbers_were_shown(
    runs: list[Range], pairs: list[Range]
) -> None:
    """Single numbers and ranges pass exactly when they lie in one run, in any order."""
    written = lark(prose_rules(runs))
    edges = [n for a, b in runs for n in (a - 1, a, b, b + 1) if n > 0]
    for number in edges:
        assert accepts(written, f"So [s{number}].") == fits((number, number), runs)
    for first, last in [*pairs, *pairwise(edges), *runs]:
        allowed = fits((first, last), runs) and all(
            first != last or b > a for a, b in runs if a <= first <= b
        )
        assert accepts(written, f"x [s{first}-s{last}]") == allowed


@settings(max_examples=60)
@given(st.text(alphabet="ab [s123,-]\n\\`é", max_size=24))
def test_whatever_passes_has_no_phantom(text: str) -> None:
    """Of any text that the grammar lets pass, every bracket is a marker of the pack."""
    runs = [(1, 2), (12, 13), (31, 31)]
    if not accepts(lark(prose_rules(runs)), text):
        return
    answer = parse_answer(text)
    assert not answer.unread_markers
    for citation in answer.citations:
        assert all(fits(pair, runs) for pair in citation.ranges)
    for piece in text.split("[")[1:]:
        reading = read_bracket(piece.partition("]")[0])
        assert reading is not None
        assert all(fits(pair, runs) for pair in reading.ranges)


@pytest.mark.parametrize(
    ("text", "passes"),
    [
        ("No marker at all.", True),
        ("", True),
        ("Fees rose [s8-s11, s20][s9]; no more.", True),
        ("- item [s20]\n- 第二 [s8]\n", True),
        ("[s8", False),
        ("[", False),
        ("[sic]", False),
        ("[8]", False),
        ("[S8]", False),
        ("[s 8]", False),
        ("[s08]", False),
        ("[s20-s20]", False),
        ("[s8,s9]", False),
        ("[" * 200, False),
        ("[" + ", ".join(["s8"] * 8) + "]", True),
        ("[" + ", ".join(["s8"] * 9) + "]", False),
    ],
)
def test_brackets(text: str, passes: bool) -> None:
    """`[` opens one form of marker, of bounded length, and nothing else."""
    assert accepts(lark(prose_rules([(8, 11), (20, 20)])), text) == passes


def test_an_empty_pack_has_no_markers() -> None:
    """Where nothing is shown nothing can be cited: the grammar fails closed."""
    for rules in (prose_rules([]), passage_rules([])):
        assert accepts(lark(rules), "Nothing to cite.")
        assert not accepts(lark(rules), "[s1]")
        assert not accepts(lark(rules), "[")


def test_passages_are_cited_by_their_ids() -> None:
    """In style `passage` the ids of the pack are the markers, as the parser reads them."""
    written = lark(passage_rules(["a:p0a1b2c3d", "b:p4e5f6a7b-2"]))
    text = "So [a:p0a1b2c3d, b:p4e5f6a7b-2]."
    assert accepts(written, text)
    assert not accepts(written, "So [a:p0a1b2c3e].")
    (citation,) = parse_answer(text, Style.PASSAGE).citations
    assert citation.passage_ids == ("a:p0a1b2c3d", "b:p4e5f6a7b-2")


def test_runs_end_with_their_document() -> None:
    """Sentences that stand side by side in two documents are two runs."""
    library = split(
        read_document(text.encode(), name=f"{name}.txt", source_id=name)
        for name, text in (("a", "One. Two. Three."), ("b", "Four. Five."))
    )
    assert unbroken_runs(library, [(2, 5)]) == ((2, 3), (4, 5))


@pytest.mark.parametrize(
    ("shape", "runs"),
    [
        ("one", lambda n: [(1, n)]),
        ("single", lambda n: [(k, k) for k in range(1, 3 * n, 3)]),
        ("short", lambda n: [(k, k + 3) for k in range(1, 2 * n, 8)]),
    ],
)
def test_size_is_linear(shape: str, runs: object) -> None:
    """Ten times the sentences make at most twelve times the grammar."""
    small, large = (len(gbnf(prose_rules(runs(n)))) for n in (500, 5_000))  # type: ignore[operator]
    assert large <= 12 * small, shape


def test_llama_cpp_reads_the_grammar(llama_server: str) -> None:
    """The GBNF is taken by a real llama.cpp server, and holds."""
    httpx = pytest.importorskip("httpx")
    body = {
        "messages": [{"role": "user", "content": "Write [s1] [s2] [s3]."}],
        "grammar": gbnf(prose_rules([(8, 11), (20, 20)])),
        "max_tokens": 24,
        "temperature": 1.5,
        "seed": 3,
    }
    answer = httpx.post(f"{llama_server}/chat/completions", json=body, timeout=300).json()
    text = answer["choices"][0]["message"]["content"]
    cited = [pair for c in parse_answer(text).citations for pair in c.ranges]
    assert all(fits(pair, [(8, 11), (20, 20)]) for pair in cited)
