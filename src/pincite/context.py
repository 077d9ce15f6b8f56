"""Sentences → the text a model sees: tags, headers, gap lines, neutralised source text.

    == acme-10k | Annual report 2025 ==
    s839 Net revenue rose by 4 %.
    s840 Costs did not.
    .. 12 ..
    s853 The dividend is unchanged.

A line `.. 12 ..` stands for 12 sentences left out. Gap lines are frequent in a pack: at 5 tokens
instead of 8 they leave room for one more complete evidence set in a hundred. A row of a table whose
head is not shown comes after a line with the column heads, `.. columns: Site | Yield ..`.

Documents are hostile: what looks like a tag, a marker, a header or a gap line in a source gets
U+2060 after its opening character and can be none of these any more.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence

from pincite.records import Document, Library, Passage, Sentence
from pincite.refs import Range, Style
from pincite.text import WORD_JOINER

__all__ = ["header_line", "merge_ranges", "neutralise", "render", "sentence_line"]

_HOSTILE = re.compile(
    r"<(?=/?\s*+(?:s\d|cite\b|statement\b|C\d))"
    r"|\[(?=document (?:start|end)\])"
    r"|\[(?=\s*+<?(?:s\d|\d|sentence|C\d|[A-Za-z0-9._-]{1,64}+:p[0-9a-f]{8}))"
    r"|^(?:=(?== )|\.(?=\. )|s(?=\d++ ))",
    re.IGNORECASE | re.MULTILINE,
)


def neutralise(text: str) -> str:
    r"""Source text in which nothing can be read as a tag, marker, header or gap line.

    Example:
        >>> neutralise("as in [s3]").encode("ascii", "backslashreplace")
        b'as in [\\u2060s3]'
    """
    return _HOSTILE.sub(lambda match: match[0] + WORD_JOINER, text)


def merge_ranges(ranges: Iterable[Range], starts: Collection[int] = ()) -> tuple[Range, ...]:
    """Disjoint increasing ranges that cover the same sentences; touching ones become one.

    Args:
        ranges: Pairs of sentence numbers, both inclusive.
        starts: The first sentence of each document (`Library.first_numbers`); no two ranges are
            joined over one, so that each stays inside of its document.
    """
    merged: list[Range] = []
    for first, last in sorted(ranges):
        overlaps = bool(merged) and first <= merged[-1][1]
        touches = bool(merged) and first == merged[-1][1] + 1 and first not in starts
        if overlaps or touches:
            merged[-1] = (merged[-1][0], max(merged[-1][1], last))
        else:
            merged.append((first, last))
    return tuple(merged)


def render(
    library: Library,
    shown: Sequence[Range] | None = None,
    style: Style = Style.LINE,
    *,
    passages: Sequence[Passage] = (),
) -> str:
    """The context of the sentences shown, in reading order.

    Documents without a sentence shown are left out with a gap line that counts them.

    Args:
        library: Whose sentences.
        shown: Pairs of sentence numbers, both inclusive; everything when None.
        style: How sentences are tagged.
        passages: In style `passage`, what is shown, in reading order; `shown` is not used then.

    Returns:
        Lines joined by newlines, without one at the end.

    Raises:
        KeyError: When a number is not in the library.
    """
    ranges = merge_ranges([(1, len(library))] if shown is None else shown)
    if style is Style.PASSAGE:
        named = [(p.first_sentence, p.last_sentence, f"[{p.passage_id}] ") for p in passages]
    else:
        named = [(start, stop, "") for start, stop in ranges]
    lines: list[str] = []
    hidden = position = 0
    for row, document in enumerate(library.documents):
        first = library.first_numbers[row]
        last = library.first_numbers[row + 1] - 1
        while position < len(named) and named[position][1] < first:
            position += 1
        inside = []
        while position < len(named) and named[position][0] <= last:
            start, stop, name = named[position]
            inside.append((max(start, first), min(stop, last), name))
            if stop > last:
                break
            position += 1
        if not inside:
            hidden += 1
            continue
        if hidden:
            lines.append(_gap(hidden, "document"))
            hidden = 0
        lines.append(header_line(document))
        lines.extend(_document_lines(library, inside, first, last, style))
    if hidden:
        lines.append(_gap(hidden, "document"))
    return "\n".join(lines)


def _document_lines(
    library: Library, inside: list[tuple[int, int, str]], first: int, last: int, style: Style
) -> Iterator[str]:
    position = first
    for start, stop, name in inside:
        if start > position:
            yield _gap(start - position)
        if style is Style.PASSAGE:
            yield name + " ".join(_body(sentence) for sentence in library.sentences(start, stop))
        else:
            yield from _stretch(library, start, stop, style)
        position = stop + 1
    if position <= last:
        yield _gap(last + 1 - position)


def _stretch(library: Library, start: int, stop: int, style: Style) -> Iterator[str]:
    """The lines of consecutive sentences of one document, column heads before rows without."""
    blocks = library.document(start).blocks
    heads: Sequence[str] = ()
    for sentence in library.sentences(start, stop):
        if blocks[library.block_rows[sentence.number - 1]].head:
            heads = ("shown",)
        elif not sentence.context:
            heads = ()
        elif heads not in (("shown",), sentence.context):
            heads = sentence.context
            yield _columns(heads)
        yield sentence_line(sentence, style)


def _columns(heads: Sequence[str]) -> str:
    return f".. columns: {neutralise(' '.join(' | '.join(heads).split()))} .."


def header_line(document: Document) -> str:
    """The line before a document's sentences."""
    title = neutralise(" ".join(document.title.split()))
    return f"== {document.source_id} | {title} =="


def sentence_line(sentence: Sentence, style: Style) -> str:
    """One sentence with its tag; style `passage` tags passages and not sentences."""
    if style is Style.LINE:
        return f"s{sentence.number} {_body(sentence)}"
    if style is Style.OPEN:
        return f"<s{sentence.number}> {_body(sentence)}"
    if style is Style.TAGGED:
        return f"<s{sentence.number}> {_body(sentence)} </s{sentence.number}>"
    if style is Style.LONGCITE:
        return f"<C{sentence.number - 1}>{_body(sentence)}"
    return _body(sentence)


def _body(sentence: Sentence) -> str:
    return neutralise(" ".join(sentence.text.split()))


def _gap(count: int, what: str = "") -> str:
    plural = "s" if what and count != 1 else ""
    return " ".join(["..", str(count), *([what + plural] if what else []), ".."])
