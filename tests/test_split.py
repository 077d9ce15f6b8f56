"""Sentence splitting, the numbering of a library, and passages."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from pincite.split import sentence_spans


def pieces(text: str, **settings: str) -> list[str]:
    """The sentences themselves."""
    return [text[a:b] for a, b in sentence_spans(text, **settings)]  # type: ignore[arg-type]


@given(st.text())
def test_sentences_partition_what_is_not_white_space(text: str) -> None:
    """Sentences are trimmed, disjoint and increasing, and cover every visible character once."""
    spans = sentence_spans(text)
    position = 0
    for start, end in spans:
        assert not text[position:start].strip()
        assert text[start:end] == text[start:end].strip() != ""
        position = end
    assert not text[position:].strip()
