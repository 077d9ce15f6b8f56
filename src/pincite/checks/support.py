"""The checks of one part → its status; the place where support is decided."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from pincite.checks.accounting import Account, account
from pincite.checks.conflicts import conflicts
from pincite.checks.evidence import Evidence, gather
from pincite.checks.figures import compare_figures, figures
from pincite.checks.minimality import extraneous
from pincite.checks.names import names
from pincite.checks.polarity import polarity
from pincite.checks.postings import SentenceIndex
from pincite.checks.quotes import FoldedLibrary, quotes
from pincite.checks.wording import wording
from pincite.records import BlockKind, Check, Library, Outcome, Part, Sentence, Status
from pincite.refs import Range
from pincite.text import Span

__all__ = ["Examiner", "Finding", "check_pair", "evidence_of", "words_of"]

_CLAUSE = re.compile(r"[,;]\s|\s(?:and|but|while|whereas)\s")


@dataclass(frozen=True, slots=True)
class Finding:
    """What the checks of one part established.

    Attributes:
        status: What they add up to.
        checks: In the order made.
        pair: The part's text and its evidence as a model may read them; None without evidence.
    """

    status: Status
    checks: tuple[Check, ...]
    pair: tuple[str, str] | None = None


class Examiner:
    """Examines parts against one library; what it has to index is indexed once, when needed.

    Attributes:
        library: What is examined against.
        sentences: Its sentences by stem.
    """

    def __init__(self, library: Library) -> None:
        self.library = library
        self.sentences = SentenceIndex(library)
        self._folded = FoldedLibrary(library)

    def examine(self, part: Part, index: int, cited: Sequence[Range], raw: str) -> Finding:
        """The checks of a part that cites something that exists.

        Args:
            part: Of a claim.
            index: Of the part in its claim.
            cited: Sentence numbers; empty where no citation resolved.
            raw: The answer as it came, for the positions of what the checks point at.
        """
        if not cited:
            return Finding(Status.UNSUPPORTED, ())
        evidence = gather(cited, self.library)
        text = words_of(part, raw)
        finding = _examine(text, evidence, self._folded, index=index, offset=part.start)
        conflict = conflicts(
            text, cited, self.library, self.sentences, index=index, offset=part.start
        )
        spare = None
        if finding.status is Status.SUPPORTED:

            def holds(rest: Sequence[Range]) -> bool:
                return self.support(text, rest).status is Status.SUPPORTED

            spare = extraneous(cited, holds, index=index)
        checks = [*finding.checks, *(check for check in (conflict, spare) if check is not None)]
        if text != raw[part.start : part.end]:
            whole = (Span(part.start, part.end),)
            checks = [replace(check, spans=whole) if check.spans else check for check in checks]
        return Finding(finding.status, tuple(checks), (part.text, evidence.text))

    def support(self, text: str, ranges: Sequence[Range]) -> Finding:
        """The checks of a text against some sentences alone; the rest is not looked at."""
        evidence = gather(ranges, self.library)
        finding = _examine(text, evidence, None, index=0, offset=0)
        return replace(finding, pair=(text, evidence.text))

    def held_clauses(self, text: str, ranges: Sequence[Range]) -> list[str]:
        """The clauses of a text that some sentences have whole; none where it has but one."""
        evidence = gather(ranges, self.library)
        return [clause.strip() for clause in _clauses(text) if _whole(clause, evidence)]


def check_pair(claim: str, evidence: str) -> Finding:
    """The checks of one claim against a text that is all of its evidence.

    Args:
        claim: Without markers.
        evidence: Plain text, a line a sentence or table row; empty evidence supports nothing.

    Example:
        >>> check_pair("Rent is 950 EUR.", "The rent is 900 EUR a month.").status.value
        'unsupported'
    """
    whole = evidence_of(evidence)
    if not whole.sentences:
        return Finding(Status.UNSUPPORTED, ())
    return _examine(claim, whole, None, index=0, offset=0)


def evidence_of(text: str) -> Evidence:
    """A text that is all of a claim's evidence, a line a sentence or table row."""
    lines = [line for line in text.splitlines() if line.strip()]
    sentences = tuple(
        Sentence(row, "evidence", BlockKind.PARAGRAPH, 0, len(line), line)
        for row, line in enumerate(lines, 1)
    )
    return Evidence(sentences, (text,), ())


def _examine(
    text: str, evidence: Evidence, elsewhere: FoldedLibrary | None, *, index: int, offset: int
) -> Finding:
    accounted = account(text, evidence)
    found = [
        quotes(text, evidence, elsewhere, index=index, offset=offset),
        figures(text, evidence, index=index, offset=offset),
        names(text, accounted, evidence, index=index, offset=offset),
        polarity(text, evidence, index=index, offset=offset),
        wording(accounted, index=index, offset=offset),
    ]
    checks = tuple(check for check in found if check is not None)
    return Finding(_status(text, evidence, accounted, checks), checks)


def words_of(part: Part, raw: str) -> str:
    """What a part says: its raw stretch, so that positions hold, where it is plain text."""
    written = raw[part.start : part.end]
    return written if written.split() == part.text.split() else part.text


def _status(text: str, evidence: Evidence, accounted: Account, checks: Sequence[Check]) -> Status:
    outcomes = {check.name: check.outcome for check in checks}
    if outcomes.get("polarity") is Outcome.FAIL:
        return Status.CONTRADICTED
    if outcomes.get("quotes") is Outcome.FAIL:
        return Status.UNSUPPORTED
    if Outcome.FAIL in (outcomes.get("figures"), outcomes.get("names")):
        return Status.PARTIAL if _partly(text, evidence, accounted) else Status.UNSUPPORTED
    compared = outcomes["wording"] is Outcome.PASS or outcomes.get("quotes") is Outcome.PASS
    settled = all(
        outcome is Outcome.PASS for name, outcome in outcomes.items() if name != "wording"
    )
    only_quoted = outcomes.get("quotes") is Outcome.PASS and outcomes["wording"] is not Outcome.PASS
    if compared and settled and not only_quoted:
        return Status.SUPPORTED
    return Status.UNCHECKED


def _partly(text: str, evidence: Evidence, accounted: Account) -> bool:
    """Whether the subject is spoken of and something else that can be told apart holds.

    Something holds where a clause of its own is wholly in the evidence, or where figures and
    names are in it and nothing but names is absent.
    """
    words = sorted((*accounted.present, *accounted.absent), key=lambda word: word.start)
    if not words or words[0] in accounted.absent:
        return False
    compared = compare_figures(text, evidence)
    if not compared.absent and (compared.present or any(w.name for w in accounted.present)):
        return True
    return any(_whole(clause, evidence) for clause in _clauses(text))


def _clauses(text: str) -> Iterator[str]:
    pieces = [piece for piece in _CLAUSE.split(text) if piece.strip()]
    return iter(pieces if len(pieces) > 1 else [])


def _whole(clause: str, evidence: Evidence) -> bool:
    compared = compare_figures(clause, evidence)
    accounted = account(clause, evidence)
    anchored = bool(compared.present) or len(accounted.present) > 1
    return anchored and not (compared.absent or compared.untried or accounted.absent)
