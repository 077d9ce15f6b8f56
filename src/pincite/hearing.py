"""A generator's pieces → an answer, read and judged claim by claim while it is written.

Knows no generator; an answer that breaks off is kept, and says why.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace

from pincite.checks import Examiner, Policy, judge
from pincite.errors import GeneratorError
from pincite.exchange import read as read_exchange
from pincite.exchange.wire import decode
from pincite.parse import CitationEvent, ClaimEvent, Event, Parser, TextEvent
from pincite.ports import Foreign, Generator
from pincite.records import Answer, Citation, Claim, Library, Pack, Verdict

__all__ = ["ClaimJudged", "Heard", "Listener"]


@dataclass(frozen=True, slots=True)
class ClaimJudged:
    """A claim of an answer that is still being written, by the checks alone.

    The report on the whole answer may say more: a verifier reads all claims at its end.
    """

    claim: Claim
    verdict: Verdict


Listener = Callable[[TextEvent | ClaimJudged], None]
"""Hears an answer while it is written."""


@dataclass(slots=True)
class Heard:
    """An answer as it comes: read, and judged claim by claim where somebody listens."""

    parser: Parser
    library: Library
    pack: Pack
    policy: Policy
    examiner: Examiner
    on_event: Listener | None
    text: str = ""
    broken: str = ""
    _citations: list[Citation] = field(default_factory=list)

    def take(self, pieces: Iterator[str]) -> None:
        """Take all pieces; an error before the first is raised, one after it is kept."""
        taken: list[str] = []
        try:
            for piece in pieces:
                taken.append(piece)
                for event in self.parser.feed(piece):
                    self._tell(event)
        except GeneratorError as error:
            if not "".join(taken).strip():
                raise
            self.broken = error.message
        finally:
            self.text = "".join(taken)
        for event in self.parser.finish():
            self._tell(event)

    def answer(self, generator: Generator) -> Answer:
        """The answer, read in the generator's own form."""
        if not isinstance(generator, Foreign):
            return self.parser.answer()
        value = self.text if generator.form == "longcite" else decode(self.text)[0]
        return read_exchange(generator.form, value, self.library).answer

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
