"""A cross-encoder in a folder: token ids → logits, by onnxruntime or by torch.

`model.onnx` (or `onnx/model.onnx`, where published models keep it) runs without torch;
`model.safetensors` with its `config.json` runs with transformers. Code that comes with a model is
never run, and no pickle is opened.
"""

from __future__ import annotations

import hashlib
import inspect
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from pincite.errors import CallerError, ExtraError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["Encoder", "encoder"]

_ONNX = ("model.onnx", "onnx/model.onnx")
_SAFE = "model.safetensors"
_WORDS = "tokenizer.json"


class Encoder(Protocol):
    """Runs one pair at a time; may be called from several threads.

    Attributes:
        sha256: Of the file with the weights, `sha256:…`.
    """

    sha256: str

    def logits(self, ids: Sequence[int], types: Sequence[int]) -> NDArray[np.float64]:
        """The outputs for a pair of so many tokens, `(classes,)`."""


def encoder(folder: Path) -> Encoder:
    """The model of a folder.

    Raises:
        CallerError: When it holds none, or no tokenizer.
        ExtraError: When what runs it is not installed.
    """
    onnx = next((folder / name for name in _ONNX if (folder / name).is_file()), None)
    safe = (folder / _SAFE).is_file() and (folder / "config.json").is_file()
    if not (onnx or safe) or not (folder / _WORDS).is_file():
        raise CallerError(
            f"{folder.name!r} has no model.onnx, or model.safetensors with config.json, with a "
            f"{_WORDS} beside it",
            remedy="give the folder of a cross-encoder",
        )
    return _Onnx(onnx) if onnx else _Torch(folder)


class _Onnx:
    def __init__(self, path: Path) -> None:
        try:
            import onnxruntime as ort
        except ImportError as error:
            raise ExtraError("a cross-encoder", extra="verifier") from error
        options = ort.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        try:
            self._session = ort.InferenceSession(
                str(path), options, providers=["CPUExecutionProvider"]
            )
        except Exception as error:
            raise CallerError(f"{path.name} cannot be loaded: {error}") from error
        self._names = {item.name for item in self._session.get_inputs()}
        self.sha256 = _hash(path)

    def logits(self, ids: Sequence[int], types: Sequence[int]) -> NDArray[np.float64]:
        import numpy as np

        feeds = {
            "input_ids": np.asarray([ids], dtype=np.int64),
            "attention_mask": np.ones((1, len(ids)), dtype=np.int64),
            "token_type_ids": np.asarray([types], dtype=np.int64),
        }
        known = {name: value for name, value in feeds.items() if name in self._names}
        found = np.asarray(self._session.run(None, known)[0], dtype=np.float64)
        return np.asarray(found[0])


class _Torch:
    def __init__(self, folder: Path) -> None:
        try:
            from transformers import AutoModelForSequenceClassification
        except ImportError as error:
            raise ExtraError("a cross-encoder of transformers", extra="hf") from error
        try:
            self._model = AutoModelForSequenceClassification.from_pretrained(
                str(folder), local_files_only=True, use_safetensors=True, trust_remote_code=False
            )
        except (OSError, ValueError, RuntimeError) as error:
            raise CallerError(
                f"{folder.name!r} cannot be loaded: {error}",
                remedy="export it to model.onnx where it needs code of its own",
            ) from error
        self._model.eval()
        self._names = set(inspect.signature(self._model.forward).parameters)
        self.sha256 = _hash(folder / _SAFE)

    def logits(self, ids: Sequence[int], types: Sequence[int]) -> NDArray[np.float64]:
        import numpy as np
        import torch

        feeds = {
            "input_ids": torch.tensor([list(ids)]),
            "attention_mask": torch.ones(1, len(ids), dtype=torch.long),
            "token_type_ids": torch.tensor([list(types)]),
        }
        known = {name: value for name, value in feeds.items() if name in self._names}
        with torch.inference_mode():
            found = self._model(**known).logits[0]
        return np.asarray(found.float().numpy(), dtype=np.float64)


def _hash(path: Path) -> str:
    with path.open("rb") as file:
        return f"sha256:{hashlib.file_digest(file, 'sha256').hexdigest()}"
