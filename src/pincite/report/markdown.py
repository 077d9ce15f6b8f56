"""A report as Markdown for pull requests; no text of a document or answer becomes markup."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from pincite.records import Report
from pincite.report.view import CheckView, ClaimView, Quotes, ReportView, view
from pincite.report.words import DECISION_WORDS, OUTCOME_WORDS, STATUS_WORDS, plain
from pincite.text import WORD_JOINER

__all__ = ["markdown"]

_ACTIVE = re.compile(r"[\\`*_{}\[\]<>|~&$]|!(?=\[)")
_START = re.compile(r"(?:([-+=#:])|(\d{1,9}+)([.)])(?=\s|$))")
_AUTOLINK = re.compile(r"@|#(?=\w)|(?:https?|ftp|mailto|xmpp|www)(?=[:.])|\b[0-9a-f]{7}", re.I)


def markdown(report: Report, *, title: str = "Citation report") -> str:
    """A report as Markdown (GitHub flavour, no raw HTML); the same bytes for the same report.

    Characters of documents and answers that Markdown would obey are escaped; U+2060 keeps names,
    issue numbers, hashes and addresses from becoming links or notifications.

    Args:
        report: An answer, judged.
        title: Heading of the page.
    """
    shown = view(report)
    blocks = [
        *_head(shown, title),
        *(block for claim in shown.claims for block in _claim(claim)),
        *_findings(shown),
    ]
    return "\n\n".join(blocks) + "\n"


def _escape(text: str) -> str:
    line = _ACTIVE.sub(r"\\\g<0>", plain(text))
    line = _AUTOLINK.sub(rf"\g<0>{WORD_JOINER}", line)
    match = _START.match(line)
    if match is None:
        return line
    if match[1]:
        return f"\\{line}"
    return f"{match[2]}\\{line[len(match[2]) :]}"


def _head(shown: ReportView, title: str) -> Iterator[str]:
    word = DECISION_WORDS[shown.report.decision]
    yield f"# {_escape(title)}"
    yield f"**{word.sign} {word.label}.** {shown.meaning} {shown.summary}."
    rows = [
        f"| {STATUS_WORDS[status].sign} {STATUS_WORDS[status].label} | {count} |"
        for status, count in shown.counts
    ]
    if rows:
        yield "\n".join(["| Verdict | Claims |", "| --- | ---: |", *rows])


def _claim(claim: ClaimView) -> Iterator[str]:
    word = STATUS_WORDS[claim.status]
    title = f"Claim {claim.number} {_escape(claim.place)}".rstrip()
    yield f"### {word.sign} {title}: {claim.label.lower()}"
    yield f"> {_words(claim)}"
    decision = DECISION_WORDS[claim.decision].label
    lines = [f"- **{decision}** by the rule “{_escape(claim.rule)}”"]
    for check in claim.concerns:
        lines.extend(_check(check))
    lines.extend(_quotes(claim.quotes, ""))
    if claim.suggestion:
        lines.append(f"- A marker that would be right: {_escape(claim.suggestion)}")
    if claim.passes:
        names = ", ".join(dict.fromkeys(_escape(check.name) for check in claim.passes))
        lines.append(f"- ✓ passed: {names}")
    yield "\n".join(lines)


def _words(claim: ClaimView) -> str:
    return _escape(
        "".join(
            piece.text if piece.citation is None else piece.citation.raw for piece in claim.pieces
        )
    )


def _check(check: CheckView) -> Iterator[str]:
    word = OUTCOME_WORDS[check.outcome]
    about = f" (on “{_escape(check.about)}”)" if check.about else ""
    yield (
        f"- {word.sign} **{_escape(check.name)}** {word.label.lower()}: "
        f"{_escape(check.reason)}{about}"
    )
    yield from _quotes(check.quotes, "  ")


def _quotes(quotes: Quotes, indent: str) -> Iterator[str]:
    for quote in quotes.items:
        heads = f"{_escape(' · '.join(quote.context))}: " if quote.context else ""
        place = f", {_escape(quote.place)}" if quote.place else ""
        yield (
            f"{indent}- **s{quote.number}** {heads}{_escape(quote.text)} "
            f"({_escape(quote.title)}{place})"
        )
    if quotes.more:
        yield f"{indent}- and {quotes.more:,} more sentences"


def _findings(shown: ReportView) -> Iterator[str]:
    yield from _section(
        "Broken citations",
        (f"{_escape(c.raw)}: {_escape(c.reason)}{_of(c.claim)}" for c in shown.broken),
    )
    yield from _section(
        "Markers that could not be read",
        (f"{_escape(raw)}{_of(claim)}" for raw, claim in shown.unread),
    )
    yield from _section("Warnings", map(_escape, shown.warnings))
    yield from _section(
        "Citation on fact", (f"{name}: {_escape(words)}" for name, words in shown.scores)
    )
    report = shown.report
    yield from _section(
        "About this report",
        (
            f"support judged by {_escape(report.verifier)}",
            f"pincite {_escape(report.pincite_version)}",
            f"library `{report.library.library_id}`",
            f"policy `{report.policy_sha256}`",
        ),
    )


def _of(claim: int | None) -> str:
    return f" (claim {claim})" if claim else ""


def _section(title: str, lines: Iterable[str]) -> Iterator[str]:
    items = [f"- {line}" for line in lines]
    if items:
        yield f"## {title}"
        yield "\n".join(items)
