"""Gold records → claims with evidence and a label: what a judge of support is measured on.

Evidence is what the annotators saw; of findver and nli4ct, whose documents are whole reports, the
marked evidence. `generic` and `disputed` claims, and sufficient_facts records on which the
annotators did not agree, are left out. A part of each data set that trains the shipped verifier is
held out from training: only that part is measured on.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from pincite.datasets.catalogue import CATALOGUE
from pincite.datasets.gold import GoldRecord, Label

__all__ = ["JUDGED", "JudgedClaim", "claim_of", "held_out", "judged_claims"]

JUDGED = (
    "wice", "attributionbench", "factcheck_gpt", "summedits", "fever_symmetric", "healthver",
    "qags", "begin", "sufficient_facts", "nli4ct", "findver", "faithbench",
)  # fmt: skip
"""The data sets of the protocol "agreement"; faithbench is reported apart."""

_MARKED = ("findver", "nli4ct")
_HELD_OUT_BYTE = 51
"""Of 256: a fifth."""


@dataclass(frozen=True, slots=True)
class JudgedClaim:
    """A claim, what it is to be judged on, and what people say.

    Attributes:
        claim: Without markers.
        evidence: Plain text; documents or spans a line each.
        label: Supported, partial, unsupported or contradicted.
    """

    claim: str
    evidence: str
    label: Label


def held_out(record: GoldRecord) -> bool:
    """Whether a record is kept from training; records on one document stay together."""
    key = record.documents[0].text if record.documents else record.record_id
    return hashlib.sha256(key.encode("utf-8", "surrogatepass")).digest()[0] < _HELD_OUT_BYTE


def claim_of(record: GoldRecord) -> JudgedClaim | None:
    """The claim of a record with what annotators saw; None where it has no label that counts."""
    unclear = record.contested and record.set == "sufficient_facts"
    if record.claim is None or unclear or record.label in (None, Label.GENERIC, Label.DISPUTED):
        return None
    assert record.label is not None
    texts = [document.text for document in record.documents]
    if record.set in _MARKED:
        texts = [span.text for span in record.evidence]
    return JudgedClaim(record.claim, "\n".join(texts), record.label)


def judged_claims(root: Path, name: str) -> Iterator[JudgedClaim]:
    """The claims of a set that may be measured on, in its order."""
    from pincite.datasets import load

    trains = name in CATALOGUE and any(part.may_train for part in CATALOGUE[name].parts)
    for record in load(root, name):
        claim = claim_of(record)
        if claim is not None and not (trains and not held_out(record)):
            yield claim
