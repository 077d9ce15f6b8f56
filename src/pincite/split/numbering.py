"""Documents into a library: sentences numbered across all of them; knows no passages."""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterable, Iterator, Sequence

from pincite.canonical import sha256_value
from pincite.errors import CallerError, MismatchError
from pincite.language import detect_language
from pincite.records import Block, BlockKind, Document, Library
from pincite.split.sentences import Domain, sentence_spans

__all__ = ["SPLITTER", "append", "split"]

SPLITTER = "split/1"
"""Name and version of the splitter: part of every hash that depends on where sentences end."""

_LABEL = re.compile(r"[^\W\d_]+\.?\s+(?:\d{1,3}(?:[.-]\d{1,3})*|[A-Z])[.:]")
"""What a caption starts with: `Table 3.`; no sentence of its own."""
_WHOLE = frozenset({BlockKind.HEADING, BlockKind.TABLE_ROW, BlockKind.CODE})


def split(documents: Iterable[Document], *, domain: Domain | None = None) -> Library:
    """Numbers the sentences of documents `s1 … sN`, in the order given.

    A heading, a table row and a code block are one sentence each; other blocks are split by the
    habits of the document's language, which is detected where the document does not say. The
    label of a caption, such as `Table 3.`, belongs to the sentence after it.
    Furniture has no number.

    Args:
        documents: With distinct source ids.
        domain: What kind of text they are; part of the library's `splitter`.

    Raises:
        CallerError: When two documents have the same source id.
    """
    splitter = SPLITTER if domain in (None, "general") else f"{SPLITTER} {domain}"
    empty = Library((), "", splitter, array("q"), array("q"), array("q"), (1,))
    return append(empty, documents)


def append(library: Library, documents: Iterable[Document]) -> Library:
    """A library with further documents at its end; no sentence changes its number.

    Raises:
        CallerError: When two documents have the same source id.
        MismatchError: When another version of the splitter numbered the library.
    """
    name, _, setting = library.splitter.partition(" ")
    if name != SPLITTER or setting not in ("", "legal"):
        raise MismatchError(
            f"the library was split by {library.splitter!r}, this is {SPLITTER!r}",
            remedy="split all of its documents again",
        )
    domain: Domain = "legal" if setting == "legal" else "general"
    everything = (*library.documents, *documents)
    _refuse_duplicates(everything)
    starts, ends, rows = library.starts[:], library.ends[:], library.block_rows[:]
    firsts = list(library.first_numbers)
    for document in everything[len(library.documents) :]:
        language = document.language
        if language in ("", "und"):
            language = detect_language(document.text)
        for row, block in enumerate(document.blocks):
            for start, end in _block_spans(document, block, language, domain):
                starts.append(start)
                ends.append(end)
                rows.append(row)
        firsts.append(len(starts) + 1)
    return Library(
        documents=everything,
        library_id=_library_id(everything, library.splitter),
        splitter=library.splitter,
        starts=starts,
        ends=ends,
        block_rows=rows,
        first_numbers=tuple(firsts),
    )


def _block_spans(
    document: Document, block: Block, language: str, domain: Domain
) -> Iterator[tuple[int, int]]:
    if block.kind is BlockKind.FURNITURE:
        return
    text = document.text[block.start : block.end]
    if block.kind in _WHOLE:
        trimmed = text.strip()
        if trimmed:
            start = block.start + len(text) - len(text.lstrip())
            yield start, start + len(trimmed)
        return
    known = None if language == "und" else language
    spans = sentence_spans(text, language=known, domain=domain)
    if block.kind is BlockKind.CAPTION and len(spans) > 1 and _LABEL.fullmatch(text, *spans[0]):
        spans[:2] = [(spans[0][0], spans[1][1])]
    for start, end in spans:
        yield block.start + start, block.start + end


def _library_id(documents: Sequence[Document], splitter: str) -> str:
    """The hash of `[[[source_id, text_sha256], …], splitter]`."""
    return sha256_value([[[d.source_id, d.text_sha256] for d in documents], splitter])


def _refuse_duplicates(documents: Sequence[Document]) -> None:
    seen: set[str] = set()
    for document in documents:
        if document.source_id in seen:
            raise CallerError(
                f"two documents have the source id {document.source_id!r}",
                remedy="give each document of a library its own source id",
            )
        seen.add(document.source_id)
