"""A prompt with what it shows → the rules that its answer has to keep to."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

from pincite.context import merge_ranges
from pincite.grammar import passage_rules, prose_rules, schema_rules, unbroken_runs
from pincite.grammar.rules import Expression
from pincite.records import Library, Passage, Prompt
from pincite.refs import Style

__all__ = ["rules_of"]


def rules_of(
    prompt: Prompt, library: Library, passages: Sequence[Passage]
) -> Mapping[str, Expression]:
    """The rules of an answer to a prompt; nothing can be cited where no passage is shown."""
    if prompt.style is Style.PASSAGE:
        prose = passage_rules([passage.passage_id for passage in passages])
    else:
        shown = merge_ranges((p.first_sentence, p.last_sentence) for p in passages)
        prose = prose_rules(unbroken_runs(library, shown))
    return schema_rules(json.loads(prompt.schema), prose) if prompt.schema else prose
