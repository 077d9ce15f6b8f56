"""What the ranges of a marker are worth in a library and a pack; knows no text."""

from __future__ import annotations

from dataclasses import replace

from pincite.context import merge_ranges
from pincite.records import Citation, CitationStatus, Library, Pack
from pincite.refs import Range

__all__ = ["resolve"]

_SEVERITY = list(CitationStatus)


def resolve(citation: Citation, library: Library, pack: Pack | None = None) -> Citation:
    """The citation with its status, its evidence and the reason; the worst range decides.

    Nothing is clamped: a range of which an end does not exist gives no evidence at all. A citation
    of another API that names nothing keeps the status and the reason it came with. Cost does not
    depend on how wide a range is.

    Args:
        citation: As parsed.
        library: What the numbers mean.
        pack: What the writer was shown; everything when None.
    """
    if not citation.ranges and not citation.passage_ids:
        return citation
    found = [_range(first, last, library, pack) for first, last in citation.ranges]
    found += [_passage(name, pack) for name in citation.passage_ids]
    worst = max(found, key=lambda item: _SEVERITY.index(item[0]))
    return replace(
        citation,
        status=worst[0],
        reason=worst[1],
        evidence=merge_ranges(
            [pair for _, _, pair in found if pair is not None], library.first_numbers
        ),
    )


def _range(
    first: int, last: int, library: Library, pack: Pack | None
) -> tuple[CitationStatus, str, Range | None]:
    name = f"s{first}" if first == last else f"s{first}-s{last}"
    if max(first, last) > len(library):
        return (
            CitationStatus.PHANTOM,
            f"{name}: the library ends at s{len(library)}",
            None,
        )
    if last < first:
        return CitationStatus.BACKWARDS, f"{name} runs backwards", None
    if library.document_row(first) != library.document_row(last):
        return CitationStatus.CROSS_DOCUMENT, f"{name} runs over two documents", None
    if pack is None or pack.shows(first, last):
        return CitationStatus.OK, "", (first, last)
    if first == last or not any(a <= last and b >= first for a, b in pack.shown):
        return CitationStatus.OUTSIDE_PACK, f"{name} was not shown to the writer", (first, last)
    return CitationStatus.GAPPED, f"{name} runs over sentences that were not shown", (first, last)


def _passage(name: str, pack: Pack | None) -> tuple[CitationStatus, str, Range | None]:
    for passage in pack.passages if pack else ():
        if passage.passage_id == name:
            return CitationStatus.OK, "", (passage.first_sentence, passage.last_sentence)
    return CitationStatus.PHANTOM, f"no passage {name} was shown", None
