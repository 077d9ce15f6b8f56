"""The sample documents: what the demo rests on."""

import re
import runpy
from pathlib import Path

import pypdfium2 as pdfium

import pincite
from pincite import samples
from pincite.records import Decision, Status


def test_report_has_ten_pages_with_printed_labels() -> None:
    """Cover and contents carry i and ii, the body 1 to 8."""
    with pdfium.PdfDocument(samples.path("halden-report-2025.pdf")) as report:
        labels = [report.get_page_label(page) for page in range(len(report))]
    assert labels == ["i", "ii", "1", "2", "3", "4", "5", "6", "7", "8"]


def test_documents_disagree_in_one_figure() -> None:
    """Every figure of the press release's article stands in the report, except the revenue."""
    with pdfium.PdfDocument(samples.path("halden-report-2025.pdf")) as report:
        text = " ".join(page.get_textpage().get_text_range() for page in report)
    release = samples.path("halden-press-release.html").read_text(encoding="utf-8")
    article = re.search(r"<article>.*</article>", release, re.DOTALL)
    assert article is not None
    figure = re.compile(r"\d+(?:[.,]\d+)*")
    said = set(figure.findall(re.sub(r"<[^>]*>|&\w+;", " ", article[0])))
    assert said - set(figure.findall(text)) == {"2,481"}
    assert "2,418" not in said


def test_answer_cites_the_sentences_it_means() -> None:
    """The sample answer is numbered for the readers and the splitter as they are now."""
    script = Path(__file__).parents[1] / "docs" / "samples" / "number_answer.py"
    numbered = runpy.run_path(str(script))["numbered"]()
    assert samples.path("answer.md").read_text(encoding="utf-8") == numbered


def test_the_demo_has_one_verdict_of_each_kind() -> None:
    """Right, half right, changed, phantom, uncited, and a conflict between the documents."""
    library = pincite.read(
        samples.path("halden-report-2025.pdf"), samples.path("halden-press-release.html")
    )
    report = pincite.verify(samples.path("answer.md"), library)
    assert [verdict.rule for verdict in report.verdicts] == [
        "conflict",
        "nothing_found",
        "name_absent",
        "nothing_found",
        "quotation_changed",
        "phantom",
        "uncited",
    ]
    supported = [verdict.status is Status.SUPPORTED for verdict in report.verdicts]
    assert supported == [True, True, False, True, False, False, False]
    assert report.decision is Decision.REJECT
