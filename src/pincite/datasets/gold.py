"""What an annotated data set says about one question or claim: frozen gold records.

All positions are half-open and count code points; `document.text[e.start:e.end] == e.text` was
checked when a record was read.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from pincite.measure.evidence import GoldSpan
from pincite.text import Span

__all__ = [
    "GoldCitation",
    "GoldDocument",
    "GoldEvidence",
    "GoldRecord",
    "Kind",
    "Label",
]


class Kind(StrEnum):
    """What a data set is for."""

    QUESTIONS = "A"
    CLAIMS = "B"
    ATTRIBUTION = "C"
    ENTAILMENT = "E"
    BOUNDARIES = "F"


class Label(StrEnum):
    """What people say of a claim; `generic` needs no support, `disputed` has both sides."""

    SUPPORTED = "supported"
    PARTIAL = "partial"
    UNSUPPORTED = "unsupported"
    CONTRADICTED = "contradicted"
    DISPUTED = "disputed"
    GENERIC = "generic"


@dataclass(frozen=True, slots=True)
class GoldDocument:
    """A text that a record stands on.

    Attributes:
        doc_id: Unique in its record.
        title: May be empty.
        text: As the set ships it.
        sentences: The set's own sentence spans; empty where it has none.
        pages: The spans of the pages of a PDF; empty where there are none.
    """

    doc_id: str
    title: str
    text: str
    sentences: tuple[Span, ...] = ()
    pages: tuple[Span, ...] = ()


@dataclass(frozen=True, slots=True)
class GoldEvidence:
    """A stretch of a document that an annotator marked.

    Attributes:
        doc_id: Its document.
        start: In the document's text.
        end: In the document's text.
        text: `document.text[start:end]`.
        group: Spans of one number are needed together; different numbers are alternatives.
    """

    doc_id: str
    start: int
    end: int
    text: str
    group: int = 0


@dataclass(frozen=True, slots=True)
class GoldCitation:
    """A stretch of a response with the evidence that people give for it.

    Attributes:
        start: In the response.
        end: In the response.
        evidence: Where it stands in the documents; empty where it was not found verbatim.
        doc_ids: The documents cited, also such as the record does not hold.
        label: Whether the evidence supports it; None where nobody said.
    """

    start: int
    end: int
    evidence: tuple[GoldEvidence, ...]
    doc_ids: tuple[str, ...]
    label: Label | None = None


@dataclass(frozen=True, slots=True)
class GoldRecord:
    """One question, claim, response or text of a data set, with what people say about it.

    Attributes:
        set: The data set.
        part: The file of the set, without suffix.
        record_id: Unique in its part.
        documents: What the record stands on, in the set's order.
        question: None where the set asks nothing.
        claim: What is to be verified; None where there is no claim.
        answers: Reference answers.
        evidence: Gold spans in the documents.
        label: Of the claim.
        response: A whole answer with citations; None where the set has none.
        citations: Of the response, in order.
        language: BCP 47 primary tag, or the set's own name of the language.
        subset: The set's own division, empty where there is none.
        tags: What the set says about the kind of record: error kinds, question kinds, granularity.
        answerable: Whether the documents hold the answer; None where the set does not say.
        complete: False where some of the evidence lies outside the documents.
        contested: Annotators did not agree.
    """

    set: str
    part: str
    record_id: str
    documents: tuple[GoldDocument, ...]
    question: str | None = None
    claim: str | None = None
    answers: tuple[str, ...] = ()
    evidence: tuple[GoldEvidence, ...] = ()
    label: Label | None = None
    response: str | None = None
    citations: tuple[GoldCitation, ...] = ()
    language: str = "en"
    subset: str = ""
    tags: tuple[str, ...] = ()
    answerable: bool | None = None
    complete: bool = True
    contested: bool = False

    def evidence_sets(self) -> tuple[tuple[GoldSpan, ...], ...]:
        """The gold spans, one tuple for each alternative set, in order of its number."""
        groups: dict[int, list[GoldSpan]] = {}
        for span in self.evidence:
            groups.setdefault(span.group, []).append(GoldSpan(span.doc_id, span.start, span.end))
        return tuple(tuple(groups[number]) for number in sorted(groups))

    def texts(self) -> dict[str, str]:
        """The text of each document by its id, in order."""
        return {document.doc_id: document.text for document in self.documents}
