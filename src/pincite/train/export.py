"""A trained verifier → `model.onnx` in eight bits with tokenizer and manifest, as it is shipped.

Weights are rounded to seven bits of eight, so that processors without wide accumulators give the
same sums as those with them. Needs torch, onnx and onnxruntime.
"""

from __future__ import annotations

import json
import shutil
import tempfile
from collections.abc import Mapping
from pathlib import Path

from pincite.canonical import sha256_bytes
from pincite.train.verifier import CLASSES, STAGES, network

__all__ = ["export", "write_manifest"]

_OPSET = 17


def export(weights: Path, backbone: Path, out: Path) -> None:
    """Writes `model.onnx`, `tokenizer.json` and a manifest without calibration.

    Args:
        weights: As `train` saved them.
        backbone: The folder that they were trained from.
        out: Gets the files.
    """
    import torch
    from onnxruntime.quantization import QuantType, quantize_dynamic

    model = network(backbone)
    model.load_state_dict(torch.load(weights, weights_only=True))
    model.eval()
    out.mkdir(parents=True, exist_ok=True)
    sample = torch.ones(1, 16, dtype=torch.long)
    names = ["input_ids", "attention_mask", "token_type_ids"]
    with tempfile.TemporaryDirectory() as folder:
        exact = Path(folder) / "exact.onnx"
        torch.onnx.export(
            model,
            (sample, sample, torch.zeros_like(sample)),
            str(exact),
            input_names=names,
            output_names=["logits"],
            dynamic_axes={name: {0: "batch", 1: "tokens"} for name in names},
            opset_version=_OPSET,
            dynamo=False,
        )
        quantize_dynamic(
            exact,
            out / "model.onnx",
            weight_type=QuantType.QInt8,
            per_channel=True,
            reduce_range=True,
        )
    shutil.copyfile(backbone / "tokenizer.json", out / "tokenizer.json")
    write_manifest(out, {})


def write_manifest(folder: Path, calibration: Mapping[str, float]) -> None:
    """Writes `manifest.json`: the name, classes, window, hash and calibration of a model."""
    values = {
        "name": "pincite-verifier/1",
        "classes": [label.value for label in CLASSES],
        "languages": ["en"],
        "window": max(stage.longest for stage in STAGES),
        "model_sha256": sha256_bytes((folder / "model.onnx").read_bytes()),
        "calibration": dict(calibration),
    }
    text = json.dumps(values, indent=2, sort_keys=True)
    (folder / "manifest.json").write_text(text + "\n", encoding="utf-8")
