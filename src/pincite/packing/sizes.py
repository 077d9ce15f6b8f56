"""How many tokens the parts of a library cost in a context; counted once for all packs."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass, field

from pincite.context import header_line, sentence_line
from pincite.ports import Tokenizer
from pincite.records import Library
from pincite.refs import Style

__all__ = ["Sizes", "measure"]

_TAGS = {
    Style.LINE: "s123 ",
    Style.OPEN: "<s123> ",
    Style.TAGGED: "<s123>  </s123>",
    Style.PASSAGE: "[document:p0123abcd] ",
    Style.LONGCITE: "<C123>",
}


@dataclass(frozen=True, slots=True)
class Sizes:
    """Tokens of a library's parts.

    Attributes:
        tokenizer: Name of what counted.
        documents: Tokens of each document's canonical text.
        headers: Tokens of each document's header line.
        lines: Running sums of the tokens of each sentence's line in style `line`; entry `n` is
            that of s1 … sn.
        gap: Tokens of a gap line.
        tags: Tokens that a style adds to a sentence, less those of style `line`.
    """

    tokenizer: str
    documents: tuple[int, ...]
    headers: tuple[int, ...]
    lines: Sequence[int] = field(repr=False)
    gap: int
    tags: dict[Style, int]

    def stretch(self, first: int, last: int, style: Style) -> int:
        """About what the lines of the sentences `first` to `last` cost."""
        plain = self.lines[last] - self.lines[first - 1]
        if style is Style.PASSAGE:
            return plain + self.tags[style]
        return plain + self.tags[style] * (last + 1 - first)


def measure(library: Library, tokenizer: Tokenizer) -> Sizes:
    """Counts the tokens of a library's documents, headers and lines; linear in its text."""
    lines = array("q", [0])
    for row in range(len(library.documents)):
        first, stop = library.first_numbers[row : row + 2]
        sentences = library.sentences(first, stop - 1)
        texts = [sentence_line(sentence, Style.LINE) + "\n" for sentence in sentences]
        for tokens in tokenizer.count(texts):
            lines.append(lines[-1] + tokens)
    headers = [header_line(document) + "\n" for document in library.documents]
    tags = dict(zip(_TAGS, tokenizer.count(list(_TAGS.values())), strict=True))
    return Sizes(
        tokenizer=tokenizer.name,
        documents=tuple(tokenizer.count([document.text for document in library.documents])),
        headers=tuple(tokenizer.count(headers)),
        lines=lines,
        gap=tokenizer.count([".. 123 ..\n"])[0],
        tags={style: count - tags[Style.LINE] for style, count in tags.items()},
    )
