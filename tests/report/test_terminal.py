"""What a report prints to a terminal."""

from __future__ import annotations

import dataclasses
import io
import re
from types import ModuleType

import pytest
from rich.console import Console

from pincite.records import BlockKind, Report
from pincite.report.terminal import terminal


def printed(report: Report, *, width: int = 100, colour: bool = False) -> str:
    """What the report prints to a terminal of a width."""
    file = io.StringIO()
    system = "standard" if colour else None
    terminal(
        report,
        console=Console(
            file=file, width=width, force_terminal=colour, color_system=system, no_color=not colour
        ),
    )
    return file.getvalue()


def test_each_claim_shows_verdict_text_evidence_and_reason(report: Report) -> None:
    """A claim's block holds all that a person needs to judge it."""
    blocks = printed(report, width=120).split("\n\n")
    block = next(b for b in blocks if "claim 3" in b.splitlines()[0])
    assert block.startswith("◐ Partial  claim 3  review: a conflict elsewhere in the library\n")
    assert "Visitors rose by 12 % to 318,400 [s6], mostly thanks to" in block
    assert "s6 Visitors climbed to 318,400" in block
    assert "p. 5 (page 1 of the file)" in block
    assert "✗ support: “mainland” is not in s7" in block
    assert "s34 More than 331,000 people" in block
    assert "✓ passed: resolve, figures" in block


def test_broken_citations_unread_markers_and_scores_are_listed(report: Report) -> None:
    """Nothing that went wrong is left to be found in the claims."""
    text = printed(report, width=120)
    assert "[s90]  there is no sentence s90; the library ends at s42 (claim 8)" in text
    assert "[sentence 3] (claim 8)" in text
    assert "Precision: 2 of 8 (25 %, 95 % interval 7–59 %)" in text
    assert text.startswith("✗ REJECT")


@pytest.mark.parametrize("width", [24, 40, 80, 200])
def test_no_line_is_wider_than_the_terminal(report: Report, width: int) -> None:
    """Lines wrap under their own start, and none ends in blanks."""
    lines = printed(report, width=width).splitlines()
    assert max(map(len, lines)) <= max(width, 32)
    assert all(line == line.rstrip() for line in lines)


def test_without_colour_there_is_no_escape_sequence(report: Report) -> None:
    """A file or pipe gets plain text; a terminal gets the same text in colour."""
    plain, coloured = printed(report), printed(report, colour=True)
    assert "\x1b" not in plain
    assert "\x1b[" in coloured
    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured) == plain


def test_control_characters_and_markup_of_texts_are_inert(samples: ModuleType) -> None:
    """Escape sequences, direction overrides and console markup print as what they are."""
    bad = "[bold red]Gone[/] \x1b[2J\x1b]0;owned\x07 \x9b31m \u202eevil \r over \ud800."
    made = samples.sample_report(
        f"{bad} [s1].", (("bad", [(BlockKind.PARAGRAPH, 0, [bad.replace("\n", " ")])]),)
    )
    made = dataclasses.replace(made, warnings=(bad,))
    text = printed(made, colour=True)
    assert re.findall(r"\x1b(?!\[[0-9;]*m)", text) == []
    assert not set(text) & {"\x07", "\x9b", "\u202e", "\r", "\ud800"}
    assert text.count("[bold red]Gone[/] ␛[2J␛]0;owned␇") >= 3
    assert "⟨U+202E⟩evil" in text
    text.encode("utf-8")
