"""The bench of readers counts what is on the right page, in the right order."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from shutil import copy

import pytest

from pincite.bench.extractors import EXTRACTORS
from pincite.bench.generated import report_pdf
from pincite.bench.read import rows
from pincite.errors import CallerError

DATA = Path(__file__).parents[1] / "data" / "pdf"


def data_root(folder: Path) -> Path:
    """A root with one filing, of which a table and a sentence are gold, and one layout."""
    filings, layouts = folder / "financebench", folder / "layouts"
    (filings / "pdf").mkdir(parents=True)
    layouts.mkdir()
    pdf = report_pdf(2)
    (filings / "pdf" / "NORD_2020.pdf").write_bytes(pdf)
    pages = EXTRACTORS["pdfium"](pdf)
    text = "\n\n".join(pages)
    start = text.index("\n", 200) + 1
    end = text.index("\n", start + 200)
    evidence = [{"doc": "fb-NORD_2020", "start": start, "end": end, "text": text[start:end]}]
    second = len(pages[0]) + 2
    document = {
        "id": "fb-NORD_2020",
        "title": "Nord",
        "text": text,
        "pages": [[0, len(pages[0])], [second, second + len(pages[1])]],
    }
    record = {
        "id": "r1",
        "question": "?",
        "documents": [{"id": "fb-NORD_2020"}],
        "evidence": [{**each, "set": 0} for each in evidence],
    }
    (filings / "records.jsonl").write_text(json.dumps(record), encoding="utf-8")
    with gzip.open(filings / "documents.jsonl.gz", "wt", encoding="utf-8") as file:
        file.write(json.dumps(document))
    copy(DATA / "paper-writer.pdf", layouts / "paper.pdf")
    paper = (DATA / "paper.txt").read_text(encoding="utf-8")
    (layouts / "paper.txt").write_text(paper.replace("#", ""), encoding="utf-8")
    return folder


def test_evidence_words_and_order_are_counted(tmp_path: Path) -> None:
    """All of the gold and every word is found; the two columns are read in order."""
    filings, layouts = rows(data_root(tmp_path), [], ["pincite"], None)
    assert (filings.set, filings.n, filings.pages) == ("filings", 1, 2)
    assert filings.evidence_found is not None
    assert filings.evidence_found.value == 1
    assert filings.words_found is not None
    assert filings.words_found.value == 1
    assert filings.words_in_order is None
    assert layouts.words_in_order is not None
    assert layouts.words_in_order.successes == layouts.words_in_order.total > 500
    assert layouts.evidence_found is None
    assert layouts.speed_of_pdfium is None


def test_speed_stands_beside_pdfiums(tmp_path: Path) -> None:
    """Both are measured in one run; the second set is left out when the first is asked for."""
    found = list(rows(data_root(tmp_path), ["layouts"], ["pincite", "pdfium"], 1))
    assert [row.method for row in found] == ["pincite", "pdfium"]
    assert found[1].speed_of_pdfium == 1.0
    assert found[0].speed_of_pdfium is not None


def test_without_files_there_is_no_figure(tmp_path: Path) -> None:
    """A root without PDFs is an error for who asks for them, and so is none."""
    (tmp_path / "layouts").mkdir()
    assert list(rows(tmp_path, [], [], None)) == []
    with pytest.raises(CallerError):
        list(rows(tmp_path, ["filings"], [], None))
    with pytest.raises(CallerError):
        list(rows(None, [], [], None))
