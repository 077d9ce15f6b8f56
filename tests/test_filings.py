"""Real filings of a hundred pages and more, where the annotated data is at hand."""

import json
from pathlib import Path

import pytest

import pincite
from pincite.records import Citation, CitationStatus, Library

FINANCEBENCH = Path(__file__).parents[2] / "shared" / "data" / "financebench"
FILINGS = sorted((FINANCEBENCH / "pdf").glob("*.pdf"))

pytestmark = [
    pytest.mark.shared,
    pytest.mark.skipif(not FILINGS, reason="the annotated data is not beside the checkout"),
]


@pytest.fixture(scope="module", params=FILINGS, ids=lambda path: path.stem)
def filing(request: pytest.FixtureRequest) -> tuple[str, Library]:
    """A filing's name and its library."""
    return request.param.stem, pincite.read(request.param)


def questions(name: str) -> list[str]:
    """What people asked about a filing."""
    lines = (FINANCEBENCH / "evidence_pages.jsonl").read_text(encoding="utf-8").splitlines()
    records = [json.loads(line) for line in lines]
    return [r["question"] for r in records if name in json.dumps(r["documents"])]


def test_every_position_is_the_sentence_and_has_a_page(filing: tuple[str, Library]) -> None:
    """Sentences stand where they say, in order, on a page of the file."""
    _, library = filing
    document = library.documents[0]
    assert document.pages >= 5
    end = 0
    for sentence in library.sentences():
        assert document.text[sentence.start : sentence.end] == sentence.text
        assert sentence.start >= end
        end = sentence.end
        page = document.map.page(sentence.start)
        assert page is not None
        assert 1 <= page <= document.pages


def test_verbatim_claims_are_supported(filing: tuple[str, Library]) -> None:
    """Twenty sentences of the filing, cited as they stand, pass; shifted by one they do not."""
    _, library = filing
    prose = [s for s in library.sentences() if s.text.endswith(".") and 60 < len(s.text) < 300]
    chosen = prose[:: max(1, len(prose) // 20)][:20]
    texts = [" ".join(s.text.split()).rstrip(".").replace("[", "(") for s in chosen]
    right = "\n\n".join(f"{t} [s{s.number}]." for t, s in zip(texts, chosen, strict=True))
    report = pincite.verify(right, library)
    assert all(c.status is CitationStatus.OK for c in report.answer.citations)
    assert report.scores.precision_entailed.value >= 0.9
    wrong = "\n\n".join(f"{t} [s{s.number + 1}]." for t, s in zip(texts, chosen, strict=True))
    shifted = pincite.verify(wrong, library)
    assert shifted.scores.precision_entailed.value <= 0.2


def test_a_question_is_answered_verbatim_or_refused(filing: tuple[str, Library]) -> None:
    """What the embedded answerer says of a real question stands in the filing."""
    name, library = filing
    question = (questions(name) or ["What was the total revenue?"])[0]
    report = pincite.ask(question, library)
    citations: tuple[Citation, ...] = report.answer.citations
    assert all(citation.status is CitationStatus.OK for citation in citations)
    assert report.answered == bool(citations)
