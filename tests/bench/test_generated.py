from __future__ import annotations

import pypdfium2
import pytest

from pincite.bench.generated import LINES_PER_PAGE, cited_answer, report_pdf, report_text
from pincite.parse import parse_answer
from pincite.readers import read_document
from pincite.split import split


def test_a_generated_text_is_as_long_as_asked_and_the_same_again() -> None:
    """The same size and seed give the same text; another seed gives another."""
    text = report_text(20_000)
    assert 20_000 <= len(text) + 2 < 22_000
    assert text == report_text(20_000)
    assert text != report_text(20_000, seed=1)


def test_a_generated_text_repeats_few_sentences() -> None:
    """Sentences differ, so that nothing is quick because it was seen before."""
    paragraphs = report_text(50_000).split("\n\n")
    assert len(set(paragraphs)) > 0.9 * len(paragraphs)


@pytest.mark.parametrize("pages", [1, 3])
def test_a_generated_pdf_has_its_pages_and_their_text(pages: int) -> None:
    """Each page has its head, its number and its lines."""
    document = pypdfium2.PdfDocument(report_pdf(pages))
    assert len(document) == pages
    last = document[pages - 1].get_textpage().get_text_bounded()
    assert "Nordhavn Ltd. annual review" in last
    assert str(pages) in last.split()
    assert len(last.splitlines()) > LINES_PER_PAGE / 2
    document.close()


def test_a_cited_answer_has_as_many_claims_as_asked_each_with_a_marker() -> None:
    """Every marker can be read and names sentences of the library."""
    library = split((read_document(report_text(9_000).encode(), source_id="r"),))
    answer = parse_answer(cited_answer(library, claims=20))
    assert len(answer.citations) == 20
    assert not answer.unread_markers
    assert all(
        1 <= first <= last <= len(library) for c in answer.citations for first, last in c.ranges
    )


def test_a_cited_answer_of_a_small_library_has_a_claim_for_each_sentence() -> None:
    """There is nothing to cite twice."""
    library = split((read_document(b"Rain fell. The dam held.", source_id="r"),))
    assert len(parse_answer(cited_answer(library)).citations) == 2
