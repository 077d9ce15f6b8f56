"""The answer as it reads."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from pincite.parse import parse_answer
from pincite.records import BlockKind
from pincite.report.flow import Flow, Piece
from pincite.text import Span

ANSWER = """# The year in brief

Visitors grew by 12 % [s6], mostly on islands [s7]. Costs did not. [s9]

```
x = a[s3]
```

1. First item [s1]. Second
   sentence [sentence 3].
2. Other

| Item | 2031 |
|---|---|
| Masonry [s3] | 3.6 [s4] |
"""


def test_blocks_follow_the_answer() -> None:
    """Headings, paragraphs, items with their bullets and rows are blocks of their own."""
    answer = parse_answer(ANSWER)
    blocks = list(Flow(answer).blocks())
    found = [
        (
            block.kind,
            block.bullet,
            [item if isinstance(item, int) else "text" for item in block.items],
        )
        for block in blocks
    ]
    assert found[:5] == [
        (BlockKind.HEADING, "", [0]),
        (BlockKind.PARAGRAPH, "", [1, 2]),
        (BlockKind.CODE, "", ["text"]),
        (BlockKind.LIST_ITEM, "1.", [3, 4]),
        (BlockKind.LIST_ITEM, "2.", [5]),
    ]
    assert isinstance(blocks[2].items[0], Piece)
    assert blocks[2].items[0].text == "```\nx = a[s3]\n```"


def test_pieces_keep_markers_in_their_places() -> None:
    """A claim's pieces joined with the raw markers are the raw text of the claim."""
    answer = parse_answer(ANSWER)
    flow = Flow(answer)
    for claim in answer.claims:
        pieces = flow.claim(claim)
        joined = "".join(p.text if p.citation is None else p.citation.raw for p in pieces)
        assert joined == answer.text[claim.start : claim.end]
    assert [p.text for p in flow.claim(answer.claims[4]) if p.unread] == ["[sentence 3]"]


@given(
    text=st.lists(
        st.sampled_from(
            "[s1]|[s3-s2]|[sentence 3]| |\n|\n\n|- |1. |# |> |word|A b.|```\n|**|é|\u2028".split(
                "|"
            )
        ),
        max_size=30,
    ).map("".join)
)
def test_every_word_of_an_answer_is_shown_once_in_order(text: str) -> None:
    """Blocks hold all that is not layout, each claim once."""
    answer = parse_answer(text)
    flow = Flow(answer)
    items = [item for block in flow.blocks() for item in block.items]
    assert [item for item in items if isinstance(item, int)] == list(range(len(answer.claims)))
    shown = "".join(
        p.text if p.citation is None else p.citation.raw
        for item in items
        for p in (flow.claim(answer.claims[item]) if isinstance(item, int) else (item,))
    )
    assert shown.count("word") == text.count("word")
    assert shown.count("[s1]") == text.count("[s1]")


def test_doubted_words_are_pointed_out() -> None:
    """Spans become pieces of their own, overlaps once, and the text stays whole."""
    text = "The rent is 1,300 euros a year [s3]."
    answer = parse_answer(text)
    claim = answer.claims[0]
    spans = [
        Span(12, 23),
        Span(12, 17),
        Span(24, 30),
        Span(claim.parts[0].start, claim.parts[0].end),
    ]
    pieces = Flow(answer).claim(claim, spans)
    assert [piece.text for piece in pieces if piece.doubted] == ["1,300", " euros", "a year"]
    assert "".join(p.text if p.citation is None else p.citation.raw for p in pieces) == text


def test_emphasis_is_not_cut() -> None:
    """Where a claim has bold words nothing is pointed out in it."""
    answer = parse_answer("The **rent is high** [s3].")
    pieces = Flow(answer).claim(answer.claims[0], [Span(6, 10)])
    assert not any(piece.doubted for piece in pieces)


def test_an_answer_that_is_data_is_shown_value_by_value() -> None:
    """Each value is a block with its path; braces and names of fields are no text of the answer."""
    text = '{"tenant": "Ilse Brandt [s2]", "duties": ["Sweep it now [s3]. Pay at once [s4]."]}'
    blocks = list(Flow(parse_answer(text, form="json")).blocks())
    assert [(block.place, block.items) for block in blocks] == [
        ("$.tenant", (0,)),
        ("$.duties[0]", (1, 2)),
    ]
