"""Text into sentences, documents into a library, a library into passages; knows no ranking."""

from __future__ import annotations

from pincite.split.numbering import SPLITTER, append, split
from pincite.split.passages import PASSAGE_TOKENS, passages
from pincite.split.sentences import Domain, sentence_spans

__all__ = [
    "PASSAGE_TOKENS",
    "SPLITTER",
    "Domain",
    "append",
    "passages",
    "sentence_spans",
    "split",
]
