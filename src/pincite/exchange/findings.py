"""The claims that were not accepted, for tools that show findings on lines of a file.

Lines and columns count from 1; columns and offsets are code points, ends of regions exclusive.
A claim that was accepted has no finding; what it rests on is not carried. Only the first sentence
of each run of evidence is named in GitHub's annotations, which have one line of text.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from urllib.parse import quote

from pincite.canonical import Plain
from pincite.exchange.shapes import Exported
from pincite.exchange.shown import Evidence
from pincite.records import Claim, Decision, Outcome, Report, Verdict

__all__ = ["github", "sarif"]

_LEVELS = {Decision.REJECT: "error", Decision.REVIEW: "warning"}
_BREAK = re.compile(r"\r\n|\r|\n")
_RESERVED = "/:?#[]@!$&'()*+,;=%~"
"""What a web address may have as it is; the rest, such as blanks, is escaped."""
_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"


@dataclass(frozen=True, slots=True)
class _Region:
    line: int
    column: int
    end_line: int
    end_column: int


class _Lines:
    def __init__(self, text: str) -> None:
        self._starts = [0, *(match.end() for match in _BREAK.finditer(text))]

    def region(self, start: int, end: int) -> _Region:
        first = bisect_right(self._starts, start) - 1
        last = bisect_right(self._starts, end) - 1
        return _Region(
            first + 1, start - self._starts[first] + 1, last + 1, end - self._starts[last] + 1
        )


def github(report: Report, *, answer_uri: str) -> Exported:
    """Workflow commands of GitHub Actions, one line a finding: `::error file=…,line=…::…`.

    Args:
        report: An answer, judged.
        answer_uri: The answer's path in the repository.
    """
    lines = _Lines(report.answer.text)
    commands = []
    for claim, verdict in _findings(report):
        region = lines.region(claim.start, claim.end)
        properties = {
            "file": answer_uri,
            "line": str(region.line),
            "endLine": str(region.end_line),
            "col": str(region.column),
            "endColumn": str(region.end_column),
            "title": f"{verdict.status.value}: {verdict.rule}",
        }
        if region.line != region.end_line:
            del properties["col"], properties["endColumn"]
        listed = ",".join(f"{name}={_property(value)}" for name, value in properties.items())
        message = _escaped(_message(report, claim, verdict))
        commands.append(f"::{_LEVELS[verdict.decision]} {listed}::{message}\n")
    return Exported("".join(commands))


def sarif(report: Report, *, answer_uri: str) -> Exported:
    """A SARIF 2.1.0 log with one run.

    Args:
        report: An answer, judged.
        answer_uri: Where the answer lies, relative to the repository.
    """
    lines = _Lines(report.answer.text)
    results: list[Plain] = []
    rules: dict[str, Plain] = {}
    for claim, verdict in _findings(report):
        rules.setdefault(verdict.rule, {"id": verdict.rule, "name": verdict.rule})
        related: list[Plain] = [
            _related(evidence, row) for row, evidence in enumerate(_evidence(report, claim))
        ]
        results.append(
            {
                "ruleId": verdict.rule,
                "ruleIndex": list(rules).index(verdict.rule),
                "level": _LEVELS[verdict.decision],
                "message": {"text": _message(report, claim, verdict)},
                "locations": [{"physicalLocation": _location(answer_uri, lines, claim)}],
                "relatedLocations": related,
                "properties": {"status": verdict.status.value, "claim": verdict.claim + 1},
            }
        )
    driver: dict[str, Plain] = {
        "name": "pincite",
        "version": report.pincite_version,
        "rules": list(rules.values()),
    }
    run: dict[str, Plain] = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "results": results,
    }
    return Exported({"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]})


def _findings(report: Report) -> Iterator[tuple[Claim, Verdict]]:
    for claim, verdict in zip(report.answer.claims, report.verdicts, strict=True):
        if verdict.decision in _LEVELS:
            yield claim, verdict


def _location(answer_uri: str, lines: _Lines, claim: Claim) -> Mapping[str, Plain]:
    region = lines.region(claim.start, claim.end)
    return {
        "artifactLocation": {"uri": quote(answer_uri)},
        "region": {
            "startLine": region.line,
            "startColumn": region.column,
            "endLine": region.end_line,
            "endColumn": region.end_column,
            "charOffset": claim.start,
            "charLength": claim.end - claim.start,
        },
    }


def _related(evidence: Evidence, row: int) -> Mapping[str, Plain]:
    document = evidence.document
    uri = document.uri or document.source_id
    text = document.map.locate(evidence.start, evidence.end)
    place: dict[str, Plain] = {
        "artifactLocation": {"uri": quote(uri, safe=_RESERVED) if ":" in uri else quote(uri)},
    }
    if text.line is not None:
        place["region"] = {"startLine": text.line}
    words = f"s{evidence.first}: {evidence.exact}"
    return {"id": row, "message": {"text": words}, "physicalLocation": place}


def _evidence(report: Report, claim: Claim) -> Iterator[Evidence]:
    pairs = [p for i in claim.citations for p in report.answer.citations[i].evidence]
    for first, last in dict.fromkeys(pairs):
        yield Evidence(report.library, first, last)


def _message(report: Report, claim: Claim, verdict: Verdict) -> str:
    """What was found, in words: the checks that failed, or the rule."""
    reasons = [c.reason for c in verdict.checks if c.outcome is Outcome.FAIL]
    said = "; ".join(dict.fromkeys(reasons)) or verdict.rule.replace("_", " ")
    named = [f"s{e.first} “{e.exact[:120]}”" for e in _evidence(report, claim)]
    cited = f" It cites {', '.join(named[:3])}." if named else ""
    place = f" at {claim.path}" if claim.path else ""
    return f"{verdict.status.value}: {said}. Claim{place}: “{claim.text}”{cited}"


def _escaped(text: str) -> str:
    safe = "".join(c if c.isprintable() else " " if c.isspace() else "\ufffd" for c in text)
    return safe.replace("%", "%25")


def _property(text: str) -> str:
    return _escaped(text).replace(":", "%3A").replace(",", "%2C")
