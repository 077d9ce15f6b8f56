"""Sentence splitters to compare with, each behind one call; knows no data set.

Every method takes a text and its language and gives half-open code-point spans, trimmed. A peer
that is not installed is left out, with the reason.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from importlib import import_module

from pincite.split import Domain, sentence_spans

__all__ = ["SPLITTERS", "Spans", "Splitter"]

Spans = list[tuple[int, int]]
Splitter = Callable[[str, str, Domain], Spans]
"""Takes a text, the language of its record and the domain of its set."""


def _pincite() -> Splitter:
    return lambda text, language, domain: sentence_spans(text, language=language, domain=domain)


def _pincite_unaided() -> Splitter:
    return lambda text, _language, _domain: sentence_spans(text)


def _sentencex() -> Splitter:
    segment = import_module("sentencex").segment

    def spans(text: str, language: str, _: Domain) -> Spans:
        return _placed(text, segment(language, text))

    return spans


def _nupunkt() -> Splitter:
    sent_spans = import_module("nupunkt").sent_spans
    return lambda text, _language, _domain: _trimmed(text, sent_spans(text))


def _blingfire() -> Splitter:
    pairs = import_module("blingfire").text_to_sentences_and_offsets
    return lambda text, _language, _domain: _trimmed(text, pairs(text)[1])


def _yasbd() -> Splitter:
    module = import_module("yasbd")
    supported = module.get_supported_langs()
    detectors: dict[str, Callable[[str], list[int]]] = {}

    def spans(text: str, language: str, _: Domain) -> Spans:
        lang = language if language in supported else "en"
        if lang not in detectors:
            detectors[lang] = module.BoundaryDetector(lang=lang).detect
        return _between(text, detectors[lang](text))

    return spans


def _punkt() -> Splitter:
    tokenizer = import_module("nltk.tokenize.punkt").PunktSentenceTokenizer()
    return lambda text, _language, _domain: _trimmed(text, tokenizer.span_tokenize(text))


def _syntok() -> Splitter:
    segmenter = import_module("syntok.segmenter")

    def spans(text: str, _language: str, _domain: Domain) -> Spans:
        found = []
        for paragraph in segmenter.analyze(text):
            for sentence in paragraph:
                last = sentence[-1]
                found.append((sentence[0].offset, last.offset + len(last.value)))
        return _trimmed(text, found)

    return spans


def _sentencizer() -> Splitter:
    nlp = import_module("spacy").blank("xx")
    nlp.add_pipe("sentencizer")
    nlp.max_length = 1 << 40

    def spans(text: str, _language: str, _domain: Domain) -> Spans:
        return _trimmed(text, ((s.start_char, s.end_char) for s in nlp(text).sents))

    return spans


def _longcite() -> Splitter:
    """Punkt trained on the very text, then a cut after each full-width mark; no offsets there."""
    punkt = import_module("nltk.tokenize.punkt").PunktSentenceTokenizer
    after_wide = re.compile(r"(?<=[。；！？])")

    def spans(text: str, _language: str, _domain: Domain) -> Spans:
        ends = {end for _, end in punkt(text).span_tokenize(text)}
        ends.update(match.start() for match in after_wide.finditer(text))
        if len(ends) < 2:
            ends.update(match.start() for match in re.finditer("\n\n", text))
        return _between(text, sorted(ends))

    return spans


def _placed(text: str, pieces: Iterable[str]) -> Spans:
    """Spans of consecutive pieces, looked up in order."""
    found, position = [], 0
    for piece in pieces:
        start = text.find(piece, position)
        if start >= 0:
            position = start + len(piece)
            found.append((start, position))
    return _trimmed(text, found)


def _between(text: str, ends: Iterable[int]) -> Spans:
    """Spans that fill a text, from where they end."""
    found, position = [], 0
    for end in (*ends, len(text)):
        found.append((position, end))
        position = end
    return _trimmed(text, found)


def _trimmed(text: str, spans: Iterable[tuple[int, int]]) -> Spans:
    return list(_without_blanks(text, spans))


def _without_blanks(text: str, spans: Iterable[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    for start, end in spans:
        piece = text[start:end]
        inner = piece.strip()
        if inner:
            first = start + len(piece) - len(piece.lstrip())
            yield first, first + len(inner)


SPLITTERS: dict[str, Callable[[], Splitter]] = {
    "pincite": _pincite,
    "pincite, no settings": _pincite_unaided,
    "sentencex": _sentencex,
    "nupunkt": _nupunkt,
    "blingfire": _blingfire,
    "yasbd": _yasbd,
    "punkt": _punkt,
    "syntok": _syntok,
    "sentencizer": _sentencizer,
    "longcite": _longcite,
}
"""What makes each splitter, in the order of the table; an ImportError where its library is missing.

`pincite` is told language and domain, peers the language where they take one.
"""
