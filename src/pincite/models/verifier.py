"""The verifier: a cross-encoder's reading and the checks' findings → one calibrated probability.

The combination is a logistic model over a few features that a person can follow. Its weights stand
in the manifest beside the model, with their signs bounded: a failed check never raises the
probability, a word of the claim that the evidence holds never lowers it. No feature knows where a
claim comes from.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import cast

from pincite.canonical import sha256_value
from pincite.checks import Finding, check_pair
from pincite.errors import CallerError
from pincite.models.crossencoder import CrossEncoder
from pincite.models.focus import lines
from pincite.models.manifest import manifest
from pincite.ports import Entailment, Judgement
from pincite.rank import query_terms, terms
from pincite.records import Outcome, Status

__all__ = ["FEATURES", "SIGNS", "Verifier", "combined", "features"]

SIGNS: Mapping[str, int] = {
    "reading": 1,
    "reading_figures": -1,
    "reading_truncated": -1,
    "opposite": -1,
    "words": 1,
    "best_line": 1,
    "verbatim": 1,
    "figures_absent": -1,
    "names_absent": -1,
    "sense_changed": -1,
    "quotation_changed": -1,
}
"""Feature → the only sign that its weight may have."""

FEATURES = tuple(SIGNS)
"""In the order of `features`.

`reading` and `opposite` are the log-odds that the cross-encoder gives to supported and to
contradicted, bounded to ±6. `reading_figures` and `reading_truncated` are `reading` once more where
the claim holds a digit and where not all of the evidence was read, else 0: a small model reads
figures and excerpts less well, so there its word counts for less. `words` is the share of the
claim's terms that the evidence holds, `best_line` the share that one of its lines holds; the others
are 1 where the checks found it and else 0.
"""

_BOUND = 6.0
_FAILURES = ("figures", "names", "polarity", "quotes")


def features(claim: str, evidence: str, read: Judgement, found: Finding) -> tuple[float, ...]:
    """The features of one pair, in the order of `FEATURES`."""
    wanted = set(query_terms(claim))
    held = [wanted.intersection(terms(line)) for line in lines(evidence)]
    failed = {check.name for check in found.checks if check.outcome is Outcome.FAIL}
    reading = _log_odds(read.supported)
    return (
        reading,
        reading if any(map(str.isdigit, claim)) else 0.0,
        reading if read.truncated else 0.0,
        _log_odds(read.contradicted),
        len(frozenset().union(*held)) / max(1, len(wanted)),
        max(map(len, held), default=0) / max(1, len(wanted)),
        float(found.status is Status.SUPPORTED),
        *(float(name in failed) for name in _FAILURES),
    )


def combined(values: Sequence[float], weights: Mapping[str, float]) -> float:
    """The probability of support that the weights give to features."""
    total = weights["bias"] + sum(
        weights[name] * value for name, value in zip(FEATURES, values, strict=True)
    )
    return 1 / (1 + math.exp(-total)) if total > -500 else 0.0


class Verifier:
    """Judges pairs with a cross-encoder and the checks together; deterministic.

    Attributes:
        name: Of the reader, with a hash of the weights that combine it with the checks.
        reader: The cross-encoder, or whatever else reads, alone.
    """

    name: str
    reader: Entailment

    def __init__(self, folder: Path, *, reader: Entailment | None = None) -> None:
        """Loads the cross-encoder of a folder and the weights of its manifest.

        Args:
            folder: With `manifest.json` and, unless a reader is given, the model and its
                `tokenizer.json`.
            reader: Another judge whose reading is combined, with the folder's weights.

        Raises:
            CallerError: When the folder is not one of a calibrated verifier.
            ExtraError: When onnxruntime or tokenizers is not installed.
        """
        self._weights = _weights(folder)
        self.reader = reader or CrossEncoder(folder)
        fitted = sha256_value(self._weights).removeprefix("sha256:")
        self.name = f"{self.reader.name} calibration {fitted[:8]}"

    def judge(self, pairs: Sequence[tuple[str, str]]) -> list[Judgement | None]:
        """For each `(claim, evidence)` its judgement; None where it could not be read."""
        read = self.reader.judge(pairs)
        return [
            None if judgement is None else self._combine(*pair, judgement)
            for pair, judgement in zip(pairs, read, strict=True)
        ]

    def _combine(self, claim: str, evidence: str, read: Judgement) -> Judgement:
        values = features(claim, evidence, read, check_pair(claim, evidence))
        supported = combined(values, self._weights)
        rest = read.partial + read.unsupported + read.contradicted
        share = (1 - supported) / rest if rest else 0.0
        return Judgement(
            supported=supported if rest else 1.0,
            partial=read.partial * share,
            unsupported=read.unsupported * share,
            contradicted=read.contradicted * share,
            truncated=read.truncated,
        )


def _log_odds(share: float) -> float:
    floor = 1 / (1 + math.exp(_BOUND))
    bounded = min(max(share, floor), 1 - floor)
    return math.log(bounded / (1 - bounded))


def _weights(folder: Path) -> dict[str, float]:
    fitted = cast(Mapping[str, float], manifest(folder).get("calibration"))
    try:
        weights = {name: float(fitted[name]) for name in ("bias", *FEATURES)}
    except (ValueError, KeyError, TypeError) as error:
        raise CallerError(
            f"{folder.name!r} has no manifest.json with a calibration",
            remedy="make one with `pincite train calibrate`",
        ) from error
    for name, sign in SIGNS.items():
        if weights[name] * sign < 0:
            raise CallerError(f"the calibration gives {name!r} a weight of the wrong sign")
    if weights["reading"] + weights["reading_figures"] + weights["reading_truncated"] < 0:
        raise CallerError("the calibration turns the reading round where it trusts it least")
    return weights
