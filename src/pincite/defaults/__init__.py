"""Which adapters are used when nobody says: the composition root of the four verbs.

Everything is built on first use and kept for the process.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING

from pincite import pipeline
from pincite.canonical import Plain
from pincite.checks import Examiner, Policy
from pincite.defaults.adapters import generator, judge, reading, verifier
from pincite.defaults.ranking import METHODS, prepared, selection
from pincite.errors import CallerError, ExtraError
from pincite.hearing import Listener
from pincite.index import content_key
from pincite.packing import Finding, PackRequest
from pincite.packing import verify_pack as find_changes
from pincite.parse import form_of, parse_answer
from pincite.ports import Entailment, Generator
from pincite.readers import ReadSettings, read_documents
from pincite.records import Answer, Document, Library, Pack, Report, Turn
from pincite.refs import Style
from pincite.sampling import best_of
from pincite.second_pass import SecondPass
from pincite.split import split
from pincite.version import __version__

if TYPE_CHECKING:
    from pincite.index.cache import IndexCache
    from pincite.ports import Reranker
    from pincite.readers.cache import Cache

__all__ = [
    "ASK_BUDGET_TOKENS",
    "METHODS",
    "ask",
    "cite",
    "count_tokens",
    "generator",
    "judge",
    "pack",
    "read",
    "selection",
    "verifier",
    "verify",
    "verify_pack",
]

Source = str | os.PathLike[str]

ASK_BUDGET_TOKENS = 32_000


def read(
    *sources: Source,
    settings: ReadSettings | None = None,
    cache: Cache | None = None,
    on_document: Callable[[Document, int], None] | None = None,
) -> Library:
    """Read documents and number their sentences `s1 … sN` in the order given.

    Args:
        sources: Paths, folders, globs or http(s) addresses.
        settings: Limits and options of the readers.
        cache: Where documents that were read are kept; None keeps none.
        on_document: Called with each document once it is read, and the number of all.

    Returns:
        A library; `library.sentence(12).text` is `s12`.

    Raises:
        DocumentError: When a document cannot be read; says why.
        LimitError: When one is larger than the settings allow.

    Example:
        >>> from pincite.samples import path
        >>> library = read(path("halden-press-release.html"))
        >>> library.sentence(1).source_id
        'halden-press-release'
    """
    documents = read_documents(
        sources, settings=settings or ReadSettings(), cache=cache, on_document=on_document
    )
    return split(documents)


def pack(
    task: str,
    library: Library,
    *,
    budget_tokens: int = 8_000,
    style: Style = Style.LINE,
    tokenizer: str = "o200k_base",
    method: str = METHODS[0],
    keep: Sequence[int] = (),
    reranker: Reranker | None = None,
    cache: IndexCache | None = None,
) -> Pack:
    """Choose what a model gets to see of a library, within a token budget.

    Args:
        task: A question, or what the text is needed for.
        library: From `read`.
        budget_tokens: The limit on the context as rendered.
        style: How sentences are tagged.
        tokenizer: Name of what counts.
        method: One of `METHODS`: how sentences are ranked. The record names the one used.
        keep: Numbers of sentences that have to be in the pack.
        reranker: Orders the best sentences anew, such as a cross-encoder.
        cache: Where what is costly of an index is kept for the next time, keyed by the content of
            the library; None keeps nothing. The pack is the same.

    Returns:
        The pack: its `context` for the model, its `boundary` for what was left out.

    Raises:
        CallerError: When the library is empty, the budget holds nothing or not the sentences to
            keep, or there is no such method or tokenizer.

    Example:
        >>> from pincite.samples import path
        >>> library = read(path("halden-press-release.html"))
        >>> chosen = pack("How much was invested?", library, budget_tokens=300)
        >>> chosen.boundary.output_tokens <= 300
        True
    """
    ports = selection(tokenizer, method, reranker, cache=cache)
    kept = tuple(sorted(set(keep)))
    request = PackRequest(task, budget_tokens, style, ports.method, kept)
    ready = prepared(library, ports, request)
    return pipeline.pack(library, request, ports, prepared=ready)


def verify_pack(pack: Pack, library: Library) -> tuple[Finding, ...]:
    """What of a pack does not agree with its sources; empty for a pack as it was made.

    What only a ranking can say (scores, ranks, reasons, warnings) is compared with a pack made
    again, where this version made the pack.

    Args:
        pack: From a file, or from anywhere.
        library: Its sources, read again.

    Returns:
        Findings that name the passage, source or field, passages first.

    Example:
        >>> from dataclasses import replace
        >>> from pincite.samples import path
        >>> library = read(path("halden-press-release.html"))
        >>> chosen = pack("How much was invested?", library, budget_tokens=300)
        >>> verify_pack(chosen, library)
        ()
        >>> changed = replace(chosen, context=chosen.context.replace("1", "2"))
        >>> bool(verify_pack(changed, library))
        True
    """
    from pincite.models.tokens import tokenizer

    try:
        counts = tokenizer(pack.boundary.tokenizer)
    except CallerError:
        counts = None
    return find_changes(pack, library, counts, again=_again(pack, library))


def _again(made: Pack, library: Library) -> Pack | None:
    """The pack that the same request gives; None where there is no telling."""
    if made.pincite_version != __version__ or made.library_id != library.library_id:
        return None
    try:
        return pack(
            made.task,
            library,
            budget_tokens=made.boundary.budget_tokens,
            style=made.style,
            tokenizer=made.boundary.tokenizer,
            method=made.method or METHODS[0],
            keep=made.keep,
        )
    except (CallerError, ExtraError):
        return None


def ask(
    question: str,
    library: Library,
    *,
    generator: Generator | None = None,
    budget_tokens: int = ASK_BUDGET_TOKENS,
    policy: Policy | None = None,
    style: Style = Style.LINE,
    turns: Sequence[Turn] = (),
    schema: Plain = None,
    second_pass: SecondPass | None = None,
    samples: int = 1,
    entailment: Entailment | str | None = None,
    on_event: Listener | None = None,
) -> Report:
    """Answer a question from a library and judge the answer.

    Args:
        question: In any words.
        library: From `read`.
        generator: Any model; the embedded one repeats sentences verbatim, or says that the
            documents do not answer.
        budget_tokens: What the generator gets to read, at most; lowered to its window.
        policy: Turns verdicts into decisions.
        style: How sentences are shown to the generator; a LongCite model has its own.
        turns: Earlier turns of the conversation, first to last, from `pincite.prompt.turn`.
        schema: JSON Schema of the answer, whose strings then cite; None for prose.
        second_pass: How claims whose own citations are missing or refused get others: `search`
            takes what the report suggests, `model` asks the generator again with few sentences.
        samples: Answers to choose from, by citation F1; each costs as much as one.
        entailment: Reads what the checks leave open: a judge, or a name that `verifier` takes.
        on_event: Hears the answer while it is written: its text, and claims with a first verdict.

    Raises:
        CallerError: When the question or the library is empty, or the schema or the generator
            cannot be used for JSON.
        GeneratorError: When the model does not answer; an answer that breaks off is kept.

    Example:
        >>> from pincite.samples import path
        >>> report = ask("Who owns the moon?", read(path("halden-press-release.html")))
        >>> report.answered, report.decision.value
        (False, 'review')
    """
    from pincite.models.extractive import Extractive

    asked = partial(
        pipeline.ask,
        question,
        library,
        selection=selection("o200k_base"),
        budget_tokens=budget_tokens,
        policy=policy or Policy(),
        style=style,
        turns=turns,
        schema=schema,
        second_pass=second_pass,
        entailment=reading(entailment),
        on_event=on_event,
    )
    answerer = generator or Extractive()
    if samples > 1:
        return best_of(samples, answerer, lambda sample: asked(generator=sample))
    return asked(generator=answerer)


def verify(
    answer: str | Path | Answer,
    library: Library,
    *,
    pack: Pack | None = None,
    policy: Policy | None = None,
    entailment: Entailment | str | None = None,
) -> Report:
    """Check an answer with markers such as `[s12-s14, s20]` against a library.

    Args:
        answer: The text, the path of a file that holds it, or an answer already read, such as one
            that `pincite.exchange.read` took over from another API.
        library: From `read`; its numbers are what the markers mean.
        pack: What the answer's writer was shown, when that was not the whole library.
        policy: Turns verdicts into decisions.
        entailment: Reads what the checks leave open: a judge, or a name that `verifier` takes.

    Raises:
        MismatchError: When the pack is of another library.

    Example:
        >>> from pincite.samples import path
        >>> library = read(path("halden-press-release.html"))
        >>> report = verify("Everything doubled [s9999].", library)
        >>> report.decision.value, report.answer.citations[0].status.value
        ('reject', 'phantom')
    """
    given = _from_file(answer, pack) if isinstance(answer, Path) else answer
    return pipeline.verify(
        given,
        library,
        pack=pack,
        policy=policy or Policy(),
        entailment=reading(entailment),
        examiner=_examiner(library),
    )


def cite(
    answer: str | Path | Answer,
    library: Library,
    *,
    recite: bool = False,
    policy: Policy | None = None,
    entailment: Entailment | str | None = None,
) -> pipeline.Cited:
    """Attach citations to an answer that came without, from any model.

    Args:
        answer: The text, the path of a file that holds it, or an answer already read.
        library: From `read`.
        recite: Replace the citations that are there.
        policy: Turns verdicts into decisions.
        entailment: Reads what the checks leave open: a judge, or a name that `verifier` takes.

    Returns:
        The text with markers, what was put in, and the report on it. A claim that no sentence says
        gets no marker.

    Example:
        >>> from pincite.samples import path
        >>> library = read(path("halden-press-release.html"))
        >>> cited = cite(library.sentence(3).text, library)
        >>> cited.changes[0].new
        '[s3]'
    """
    given = _from_file(answer) if isinstance(answer, Path) else answer
    return pipeline.cite(
        given,
        library,
        policy=policy or Policy(),
        entailment=reading(entailment),
        examiner=_examiner(library),
        recite=recite,
    )


def count_tokens(library: Library) -> dict[str, int]:
    """Tokens of each document's text by source id, counted with the default tokenizer."""
    from pincite.models.tokens import tokenizer

    counts = tokenizer().count([document.text for document in library.documents])
    return {d.source_id: n for d, n in zip(library.documents, counts, strict=True)}


_KEPT_LIBRARIES = 4
_examiners: dict[str, Examiner] = {}
_examining = Lock()


def _examiner(library: Library) -> Examiner:
    """The examiner of a library, from what this process keeps where its content is the same."""
    key = content_key(library)
    with _examining:
        found = _examiners.pop(key, None) or Examiner(library)
        _examiners[key] = found
        while len(_examiners) > _KEPT_LIBRARIES:
            _examiners.pop(next(iter(_examiners)))
    return found


if "IPython" in sys.modules:
    from pincite.report.notebook import show_reports

    show_reports()


def _from_file(path: Path, pack: Pack | None = None) -> Answer | str:
    text, form = path.read_text(encoding="utf-8"), form_of(path.name)
    style = pack.style if pack else Style.LINE
    return text if form == "text" else parse_answer(text, style, form=form)
