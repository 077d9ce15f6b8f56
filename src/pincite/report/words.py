"""The words a person reads for statuses, decisions, markers and scores; knows no layout."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from pincite.records import CitationStatus, Decision, Location, Outcome, Proportion, Region, Status
from pincite.refs import Range

__all__ = [
    "BROKEN",
    "CITATION_WORDS",
    "DECISION_WORDS",
    "OUTCOME_WORDS",
    "STATUS_WORDS",
    "Word",
    "marker_label",
    "page_mark",
    "place_label",
    "plain",
    "proportion_words",
    "range_label",
    "shorten",
    "visible",
]


@dataclass(frozen=True, slots=True)
class Word:
    """How a status is shown.

    Attributes:
        sign: One character that stands for it where there is no icon.
        label: One or two words.
        meaning: One sentence.
    """

    sign: str
    label: str
    meaning: str


STATUS_WORDS: dict[Status, Word] = {
    Status.CONTRADICTED: Word("≠", "Contradicted", "The cited sentences say otherwise."),
    Status.UNSUPPORTED: Word("✗", "Unsupported", "The cited sentences do not carry the claim."),
    Status.PARTIAL: Word("◐", "Partial", "The cited sentences carry part of the claim."),
    Status.UNCITED: Word("○", "Uncited", "A factual claim without a citation."),
    Status.UNCHECKED: Word("?", "Unchecked", "The checks could not establish support."),
    Status.SUPPORTED: Word("✓", "Supported", "The cited sentences carry the claim."),
    Status.NO_CLAIM: Word("·", "No claim", "Nothing here that evidence could carry."),
}
"""Worst first: the order in which statuses are listed."""

DECISION_WORDS: dict[Decision, Word] = {
    Decision.ACCEPT: Word("✓", "Accept", "Every claim passed."),
    Decision.REVIEW: Word("!", "Review", "A person should look at the marked claims."),
    Decision.REJECT: Word("✗", "Reject", "At least one claim cannot stand as written."),
}

OUTCOME_WORDS: dict[Outcome, Word] = {
    Outcome.FAIL: Word("✗", "Failed", "The check failed."),
    Outcome.UNKNOWN: Word("?", "Not established", "The check could not establish anything."),
    Outcome.PASS: Word("✓", "Passed", "The check passed."),
}

CITATION_WORDS: dict[CitationStatus, str] = {
    CitationStatus.OK: "resolved",
    CitationStatus.OUTSIDE_PACK: "was not shown to the model",
    CitationStatus.GAPPED: "runs over sentences that were not shown",
    CitationStatus.BACKWARDS: "runs backwards",
    CitationStatus.CROSS_DOCUMENT: "runs from one document into another",
    CitationStatus.PHANTOM: "names a sentence that does not exist",
}

BROKEN = frozenset(CITATION_WORDS) - {CitationStatus.OK}
"""Statuses of a citation that are shown as broken."""

_SHOWN_RANGES = 4

_C0 = {code: 0x2400 + code for code in range(0x20) if code not in (0x09, 0x0A)}
_C1 = dict.fromkeys(range(0x80, 0xA0), 0xFFFD)
_NEUTRAL = {**_C0, 0x7F: 0x2421, **_C1}
_SURROGATE = re.compile("[\ud800-\udfff]")


def visible(text: str) -> str:
    """Text whose control characters are seen instead of obeyed.

    C0 controls become control pictures (`␛`), C1 controls and lone surrogates U+FFFD; a carriage
    return before a line feed goes. The result can be encoded as UTF-8.
    """
    return _SURROGATE.sub("\ufffd", text.replace("\r\n", "\n").translate(_NEUTRAL))


_BIDI = {code: f"⟨U+{code:04X}⟩" for code in (*range(0x202A, 0x202F), *range(0x2066, 0x206A))}


def plain(text: str) -> str:
    """One line of text for an output that cannot isolate directions.

    White space is folded, and the controls that reorder a line are written out: `⟨U+202E⟩`.
    """
    return " ".join(visible(text).translate(_BIDI).split())


def shorten(text: str, most: int = 60) -> str:
    """Text of at most `most` characters, with an ellipsis where it is cut."""
    return text if len(text) <= most else f"{text[: most - 1]}…"


def range_label(first: int, last: int) -> str:
    """One range as shown, such as `s12–s14`."""
    return f"s{first}" if first == last else f"s{first}–s{last}"


def marker_label(ranges: Sequence[Range]) -> str:
    """A marker's ranges as shown; past the fourth only how many more there are."""
    labels = [range_label(first, last) for first, last in ranges[:_SHOWN_RANGES]]
    if len(ranges) > _SHOWN_RANGES:
        labels.append(f"{len(ranges) - _SHOWN_RANGES:,} more")
    return ", ".join(labels)


def place_label(place: Location) -> str:
    """A place as shown: `p. 4`, `pp. 4–5`, `paragraph 7`, `Sheet1!B7`, `line 12`.

    A page whose printed label is another says both: `p. iv (page 6 of the file)`. Text that was
    recognised in a picture says so: `p. 4, OCR`. An element of a web page has no name to show.
    """
    if place.regions:
        name = _pages(place.regions)
        return f"{name}, OCR" if any(region.ocr for region in place.regions) else name
    if place.part:
        return visible(place.part)
    return f"line {place.line}" if place.line and not place.element else ""


def _pages(regions: Sequence[Region]) -> str:
    first, last = regions[0], regions[-1]
    names = [visible(region.page_label) or str(region.page) for region in (first, last)]
    if first.page != last.page:
        return f"pp. {names[0]}–{names[1]}"
    if names[0] != str(first.page):
        return f"p. {names[0]} (page {first.page} of the file)"
    return f"p. {names[0]}"


def page_mark(page: int, labels: Sequence[str]) -> str:
    """A page as shown in a margin: `p. 4`, by its printed label where there is one."""
    label = labels[page - 1] if page <= len(labels) else ""
    return f"p. {visible(label) or page}"


def proportion_words(share: Proportion) -> str:
    """A share with its counts and interval: `2 of 8 (25 %, 95 % interval 7–59 %)`."""
    if share.value is None:
        return "no score (nothing to count)"
    counts = f"{share.successes} of {share.total}"
    if share.low is None or share.high is None:
        return f"{counts} ({100 * share.value:.0f} %)"
    return (
        f"{counts} ({100 * share.value:.0f} %, "
        f"95 % interval {100 * share.low:.0f}–{100 * share.high:.0f} %)"
    )
