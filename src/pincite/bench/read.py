"""What readers get out of PDFs, and how fast: gold evidence found, words in order.

Texts are compared on letters and digits alone: a *word* is what stands between blanks, in lower
case, without anything else. Sets: `filings`, the PDFs of financebench; `layouts`, PDFs with the
text they were made from beside them (`paper.pdf` or `paper-web.pdf` and `paper.txt`), in `layouts/`
of the data root, else those of the checkout that this package is part of.
"""

from __future__ import annotations

import re
import time
import unicodedata
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import islice
from pathlib import Path
from statistics import median

from pincite.bench import chosen
from pincite.bench.extractors import EXTRACTORS, Extractor, installed
from pincite.bench.progress import track
from pincite.datasets import GoldDocument, GoldEvidence, load
from pincite.errors import CallerError
from pincite.measure.intervals import wilson
from pincite.records import Proportion

__all__ = ["METHODS", "ReadRow", "rows"]

METHODS = tuple(EXTRACTORS)
SETS = ("filings", "layouts")
RUNS = 5
_CHECKOUT_LAYOUTS = Path(__file__).parents[3] / "tests" / "data" / "pdf"
_REPEATED = ("pincite", "pdfium")
"""Methods that are run more than once; the others take minutes."""
_BROKEN = re.compile(r"[-\u2010\u00ad][^\S\n]*+\n\s*+")
_TABLE_WORDS = 3
"""Evidence whose lines have no more words, in the middle, is a table."""


@dataclass(frozen=True, slots=True)
class ReadRow:
    """What one reader gets out of the PDFs of a set.

    Attributes:
        set: `filings` or `layouts`.
        method: The reader.
        n: Files.
        pages: Of the files, as the method counts them.
        characters: Of the text that it gives.
        evidence_found: Gold evidence of which every part is on its page: a table's words as a
            set, the lines of prose each in one piece.
        evidence_parts: The parts that are.
        words_found: Words of the reference text of each page that are on it, counted as often as
            they occur; the reference is another program's reading.
        words_in_order: Words of the text that a PDF was made from which are in the longest
            blocks that the text read has in the same order.
        pages_per_s: Median of the runs.
        characters_per_s: Median of the runs.
        speed_of_pdfium: The method's pages a second over those of pdfium in the same run.
    """

    set: str
    method: str
    n: int
    pages: int
    characters: int
    evidence_found: Proportion | None
    evidence_parts: Proportion | None
    words_found: Proportion | None
    words_in_order: Proportion | None
    pages_per_s: float
    characters_per_s: float
    speed_of_pdfium: float | None


@dataclass(frozen=True, slots=True)
class _File:
    name: str
    data: bytes
    reference: GoldDocument | None = None
    evidence: tuple[GoldEvidence, ...] = ()
    made_from: str | None = None


def rows(
    root: Path | None, sets: Sequence[str], methods: Sequence[str], n: int | None
) -> Iterator[ReadRow]:
    """One row for each set and method.

    Args:
        root: The data root.
        sets: `filings`, `layouts`; empty: those that the root has.
        methods: Readers; empty: all that are installed.
        n: Most files of a set.

    Raises:
        CallerError: Without a root, or where it has none of the files.
    """
    if root is None:
        raise CallerError("the bench 'read' needs a data root with PDFs")
    names = installed(chosen(methods, METHODS, what="method"), asked=bool(methods))
    for name in chosen(sets, SETS, what="set"):
        files = list(islice(_files(root, name), n))
        if files:
            yield from _rows(name, files, names)
        elif sets:
            raise CallerError(f"the data root has no PDFs for the set {name!r}")


def _rows(name: str, files: Sequence[_File], methods: Sequence[str]) -> Iterator[ReadRow]:
    seconds: dict[str, list[float]] = {method: [] for method in methods}
    texts: dict[str, list[list[str]]] = {}
    for run in track(range(RUNS), f"read {name}"):
        for method in methods if run == 0 else [each for each in methods if each in _REPEATED]:
            texts[method], taken = _timed(EXTRACTORS[method], files)
            seconds[method].append(taken)
    fastest = seconds.get("pdfium")
    for method in methods:
        pages = sum(map(len, texts[method]))
        characters = sum(len(page) for file in texts[method] for page in file)
        middle = median(seconds[method])
        ratios = [own / mine for own, mine in zip(fastest or (), seconds[method], strict=False)]
        found, parts = _evidence(files, texts[method])
        yield ReadRow(
            set=name,
            method=method,
            n=len(files),
            pages=pages,
            characters=characters,
            evidence_found=found,
            evidence_parts=parts,
            words_found=_words_found(files, texts[method]),
            words_in_order=_words_in_order(files, texts[method]),
            pages_per_s=pages / middle,
            characters_per_s=characters / middle,
            speed_of_pdfium=median(ratios) if ratios else None,
        )


def _timed(extract: Extractor, files: Sequence[_File]) -> tuple[list[list[str]], float]:
    """The pages of each file, and the processor's seconds for all."""
    start = time.process_time()
    texts = [extract(file.data) for file in files]
    return texts, time.process_time() - start


def _files(root: Path, name: str) -> Iterator[_File]:
    if name == "layouts":
        own = root / "layouts"
        for path in sorted((own if own.is_dir() else _CHECKOUT_LAYOUTS).glob("*.pdf")):
            names = (path.stem, path.stem.rpartition("-")[0])
            for text in (path.with_name(f"{stem}.txt") for stem in names if stem):
                if text.is_file():
                    yield _File(path.name, path.read_bytes(), made_from=text.read_text("utf-8"))
                    break
        return
    paths = {path.stem: path for path in sorted((root / "financebench" / "pdf").glob("*.pdf"))}
    references: dict[str, GoldDocument] = {}
    evidence: dict[str, list[GoldEvidence]] = {}
    for record in load(root, "financebench") if paths else ():
        references.update((document.doc_id, document) for document in record.documents)
        for gold in record.evidence:
            evidence.setdefault(gold.doc_id, []).append(gold)
    for stem, path in paths.items():
        key = f"fb-{stem}"
        yield _File(path.name, path.read_bytes(), references.get(key), tuple(evidence.get(key, ())))


def _words(text: str) -> list[str]:
    """Words, those whole that a hyphen breaks at a line end."""
    folded = _BROKEN.sub("", unicodedata.normalize("NFKC", text).lower())
    bare = ("".join(filter(str.isalnum, word)) for word in folded.split())
    return [word for word in bare if word]


def _evidence(
    files: Sequence[_File], texts: Sequence[Sequence[str]]
) -> tuple[Proportion | None, Proportion | None]:
    spans = parts = whole = found = 0
    for file, pages in zip(files, texts, strict=True):
        for gold in file.evidence:
            present = _parts(_uncut(file, gold), _page(file, pages, gold))
            spans += 1
            whole += all(present)
            parts += len(present)
            found += sum(present)
    if not spans:
        return None, None
    return wilson(whole, spans), wilson(found, parts)


def _page(file: _File, pages: Sequence[str], gold: GoldEvidence) -> str:
    """The text of the pages that hold a span of the reference."""
    spans = file.reference.pages if file.reference else ()
    held = (
        page
        for span, page in zip(spans, pages, strict=False)
        if span.start < gold.end and gold.start < span.end
    )
    return "\n".join(held)


def _uncut(file: _File, gold: GoldEvidence) -> str:
    """The text of a span without a word that its start cuts."""
    before = file.reference.text[gold.start - 1 : gold.start] if file.reference else ""
    return re.sub(r"\A\w++", "", gold.text) if before.isalnum() else gold.text


def _parts(text: str, page: str) -> list[bool]:
    """Whether each part of a span is on the page: words of a table, lines of prose."""
    lines = [line for line in map(_words, _BROKEN.sub("", text).split("\n")) if line]
    if median(map(len, lines)) <= _TABLE_WORDS:
        there = set(_words(page))
        return [word in there for word in sorted({word for line in lines for word in line})]
    run = "".join(_words(page))
    return ["".join(line) in run for line in lines]


def _words_found(files: Sequence[_File], texts: Sequence[Sequence[str]]) -> Proportion | None:
    total = found = 0
    for file, pages in zip(files, texts, strict=True):
        if file.reference is None:
            continue
        for span, page in zip(file.reference.pages, pages, strict=False):
            wanted = Counter(_words(file.reference.text[span.start : span.end]))
            total += wanted.total()
            found += (wanted & Counter(_words(page))).total()
    return wilson(found, total) if total else None


def _words_in_order(files: Sequence[_File], texts: Sequence[Sequence[str]]) -> Proportion | None:
    total = found = 0
    for file, pages in zip(files, texts, strict=True):
        if file.made_from is None:
            continue
        wanted, read = _words(file.made_from), _words("\n".join(pages))
        blocks = SequenceMatcher(None, wanted, read, autojunk=False).get_matching_blocks()
        total += len(wanted)
        found += sum(block.size for block in blocks)
    return wilson(found, total) if total else None
