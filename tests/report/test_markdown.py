"""A report as Markdown."""

from __future__ import annotations

from types import ModuleType

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from pincite.records import BlockKind, Report
from pincite.report.markdown import markdown
from pincite.text import WORD_JOINER

HOSTILE = (
    "<script>alert(1)</script>",
    "![x](http://evil.example/p.png) [y](javascript:alert(1))",
    "**bold** _it_ `code` ~~gone~~ | cell | $x$",
    "# heading",
    "- item",
    "12) item",
    "@someone closes #12 at https://evil.example and www.evil.example, a@b.example",
    "&lt;b&gt; \\ \\* [s1] <!-- hidden -->",
    "\u202ereversed \x1b[31m \ud800",
)


def html_of(text: str) -> str:
    """The Markdown as HTML, with raw HTML, tables and addresses as GitHub reads them."""
    return MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"]).render(text)


def test_each_claim_has_verdict_evidence_and_reasons(report: Report) -> None:
    """The order is that of the other renderers."""
    text = markdown(report)
    block = text.split("### ")[3]
    assert block.startswith("◐ Claim 3: partial\n\n> Visitors rose by 12 % to 318,400 \\[s6\\], ")
    assert "- ✗ **support** failed: “mainland” is not in s7" in block
    assert "  - **s34** More than 331,000 people" in block
    assert "- **s6** Visitors climbed to 318,400" in block
    assert "## Broken citations\n\n- \\[s90\\]: there is no sentence s90" in text
    assert text.endswith("\n")


@pytest.mark.parametrize("bad", HOSTILE)
def test_text_of_documents_and_answers_stays_text(samples: ModuleType, bad: str) -> None:
    """No tag, link, picture, heading, list or emphasis comes from a source."""
    clean = samples.sample_report("Fine [s1].", (("d", [(BlockKind.PARAGRAPH, 0, ["Fine."])]),))
    made = samples.sample_report(f"{bad} [s1].", (("d", [(BlockKind.PARAGRAPH, 0, [bad])]),))
    shape = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])
    types = [[t.type for t in shape.parse(markdown(r, title="T"))] for r in (clean, made)]
    assert types[0] == types[1]
    page = html_of(markdown(made))
    for tag in ("<script", "<img", "<a ", "<!--", "<em>", "<s>"):
        assert tag not in page
    markdown(made).encode("utf-8")


def test_names_numbers_and_addresses_do_not_notify_or_link(samples: ModuleType) -> None:
    """A word joiner breaks what a forge would turn into a link."""
    bad = HOSTILE[6]
    made = samples.sample_report(f"{bad} [s1].", (("d", [(BlockKind.PARAGRAPH, 0, [bad])]),))
    text = markdown(made)
    for active in ("@someone", "#12", "https://", "www.evil", "a@b"):
        assert active not in text
    assert f"@{WORD_JOINER}someone" in text


_OPENERS = st.text(alphabet="*_`[]()<>#-+=!|~&\\:/.1 \n\tab", max_size=30)


@given(text=_OPENERS)
def test_no_text_changes_the_shape_of_the_page(samples: ModuleType, text: str) -> None:
    """The block structure depends on the report alone."""
    reader = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])

    def shape(title: str) -> list[str]:
        report = samples.sample_report("Fine [s1].", (("d", [(BlockKind.PARAGRAPH, 0, ["F."])]),))
        return [t.type for t in reader.parse(markdown(report, title=title))]

    assert shape(f"x{text}") == shape("x")
    assert shape(f"{text}x") == shape("x")
