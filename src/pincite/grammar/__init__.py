"""What a model may write at all: grammars that admit no marker but those of a pack.

Knows neither prompts nor models. An id outside the pack cannot be produced under one of these, so
`phantom`, `outside_pack`, `gapped` and `cross_document` cannot happen; a wrong id of the pack can.
"""

from __future__ import annotations

from pincite.grammar.fit import misfits
from pincite.grammar.markers import (
    MOST_ITEMS,
    marker_rules,
    passage_rules,
    prose_rules,
    unbroken_runs,
)
from pincite.grammar.rules import gbnf, lark
from pincite.grammar.schema import check_schema, schema_rules

__all__ = [
    "MOST_ITEMS",
    "check_schema",
    "gbnf",
    "lark",
    "marker_rules",
    "misfits",
    "passage_rules",
    "prose_rules",
    "schema_rules",
    "unbroken_runs",
]
