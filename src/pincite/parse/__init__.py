"""Model text → `Answer`: the only reader of markers; does not know what a number means.

An answer is light Markdown. Its blocks (paragraphs, list items, table rows, headings) are cut into
sentences by the same splitter as documents, with the markers taken out first; each sentence is a
claim. A marker after the full stop belongs to the sentence before it; in mid-sentence it closes the
part since the last marker. Code, link texts, escapes and footnotes hold no markers.

`Parser` reads a stream in any pieces with the same result; `parse_answer` feeds it once. Cost is
linear in the text.
"""

from __future__ import annotations

from pincite.parse.stream import CitationEvent, ClaimEvent, Event, Parser, TextEvent
from pincite.records import Answer, AnswerForm
from pincite.refs import Style

__all__ = ["CitationEvent", "ClaimEvent", "Event", "Parser", "TextEvent", "form_of", "parse_answer"]


def form_of(name: str) -> AnswerForm:
    """How an answer is written, by the ending of its file's name."""
    lowered = name.lower()
    return "json" if lowered.endswith(".json") else "csv" if lowered.endswith(".csv") else "text"


def parse_answer(text: str, style: Style = Style.LINE, *, form: AnswerForm = "text") -> Answer:
    """Read the markers of a model's text and cut it into claims.

    Args:
        text: The raw answer; positions in the result index it.
        style: The style of the context that it was written from.
        form: How it is written; the texts of data are read as prose each.

    Returns:
        The answer with citations that are not resolved yet.

    Example:
        >>> answer = parse_answer("Fees rose [s4-s5]. Costs did not. [s9]")
        >>> [(claim.text, claim.citations) for claim in answer.claims]
        [('Fees rose.', (0,)), ('Costs did not.', (1,))]
        >>> answer.citations[0].ranges
        ((4, 5),)
    """
    if form != "text":
        from pincite.parse import data

        read = data.read_json if form == "json" else data.read_csv
        return read(text, lambda prose: parse_answer(prose, style))
    parser = Parser(style)
    for _ in parser.feed(text):
        pass
    for _ in parser.finish():
        pass
    return parser.answer()
