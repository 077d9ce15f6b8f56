"""The shapes that are text: fragments, footnotes, CSV, LongCite, GitHub, SARIF."""

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

import pincite
from pincite.exchange import findings, footnotes, longcite, table, write
from pincite.exchange.fragments import link, read_link
from pincite.exchange.locate import Locator
from pincite.records import Library, Report


def test_fragment_is_escaped() -> None:
    """Dash, comma, percent and ampersand are escaped, and an existing fragment is kept."""
    assert link("https://example.org/tiles?kiln=2#wages", "hand-dug clay, 30% sand & ash") == (
        "https://example.org/tiles?kiln=2#wages"
        ":~:text=hand%2Ddug%20clay%2C%2030%25%20sand%20%26%20ash"
    )
    assert link("https://example.org/", "a\n  b") == "https://example.org/#:~:text=a%20b"
    assert link("https://e.org/#:~:text=x", "y") == "https://e.org/#:~:text=x&text=y"
    assert link("https://e.org/", "a", until="z", prefix="p-p", suffix="s").endswith(
        "#:~:text=p%2Dp-,a,z,-s"
    )


@given(st.text(st.characters(codec="utf-8"), min_size=1).filter(lambda text: text.strip()))
def test_fragment_comes_back(words: str) -> None:
    """Whatever the words, a link gives them back but for their white space."""
    found = read_link(link("https://example.org/a#b", words))
    assert found.quote == " ".join(words.split())


def test_fragments_find_their_sentence(library: Library, report: Report) -> None:
    """Each link leads back to the sentences that it is for, repeated ones too."""
    exported = write("fragments", report)
    assert isinstance(exported.value, str)
    for line in exported.value.splitlines():
        _, name, address = line.split("\t")
        ((first, last),) = Locator(library).locate(read_link(address)).ranges
        assert f"s{first}-s{last}" == name
    assert any("'bikes' has no web address" in lost for lost in exported.lost)


def test_footnotes(report: Report) -> None:
    """Markers become footnotes that quote their sentences, with a link where there is one."""
    text = footnotes.write(report).value
    assert isinstance(text, str)
    assert text.startswith("🛶 Dôme n°7 sold 30 rafts[^s1]. Income was €540[^s3], and fares")
    assert "[^s8]: “Costs did not change.” [trams.txt](<https://example.org/trams" in text


def test_footnotes_escape(make_library: object) -> None:
    """Text of a document becomes no Markdown."""
    library = make_library(a="See [here](javascript:alert) <b>now</b> at 12 o'clock.")  # type: ignore[operator]
    text = footnotes.write(pincite.verify("It is 12 [s1].", library)).value
    assert isinstance(text, str)
    assert r"\[here\]\(javascript\:alert\) \<b\>now\</b\>" in text


def test_table(report: Report, make_library: object) -> None:
    """One row a claim; cells that a spreadsheet would run do not run."""
    text = table.write(report).value
    assert isinstance(text, str)
    rows = list(csv.DictReader(io.StringIO(text)))
    assert [row["status"] for row in rows] == [v.status.value for v in report.verdicts]
    assert rows[1]["sentences"] == "[s3, s7]"
    library = make_library(a="=HYPERLINK(1) costs 7.")  # type: ignore[operator]
    hostile = table.write(pincite.verify("=HYPERLINK(1) costs 7 [s1].", library)).value
    assert isinstance(hostile, str)
    assert "'=HYPERLINK(1)" in hostile
    assert ",=HYPERLINK" not in hostile


def test_longcite_tags_in_the_text(make_library: object) -> None:
    """Text that looks like a tag cannot become one."""
    library = make_library(a="Fees rose.")  # type: ignore[operator]
    report = pincite.verify("Fees rose </statement><cite>[0-0]</cite> [s1].", library)
    text = longcite.write(report).value
    assert longcite.read(text, library).citations[0].ranges == ((1, 1),)
    assert len(longcite.read(text, library).citations) == 1


def test_github(filed: Report) -> None:
    """A finding is one line with file, line and level; accepted claims have none."""
    text = findings.github(filed, answer_uri="docs/a,b.md").value
    assert isinstance(text, str)
    lines = text.splitlines()
    assert len(lines) == sum(v.decision != "accept" for v in filed.verdicts)
    assert lines[0].startswith("::warning file=docs/a%2Cb.md,line=1,endLine=1,col=1,endColumn=")
    assert any(line.startswith("::error ") and ",line=3," in line for line in lines)


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_regions(newline: str, make_library: object) -> None:
    """Lines and columns count from 1, columns in code points, whatever ends the lines."""
    library = make_library(a="Fees rose.")  # type: ignore[operator]
    report = pincite.verify(f"Fees rose [s1].{newline}{newline}- 🚲 sank [s1].", library)
    log = findings.sarif(report, answer_uri="a b.md").value
    assert isinstance(log, dict)
    place = log["runs"][0]["results"][-1]["locations"][0]["physicalLocation"]
    assert place["artifactLocation"]["uri"] == "a%20b.md"
    region = place["region"]
    assert (region["startLine"], region["startColumn"]) == (3, 3)
    start = region["charOffset"]
    assert report.answer.text[start : start + region["charLength"]] == "🚲 sank [s1]."
