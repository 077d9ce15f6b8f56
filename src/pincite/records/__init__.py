"""The records that flow between stages: frozen, comparable, without JSON.

All positions are half-open and count Unicode code points. A sentence number means something only
together with its library. `pincite.codec` turns records into JSON and back.
"""

from __future__ import annotations

from pincite.records.answers import (
    NO_ANSWER,
    NO_ANSWERS,
    Answer,
    AnswerForm,
    Citation,
    CitationStatus,
    Claim,
    Part,
    UnreadMarker,
)
from pincite.records.documents import (
    Block,
    BlockKind,
    Document,
    Library,
    Location,
    PageImage,
    PageSource,
    Passage,
    Region,
    Sentence,
    SourceMap,
)
from pincite.records.packs import (
    Boundary,
    Pack,
    PassageRecord,
    Prompt,
    SourceShare,
    Turn,
)
from pincite.records.verdicts import (
    Check,
    Decision,
    Generation,
    Outcome,
    Proportion,
    Report,
    Scores,
    Status,
    Verdict,
)

__all__ = [
    "NO_ANSWER",
    "NO_ANSWERS",
    "Answer",
    "AnswerForm",
    "Block",
    "BlockKind",
    "Boundary",
    "Check",
    "Citation",
    "CitationStatus",
    "Claim",
    "Decision",
    "Document",
    "Generation",
    "Library",
    "Location",
    "Outcome",
    "Pack",
    "PageImage",
    "PageSource",
    "Part",
    "Passage",
    "PassageRecord",
    "Prompt",
    "Proportion",
    "Region",
    "Report",
    "Scores",
    "Sentence",
    "SourceMap",
    "SourceShare",
    "Status",
    "Turn",
    "UnreadMarker",
    "Verdict",
]
