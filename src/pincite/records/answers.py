"""What a model wrote: claims, their parts and their citations."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

from pincite.records.documents import BlockKind
from pincite.refs import Range

__all__ = [
    "NO_ANSWER",
    "NO_ANSWERS",
    "Answer",
    "AnswerForm",
    "Citation",
    "CitationStatus",
    "Claim",
    "Part",
    "UnreadMarker",
]


NO_ANSWERS = {
    "en": "The documents do not answer this question.",
    "de": "Die Dokumente beantworten diese Frage nicht.",
    "fr": "Les documents ne répondent pas à cette question.",
    "es": "Los documentos no responden a esta pregunta.",
    "zh": "文档没有回答这个问题。",
    "ja": "文書はこの質問に答えていません。",
}
"""What a generator writes, by its instructions, when the documents are silent; by language."""

NO_ANSWER = NO_ANSWERS["en"]


AnswerForm = Literal["text", "json", "csv"]
"""How an answer is written: as light Markdown, or as data whose texts are."""


class CitationStatus(StrEnum):
    """What a marker's ranges are worth in a library and a pack; the worst range decides."""

    OK = "ok"
    OUTSIDE_PACK = "outside_pack"
    GAPPED = "gapped"
    BACKWARDS = "backwards"
    CROSS_DOCUMENT = "cross_document"
    PHANTOM = "phantom"


@dataclass(frozen=True, slots=True)
class Citation:
    """A marker of an answer.

    Attributes:
        raw: As written.
        start: In the raw answer.
        end: In the raw answer.
        ranges: Pairs of sentence numbers as written, never expanded or clamped.
        status: None until resolved against a library.
        evidence: Disjoint increasing pairs that exist and may be judged; empty until resolved.
        reason: Why the status is not `ok`.
        passage_ids: Passages named instead of sentences, in style `passage`.
        origin: The API whose citation it is, such as `anthropic`; empty for a marker. Such a
            citation stands beside the text (`start == end`) or is a link in it.
    """

    raw: str
    start: int
    end: int
    ranges: tuple[Range, ...]
    status: CitationStatus | None = None
    evidence: tuple[Range, ...] = ()
    reason: str = ""
    passage_ids: tuple[str, ...] = ()
    origin: str = ""


@dataclass(frozen=True, slots=True)
class UnreadMarker:
    """Text that looks like a citation and cannot be read as one.

    Attributes:
        raw: As written.
        start: In the raw answer.
        end: In the raw answer.
        claim: Index of the claim it stands in, None outside of any.
    """

    raw: str
    start: int
    end: int
    claim: int | None = None


@dataclass(frozen=True, slots=True)
class Part:
    """The stretch of a claim that one group of markers closes.

    Attributes:
        start: In the raw answer.
        end: In the raw answer; markers are not inside.
        text: Without markers.
        citations: Indexes into the answer's citations; empty for a stretch without a marker.
    """

    start: int
    end: int
    text: str
    citations: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Claim:
    """A sentence of an answer.

    Attributes:
        text: Without markers and without the list bullet, heading sign or table bars.
        start: In the raw answer.
        end: In the raw answer, the markers that belong to the claim included.
        kind: The kind of its block.
        parts: In order; they hold all words of the claim.
        citations: Indexes into the answer's citations, in order.
        path: Where it stands in an answer that is data, such as `$.duties[0].text` or `row 3`.
    """

    text: str
    start: int
    end: int
    kind: BlockKind
    parts: tuple[Part, ...]
    citations: tuple[int, ...]
    path: str = ""


@dataclass(frozen=True, slots=True)
class Answer:
    """A model's text, read.

    Attributes:
        text: The raw text as it came.
        text_sha256: Its hash.
        claims: In order.
        citations: In order of `start`.
        unread_markers: In order of `start`.
        warnings: Such as `truncated_marker` for a text that ends inside a marker.
        form: How it is written.
    """

    text: str
    text_sha256: str
    claims: tuple[Claim, ...]
    citations: tuple[Citation, ...]
    unread_markers: tuple[UnreadMarker, ...]
    warnings: tuple[str, ...] = ()
    form: AnswerForm = "text"
