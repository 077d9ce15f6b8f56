"""A CSV of claims (RFC 4180, UTF-8): one row a claim, with its verdict and its evidence.

A cell that a spreadsheet would run as a formula gets an apostrophe in front. Columns: `claim` from
1, `start` and `end` code points of the answer (half-open), `pages` from 1. Lost: which part of a
claim cites what, and checks that passed.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator

from pincite.exchange.shapes import Exported
from pincite.exchange.shown import Evidence
from pincite.records import Claim, Outcome, Report, Verdict
from pincite.refs import write_marker

__all__ = ["COLUMNS", "write"]

COLUMNS = (
    "claim", "start", "end", "path", "text", "status", "decision", "rule", "confidence",
    "citations", "sentences", "sources", "pages", "evidence", "findings", "suggestion",
)  # fmt: skip

_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def write(report: Report) -> Exported:
    """The claims as CSV with a head row and CRLF line ends."""
    out = io.StringIO()
    table = csv.writer(out)
    table.writerow(COLUMNS)
    for claim, verdict in zip(report.answer.claims, report.verdicts, strict=True):
        table.writerow([_safe(cell) for cell in _row(report, claim, verdict)])
    return Exported(out.getvalue())


def _row(report: Report, claim: Claim, verdict: Verdict) -> Iterator[str]:
    citations = [report.answer.citations[index] for index in claim.citations]
    ranges = list(dict.fromkeys(pair for c in citations for pair in c.evidence))
    found = [Evidence(report.library, first, last) for first, last in ranges]
    pages = [e.pages for e in found]
    failed = [c for c in verdict.checks if c.outcome is not Outcome.PASS]
    yield str(verdict.claim + 1)
    yield str(claim.start)
    yield str(claim.end)
    yield claim.path
    yield claim.text
    yield verdict.status.value
    yield verdict.decision.value
    yield verdict.rule
    yield "" if verdict.confidence is None else f"{verdict.confidence:.4f}"
    yield " ".join(citation.raw for citation in citations)
    yield write_marker(ranges) if ranges else ""
    yield "; ".join(dict.fromkeys(evidence.document.source_id for evidence in found))
    yield "; ".join(f"{p[0]}" if p[0] == p[1] else f"{p[0]}-{p[1]}" for p in pages if p)
    yield "\n".join(evidence.exact for evidence in found)
    yield "\n".join(f"{check.name}: {check.reason}" for check in failed)
    yield verdict.suggestion or ""


def _safe(cell: str) -> str:
    return f"'{cell}" if cell.startswith(_FORMULA) else cell
