"""The checks against edits of real sentences and against what people say of real claims.

A row of set `edits` has one kind of edit of the generator; a row of another set has the records of
one label, and where the set names kinds of error, of one kind. Of `quotesum` and `tatqa`, which
have right answers alone, the wrong ones are the same with the sources of another question, with
another leading digit, or with a word of the quotation changed. `failed` counts claims of which some
check fails, `passed` those that are supported; what is neither is left to a verifier. For a change
or an unsupported claim, `failed` is what was caught; for a rewrite or a supported claim it is the
false alarms.
"""

from __future__ import annotations

import re
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from random import Random

from pincite.bench import chosen
from pincite.bench.figures import SCALES
from pincite.bench.progress import track
from pincite.checks import check_pair
from pincite.datasets import GoldRecord, Label, load
from pincite.datasets.edits import CHANGES, REWRITES, number
from pincite.errors import CallerError
from pincite.measure.intervals import wilson
from pincite.rank import query_terms, terms
from pincite.records import Outcome, Proportion, Status
from pincite.split import sentence_spans

__all__ = ["METHODS", "SETS", "ChecksRow", "rows"]

METHODS = ("checks", "overlap", "partial_ratio")

EDITED = ("wice", "contract_nli", "evidence_inference", "tatqa", "hotpotqa", "bump")
"""Where the sentences come from that are edited."""

VOICED = ("hotpotqa", "2wikimultihopqa", "musique")
"""Where more sentences come from that say who did it to whom."""

SETS = ("edits", "wice", "quotesum", "nli4ct", "tatqa", "bump", "fever_symmetric", "summedits")

_OVERLAP = 0.8
_RATIO = 90.0
_PER_SET = 250
_PER_VOICED = 5_000
_SENTENCE = re.compile(r"[A-Z][^\n|]{40,260}[.]")


@dataclass(frozen=True, slots=True)
class ChecksRow:
    """What a method makes of one kind of claim.

    Attributes:
        set: The data set, or `edits`.
        method: The method.
        n: Claims.
        kind: Of edit, or label and kind of error.
        wrong: Whether the claims are wrong, so that failing is right.
        failed: Claims that the method refuses.
        passed: Claims that the method takes as supported.
        claims_per_s: Processor time, one core.
    """

    set: str
    method: str
    n: int
    kind: str
    wrong: bool
    failed: Proportion
    passed: Proportion
    claims_per_s: float | None


@dataclass(frozen=True, slots=True)
class _Pair:
    claim: str
    evidence: str


_Groups = dict[tuple[str, bool], list[_Pair]]
"""The pairs by their kind and whether they are wrong."""


def rows(
    root: Path | None, sets: Sequence[str], methods: Sequence[str], n: int | None
) -> Iterator[ChecksRow]:
    """A row for each set, kind and method; at most `n` records of a set."""
    if root is None:
        raise CallerError("this bench needs annotated data", remedy="give --data ROOT")
    for name in chosen(sets, SETS, what="set"):
        groups = _MAKERS.get(name, _labelled)(root, name, n)
        for (kind, wrong), pairs in sorted(groups.items()):
            for method in chosen(methods, METHODS, what="method"):
                yield _row(name, method, kind, wrong, pairs)


def _row(name: str, method: str, kind: str, wrong: bool, pairs: Sequence[_Pair]) -> ChecksRow:
    judge = _JUDGES[method]
    start = time.process_time()
    outcomes = [judge(pair) for pair in track(pairs, f"{name} {kind} {method}")]
    spent = time.process_time() - start
    return ChecksRow(
        set=name,
        method=method,
        n=len(pairs),
        kind=kind,
        wrong=wrong,
        failed=wilson(sum(outcome is False for outcome in outcomes), len(pairs)),
        passed=wilson(sum(outcome is True for outcome in outcomes), len(pairs)),
        claims_per_s=round(len(pairs) / spent, 1) if spent > 0 else None,
    )


def _checks(pair: _Pair) -> bool | None:
    finding = check_pair(pair.claim, pair.evidence)
    if any(check.outcome is Outcome.FAIL for check in finding.checks):
        return False
    return True if finding.status is Status.SUPPORTED else None


def _overlap(pair: _Pair) -> bool:
    known = set(terms(pair.evidence))
    wanted = query_terms(pair.claim)
    return sum(term in known for term in wanted) >= _OVERLAP * len(wanted)


def _partial_ratio(pair: _Pair) -> bool:
    from rapidfuzz.fuzz import partial_ratio

    return partial_ratio(pair.claim, pair.evidence) >= _RATIO


_JUDGES: dict[str, Callable[[_Pair], bool | None]] = {
    "checks": _checks,
    "overlap": _overlap,
    "partial_ratio": _partial_ratio,
}


def _edits(root: Path, _: str, n: int | None) -> _Groups:
    groups: _Groups = defaultdict(list)
    for name in EDITED:
        for row, sentence in enumerate(islice(_sentences(root, name), n or _PER_SET)):
            for kinds, wrong in ((CHANGES, True), (REWRITES, False)):
                for kind, edit in kinds.items():
                    edited = edit(sentence, Random(f"{name} {row} {kind}"))
                    if edited is not None and (edited != sentence or kind == "verbatim"):
                        groups[(kind, wrong)].append(_Pair(edited, sentence))
    for name in VOICED:
        for sentence in islice(_sentences(root, name), n or _PER_VOICED):
            for kind, edits, wrong in (("roles", CHANGES, True), ("voice", REWRITES, False)):
                edited = edits[kind](sentence, Random(kind))
                if edited is not None:
                    groups[(kind, wrong)].append(_Pair(edited, sentence))
    return groups


def _sentences(root: Path, name: str) -> Iterator[str]:
    """Well-formed sentences of a set's documents, a few of each document, each once."""
    seen: set[str] = set()
    for record in load(root, name):
        for document in record.documents:
            text = document.text[:20_000]
            found = (text[a:b] for line in text.split("\n") for a, b in sentence_spans(line))
            spans = [" ".join(s.split()) for s in found if _SENTENCE.fullmatch(s)]
            for sentence in spans[:: max(1, len(spans) // 6)][:6]:
                if sentence not in seen:
                    seen.add(sentence)
                    yield sentence


def _labelled(root: Path, name: str, n: int | None) -> _Groups:
    groups: _Groups = defaultdict(list)
    for record in islice(load(root, name), n):
        claim = record.claim or record.response
        if record.label not in (Label.SUPPORTED, Label.UNSUPPORTED, Label.CONTRADICTED):
            continue
        if claim is None:
            continue
        wrong = record.label is not Label.SUPPORTED
        tags: Iterable[str] = record.tags if wrong and record.tags else ("",)
        for tag in tags:
            kind = f"{record.label.value} {tag}".strip()
            groups[(kind, wrong)].append(_Pair(claim, _evidence(record)))
    return groups


def _evidence(record: GoldRecord) -> str:
    """What annotators marked, else all that the record stands on."""
    marked = [evidence.text for evidence in record.evidence]
    return "\n".join(marked or [document.text for document in record.documents])


def _answers(root: Path, name: str, n: int | None) -> _Groups:
    """tatqa: an answer with its question, and the table and text that they are about."""
    groups: _Groups = defaultdict(list)
    records = [r for r in islice(load(root, name), n) if r.question and len(r.answers) == 1]
    for row, record in enumerate(records):
        scale = next((tag for tag in record.tags if tag in SCALES), "")
        answer = f"{record.answers[0]} {scale}".strip()
        altered = number(answer, Random(f"{name} {row}"))
        evidence = _texts(record)
        groups["supported", False].append(_Pair(f"{answer} ({record.question})", evidence))
        if altered is not None:
            pair = _Pair(f"{altered} ({record.question})", evidence)
            groups["another leading digit", True].append(pair)
    return _with_other_sources(groups)


def _quoting(root: Path, name: str, n: int | None) -> _Groups:
    """quotesum: sentences of a response with what they cite, and the phrases that they quote."""
    groups: _Groups = defaultdict(list)
    for row, record in enumerate(islice(load(root, name), n)):
        response = record.response or ""
        sources = {document.doc_id: document for document in record.documents}
        for start, end in sentence_spans(response):
            cited = [c for c in record.citations if c.start < end and c.end > start]
            used = dict.fromkeys(name for c in cited for name in c.doc_ids)
            texts = [f"{sources[name].title}\n{sources[name].text}" for name in used]
            if texts:
                pair = _Pair(response[start:end], "\n".join(texts))
                groups["supported", False].append(pair)
        for found in (e for citation in record.citations for e in citation.evidence):
            text = sources[found.doc_id].text
            groups["supported quotation", False].append(_Pair(f"“{found.text}”", text))
            altered = CHANGES["quotation"](found.text, Random(f"{row} {found.start}"))
            if altered is not None:
                groups["altered quotation", True].append(_Pair(altered, text))
    return _with_other_sources(groups)


def _with_other_sources(groups: _Groups) -> _Groups:
    """The groups, and the supported claims each with the evidence of one half a set away."""
    right = groups["supported", False]
    for row, pair in enumerate(right):
        other = right[(row + len(right) // 2) % len(right)].evidence
        if other != pair.evidence:
            groups["other source", True].append(_Pair(pair.claim, other))
    return groups


def _texts(record: GoldRecord) -> str:
    return "\n".join(document.text for document in record.documents)


_MAKERS: dict[str, Callable[[Path, str, int | None], _Groups]] = {
    "edits": _edits,
    "quotesum": _quoting,
    "tatqa": _answers,
}
"""How the pairs of a set are made that is not one of labelled claims."""
