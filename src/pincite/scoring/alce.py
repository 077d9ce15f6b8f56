"""ALCE of a file: reads sentences and citations in either mode, asks a judge, sums up.

As published: the first line, `[n` for a citation, `[0]` the last passage, one number too high and
the sentence counts for nothing, three citations of a sentence; sentences by our splitter instead
of NLTK's. Strict: all lines, every citation; one that points at nothing counts against precision.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pincite.checks.resolve import resolve
from pincite.measure.alce import (
    AlceFigures,
    AlceScores,
    SentenceMarks,
    answer_score,
    listed_match,
    named_match,
    sum_up,
)
from pincite.measure.longbench import Mode
from pincite.scoring.answers import Entry, Form, marked_passages
from pincite.scoring.factual import evidence_text
from pincite.scoring.judge import Item, Judge, Ruling, Task
from pincite.scoring.run import Outcome
from pincite.split import sentence_spans

__all__ = ["AlceMetric", "Sentence", "SentenceRecord"]

MOST_CITATIONS = 3
_NUMBER = re.compile(r"\[(\d{1,9}+)")
_REMOVED = re.compile(r" ?\[\d++")
_BRACKET_OR_COMMA = re.compile(r"\[[^\[\]]*+\]|,")
_TRAILING = re.compile(r"(?:\s*+\[\d[\d\s,;–-]*+\])++[.!?]?")
_MARKER = re.compile(r"(?:(?<!\s)\s++)?+\[\d[\d\s,;–-]*+\]")


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence, or an item of a list, with what it cites.

    Attributes:
        text: Without citations.
        cited: What each citation says; None for one that points at nothing.
        void: Counts for nothing, as published.
    """

    text: str
    cited: tuple[str | None, ...] = ()
    void: bool = False


@dataclass(frozen=True, slots=True)
class SentenceRecord:
    """One sentence with what was said of it.

    Attributes:
        sentence: Its text.
        supported: By all that it cites; None where not established.
        needed: For each citation that counts.
        reason: The judge's, of the support.
    """

    sentence: str
    supported: bool | None
    needed: tuple[bool | None, ...]
    reason: str


class AlceMetric:
    """ALCE's scores in one mode.

    Args:
        judge: Says what is supported; support in part is none here.
        mode: What counts.
    """

    def __init__(self, judge: Judge, mode: Mode) -> None:
        self.name = f"alce {mode}"
        self._judge = judge
        self._mode = mode
        self._answers: list[AlceFigures] = []

    def add(self, entry: Entry) -> Outcome | str:
        """The scores of an answer with its sentences."""
        sentences = list(_sentences(entry, self._mode))
        asked = _Asked(self._judge)
        marks = asked.marks(sentences, entry.question)
        score = answer_score(marks, self._mode)
        plain = _plain(entry, self._mode)
        self._answers.append(
            AlceFigures(
                score=score,
                exact_match=None if entry.listed else named_match(plain, entry.short_answers),
                listed_f1=listed_match(plain, entry.short_answers) if entry.listed else None,
                words=len(plain.split()),
            )
        )
        figures = {} if score is None else {"recall": score.recall, "precision": score.precision}
        return Outcome(
            record_id=entry.record_id,
            line=entry.line,
            figures={**figures, "f1": score.f1 if score else None},
            records=[
                SentenceRecord(s.text, mark.supported, mark.needed, reason)
                for s, mark, reason in zip(sentences, marks, asked.reasons, strict=True)
            ],
            failed=asked.failed,
            unsettled=asked.unsettled,
        )

    def scores(self) -> AlceScores | None:
        """The figures over all answers."""
        return sum_up(self._answers) if self._answers else None


_Key = tuple[int, int]
_TOGETHER = -1


class _Asked:
    """Asks in three rounds: all together, each alone, all but one."""

    def __init__(self, judge: Judge) -> None:
        self._judge = judge
        self.reasons: list[str] = []
        self.failed = 0
        self.unsettled = 0

    def marks(self, sentences: Sequence[Sentence], question: str) -> list[SentenceMarks]:
        """What is said of each sentence."""
        texts = [[] if s.void else [t for t in s.cited if t is not None] for s in sentences]

        def item(row: int, cited: Sequence[str]) -> Item:
            return Item(Task.SUPPORT, sentences[row].text, "\n".join(cited), question)

        together = self._rule({(r, _TOGETHER): item(r, t) for r, t in enumerate(texts) if t})
        several = [row for (row, _), said in together.items() if _yes(said) and len(texts[row]) > 1]
        alone = self._rule(
            {(row, i): item(row, [text]) for row in several for i, text in enumerate(texts[row])}
        )
        without = self._rule(
            {
                (row, i): item(row, [*texts[row][:i], *texts[row][i + 1 :]])
                for (row, i), said in alone.items()
                if not _yes(said)
            }
        )
        said = [together.get((row, _TOGETHER)) for row in range(len(sentences))]
        self.reasons = [ruling.reason if ruling else _NOTHING for ruling in said]
        return [
            SentenceMarks(
                supported=_yes(said[row]) if said[row] else False,
                needed=tuple(_needed(s, row, _yes(said[row]), alone, without)),
            )
            for row, s in enumerate(sentences)
        ]

    def _rule(self, items: dict[_Key, Item]) -> dict[_Key, Ruling]:
        rulings = self._judge.rule(list(items.values()))
        self.failed += sum(ruling.failed for ruling in rulings)
        self.unsettled += sum(ruling.value is None and not ruling.failed for ruling in rulings)
        return dict(zip(items, rulings, strict=True))


_NOTHING = "it cites nothing that counts"


def _yes(ruling: Ruling | None) -> bool | None:
    """Full support or not; None where not established."""
    return None if ruling is None or ruling.value is None else ruling.value == 1


def _needed(
    sentence: Sentence,
    row: int,
    supported: bool | None,
    alone: dict[_Key, Ruling],
    without: dict[_Key, Ruling],
) -> Iterator[bool | None]:
    """For each citation that counts whether it supports alone, or the rest does not without it."""
    if sentence.void:
        return
    several = sum(text is not None for text in sentence.cited) > 1
    place = 0
    for text in sentence.cited:
        if text is None:
            yield False
            continue
        if not supported or not several:
            yield supported
        elif _yes(alone[row, place]):
            yield True
        else:
            rest = _yes(without[row, place])
            yield None if rest is None else not rest
        place += 1


def _sentences(entry: Entry, mode: Mode) -> Iterator[Sentence]:
    if entry.form is not Form.ALCE:
        yield from _of_claims(entry)
        return
    output = entry.raw.strip()
    if mode is Mode.AS_PUBLISHED:
        output = output.partition("\n")[0].replace("<|im_end|>", "")
        for piece in _cut(output, entry, mode):
            refs = [int(match[1]) - 1 for match in _NUMBER.finditer(piece)]
            void = any(not -1 <= ref < len(entry.passages) for ref in refs) or (
                bool(refs) and not entry.passages
            )
            taken = () if void else tuple(entry.passages[ref] for ref in refs[:MOST_CITATIONS])
            yield Sentence(_without_marks(piece), taken, void)
        return
    known = range(1, len(entry.passages) + 1)
    for piece in _cut(output, entry, mode):
        numbers = marked_passages(piece, len(entry.passages))
        cited = tuple(entry.passages[n - 1] if n in known else None for _, n in numbers)
        yield Sentence(_MARKER.sub("", piece).strip(), cited)


def _cut(output: str, entry: Entry, mode: Mode) -> Iterator[str]:
    """Sentences, or for an answer that is a list its items, each behind the question."""
    if entry.listed:
        listed = output.rstrip().rstrip(".").rstrip(",")
        pieces = listed.split(",") if mode is Mode.AS_PUBLISHED else _items(listed)
        for piece in pieces:
            yield f"{entry.question} {piece.strip()}"
        return
    start = 0
    for _, end in sentence_spans(output):
        marks = _TRAILING.match(output, end)
        stop = marks.end() if marks else end
        if stop > start:
            yield output[start:stop].strip()
            start = stop


def _items(listed: str) -> Iterator[str]:
    """What stands between the commas of a list, those inside of brackets apart."""
    start = 0
    for match in _BRACKET_OR_COMMA.finditer(listed):
        if match[0] == ",":
            yield listed[start : match.start()]
            start = match.end()
    yield listed[start:]


def _of_claims(entry: Entry) -> Iterator[Sentence]:
    for claim in entry.answer.claims:
        cited: list[str | None] = []
        for row in claim.citations:
            found = resolve(entry.answer.citations[row], entry.library).evidence
            cited += [evidence_text([pair], entry.library) for pair in found] or [None]
        yield Sentence(claim.text, tuple(cited))


def _without_marks(text: str) -> str:
    return _REMOVED.sub("", text).replace(" |", "").replace("]", "").strip()


def _plain(entry: Entry, mode: Mode) -> str:
    if entry.form is not Form.ALCE:
        return " ".join(claim.text for claim in entry.answer.claims)
    if mode is Mode.STRICT:
        return _MARKER.sub("", entry.raw.strip())
    return _without_marks(entry.raw.strip().partition("\n")[0].replace("<|im_end|>", ""))
