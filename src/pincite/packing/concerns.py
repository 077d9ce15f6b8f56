"""What the user of a pack should know: one line each, the first word names the kind of concern."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from pincite.packing.request import Candidates, PackRequest
from pincite.ports import Tokenizer
from pincite.records import BlockKind, Library, PassageRecord, SourceShare

__all__ = ["concerns"]

_MOST_NAMED = 20
"""Sources and sentences that are named one by one; further ones are counted."""

_REFERS = re.compile(
    r"(?:(?:this|these|that|those|such|it|they|he|she|his|her|their|its|the (?:former|latter|same"
    r"|above)|both|as a result|however|therefore|moreover|furthermore|consequently"
    r"|otherwise)\b|(?:as )?(?:mentioned|described|noted|stated|shown) (?:above|below|earlier))",
    re.IGNORECASE,
)


def concerns(
    candidates: Candidates,
    shares: Sequence[SourceShare],
    records: Sequence[PassageRecord],
    request: PackRequest,
    tokenizer: Tokenizer,
) -> tuple[str, ...]:
    """The warnings of a pack's boundary record, in a fixed order of kinds."""
    library = candidates.library
    silent = [repr(share.source_id) for share in shares if not share.passages_included]
    found = [*_named("no_passage_selected: nothing of source {} is in the pack", silent)]
    if not records and not candidates.scored:
        found.append("no_match: no passage shares a term with the task")
    elif not records:
        found.append(
            f"budget_too_small: no passage that speaks of the task fits {request.budget_tokens} "
            "tokens"
        )
    starts = [record.first_sentence for record in records]
    shown = {record.last_sentence for record in records}
    alone = [number for number in starts if number - 1 not in shown]
    cut = [f"s{number}" for number in alone if _headless_row(library, number)]
    found.extend(_named("table_without_head: the head of the table of {} is not in the pack", cut))
    lost = [f"s{number}" for number in alone if _refers_back(library, number)]
    found.extend(_named("reference_without_antecedent: {} refers to what is left out", lost))
    if not tokenizer.exact:
        found.append(f"estimated_tokens: counts by {tokenizer.name} are upper bounds")
    return tuple(found)


def _named(message: str, names: Sequence[str]) -> Iterator[str]:
    for name in names[:_MOST_NAMED]:
        yield message.format(name)
    if len(names) > _MOST_NAMED:
        kind = message.partition(":")[0]
        yield f"{kind}: and {len(names) - _MOST_NAMED} more"


def _headless_row(library: Library, number: int) -> bool:
    """Whether a sentence is a row inside of a table, not its head."""
    block = library.document(number).blocks[library.block_rows[number - 1]]
    return block.kind is BlockKind.TABLE_ROW and not block.head


def _refers_back(library: Library, number: int) -> bool:
    """Whether a sentence that is not its block's first begins with a reference."""
    if number == 1 or library.block_rows[number - 2] != library.block_rows[number - 1]:
        return False
    sentence = library.sentence(number)
    return sentence.kind is BlockKind.PARAGRAPH and bool(_REFERS.match(sentence.text))
