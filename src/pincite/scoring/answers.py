"""Entries of an answer file → answers with the library that they are held against.

Four forms are told apart by their fields: ours (`answer`, with markers), LongCite's predictions
(`prediction` or `statements`), ALCE's results (`output` with `docs`), and what another API
returned (`response`, with `origin`). Knows no metric and no judge.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum

from pincite.datasets.lines import Fault, Fields
from pincite.errors import DocumentError, RecordError
from pincite.exchange import SOURCES, read
from pincite.exchange.cited import Cited, Kind, cite
from pincite.parse import parse_answer
from pincite.readers import read_document
from pincite.readers.identity import unique
from pincite.records import Answer, Library
from pincite.refs import Range
from pincite.split import split

__all__ = ["Entry", "Form", "Quoted", "as_library", "marked_passages", "read_answers"]

_ANSWERS = frozenset({"answer", "output", "prediction", "response"})
_ALCE_MARK = re.compile(r"\[(\d{1,9}+(?:\s*+[-–,;]\s*+\d{1,9}+)*+)\]")
_RANGE = re.compile(r"(\d{1,9}+)(?:\s*+[-–]\s*+(\d{1,9}+))?+")


class Form(StrEnum):
    """Whose shape an entry has."""

    OWN = "pincite"
    LONGCITE = "longcite"
    ALCE = "alce"
    VENDOR = "vendor"


@dataclass(frozen=True, slots=True)
class Quoted:
    """A statement with the words that a file quotes for it, as LongCite's predictions do.

    Attributes:
        text: The statement.
        quotes: What each cited span says.
        ranges: Numbers of each span's sentences from 1; empty where the file does not say.
    """

    text: str
    quotes: tuple[str, ...]
    ranges: tuple[Range, ...] = ()


@dataclass(frozen=True, slots=True)
class Entry:
    """An answer of a file.

    Attributes:
        record_id: Unique in its file.
        line: Where it starts.
        form: Whose shape it had.
        set: The data set it says it belongs to; empty where it says none.
        question: Empty where the entry has none.
        answer: Its text with claims and citations, unresolved.
        library: What its citations mean.
        references: Answers that people gave.
        quoted: LongCite's statements, where the entry has them.
        raw: The text as a model wrote it.
        passages: Of ALCE's entry, in its order: title, line break, text.
        short_answers: Spellings of each thing that the answer should name.
        listed: The answer is a list of such things.
        at_limit: It was made here, and ends at its limit of tokens.
    """

    record_id: str
    line: int
    form: Form
    set: str
    question: str
    answer: Answer
    library: Library = field(repr=False)
    references: tuple[str, ...] = ()
    quoted: tuple[Quoted, ...] = ()
    raw: str = ""
    passages: tuple[str, ...] = ()
    short_answers: tuple[tuple[str, ...], ...] = ()
    listed: bool = False
    at_limit: bool = False


def read_answers(
    entries: Iterator[tuple[int, Fields | Fault]],
    *,
    file: str,
    library: Library | None,
    documents_of: Callable[[str], Library | None],
    origin: str | None = None,
) -> Iterator[Entry | Fault]:
    """The answers of a file's entries; what cannot be one is a fault, the rest comes.

    Args:
        entries: With their lines.
        file: What faults call it.
        library: Held against where an entry brings no documents; None where there is none.
        documents_of: The documents that gold records have for an id, None where they have none.
        origin: The API that entries come from where they do not say.
    """
    seen: set[str] = set()
    for line, entry in entries:
        if isinstance(entry, Fault):
            yield entry
            continue
        if "scores" in entry and not any(name in entry for name in _ANSWERS):
            continue
        try:
            given = _given(entry, line, library, documents_of, origin)
            if given.record_id in seen:
                raise RecordError(f"a second answer with the id {given.record_id!r}")
        except (RecordError, DocumentError) as error:
            yield Fault(file, line, error.message)
            continue
        seen.add(given.record_id)
        yield given


def _given(
    entry: Fields,
    line: int,
    shared: Library | None,
    documents_of: Callable[[str], Library | None],
    origin: str | None,
) -> Entry:
    record_id = _identity(entry, line)
    if "output" in entry and "docs" in entry:
        return _alce(entry, line, record_id)
    if "prediction" in entry or "statements" in entry:
        return _longcite(entry, line, record_id, shared or documents_of(record_id))
    own = _documents(entry)
    library = own or documents_of(record_id) or shared
    if library is None:
        raise RecordError(
            f"no documents for {record_id!r}: it has no field 'documents', and none were given"
        )
    origin = entry.optional_text("origin") or origin
    if origin is None or "answer" in entry:
        text = entry.text("answer")
        answer, form = parse_answer(text), Form.OWN
    else:
        if origin not in SOURCES:
            raise RecordError(f"no origin {origin!r}: one of {', '.join(SOURCES)}")
        value = entry.plain("response") if "response" in entry else entry.everything
        answer, form = read(origin, value, library).answer, Form.VENDOR
        text = answer.text
    return Entry(
        record_id=record_id,
        line=line,
        form=form,
        set=entry.optional_text("dataset") or entry.optional_text("set") or "",
        question=entry.optional_text("question") or "",
        answer=answer,
        library=library,
        references=entry.one_or_more_texts("answers"),
        raw=text,
    )


def _identity(entry: Fields, line: int) -> str:
    for name in ("id", "idx", "sample_id", "qid"):
        value = entry.plain(name)
        if isinstance(value, str | int) and not isinstance(value, bool):
            return str(value)
    if "response" in entry or "docs" in entry:
        return f"line {line}"
    raise RecordError("the field 'id' is missing")


def _documents(entry: Fields) -> Library | None:
    """The library of an entry's own documents, None where it has none."""
    items = [
        (item.text("text"), item.text("id"), item.optional_text("title") or "")
        for item in entry.objects("documents")
    ]
    if len({source_id for _, source_id, _ in items}) < len(items):
        raise RecordError("two documents of the entry have one id")
    return as_library(items) if items else None


def as_library(items: Iterable[tuple[str, str, str]]) -> Library:
    """The library of some documents, each a text, an id and a title.

    Raises:
        DocumentError: When a text is empty.
    """
    taken: set[str] = set()
    documents = []
    for text, source_id, title in items:
        document = read_document(text.encode(), source_id=source_id, media_type="text/plain")
        name = unique(document.source_id, taken)
        taken.add(name)
        documents.append(replace(document, source_id=name, title=title))
    return split(documents)


def _alce(entry: Fields, line: int, record_id: str) -> Entry:
    """`[2]` names the second of the entry's passages; all of its sentences are cited."""
    docs = entry.objects("docs")
    texts = [item.optional_text("sent") or item.text("text") for item in docs]
    titles = [item.optional_text("title") or "" for item in docs]
    listed = entry.has_lists("answers")
    library = as_library(
        (text, f"d{row}", title)
        for row, (text, title) in enumerate(zip(texts, titles, strict=True), 1)
    )
    output = entry.text("output")
    cited = [_link(span, number, library) for span, number in marked_passages(output, len(docs))]
    answer, _ = cite(output, cited, "alce")
    return Entry(
        record_id=record_id,
        line=line,
        form=Form.ALCE,
        set="",
        question=entry.optional_text("question") or "",
        answer=answer,
        library=library,
        references=() if entry.has_lists("answer") else entry.one_or_more_texts("answer"),
        raw=output,
        passages=tuple(
            f"Title: {title}\n{text}" for title, text in zip(titles, texts, strict=True)
        ),
        short_answers=(
            entry.lists_of_texts("answers")
            if listed
            else tuple(pair.texts("short_answers") for pair in entry.objects("qa_pairs"))
        ),
        listed=listed,
    )


def marked_passages(text: str, most: int) -> Iterator[tuple[tuple[int, int], int]]:
    """Every passage number that a text cites, from 1, with the place of its bracket.

    A range that runs backwards cites no passage: its number is 0.

    Args:
        text: With marks such as `[1]`, `[1][2]`, `[1, 4]` and `[1-3]`.
        most: The highest number there is; a range is not read on beyond the one after it.
    """
    for mark in _ALCE_MARK.finditer(text):
        for found in _RANGE.finditer(mark[1]):
            first, last = int(found[1]), int(found[2] or found[1])
            numbers = range(first, max(first, min(last, most + 1)) + 1)
            for number in numbers if first <= last else (0,):
                yield mark.span(), number


def _link(span: tuple[int, int], number: int, library: Library) -> Cited:
    if not 1 <= number <= len(library.documents):
        reason = f"there is no passage [{number}]" if number else "it runs backwards"
        return Cited(*span, (), Kind.LINK, reason)
    numbers = library.numbers(f"d{number}")
    return Cited(*span, ((numbers[0], numbers[-1]),), Kind.LINK)


def _longcite(entry: Fields, line: int, record_id: str, shared: Library | None) -> Entry:
    """Statements with quoted snippets, or the model's text alone where a library is known."""
    prediction = entry.optional_text("prediction") or ""
    quoted = tuple(
        _quoted(item.text("statement"), item.objects("citation"))
        for item in entry.objects("statements")
    )
    if quoted:
        answer, library = _answer_of_quotes(quoted)
    else:
        own = entry.optional_text("context")
        context = as_library([(own, "context", "")]) if own else shared
        if context is None:
            raise RecordError(
                f"no documents for {record_id!r}: it has neither 'statements' with what they "
                "cite, nor 'context', and none were given"
            )
        answer, library = read("longcite", prediction, context).answer, context
    return Entry(
        record_id=record_id,
        line=line,
        form=Form.LONGCITE,
        set=entry.optional_text("dataset") or "",
        question=entry.optional_text("query") or "",
        answer=answer,
        library=library,
        references=entry.one_or_more_texts("answer"),
        quoted=quoted,
        raw=prediction or " ".join(item.text for item in quoted),
    )


def _quoted(text: str, citations: Sequence[Fields]) -> Quoted:
    numbered = all("st_sent" in item and "ed_sent" in item for item in citations)
    ranges = [
        (item.integer("st_sent") + 1, item.integer("ed_sent") + 1) for item in citations if numbered
    ]
    return Quoted(text, tuple(item.text("cite") for item in citations), tuple(ranges))


def _answer_of_quotes(quoted: Sequence[Quoted]) -> tuple[Answer, Library]:
    """The answer of some statements; each snippet that is quoted is a document of its own."""
    snippets = list(dict.fromkeys(quote for item in quoted for quote in item.quotes))
    library = as_library((text, f"c{row}", "") for row, text in enumerate(snippets, 1))
    ranges: dict[str, Range] = {}
    for row, text in enumerate(snippets, 1):
        numbers = library.numbers(f"c{row}")
        ranges[text] = (numbers[0], numbers[-1])
    text, cited = "", []
    for item in quoted:
        start = len(text)
        text += item.text
        cited += [Cited(start, len(text), (ranges[quote],)) for quote in item.quotes]
        text += "\n"
    return cite(text, cited, "longcite")[0], library
