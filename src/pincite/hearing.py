"""A generator's pieces → an answer, read and judged claim by claim while it is written.

Knows no generator; an answer that breaks off is kept, and says why.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace

from pincite.checks import Examiner, Policy, judge
from pincite.errors import GeneratorError, TokenLimitError
from pincite.exchange import read as read_exchange
from pincite.exchange.wire import stream_values
from pincite.parse import CitationEvent, ClaimEvent, Event, Parser, TextEvent, parse_answer
from pincite.ports import Form
from pincite.records import Answer, AnswerForm, Citation, Claim, Library, Pack, Verdict
from pincite.refs import Style

__all__ = ["ClaimJudged", "Heard", "Listener", "read_form"]


@dataclass(frozen=True, slots=True)
class ClaimJudged:
    """A claim of an answer that is still being written, by the checks alone.

    The report on the whole answer may say more: a verifier reads all claims at its end.
    """

    claim: Claim
    verdict: Verdict


Listener = Callable[[TextEvent | ClaimJudged], None]
"""Hears an answer while it is written."""


def read_form(
    form: Form | AnswerForm, text: str, library: Library, style: Style = Style.LINE
) -> Answer:
    """The answer that the pieces of a generator add up to.

    Args:
        form: Of another API, or that of an answer with markers.
        text: Its pieces, joined.
        library: Whose sentences it cites.
        style: Of the context that it was written from.
    """
    if form in ("text", "json", "csv"):
        return parse_answer(text, style, form=form)
    if form == "longcite":
        return read_exchange(form, text, library).answer
    values = [value for value, problem in stream_values(text.split("\n")) if not problem]
    return read_exchange(form, values, library).answer


@dataclass(slots=True)
class Heard:
    """An answer as it comes: read, and judged claim by claim where somebody listens.

    An answer that is no text with markers is read at its end; nothing is told before.
    """

    parser: Parser
    library: Library
    pack: Pack
    policy: Policy
    examiner: Examiner
    on_event: Listener | None
    form: Form | AnswerForm = "text"
    text: str = ""
    broken: str = ""
    at_limit: bool = False
    _citations: list[Citation] = field(default_factory=list)

    def take(self, pieces: Iterator[str]) -> None:
        """Take all pieces; an error before the first is raised, one after it is kept."""
        taken: list[str] = []
        try:
            for piece in pieces:
                taken.append(piece)
                for event in self.parser.feed(piece) if self.form == "text" else ():
                    self._tell(event)
        except GeneratorError as error:
            if not "".join(taken).strip():
                raise
            self.broken, self.at_limit = error.message, isinstance(error, TokenLimitError)
        finally:
            self.text = "".join(taken)
        for event in self.parser.finish():
            self._tell(event)

    def answer(self) -> Answer:
        """The answer, read in its form."""
        if self.form == "text":
            return self.parser.answer()
        return read_form(self.form, self.text, self.library, self.pack.style)

    def warnings(self) -> Iterator[str]:
        """What happened on the way."""
        if self.broken:
            yield f"truncated_answer: {self.broken}"
        if lost := self.text.count("\ufffd"):
            yield f"the answer has {lost} characters that could not be decoded"

    def _tell(self, event: Event) -> None:
        if isinstance(event, CitationEvent):
            self._citations.append(event.citation)
        elif self.on_event is not None and isinstance(event, TextEvent):
            self.on_event(event)
        elif self.on_event is not None and isinstance(event, ClaimEvent):
            self.on_event(ClaimJudged(event.claim, self._verdict(event.claim)))

    def _verdict(self, claim: Claim) -> Verdict:
        """The verdict of one claim, as the only one of an answer."""
        rows = {index: row for row, index in enumerate(claim.citations)}
        alone = replace(
            claim,
            citations=tuple(rows.values()),
            parts=tuple(
                replace(p, citations=tuple(rows[i] for i in p.citations)) for p in claim.parts
            ),
        )
        cited = tuple(self._citations[index] for index in claim.citations)
        answer = replace(self.parser.answer(), claims=(alone,), citations=cited, unread_markers=())
        judged = judge(
            answer, self.library, pack=self.pack, policy=self.policy, examiner=self.examiner
        )
        return judged.verdicts[0]
