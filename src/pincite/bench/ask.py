"""End to end: a generator answers questions from documents, and its citations are held to account.

Each method is the name of a generator, or one with `+search` or `+model` for a second pass over the
same answer, with `+open` or `+tagged` for sentences shown in that style. The answer's citations are
compared with what people marked as evidence, and scored by the built-in judge. Answers are kept
where `--keep` says, so that a run that broke off goes on. An answer that a generator did not give
is counted in `failed`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from statistics import median

from pincite import defaults
from pincite.bench import chosen
from pincite.bench.kept import kept
from pincite.bench.progress import track
from pincite.bench.remembering import Remembering
from pincite.checks.claims import is_refusal
from pincite.checks.resolve import resolve
from pincite.context import merge_ranges
from pincite.datasets import GoldRecord, Kind, load, names
from pincite.datasets.lines import Fault
from pincite.errors import CallerError, DocumentError, GeneratorError
from pincite.measure.alce import normal
from pincite.measure.citation import CitationCounts, f1_score, pooled
from pincite.measure.evidence import GoldSpan
from pincite.measure.intervals import Interval, bootstrap, wilson
from pincite.models.tokens import tokenizer
from pincite.parse import parse_answer
from pincite.ports import Generator
from pincite.records import Library, Proportion
from pincite.refs import Style
from pincite.scoring.answers import Entry, Form, as_library
from pincite.scoring.factual import score_factual
from pincite.scoring.generate import Answerer, Written, answer_one, written
from pincite.scoring.retention import holding
from pincite.second_pass import SECOND_PASSES, SecondPass

__all__ = ["METHODS", "SETS", "AskRow", "rows"]

METHODS = ("extractive",)
"""The first; any other generator can be named too, with a second pass, a style, or without."""

SETS = ("qed", "clapnq", "hotpotqa", "qasper_subset")
_PER_SET = 50


@dataclass(frozen=True, slots=True)
class AskRow:
    """What one generator does on one set.

    Attributes:
        set: The data set.
        method: The generator.
        n: Questions with gold evidence that it answered or refused.
        failed: Questions that it did not answer, and records that cannot be read.
        at_limit: Answers that end at their limit of tokens; they are scored as they are.
        refused: Answers that say that the documents do not answer.
        names_answer: Answers that hold a reference answer, where the set has short ones.
        evidence_precision: Cited sentences that hold gold evidence, mean over answers that cite.
        evidence_recall: Gold sentences that are cited, of the best annotator's set, mean.
        evidence_f1: Mean over answers.
        citation_precision: By the built-in judge: right cited claims among cited claims.
        citation_f1: Of citation-on-fact, by the built-in judge.
        phantoms: Citations of sentences that do not exist, among all.
        citation_tokens: Of a cited run of sentences, mean.
        p50_s: Median time of an answer.
    """

    set: str
    method: str
    n: int
    failed: int
    at_limit: int
    refused: Proportion
    names_answer: Proportion
    evidence_precision: Interval
    evidence_recall: Interval
    evidence_f1: Interval
    citation_precision: Proportion
    citation_f1: Interval
    phantoms: Proportion
    citation_tokens: float | None
    p50_s: float | None


@dataclass
class _Tally:
    refused: list[bool] = field(default_factory=list)
    named: list[bool] = field(default_factory=list)
    precision: list[float] = field(default_factory=list)
    recall: list[float] = field(default_factory=list)
    f1: list[float] = field(default_factory=list)
    counts: list[CitationCounts] = field(default_factory=list)
    citations: int = 0
    phantoms: int = 0
    tokens: list[int] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)
    failed: int = 0
    at_limit: int = 0


def rows(
    root: Path | None, sets: Sequence[str], methods: Sequence[str], n: int | None
) -> Iterator[AskRow]:
    """A row for each set and generator; at most `n` questions of a set, 50 unless given.

    Raises:
        CallerError: Without a data root, or on a set or generator that is not known.
    """
    if root is None:
        raise CallerError("this bench needs annotated data", remedy="give --data ROOT")
    variants = [_variant(method) for method in methods or METHODS]
    generators = {
        plain: Remembering(defaults.generator(plain)) for plain in {v.plain for v in variants}
    }
    for name in chosen(sets, names(Kind.QUESTIONS), what="set") if sets else SETS:
        for variant in variants:
            generator = generators[variant.plain]
            answerer = Answerer(generator.name + variant.how, partial(_answer, generator, variant))
            method = variant.plain + variant.how
            yield _row(root, name, method, answerer, clock=generator.clock, n=n or _PER_SET)


@dataclass(frozen=True, slots=True)
class _Variant:
    """A generator with a second pass or a style of its own; `how` names it, `+search` say."""

    plain: str
    how: str = ""
    second_pass: SecondPass | None = None
    style: Style = Style.LINE


def _variant(method: str) -> _Variant:
    for name in SECOND_PASSES:
        if method.endswith(f"+{name}"):
            return _Variant(method.removesuffix(f"+{name}"), f"+{name}", second_pass=name)
    for style in (Style.OPEN, Style.TAGGED):
        if method.endswith(f"+{style.value}"):
            return _Variant(method.removesuffix(f"+{style.value}"), f"+{style.value}", style=style)
    return _Variant(method)


def _row(
    root: Path, name: str, method: str, answerer: Answerer, *, clock: Callable[[], float], n: int
) -> AskRow:
    tally = _Tally()
    faults: list[Fault] = []
    keeper = kept(f"ask {name} {method}")
    for record in track(load(root, name, on_fault=faults.append), f"ask {name} {method}", total=n):
        if len(tally.refused) + tally.failed >= n:
            break
        if not record.question or not record.evidence:
            continue
        try:
            library = as_library((d.text, d.doc_id, d.title) for d in record.documents)
            found = answer_one(
                record.record_id,
                record.question,
                library,
                answerer=answerer,
                keeper=keeper,
                clock=clock,
            )
        except (GeneratorError, DocumentError):
            tally.failed += 1
            continue
        _count(tally, record, library, found.written.text)
        tally.at_limit += found.written.at_limit
        tally.seconds.append(found.seconds)
    return _summed(name, method, tally, len(faults))


def _answer(generator: Generator, variant: _Variant, question: str, library: Library) -> Written:
    report = defaults.ask(
        question,
        library,
        generator=generator,
        style=variant.style,
        second_pass=variant.second_pass,
    )
    return written(report)


def _count(tally: _Tally, record: GoldRecord, library: Library, text: str) -> None:
    answer = parse_answer(text)
    refused = not answer.claims or any(map(is_refusal, answer.claims))
    tally.refused.append(refused)
    if record.answers and not refused:
        plain = normal(" ".join(claim.text for claim in answer.claims))
        tally.named.append(any(normal(name) in plain for name in record.answers))
    resolved = [resolve(citation, library) for citation in answer.citations]
    ranges = [pair for citation in resolved for pair in citation.evidence]
    tally.citations += len(resolved)
    tally.phantoms += sum(not citation.evidence for citation in resolved)
    texts = ["\n".join(s.text for s in library.sentences(*pair)) for pair in ranges]
    tally.tokens += tokenizer().count(texts)
    cited = {n for first, last in merge_ranges(ranges) for n in range(first, last + 1)}
    precision, recall = _against_people(record, library, cited)
    if cited:
        tally.precision.append(precision)
    tally.recall.append(recall)
    tally.f1.append(f1_score(precision, recall) or 0.0)
    entry = Entry(record.record_id, 0, Form.OWN, record.set, "", answer, library)
    tally.counts.append(score_factual(entry, defaults.judge()).counts)


def _against_people(record: GoldRecord, library: Library, cited: set[int]) -> tuple[float, float]:
    """Precision against all gold sentences, recall against the best annotator's."""
    ids = {
        item.doc_id: document
        for item, document in zip(record.documents, library.documents, strict=True)
    }
    sets = [
        {
            number
            for first, last in holding(
                [GoldSpan(ids[s.doc_id].source_id, s.start, s.end) for s in group], library
            )
            for number in range(first, last + 1)
        }
        for group in record.evidence_sets()
    ]
    gold = set().union(*sets)
    precision = len(cited & gold) / len(cited) if cited else 0.0
    return precision, max(len(cited & group) / len(group) if group else 0.0 for group in sets)


def _summed(name: str, method: str, tally: _Tally, faults: int) -> AskRow:
    scores = pooled(tally.counts)
    return AskRow(
        set=name,
        method=method,
        n=len(tally.refused),
        failed=tally.failed + faults,
        at_limit=tally.at_limit,
        refused=wilson(sum(tally.refused), len(tally.refused)),
        names_answer=wilson(sum(tally.named), len(tally.named)),
        evidence_precision=bootstrap(tally.precision),
        evidence_recall=bootstrap(tally.recall),
        evidence_f1=bootstrap(tally.f1),
        citation_precision=scores.precision,
        citation_f1=scores.f1,
        phantoms=wilson(tally.phantoms, tally.citations),
        citation_tokens=sum(tally.tokens) / len(tally.tokens) if tally.tokens else None,
        p50_s=median(tally.seconds) if tally.seconds else None,
    )
