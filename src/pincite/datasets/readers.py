"""One line of a data set → one gold record; a small function for each set that differs.

`plain` reads the common form: `id`, `question` or `claim`, `documents` (with their text, or by id
into a documents file), `evidence`, `label`. The others start from it, or from nothing where a set
has another form altogether. A reader raises `RecordError`; `load` says where.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from pincite.datasets.gold import (
    GoldCitation,
    GoldDocument,
    GoldEvidence,
    GoldRecord,
    Label,
)
from pincite.datasets.lines import Fields
from pincite.errors import RecordError

__all__ = [
    "Reader",
    "Source",
    "answer_sentences",
    "begin",
    "boundaries",
    "bump",
    "context_only",
    "document",
    "expmrc",
    "marked_passages",
    "nli4ct",
    "plain",
    "premise",
    "qags",
    "qasper",
    "quotes",
    "sufficient_facts",
    "summedits",
    "typed",
]


@dataclass(frozen=True, slots=True)
class Source:
    """Where a line comes from, and the documents that it may name.

    Attributes:
        set: The data set.
        part: The file, without suffix.
        documents: Of the part's documents file, by id.
    """

    set: str
    part: str
    documents: Mapping[str, GoldDocument]


Reader = Callable[[Fields, Source], GoldRecord]

_INFERENCE = {
    "entailment": Label.SUPPORTED,
    "neutral": Label.UNSUPPORTED,
    "contradiction": Label.CONTRADICTED,
}


def plain(line: Fields, source: Source) -> GoldRecord:
    """The common form."""
    documents = tuple(_of_record(item, source) for item in line.objects("documents"))
    by_id = {item.doc_id: item for item in documents}
    if len(by_id) < len(documents):
        raise RecordError("two documents of the record have one id")
    label = line.optional_text("label")
    return GoldRecord(
        set=source.set,
        part=source.part,
        record_id=line.text("id"),
        documents=documents,
        question=line.optional_text("question"),
        claim=line.optional_text("claim"),
        answers=line.texts("answers"),
        evidence=tuple(_evidence(item, by_id) for item in line.objects("evidence")),
        label=None if label is None else _label(label),
        response=line.optional_text("response"),
        language=line.optional_text("lang") or "en",
        subset=line.optional_text("subset") or "",
        answerable=line.flag("answerable"),
        complete=line.flag("evidence_complete") is not False,
    )


def document(line: Fields) -> GoldDocument:
    """A document, from a documents file or inside a record."""
    text = line.text("text")
    return GoldDocument(
        doc_id=line.text("id"),
        title=line.optional_text("title") or "",
        text=text,
        sentences=line.spans("sentences", text),
        pages=line.spans("pages", text),
    )


def typed(line: Fields, source: Source) -> GoldRecord:
    """hotpotqa, 2wikimultihopqa, policyqa, tatqa, financebench: the kind of question is a tag.

    Of tatqa also the scale of the answer, such as `million` or `percent`.
    """
    names = ("type", "answer_type", "question_type", "scale")
    tags = [line.optional_text(name) for name in names]
    return replace(plain(line, source), tags=tuple(tag for tag in tags if tag))


def qasper(line: Fields, source: Source) -> GoldRecord:
    """Evidence is highlights or whole paragraphs; some highlights were not located."""
    record = plain(line, source)
    return replace(
        record,
        tags=(line.text("granularity"),),
        complete=record.complete and line.integer("unlocated_highlights", 0) == 0,
    )


def expmrc(line: Fields, source: Source) -> GoldRecord:
    """Multiple choice: the options belong to the question."""
    record = plain(line, source)
    options = line.texts("options")
    question = " ".join([record.question or "", *options]) if options else record.question
    return replace(record, question=question)


def nli4ct(line: Fields, source: Source) -> GoldRecord:
    """A claim about a section of one trial, or of two that are compared."""
    return replace(plain(line, source), subset=line.text("section"), tags=(line.text("type"),))


def begin(line: Fields, source: Source) -> GoldRecord:
    """The user's message before the response is its question."""
    return replace(plain(line, source), question=line.text("context"))


def bump(line: Fields, source: Source) -> GoldRecord:
    """The kind of error that was edited in is a tag."""
    error = line.optional_text("error_type")
    return replace(plain(line, source), tags=(error,) if error else ())


def summedits(line: Fields, source: Source) -> GoldRecord:
    """The domain is a subset, the kinds of edit are tags."""
    return replace(plain(line, source), subset=line.text("domain"), tags=line.texts("edit_types"))


def qags(line: Fields, source: Source) -> GoldRecord:
    """Three workers voted; a split vote is contested."""
    return replace(plain(line, source), contested=len(set(line.texts("votes"))) > 1)


def sufficient_facts(line: Fields, source: Source) -> GoldRecord:
    """What was removed from the evidence is a tag; annotators may have disagreed."""
    return replace(
        plain(line, source),
        tags=(line.text("removed_type"),),
        contested=line.text("agreement") == "disagree",
    )


def answer_sentences(line: Fields, source: Source) -> GoldRecord:
    """attribute_first: sentences of a response, each with highlighted source spans."""
    record = plain(line, source)
    response = line.text("response")
    by_id = {item.doc_id: item for item in record.documents}
    citations = []
    place = 0
    for item in line.objects("answer_sentences"):
        text = item.text("text")
        start = response.find(text, place)
        if start < 0:
            raise RecordError(f"the answer sentence {text[:60]!r} is not in the response")
        place = start
        evidence = tuple(_evidence(span, by_id) for span in item.objects("evidence"))
        citations.append(
            GoldCitation(
                start=start,
                end=start + len(text),
                evidence=evidence,
                doc_ids=tuple(dict.fromkeys(span.doc_id for span in evidence)),
                label=_yes_or_no(item.optional_text("supported")),
            )
        )
    return replace(record, citations=tuple(citations))


def quotes(line: Fields, source: Source) -> GoldRecord:
    """quotesum: phrases of a response with the place of the quotation, where it was found."""
    record = plain(line, source)
    by_id = {item.doc_id: item for item in record.documents}
    citations = []
    for item in line.objects("citations"):
        start, end = _span(item, "start", "end", line.text("response"))
        doc_id = item.text("doc")
        if doc_id not in by_id:
            raise RecordError(f"the cited document {doc_id!r} is not in the record")
        evidence: tuple[GoldEvidence, ...] = ()
        if item.integer("quote_start", -1) >= 0:
            text = by_id[doc_id].text
            first, last = _span(item, "quote_start", "quote_end", text)
            evidence = (GoldEvidence(doc_id, first, last, text[first:last]),)
        citations.append(GoldCitation(start=start, end=end, evidence=evidence, doc_ids=(doc_id,)))
    return replace(record, citations=tuple(citations))


def marked_passages(line: Fields, source: Source) -> GoldRecord:
    """scholarqa_multi: marks in a response, each naming whole passages, some of them dangling."""
    record = plain(line, source)
    by_id = {item.doc_id: item for item in record.documents}
    dangling = line.texts("dangling")
    citations = []
    for item in line.objects("citations"):
        start, end = _span(item, "start", "end", line.text("response"))
        named = item.texts("docs")
        if not all(doc_id in by_id or doc_id in dangling for doc_id in named):
            raise RecordError(f"a mark names a passage that is not in the record: {named!r}")
        evidence = tuple(
            GoldEvidence(doc_id, 0, len(by_id[doc_id].text), by_id[doc_id].text)
            for doc_id in named
            if doc_id in by_id
        )
        citations.append(GoldCitation(start=start, end=end, evidence=evidence, doc_ids=named))
    return replace(record, subset=line.text("subject"), citations=tuple(citations))


def premise(line: Fields, source: Source) -> GoldRecord:
    """nli: the premise is the document, the hypothesis the claim."""
    label = line.text("label")
    if label not in _INFERENCE:
        raise RecordError(f"there is no label {label!r}")
    return GoldRecord(
        set=source.set,
        part=source.part,
        record_id=line.text("id"),
        documents=(GoldDocument("premise", "", line.text("premise")),),
        claim=line.text("hypothesis"),
        label=_INFERENCE[label],
        language=line.optional_text("lang") or "en",
        subset=line.optional_text("genre") or line.optional_text("category") or "",
    )


def boundaries(line: Fields, source: Source) -> GoldRecord:
    """sbd: a text with the spans of its sentences."""
    text = line.text("text")
    spans = line.spans("spans", text)
    if not spans:
        raise RecordError("the text has no sentence")
    return GoldRecord(
        set=source.set,
        part=source.part,
        record_id=line.text("id"),
        documents=(GoldDocument("text", "", text, sentences=spans),),
        language=line.text("lang"),
        subset=line.optional_text("subset") or line.optional_text("group") or "",
    )


def context_only(line: Fields, source: Source) -> GoldRecord:
    """longcite: a document to make questions about."""
    return GoldRecord(
        set=source.set,
        part=source.part,
        record_id=str(line.integer("idx")),
        documents=(GoldDocument("context", "", line.text("context")),),
    )


def _of_record(item: Fields, source: Source) -> GoldDocument:
    if item.optional_text("text") is not None:
        return document(item)
    doc_id = item.text("id")
    if doc_id not in source.documents:
        raise RecordError(f"the document {doc_id!r} is not in the documents file")
    return source.documents[doc_id]


def _evidence(item: Fields, documents: Mapping[str, GoldDocument]) -> GoldEvidence:
    doc_id = item.text("doc")
    if doc_id not in documents:
        raise RecordError(f"the evidence is in {doc_id!r}, which is not in the record")
    text = documents[doc_id].text
    start, end = _span(item, "start", "end", text)
    if text[start:end] != item.text("text"):
        raise RecordError(f"the evidence text is not at {start}:{end} of {doc_id!r}")
    return GoldEvidence(doc_id, start, end, text[start:end], item.integer("set", 0))


def _span(item: Fields, first: str, last: str, text: str) -> tuple[int, int]:
    start, end = item.integer(first), item.integer(last)
    if not 0 <= start < end <= len(text):
        raise RecordError(f"{first} {start} and {last} {end} are not in the text")
    return start, end


def _label(name: str) -> Label:
    if name not in set(Label):
        raise RecordError(f"there is no label {name!r}")
    return Label(name)


def _yes_or_no(answer: str | None) -> Label | None:
    match answer:
        case None:
            return None
        case "Yes":
            return Label.SUPPORTED
        case "No":
            return Label.UNSUPPORTED
        case _:
            raise RecordError(f"{answer!r} is neither Yes nor No")
