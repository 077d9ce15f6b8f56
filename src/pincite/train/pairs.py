"""Annotated data → labelled pairs of claim and evidence, for training the verifier.

Only parts that may train a shipped model are read. A fifth of the records, by the hash of what
they stand on, is never trained on: `pincite bench judge` measures on it. A pair allows one or more
labels: a summary that people call unsupported may contradict its source or go beyond it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random

from pincite.datasets import CATALOGUE, GoldDocument, GoldRecord, Label, load
from pincite.datasets.claims import held_out
from pincite.datasets.edits import CHANGES, REWRITES
from pincite.rank import query_terms, terms
from pincite.split import sentence_spans

__all__ = ["CONTRADICTED", "NOT_SUPPORTED", "Pair", "pairs"]

SUPPORTED = frozenset({Label.SUPPORTED})
PARTIAL = frozenset({Label.PARTIAL})
UNSUPPORTED = frozenset({Label.UNSUPPORTED})
CONTRADICTED = frozenset({Label.CONTRADICTED})
LACKING = UNSUPPORTED | PARTIAL
NOT_SUPPORTED = LACKING | CONTRADICTED


@dataclass(frozen=True, slots=True)
class Pair:
    """A claim with evidence and the labels that are right for it.

    Attributes:
        claim: Without markers.
        evidence: Plain text.
        labels: One of these is right; which one, nobody said.
        source: The data set, with `+` and the way it was made where it was made.
    """

    claim: str
    evidence: str
    labels: frozenset[Label]
    source: str


def pairs(root: Path, *, seed: int = 0, held: bool = False) -> list[Pair]:
    """All pairs for training, shuffled by the seed.

    Args:
        root: The data root.
        seed: Of what is made and of the order.
        held: The held-out records' pairs instead, for calibration.

    Raises:
        CallerError: When the root lacks a data set.
    """
    chance = Random(seed)
    found: list[Pair] = []
    for name, make in _MAKERS.items():
        part = name.partition("/")[2]
        assert all(p.may_train for p in CATALOGUE[name.split("/")[0]].parts if p.name == part)
        for record in load(root, name):
            if held_out(record) is held:
                found.extend(make(record, chance))
    if not held:
        found.extend(_made(root, chance))
    chance.shuffle(found)
    return found


def _labelled(
    record: GoldRecord, chance: Random, *, binary: bool = False, keep: float = 1.0
) -> Iterator[Pair]:
    """The pair that people labelled; a mere no may be any label but supported."""
    if record.claim is None or record.label in (None, Label.GENERIC, Label.DISPUTED):
        return
    assert record.label is not None
    if record.label is Label.CONTRADICTED and chance.random() > keep:
        return
    labels: frozenset[Label] = frozenset({record.label})
    if binary and record.label is not Label.SUPPORTED:
        labels = NOT_SUPPORTED
    evidence = "\n".join(document.text for document in record.documents)
    yield Pair(record.claim, evidence, labels, record.set)


def _page(record: GoldRecord, chance: Random) -> Iterator[Pair]:
    """wice: the page, and the sentences that people marked, whole and lessened."""
    yield from _labelled(record, chance)
    if record.claim is None or record.label is None or not record.evidence:
        return
    chosen = _joined(
        [span.text for span in record.evidence if span.group == record.evidence[0].group]
    )
    yield Pair(record.claim, chosen, frozenset({record.label}), record.set)
    spans = record.evidence_sets()[0]
    if record.label is Label.SUPPORTED and len(spans) > 1:
        texts = record.texts()
        less = [texts[span.doc_id][span.start : span.end] for span in spans]
        less.pop(chance.randrange(len(less)))
        yield Pair(record.claim, _joined(less), LACKING, record.set + "+less")


def _clause(record: GoldRecord, chance: Random) -> Iterator[Pair]:
    """contract_nli: the marked clauses; where there are none, the nearest sentences."""
    if record.claim is None or record.label is None or chance.random() > 0.5:
        return
    if record.evidence:
        text = _joined([span.text for span in record.evidence])
    else:
        text = _joined(_nearest(record.claim, record.documents[0], 3, ()))
    yield Pair(record.claim, text, frozenset({record.label}), record.set)


def _question(record: GoldRecord, chance: Random, *, keep: float = 1.0) -> Iterator[Pair]:
    """Question and answer as a claim: with its evidence, with less of it, with a wrong answer."""
    if not (record.question and record.answers and record.evidence) or chance.random() > keep:
        return
    answer = record.answers[0]
    if len(answer) > 300 or answer.lower() in ("yes", "no"):
        return
    claim = _stated(record.question, answer)
    sets = record.evidence_sets()
    texts = record.texts()
    gold = [_sentence_around(texts[s.doc_id], s.start, s.end) for s in sets[0]]
    gold = list(dict.fromkeys(gold))
    yield Pair(claim, _joined(gold), SUPPORTED, record.set)
    yield from _wrongly_answered(record, gold, chance)
    other = _nearest(claim, chance.choice(record.documents), 2, gold)
    if other and not any(answer.lower() in text.lower() for text in other):
        yield Pair(claim, _joined(other), LACKING, record.set + "+other")
    if len(gold) > 1:
        gold.pop(chance.randrange(len(gold)))
        yield Pair(claim, _joined(gold), LACKING, record.set + "+less")
    elif other:
        both = [*gold, *other]
        chance.shuffle(both)
        yield Pair(claim, _joined(both), SUPPORTED, record.set + "+noise")


_TOKEN = re.compile(r"[$€£]?\d[\d.,]*%?|[A-Z][\w'’-]+(?: [A-Z][\w'’-]+)*|[a-z]{5,}")


def _wrongly_answered(record: GoldRecord, gold: Sequence[str], chance: Random) -> Iterator[Pair]:
    """The question with another figure, name or word of the evidence or the document."""
    assert record.question is not None
    answer = record.answers[0].strip()
    kind = _kind(answer)
    texts = [*gold, record.documents[0].text[:2000]]
    taken = f"{answer} {record.question}".lower()
    others = [
        match[0]
        for text in texts
        for match in _TOKEN.finditer(text)
        if _kind(match[0]) == kind and match[0].lower() not in taken
    ]
    if others:
        claim = _stated(record.question, chance.choice(others))
        yield Pair(claim, _joined(gold), NOT_SUPPORTED, record.set + "+wrong")


def _kind(text: str) -> str:
    if any(char.isdigit() for char in text):
        return "figure"
    return "name" if text[:1].isupper() else "word"


def _answered(record: GoldRecord, chance: Random) -> Iterator[Pair]:
    """clapnq: each sentence of a written answer, with the evidence and with the rest."""
    if not record.answers or not record.evidence:
        return
    gold = [span.text for span in record.evidence]
    for start, end in sentence_spans(record.answers[0]):
        claim = record.answers[0][start:end]
        yield Pair(claim, _joined(gold), SUPPORTED, record.set)
        other = _nearest(claim, record.documents[0], 2, gold)
        if other:
            yield Pair(claim, _joined(other), LACKING, record.set + "+other")
    yield from _edited(gold, chance, record.set, 1)


def _response(record: GoldRecord, chance: Random) -> Iterator[Pair]:
    """attribute_first: answer sentences with the spans that people marked for them."""
    if record.response is None:
        return
    for citation in record.citations:
        claim = record.response[citation.start : citation.end]
        gold = [span.text for span in citation.evidence]
        if len(claim) < 15 or not gold:
            continue
        label = SUPPORTED if citation.label in (None, Label.SUPPORTED) else LACKING
        yield Pair(claim, _joined(gold), label, record.set)
        document = chance.choice(record.documents)
        other = _nearest(claim, document, 2, gold)
        if other:
            yield Pair(claim, _joined(other), LACKING, record.set + "+other")


def _made(root: Path, chance: Random) -> Iterator[Pair]:
    """Sentences of the documents with edits of themselves, each document once."""
    seen: set[str] = set()
    for name, most in _EDITED.items():
        for record in load(root, name):
            for document in record.documents[:3]:
                if held_out(record) or document.text in seen:
                    continue
                seen.add(document.text)
                yield from _edited(_sentences(document), chance, name, most)


_EDITED = {"wice": 3, "bump": 2, "hotpotqa": 2, "contract_nli": 5, "summedits": 5, "qed": 1}
"""How many sentences of a document, by data set."""


def _trial(record: GoldRecord, chance: Random) -> Iterator[Pair]:
    """evidence_inference: how two treatments compare, as found and turned round."""
    if not record.question or not record.answers or not record.evidence or chance.random() > 0.6:
        return
    answer = record.answers[0]
    evidence = record.evidence[0].text
    yield Pair(_stated(record.question, answer), evidence, SUPPORTED, record.set)
    wrong = [text for text in _OUTCOMES if text not in answer]
    if len(wrong) < len(_OUTCOMES):
        yield Pair(
            _stated(record.question, chance.choice(wrong)), evidence, NOT_SUPPORTED, record.set
        )


_OUTCOMES = ("significantly increased", "significantly decreased", "no significant difference")


def _edited(texts: Sequence[str], chance: Random, source: str, most: int) -> Iterator[Pair]:
    """Edits, rewrites, lessenings and mergings of sentences; the sentences are the evidence."""
    usable = [text.strip() for text in texts if 40 <= len(text.strip()) <= 300]
    chance.shuffle(usable)
    for row, text in enumerate(usable[:most]):
        noise = usable[most + row : most + row + chance.randrange(3)]
        context = [text, *noise]
        chance.shuffle(context)
        kinds = [kind for kind in CHANGES if kind != "quotation"]
        chance.shuffle(kinds)
        made = next((new for kind in kinds if (new := CHANGES[kind](text, chance))), None)
        if made and made != text:
            yield Pair(made, _joined(context), NOT_SUPPORTED, source + "+edit")
            if chance.random() < 0.5:
                yield Pair(text, made, NOT_SUPPORTED, source + "+edit")
        rewrites = [new for edit in REWRITES.values() if (new := edit(text, chance))]
        if rewrites and chance.random() < 0.6:
            yield Pair(chance.choice(rewrites), _joined(context), SUPPORTED, source + "+rewrite")
        yield from _lessened(text, chance, source)
        if noise:
            both = f"{text.rstrip('.')}, and {noise[0]}"
            yield Pair(both, _joined(context), SUPPORTED, source + "+merged")
            yield Pair(both, chance.choice([text, noise[0]]), PARTIAL, source + "+merged")


def _lessened(text: str, chance: Random, source: str) -> Iterator[Pair]:
    """A sentence without one of its clauses says less: it follows, and does not suffice."""
    clauses = text.split(", ")
    inner = [row for row in range(1, len(clauses)) if len(clauses[row].split()) >= 3]
    if not inner or len(clauses) > 6:
        return
    row = chance.choice(inner)
    rest = [*clauses[:row], *clauses[row + 1 :]]
    less = ", ".join(rest)
    less = less if less.endswith(".") else less + "."
    if len(less.split()) < 5:
        return
    yield Pair(less, text, SUPPORTED, source + "+lessened")
    yield Pair(text, less, PARTIAL, source + "+lessened")


def _stated(question: str, answer: str) -> str:
    """A question with its answer as one claim."""
    return f"{question.strip().rstrip('?')}? {answer}"


def _joined(texts: Sequence[str]) -> str:
    return "\n".join(texts)


def _sentences(document: GoldDocument) -> list[str]:
    return [document.text[start:end] for start, end in sentence_spans(document.text[:20_000])]


def _sentence_around(text: str, start: int, end: int) -> str:
    """The sentence that a span lies in; the span itself where it is longer than a sentence."""
    low, high = max(0, start - 600), min(len(text), end + 600)
    inside = [
        (low + first, low + last)
        for first, last in sentence_spans(text[low:high])
        if low + first < end and low + last > start
    ]
    return text[inside[0][0] : inside[-1][1]] if inside else text[start:end]


def _nearest(claim: str, document: GoldDocument, most: int, but: Sequence[str]) -> list[str]:
    """The sentences of a document that share most terms with a claim and are not of the given."""
    wanted = set(query_terms(claim))
    found = [
        (len(wanted.intersection(terms(text))), text)
        for text in _sentences(document)
        if 20 <= len(text) <= 600 and not any(text in other or other in text for other in but)
    ]
    found.sort(key=lambda item: -item[0])
    return [text for score, text in found[:most] if score]


Maker = Callable[[GoldRecord, Random], Iterator[Pair]]

_MAKERS: dict[str, Maker] = {
    "nli/taxinli_mnli": _labelled,
    "nli/breaking_nli": partial(_labelled, keep=0.3),
    "nli/med": _labelled,
    "fever_symmetric": _labelled,
    "factcheck_gpt": _labelled,
    "begin": partial(_labelled, binary=True),
    "summedits": partial(_labelled, binary=True),
    "bump": partial(_labelled, binary=True),
    "wice": _page,
    "scifact_abstracts": _labelled,
    "scitab": partial(_labelled, binary=True),
    "contract_nli": _clause,
    "clapnq": _answered,
    "qed": _question,
    "hotpotqa": _question,
    "musique": _question,
    "2wikimultihopqa": _question,
    "tatqa": _question,
    "covidqa": _question,
    "expmrc": partial(_question, keep=0.6),
    "policyqa": partial(_question, keep=0.3),
    "qasper_subset": _question,
    "evidence_inference": _trial,
    "attribute_first": _response,
}
