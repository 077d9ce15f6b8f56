"""Model text → `Answer`: the only reader of markers; does not know what a number means.

An answer is light Markdown. Its blocks (paragraphs, list items, table rows, headings) are cut into
sentences by the same splitter as documents, with the markers taken out first; each sentence is a
claim. A marker after the full stop belongs to the sentence before it; in mid-sentence it closes the
part since the last marker. Code, link texts, escapes and footnotes hold no markers.

Cost is linear in the text.
"""

from __future__ import annotations

from pincite.parse.blocks import answer_blocks, cut_truncated
from pincite.parse.claims import ClaimBuilder
from pincite.parse.markers import scan_markers
from pincite.records import Answer, BlockKind
from pincite.refs import Style

__all__ = ["parse_answer"]


def parse_answer(text: str, style: Style = Style.LINE) -> Answer:
    """Read the markers of a model's text and cut it into claims.

    Args:
        text: The raw answer; positions in the result index it.
        style: The style of the context that it was written from.

    Returns:
        The answer with citations that are not resolved yet.

    Example:
        >>> answer = parse_answer("Fees rose [s4-s5]. Costs did not. [s9]")
        >>> [(claim.text, claim.citations) for claim in answer.claims]
        [('Fees rose.', (0,)), ('Costs did not.', (1,))]
        >>> answer.citations[0].ranges
        ((4, 5),)
    """
    blocks = list(answer_blocks(text))
    warnings = []
    truncated = cut_truncated(text, blocks)
    if truncated:
        warnings.append("truncated_marker: the text ends inside a marker")
    found = [scan_markers(text, block, style) for block in blocks]
    plain_lower = any(mark.lower for marks in found for mark in marks)
    builder = ClaimBuilder(text)
    for block, marks in zip(blocks, found, strict=True):
        if block.kind is not BlockKind.CODE:
            builder.add(block, marks, upper_is_unread=plain_lower)
    return builder.answer(tuple(warnings))
