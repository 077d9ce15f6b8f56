"""Any cross-encoder in a folder as an Entailment.

A folder holds the model, `tokenizer.json` and either our `manifest.json` or the `config.json` that
a model was published with, whose label names say what its outputs mean. Each pair runs alone,
without padding, so that a judgement never depends on what else is judged beside it; pairs run on
as many threads as there are cores. Needs `pincite[verifier]`, for safetensors `pincite[hf]`.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, cast

from pincite.errors import CallerError, ExtraError
from pincite.language import detect_language
from pincite.models.encoders import encoder
from pincite.models.focus import focus
from pincite.models.manifest import json_object
from pincite.ports import Judgement

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["CrossEncoder", "Layout", "softmax"]

CLAIM_TOKENS = 128
_OURS = ("supported", "partial", "unsupported", "contradicted")


@dataclass(frozen=True, slots=True)
class Layout:
    """How a model wants its pair, and what its outputs are.

    Attributes:
        name: For the record.
        classes: What each output means, one of the four labels; a single output is the logit of
            `supported` against `unsupported`.
        claim_first: Whether the claim comes before the evidence.
        window: Tokens of a pair that the model reads at most.
        languages: BCP 47 primary tags of the languages that it knows; empty where nobody said.
    """

    name: str
    classes: tuple[str, ...]
    claim_first: bool
    window: int
    languages: tuple[str, ...] = ()

    @classmethod
    def of(cls, folder: Path) -> Layout:
        """The layout that the folder's files describe.

        Raises:
            CallerError: When they do not say what the outputs mean.
        """
        ours, published = folder / "manifest.json", folder / "config.json"
        if ours.exists():
            return cls._ours(json_object(ours))
        if not published.exists():
            raise CallerError(
                f"{folder.name!r} has neither manifest.json nor config.json",
                remedy="give the folder of a cross-encoder",
            )
        values = json_object(published)
        names = cast(dict[str, str], values.get("id2label") or {"0": "supported"})
        labels = tuple(_meaning(names[key]) for key in sorted(names, key=int))
        longest = min(int(cast(int, values.get("max_position_embeddings", 512))), 512)
        return cls(folder.name, labels, claim_first=False, window=longest - 2)

    @classmethod
    def _ours(cls, values: dict[str, object]) -> Layout:
        try:
            return cls(
                name=str(values["name"]),
                classes=tuple(cast(list[str], values["classes"])),
                claim_first=True,
                window=int(cast(int, values["window"])),
                languages=tuple(cast(list[str], values["languages"])),
            )
        except (KeyError, TypeError, ValueError) as error:
            raise CallerError(
                f"manifest.json lacks what a cross-encoder needs: {error}",
                remedy="it names name, classes, window and languages",
            ) from error


def _meaning(label: str) -> str:
    lower = label.lower()
    if any(word in lower for word in ("inconsistent", "non-", "non_", "no_", "no-")):
        return "unsupported"
    if any(word in lower for word in ("contradict", "refute")):
        return "contradicted"
    if any(word in lower for word in ("neutral", "not", "unsupport", "hallucinat", "nei")):
        return "unsupported"
    if any(word in lower for word in ("entail", "support", "consistent", "label_1")):
        return "supported"
    if lower == "label_0":
        return "unsupported"
    raise CallerError(
        f"the model's label {label!r} is neither entailment, neutral nor contradiction",
        remedy="write a manifest.json that names the classes",
    )


@dataclass(frozen=True, slots=True)
class _Input:
    ids: Sequence[int]
    types: Sequence[int]
    truncated: bool


class CrossEncoder:
    """Judges pairs with a cross-encoder; deterministic, whatever the batch.

    Attributes:
        name: Name of the model and the first digits of its hash.
    """

    name: str

    def __init__(self, folder: Path, *, threads: int | None = None) -> None:
        """Loads the model.

        Args:
            folder: With a model and its `tokenizer.json`.
            threads: Pairs that run at once; all cores when None.

        Raises:
            CallerError: When the folder is not one of a cross-encoder.
            ExtraError: When what runs it is not installed.
        """
        try:
            from tokenizers import Tokenizer
        except ImportError as error:
            raise ExtraError("a cross-encoder", extra="verifier") from error
        self._model = encoder(folder)
        self._layout = Layout.of(folder)
        self.name = f"{self._layout.name} {self._model.sha256[:15]}"
        self._tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
        self._tokenizer.no_truncation()
        self._tokenizer.no_padding()
        self._threads = threads or os.cpu_count() or 1

    def judge(self, pairs: Sequence[tuple[str, str]]) -> list[Judgement | None]:
        """For each `(claim, evidence)` its judgement; None where it cannot be read.

        It cannot where claim or evidence is empty, or the claim is in a language that the model
        does not know.
        """
        inputs = [self._input(*pair) for pair in pairs]
        if self._threads == 1 or len(pairs) < _FEW:
            return [self._judge(item) for item in inputs]
        with ThreadPoolExecutor(self._threads) as pool:
            return list(pool.map(self._judge, inputs))

    def _judge(self, item: _Input | None) -> Judgement | None:
        if item is None:
            return None
        shares = self._run(item)
        return Judgement(
            **{name: shares.get(name, 0.0) for name in _OURS}, truncated=item.truncated
        )

    def _input(self, claim: str, evidence: str) -> _Input | None:
        if not claim.strip() or not evidence.strip() or not self._knows(claim, evidence):
            return None
        first = self._tokenizer.encode(claim, add_special_tokens=False)
        room = self._layout.window - min(len(first.ids), CLAIM_TOKENS) - 3
        seen = focus(claim, evidence, room, self.count)
        cut = len(first.ids) > CLAIM_TOKENS
        if cut:
            claim = claim[: first.offsets[CLAIM_TOKENS - 1][1]]
        pair = (claim, seen.text) if self._layout.claim_first else (seen.text, claim)
        encoded = self._tokenizer.encode(*pair)
        most = self._layout.window
        cut = cut or len(encoded.ids) > most
        return _Input(encoded.ids[:most], encoded.type_ids[:most], truncated=seen.truncated or cut)

    def _knows(self, claim: str, evidence: str) -> bool:
        """Whether both texts are in a known language, as far as that can be told."""
        known = self._layout.languages
        texts = [evidence[:_LANGUAGE_CHARS], f"{claim}\n{evidence[:_LANGUAGE_CHARS]}"]
        if sum(not char.isascii() for char in claim) * 2 > len(claim):
            texts.append(claim)
        return not known or all(detect_language(text) in (*known, "und") for text in texts)

    def _run(self, item: _Input) -> dict[str, float]:
        import numpy as np

        logits = self._model.logits(item.ids, item.types)
        if len(logits) == 1:
            logits = np.asarray([logits[0], 0.0])
        classes = self._layout.classes if len(self._layout.classes) > 1 else _SINGLE
        shares: dict[str, float] = {}
        for name, share in zip(classes, softmax(logits), strict=True):
            shares[name] = shares.get(name, 0.0) + float(share)
        return shares

    def count(self, texts: Sequence[str]) -> list[int]:
        """The model's tokens of each text, in order."""
        found = self._tokenizer.encode_batch(list(texts), add_special_tokens=False)
        return [len(item.ids) for item in found]


_FEW = 2
_LANGUAGE_CHARS = 2000
_SINGLE = ("supported", "unsupported")


def softmax(logits: NDArray[np.float64]) -> NDArray[np.float64]:
    """Probabilities of logits, over the last axis."""
    import numpy as np

    powers = np.exp(logits - logits.max(axis=-1, keepdims=True))
    return cast("NDArray[np.float64]", powers / powers.sum(axis=-1, keepdims=True))
