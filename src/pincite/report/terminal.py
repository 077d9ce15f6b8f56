"""A report printed to a terminal; control characters of documents and answers are inert."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from rich.console import Console
from rich.text import Text

from pincite.records import Decision, Outcome, Report, Status
from pincite.report.view import CheckView, ClaimView, Quotes, ReportView, view
from pincite.report.words import DECISION_WORDS, OUTCOME_WORDS, STATUS_WORDS, plain

__all__ = ["terminal"]

_STATUS_STYLES = {
    Status.CONTRADICTED: "magenta",
    Status.UNSUPPORTED: "red",
    Status.PARTIAL: "yellow",
    Status.UNCITED: "blue",
    Status.UNCHECKED: "cyan",
    Status.SUPPORTED: "green",
    Status.NO_CLAIM: "dim",
}
_DECISION_STYLES = {Decision.ACCEPT: "green", Decision.REVIEW: "yellow", Decision.REJECT: "red"}
_OUTCOME_STYLES = {Outcome.FAIL: "red", Outcome.UNKNOWN: "cyan", Outcome.PASS: "green"}


@dataclass(frozen=True, slots=True)
class _Line:
    """A text with a label before it; its further lines hang under its first."""

    text: Text
    indent: int = 0
    label: Text | None = None


def terminal(report: Report, *, console: Console | None = None) -> None:
    """Print a report: the decision, each claim with its evidence and why, then the scores.

    Args:
        report: An answer, judged.
        console: Where to; standard output by default, in colour only on a terminal that wants it.
    """
    out = console or Console(highlight=False)
    shown = view(report)
    _print(_head(shown), out)
    for claim in shown.claims:
        _print((_Line(Text()), *_claim(claim)), out)
    _print(_findings(shown), out)


def _print(lines: Iterable[_Line], console: Console) -> None:
    texts = [text for line in lines for text in _wrapped(line, console)]
    if texts:
        console.print(Text("\n").join(texts), soft_wrap=True)


def _wrapped(line: _Line, console: Console) -> Iterator[Text]:
    label = Text(" " * line.indent)
    if line.label is not None:
        label.append_text(line.label).append(" ")
    margin = label.cell_len
    width = max(20, console.width - margin)
    fits = line.text.cell_len <= width and "\n" not in line.text.plain
    texts = [line.text] if fits else line.text.wrap(console, width, overflow="fold")
    for number, text in enumerate(texts):
        text.rstrip()
        yield (Text(" " * margin) if number else label).append_text(text)


def _head(shown: ReportView) -> Iterator[_Line]:
    decision = shown.report.decision
    word, style = DECISION_WORDS[decision], _DECISION_STYLES[decision]
    seal = (f"{word.sign} {word.label.upper()}", f"bold {style}")
    yield _Line(Text.assemble(seal, "  ", shown.meaning))
    yield _Line(Text(shown.summary, "dim"))
    counts = Text()
    for status, count in shown.counts:
        word = STATUS_WORDS[status]
        counts.append(f"{word.sign} {count} {word.label.lower()}", _STATUS_STYLES[status])
        counts.append("   ")
    counts.rstrip()
    yield _Line(counts)


def _claim(claim: ClaimView) -> Iterator[_Line]:
    word, style = STATUS_WORDS[claim.status], _STATUS_STYLES[claim.status]
    number = f"claim {claim.number} {plain(claim.place)}".rstrip()
    title = Text.assemble((f"{word.sign} {word.label}", f"bold {style}"), f"  {number}")
    if claim.status is not Status.NO_CLAIM:
        title.append(
            f"  {DECISION_WORDS[claim.decision].label.lower()}: {plain(claim.rule)}", "dim"
        )
    yield _Line(title)
    yield _Line(_words(claim), 2)
    yield from _quotes(claim.quotes, 4)
    for check in claim.concerns:
        yield from _check(check)
    if claim.passes:
        names = ", ".join(dict.fromkeys(plain(check.name) for check in claim.passes))
        yield _Line(Text(f"passed: {names}", "dim"), 4, Text("✓", "green"))
    if claim.suggestion:
        right = Text(f"a marker that would be right: {plain(claim.suggestion)}")
        yield _Line(right, 4, Text("→"))


def _words(claim: ClaimView) -> Text:
    words = Text(style="bold")
    for piece in claim.pieces:
        if piece.citation is not None:
            words.append(
                plain(piece.citation.raw), "bold red" if piece.citation.broken else "not bold cyan"
            )
        else:
            lead, tail = piece.text[:1].isspace(), piece.text[-1:].isspace()
            text = plain(piece.text)
            shown = f"{' ' if lead else ''}{text}{' ' if tail and text else ''}"
            words.append(shown, "underline" if piece.doubted else None)
            if piece.unread:
                words.append(" (unread)", "not bold red")
    return words


def _quotes(quotes: Quotes, indent: int) -> Iterator[_Line]:
    for quote in quotes.items:
        text = Text(f"{plain(' · '.join(quote.context))}\n" if quote.context else "", "dim")
        text.append(plain(quote.text), "not dim")
        where = ", ".join(filter(None, map(plain, (quote.title, quote.place))))
        text.append(f"\n{where}", "dim")
        yield _Line(text, indent, Text(f"s{quote.number}", "cyan"))
    if quotes.more:
        yield _Line(Text(f"and {quotes.more:,} more sentences", "dim"), indent)


def _check(check: CheckView) -> Iterator[_Line]:
    word, style = OUTCOME_WORDS[check.outcome], _OUTCOME_STYLES[check.outcome]
    text = Text.assemble((plain(check.name), style), ": ", plain(check.reason))
    if check.about:
        text.append(f" (on “{plain(check.about)}”)", "dim")
    yield _Line(text, 4, Text(word.sign, style))
    yield from _quotes(check.quotes, 8)


def _findings(shown: ReportView) -> Iterator[_Line]:
    broken = (
        Text.assemble((plain(c.raw), "red"), f"  {plain(c.reason)}{_of(c.claim)}")
        for c in shown.broken
    )
    unread = (Text.assemble((plain(raw), "red"), _of(claim)) for raw, claim in shown.unread)
    warnings = (Text(plain(warning)) for warning in shown.warnings)
    scores = (Text(f"{name}: {plain(words)}") for name, words in shown.scores)
    yield from _section("Broken citations", broken)
    yield from _section("Markers that could not be read", unread)
    yield from _section("Warnings", warnings)
    yield from _section("Citation on fact", scores)


def _of(claim: int | None) -> str:
    return f" (claim {claim})" if claim else ""


def _section(title: str, lines: Iterable[Text]) -> Iterator[_Line]:
    for number, line in enumerate(lines):
        if number == 0:
            yield _Line(Text())
            yield _Line(Text(title, "bold"))
        yield _Line(line, 2)
