"""A generator without a model: answers with verbatim sentences, each cited, or says that it cannot.

It ranks the sentences of the pack by how much of the question's information they carry: each
question term weighs its inverse frequency among the sentences shown, a neighbouring sentence lends
half of its own. It repeats the sentences that add most, in reading order.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence

from pincite.context import neutralise
from pincite.errors import CallerError
from pincite.rank import query_terms, terms
from pincite.records import NO_ANSWER, BlockKind, Library, Passage, Prompt, Sentence
from pincite.refs import write_marker

__all__ = ["Extractive"]

_MOST_SENTENCES = 3
_LEAST_SHARE = 0.3
"""Of the question's information that the best sentence with its neighbours must carry.

On 120 questions of ClapNQ's passages this answers 71 % of those that have an answer there and
refuses 72 % of those that have none; 0.5 answers 44 % and refuses 86 %.
"""


class Extractive:
    """Answers with at most three sentences of the pack, verbatim, a paragraph each.

    Deterministic; cost is linear in the sentences of the pack.
    """

    name = "extractive/1"

    def generate(
        self, prompt: Prompt, library: Library, passages: Sequence[Passage]
    ) -> Iterator[str]:
        """The answer, one sentence a piece; only that the documents do not answer, where so.

        Raises:
            CallerError: When the answer is to fit a schema.
        """
        if prompt.schema:
            raise CallerError(
                "the extractive answerer repeats sentences, and fills no schema",
                remedy="name a model",
            )
        chosen = self._choose(prompt.question, library, passages)
        if not chosen:
            yield NO_ANSWER
        for index, sentence in enumerate(chosen):
            separator = "\n\n" if index else ""
            text = neutralise(" ".join(sentence.text.split()))
            yield f"{separator}{text} {write_marker([(sentence.number, sentence.number)])}"

    def _choose(
        self, question: str, library: Library, passages: Sequence[Passage]
    ) -> list[Sentence]:
        numbers = sorted(
            {n for p in passages for n in range(p.first_sentence, p.last_sentence + 1)}
        )
        wanted = set(query_terms(question))
        holds = {
            n: wanted.intersection(terms(sentence.text)) | _context_terms(sentence, wanted)
            for n in numbers
            for sentence in (library.sentence(n),)
        }
        weights = _weights(wanted, holds)
        total = sum(weights.values())
        if not total:
            return []

        def own(number: int, seen: frozenset[str]) -> float:
            return sum(weights[term] for term in holds.get(number, set()) - seen)

        def gain(number: int, seen: frozenset[str]) -> float:
            near = (holds.get(number - 1, set()) | holds.get(number + 1, set())) - holds[number]
            return own(number, seen) + sum(weights[term] for term in near - seen) / 2

        citable = [n for n in numbers if library.sentence(n).kind is not BlockKind.HEADING]
        seen: frozenset[str] = frozenset()
        chosen: list[int] = []
        while len(chosen) < _MOST_SENTENCES:
            rest = [n for n in citable if n not in chosen]
            best = max(rest, key=lambda n: (round(gain(n, seen), 6), -n), default=None)
            floor = _LEAST_SHARE if not chosen else 0.2
            if best is None or gain(best, seen) < floor * total or not own(best, seen):
                break
            chosen.append(best)
            seen |= holds[best]
        return [library.sentence(n) for n in sorted(chosen)]


def _context_terms(sentence: Sentence, wanted: set[str]) -> set[str]:
    return wanted.intersection(terms(" ".join(sentence.context))) if sentence.context else set()


def _weights(wanted: set[str], holds: dict[int, set[str]]) -> dict[str, float]:
    """Inverse sentence frequency of each wanted term; an absent one weighs as the rarest."""
    frequency = Counter(term for found in holds.values() for term in found)
    return {term: math.log(1 + len(holds) / (1 + frequency[term])) for term in sorted(wanted)}
