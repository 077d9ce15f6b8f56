"""The order of the stages; handed its ports, it knows no adapter.

read ─▶ split ─▶ rank ─▶ pack ─▶ prompt ─▶ generate ─▶ parse ─▶ check ─▶ score ─▶ Report
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Literal

from pincite.canonical import Plain
from pincite.checks import Change, Examiner, Policy, Rewritten, judge, rewrite, without_markers
from pincite.errors import CallerError, WindowError
from pincite.grammar import misfits
from pincite.hearing import Heard, Listener, read_form
from pincite.measure.citation import citation_on_fact
from pincite.packing import (
    Candidates,
    PackRequest,
    Rows,
    Sizes,
    best_sentences,
    fill,
    measure,
    require_same_library,
    reranked,
    whole,
)
from pincite.parse import Parser, parse_answer
from pincite.ports import (
    Entailment,
    Foreign,
    Form,
    Generator,
    Index,
    Reranker,
    Tokenizer,
    Windowed,
)
from pincite.prompt import make_prompt
from pincite.rank import rank
from pincite.records import Answer, AnswerForm, Generation, Library, Pack, Passage, Report, Turn
from pincite.refs import Style
from pincite.second_pass import SecondPass, ask_again, search_again
from pincite.split import passages as cut_passages
from pincite.version import __version__

_WINDOW_TRIES = 3
_LEAST_BUDGET = 64
_INSTRUCTION_TOKENS = 500
_TOKENIZER_SPREAD = 1.25
"""Most tokens that a model's own tokenizer counts for one of ours."""

__all__ = [
    "Cited",
    "Prepared",
    "Selection",
    "ask",
    "best_first",
    "cite",
    "pack",
    "prepare",
    "verify",
]


@dataclass(frozen=True, slots=True)
class Selection:
    """The ports that choose what a model sees.

    Attributes:
        tokenizer: Counts.
        make_index: Builds an index; its rows are sentences or passages, as `unit` says.
        unit: What the index ranks. Ranked sentences are also what is selected, except in style
            `passage`, where a passage counts as much as its best sentence.
        method: Name of the ranking, for the record.
        reranker: Reads the task with the best sentences and their neighbours, and orders them
            anew; None leaves the index's order.
    """

    tokenizer: Tokenizer
    make_index: Callable[[Library, Sequence[Passage]], Index]
    unit: Literal["sentence", "passage"] = "sentence"
    method: str = "windows"
    reranker: Reranker | None = None


@dataclass(frozen=True, slots=True)
class Prepared:
    """A library made ready for any number of tasks.

    Attributes:
        library: The documents, numbered.
        passages: What is selected, in reading order.
        sizes: Tokens of the library's parts.
        index: Ranks sentences or passages.
    """

    library: Library
    passages: Sequence[Passage]
    sizes: Sizes
    index: Index


def prepare(library: Library, selection: Selection, style: Style = Style.LINE) -> Prepared:
    """Cut, count and index a library; linear in its text."""
    single = selection.unit == "sentence" and style is not Style.PASSAGE
    passages = cut_passages(library, selection.tokenizer, max_sentences=1 if single else None)
    return Prepared(
        library=library,
        passages=passages,
        sizes=measure(library, selection.tokenizer),
        index=selection.make_index(library, passages),
    )


def pack(
    library: Library,
    request: PackRequest,
    selection: Selection,
    *,
    prepared: Prepared | None = None,
) -> Pack:
    """Rank the library's sentences for a task and fill the budget with the best.

    Args:
        library: What is packed.
        request: Task, budget, style.
        selection: The ports.
        prepared: Of the same library, selection and style, where made before; it saves time and
            changes nothing.

    Raises:
        CallerError: When the library is empty or the budget holds nothing.
    """
    ready = prepared or prepare(library, selection, request.style)
    candidates = Candidates(library, ready.passages, sizes=ready.sizes)
    everything = whole(candidates, request, selection.tokenizer)
    if everything is not None:
        return everything
    scored = rank(request.task, ready.index, max(len(library), len(ready.passages)))
    if selection.reranker is not None:
        rows = Rows(library, ready.passages, selection.unit)
        scored = reranked(scored, selection.reranker, request.task, rows)
    if selection.unit == "sentence" and len(ready.passages) < len(library):
        scored = best_sentences(scored, ready.passages)
    return fill(replace(candidates, scored=scored), request, selection.tokenizer)


def ask(
    question: str,
    library: Library,
    *,
    generator: Generator,
    selection: Selection,
    budget_tokens: int,
    policy: Policy,
    style: Style = Style.LINE,
    turns: Sequence[Turn] = (),
    schema: Plain = None,
    second_pass: SecondPass | None = None,
    entailment: Entailment | None = None,
    on_event: Listener | None = None,
) -> Report:
    """Pack the library for a question, let the generator answer, and judge the answer.

    A LongCite model is shown the pack in its own style, whichever is asked for. The budget is
    lowered to what the generator's window holds. An answer that breaks off is kept and marked, in
    the warnings and in `generation.complete`.

    After earlier turns the pack is made for all questions so far, since a further question often
    names nothing. The answer's markers mean sentences of this pack alone.

    A second pass puts other markers to what is not supported; each is listed in the warnings.

    With a JSON schema the answer is JSON whose strings cite. What does not fit is in the warnings.

    Raises:
        CallerError: When the question or the library is empty, or the schema or the generator
            cannot be used for JSON.
        WindowError: When no useful pack fits the model's window.
        GeneratorError: When the model does not answer at all.
    """
    examiner = Examiner(library)
    notes: list[str] = []
    form = generator.form if isinstance(generator, Foreign) else None
    if schema is not None and form:
        raise CallerError(
            f"{generator.name} cites in its own way, and not in JSON",
            remedy="use a model that writes markers",
        )
    if second_pass is not None and (form or style is Style.PASSAGE):
        raise CallerError(
            "a second pass needs an answer whose markers are numbers of sentences",
            remedy="use a model that writes markers, and another style than passage",
        )
    written: Form | AnswerForm = form or ("text" if schema is None else "json")
    style = _own_style(generator, form, style)
    asked = [*(turn.question for turn in turns), question]
    said = [*asked, *(turn.answer for turn in turns)]
    budget = _fitting(generator, budget_tokens, said, selection.tokenizer)
    if budget < budget_tokens:
        notes.append(f"the budget was lowered to {budget} tokens: the model's window holds no more")
    for attempt in range(_WINDOW_TRIES):
        request = PackRequest("\n".join(asked), budget, style, selection.method)
        chosen = pack(library, request, selection)
        prompt = make_prompt(question, chosen, turns=turns, form=form, schema=schema)
        heard = Heard(Parser(chosen.style), library, chosen, policy, examiner, on_event, written)
        try:
            heard.take(generator.generate(prompt, library, best_first(chosen)))
        except WindowError as error:
            if heard.text or attempt + 1 == _WINDOW_TRIES:
                raise
            budget = _smaller(min(budget, chosen.boundary.output_tokens), error)
            notes.append(f"{error.message}; asked again with {budget} tokens")
            continue
        break
    judged = partial(
        verify,
        library=library,
        pack=chosen,
        policy=policy,
        entailment=entailment,
        examiner=examiner,
        complete=not heard.broken,
    )
    report = judged(heard.answer())
    if second_pass is not None:
        again = _again(second_pass, report, generator, examiner, entailment)
        notes += [f"second pass: {change}" for change in again.changes]
        report = judged(parse_answer(again.text, chosen.style, form=report.answer.form))
    generation = Generation(
        generator.name,
        prompt.name,
        prompt.sha256,
        complete=not heard.broken,
        at_limit=heard.at_limit,
    )
    misfit = () if schema is None else misfits(heard.text, schema)
    warnings = (*notes, *heard.warnings(), *misfit, *report.warnings)
    return replace(report, warnings=warnings, generation=generation)


def _again(
    how: SecondPass,
    report: Report,
    generator: Generator,
    examiner: Examiner,
    entailment: Entailment | None,
) -> Rewritten:
    if how == "search":
        return search_again(report)
    return ask_again(report, generator, examiner, entailment)


def verify(
    given: str | Answer,
    library: Library,
    *,
    pack: Pack | None = None,
    policy: Policy,
    entailment: Entailment | None = None,
    examiner: Examiner | None = None,
    complete: bool = True,
) -> Report:
    """Read an answer's claims and citations, check and judge them.

    Args:
        given: The answer as a model or a person wrote it, or already read.
        library: What its markers refer to.
        pack: What its writer was shown; the whole library when None.
        policy: Turns verdicts into decisions.
        entailment: Reads what the checks leave open; without it that stays `unchecked`.
        examiner: Of the same library, where made before; it saves time and changes nothing.
        complete: False where the answer is known to have broken off.

    Raises:
        MismatchError: When the pack is of another library.
    """
    if pack is not None:
        require_same_library(pack, library)
    style = pack.style if pack else Style.LINE
    answer = given if isinstance(given, Answer) else _read(given, library, style)
    judged = judge(
        answer,
        library,
        pack=pack,
        policy=policy,
        entailment=entailment,
        examiner=examiner,
        complete=complete,
    )
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


@dataclass(frozen=True, slots=True)
class Cited:
    """An answer with the citations that it should have.

    Attributes:
        text: With markers.
        changes: Markers put in, in order.
        report: On `text`.
    """

    text: str
    changes: tuple[Change, ...]
    report: Report


def cite(
    given: str | Answer,
    library: Library,
    *,
    policy: Policy,
    entailment: Entailment | None = None,
    examiner: Examiner | None = None,
    recite: bool = False,
) -> Cited:
    """Attach to each claim of an answer the smallest set of sentences that supports it.

    Args:
        given: The answer, or already read.
        library: What is cited.
        policy: Turns verdicts into decisions.
        entailment: Reads what the checks leave open.
        examiner: Of the same library, where made before.
        recite: Replace the citations that are there; else they stay, and only claims without one
            get one.
    """
    examiner = examiner or Examiner(library)
    answer = given if isinstance(given, Answer) else parse_answer(given)
    if recite:
        answer = parse_answer(without_markers(answer), form=answer.form)
    judged = judge(answer, library, policy=policy, entailment=entailment, examiner=examiner)
    written = rewrite(judged.answer, judged.verdicts, library, only_uncited=True)
    cited = parse_answer(written.text, form=answer.form)
    report = verify(cited, library, policy=policy, entailment=entailment, examiner=examiner)
    return Cited(written.text, written.changes, report)


def _own_style(generator: Generator, form: Form | None, style: Style) -> Style:
    if form == "longcite":
        return Style.LONGCITE
    if style is Style.LONGCITE:
        raise CallerError(
            f"{generator.name} does not write the style 'longcite'",
            remedy="name a LongCite model as longcite:NAME@URL, or ask for another style",
        )
    return style


def _read(text: str, library: Library, style: Style) -> Answer:
    if style is Style.LONGCITE:
        return read_form("longcite", text, library)
    return parse_answer(text, style)


def _fitting(generator: Generator, budget: int, said: Sequence[str], tokenizer: Tokenizer) -> int:
    """The budget that the window holds beside instructions, what was said so far, and answer."""
    window = generator.window_tokens() if isinstance(generator, Windowed) else None
    if window is None or not isinstance(generator, Windowed):
        return budget
    spent = sum(tokenizer.count(said)) + _INSTRUCTION_TOKENS
    room = int((window - generator.max_tokens) / _TOKENIZER_SPREAD) - spent
    if room < _LEAST_BUDGET:
        raise WindowError(
            f"the window of {generator.name} holds {window} tokens: too few for documents and an "
            f"answer of {generator.max_tokens}",
            window_tokens=window,
        )
    return min(budget, room)


def _smaller(budget: int, error: WindowError) -> int:
    """A budget that fits a window that turned out too small."""
    if error.window_tokens and error.prompt_tokens:
        return max(1, int(budget * 0.8 * error.window_tokens / error.prompt_tokens))
    return max(1, budget // 2)


def best_first(chosen: Pack) -> list[Passage]:
    """The passages that a pack shows, best first."""
    return [
        Passage(p.passage_id, p.source_id, p.start, p.end, p.first_sentence, p.last_sentence)
        for p in sorted(chosen.passages, key=lambda p: p.rank)
    ]


def _reader_warnings(library: Library) -> tuple[str, ...]:
    return tuple(
        f"{document.source_id}: {warning}"
        for document in library.documents
        for warning in document.warnings
    )
