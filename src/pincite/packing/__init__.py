"""(library, scored passages, budget) → `Pack`, with a record of what it left out; knows no model.

Passages are taken best first while the context, as rendered, stays within the budget. What is
hashed: `input_sha256` is over `[library_id, task, budget_tokens, style, method, tokenizer]`, with
the numbers of the sentences to keep behind where there are any, `output_sha256` over the context,
`pack_id` over both.
"""

from __future__ import annotations

from pincite.errors import CallerError, MismatchError
from pincite.packing.assembling import assemble
from pincite.packing.audit import Finding, verify_pack
from pincite.packing.filling import Choice, choose
from pincite.packing.ordering import Rows, best_sentences, reranked
from pincite.packing.request import Candidates, PackRequest
from pincite.packing.sizes import Sizes, measure
from pincite.ports import Tokenizer
from pincite.records import Library, Pack

__all__ = [
    "Candidates",
    "Finding",
    "PackRequest",
    "Rows",
    "Sizes",
    "best_sentences",
    "fill",
    "measure",
    "require_same_library",
    "reranked",
    "verify_pack",
    "whole",
]


def fill(candidates: Candidates, request: PackRequest, tokenizer: Tokenizer) -> Pack:
    """Take passages best first while they fit; a later, smaller one may fit where one did not.

    Returns:
        The pack; `boundary.output_tokens` is at most the budget, also when nothing fits but gap
        lines.

    Raises:
        CallerError: When the library is empty, or not even the gap lines or the sentences to keep
            fit.
    """
    _require_sentences(candidates.library)
    return assemble(candidates, choose(candidates, request, tokenizer), request, tokenizer)


def whole(candidates: Candidates, request: PackRequest, tokenizer: Tokenizer) -> Pack | None:
    """A pack of everything, None where it does not fit the budget."""
    _require_sentences(candidates.library)
    if candidates.sizes and candidates.sizes.lines[-1] > 2 * request.budget_tokens + 100:
        return None
    rows = tuple(range(len(candidates.passages)))
    context = candidates.context(rows, request.style)
    choice = Choice(rows, context, tokenizer.count([context])[0])
    if choice.tokens > request.budget_tokens:
        return None
    return assemble(candidates, choice, request, tokenizer)


def require_same_library(pack: Pack, library: Library) -> None:
    """Refuse a pack that was made from other documents.

    Raises:
        MismatchError: When the pack's library is not this one.
    """
    if pack.library_id != library.library_id:
        raise MismatchError(
            f"the pack {pack.pack_id} was made from library {pack.library_id}, "
            f"these sources are library {library.library_id}",
            remedy="give the same files in the same order as when the pack was made",
        )


def _require_sentences(library: Library) -> None:
    if not len(library):
        raise CallerError(
            "there is no sentence to pack", remedy="give at least one document with text"
        )
