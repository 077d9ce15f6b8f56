"""The order of the stages; handed its ports, it knows no adapter.

read ─▶ split ─▶ rank ─▶ pack ─▶ prompt ─▶ generate ─▶ parse ─▶ check ─▶ score ─▶ Report
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from pincite.checks import Policy, judge
from pincite.measure.citation import citation_on_fact
from pincite.packing import Candidates, PackRequest, fill, require_same_library, whole
from pincite.parse import parse_answer
from pincite.ports import Generator, Index, Tokenizer
from pincite.prompt import make_prompt
from pincite.rank import rank
from pincite.records import Library, Pack, Passage, Report
from pincite.refs import Style
from pincite.split import passages as cut_passages
from pincite.version import __version__

__all__ = ["Selection", "ask", "pack", "verify"]


@dataclass(frozen=True, slots=True)
class Selection:
    """The ports that choose what a model sees.

    Attributes:
        tokenizer: Counts.
        make_index: Builds an index over texts, one a row.
    """

    tokenizer: Tokenizer
    make_index: Callable[[Iterable[str]], Index]


def pack(library: Library, request: PackRequest, selection: Selection) -> Pack:
    """Rank the library's passages for a task and fill the budget with the best.

    Raises:
        CallerError: When the library is empty or the budget holds nothing.
    """
    passages = cut_passages(library, selection.tokenizer)
    everything = whole(Candidates(library, passages), request, selection.tokenizer)
    if everything is not None:
        return everything
    index = selection.make_index(_texts(library, passages))
    scored = rank(request.task, index, len(passages))
    return fill(Candidates(library, passages, scored), request, selection.tokenizer)


def ask(
    question: str,
    library: Library,
    *,
    generator: Generator,
    selection: Selection,
    budget_tokens: int,
    policy: Policy,
) -> Report:
    """Pack the library for a question, let the generator answer, and judge the answer.

    Raises:
        CallerError: When the question or the library is empty.
        GeneratorError: When the model does not answer.
    """
    chosen = pack(library, PackRequest(question, budget_tokens), selection)
    prompt = make_prompt(question, chosen)
    shown = [
        Passage(p.passage_id, p.source_id, p.start, p.end, p.first_sentence, p.last_sentence)
        for p in sorted(chosen.passages, key=lambda p: p.rank)
    ]
    text = "".join(generator.generate(prompt, library, shown))
    return verify(text, library, pack=chosen, policy=policy)


def verify(
    text: str,
    library: Library,
    *,
    pack: Pack | None = None,
    policy: Policy,
) -> Report:
    """Read an answer's claims and citations, check and judge them.

    Args:
        text: The answer as a model or a person wrote it.
        library: What its markers refer to.
        pack: What its writer was shown; the whole library when None.
        policy: Turns verdicts into decisions.

    Raises:
        MismatchError: When the pack is of another library.
    """
    if pack is not None:
        require_same_library(pack, library)
    answer = parse_answer(text, pack.style if pack else Style.LINE)
    judged = judge(answer, library, pack=pack, policy=policy)
    return Report(
        answer=judged.answer,
        verdicts=judged.verdicts,
        decision=judged.decision,
        answered=judged.answered,
        library=library,
        pack=pack,
        scores=citation_on_fact(judged.answer, judged.verdicts),
        policy_sha256=judged.policy_sha256,
        verifier=judged.verifier,
        pincite_version=__version__,
        warnings=(*answer.warnings, *_reader_warnings(library)),
    )


def _texts(library: Library, passages: Iterable[Passage]) -> Iterable[str]:
    for passage in passages:
        document = library.document(passage.first_sentence)
        yield document.text[passage.start : passage.end]


def _reader_warnings(library: Library) -> tuple[str, ...]:
    return tuple(
        f"{document.source_id}: {warning}"
        for document in library.documents
        for warning in document.warnings
    )
