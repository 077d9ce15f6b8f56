"""What a model gets to see of a library, and what was left out."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass

from pincite.canonical import sha256_value
from pincite.refs import Range, Style

__all__ = [
    "Boundary",
    "Pack",
    "PassageRecord",
    "Prompt",
    "SourceShare",
    "Turn",
]


@dataclass(frozen=True, slots=True)
class PassageRecord:
    """A passage that a pack includes, with why."""

    passage_id: str
    source_id: str
    start: int
    end: int
    first_sentence: int
    last_sentence: int
    passage_sha256: str
    text: str
    tokens: int
    score: float
    rank: int
    reason: str


@dataclass(frozen=True, slots=True)
class SourceShare:
    """What a pack includes of one source."""

    source_id: str
    passages: int
    passages_included: int
    tokens: int
    tokens_included: int


@dataclass(frozen=True, slots=True)
class Boundary:
    """What a pack left out.

    Attributes:
        budget_tokens: The limit on `output_tokens`.
        input_tokens: Tokens of the canonical texts.
        content_tokens: Tokens of the included passages, without tags, headers and gap lines.
        output_tokens: Tokens of the context as rendered.
        reduction: 1 − output / input; negative where tags outweigh what was left out.
        tokenizer: Name of what counted.
        sources: One for each document.
        excluded_passages: How many passages are not included.
        excluded_passage_behavior: What the reader of the context sees of them.
        best_excluded_score: Highest score among them, None when nothing is excluded.
        source_coverage: Share of sources with at least one passage included.
        evidence_retention: `unmeasured` unless gold evidence was given.
        warnings: What the user of the pack should know.
    """

    budget_tokens: int
    input_tokens: int
    content_tokens: int
    output_tokens: int
    reduction: float
    tokenizer: str
    sources: tuple[SourceShare, ...]
    excluded_passages: int
    excluded_passage_behavior: str
    best_excluded_score: float | None
    source_coverage: float
    evidence_retention: str = "unmeasured"
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Pack:
    """What a model gets to see of a library, with its records.

    Attributes:
        pack_id: Hash of `input_sha256` and `output_sha256`.
        library_id: The library it was made from.
        task: What the passages were chosen for.
        style: How sentences are tagged.
        context: The exact text that a model reads.
        shown: Sentence numbers in the context, as disjoint increasing pairs, both inclusive.
        passages: Included passages, in reading order.
        boundary: What was left out.
        input_sha256: Hash of `[library_id, task, budget_tokens, style, method, tokenizer]`, with
            `keep` behind where there is any.
        output_sha256: Hash of `context`.
        pincite_version: The version that made it.
        method: How passages were ranked; empty in packs made before it was recorded.
        keep: Numbers of the sentences that had to be in it.
    """

    pack_id: str
    library_id: str
    task: str
    style: Style
    context: str
    shown: tuple[Range, ...]
    passages: tuple[PassageRecord, ...]
    boundary: Boundary
    input_sha256: str
    output_sha256: str
    pincite_version: str
    method: str = ""
    keep: tuple[int, ...] = ()

    def shows(self, first: int, last: int) -> bool:
        """Whether every sentence from `first` to `last` is in the context."""
        row = bisect_right(self.shown, (first, 1 << 62)) - 1
        return row >= 0 and self.shown[row][0] <= first and last <= self.shown[row][1]


@dataclass(frozen=True, slots=True)
class Turn:
    """A question asked before, and its answer without markers: their pack is not this one."""

    question: str
    answer: str


@dataclass(frozen=True, slots=True)
class Prompt:
    """What a generator is asked.

    Attributes:
        system: Instructions.
        context: The pack's context.
        question: The user's question.
        pack_id: The pack whose markers the answer may use; empty where nothing may be cited.
        name: Of the instructions, with their version, such as `line.en/2`.
        turns: Earlier turns of the conversation, first to last, without markers.
        style: Of the context, and so of the markers.
        schema: JSON Schema of the answer, as JSON; empty for an answer in prose.
    """

    system: str
    context: str
    question: str
    pack_id: str
    name: str = ""
    turns: tuple[Turn, ...] = ()
    style: Style = Style.LINE
    schema: str = ""

    @property
    def sha256(self) -> str:
        """Hash of `[system, context, [[question, answer] of each turn], question]`."""
        turns = [[turn.question, turn.answer] for turn in self.turns]
        return sha256_value([self.system, self.context, turns, self.question])
