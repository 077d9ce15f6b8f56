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
from typing import TYPE_CHECKING

from pincite.canonical import sha256_bytes
from pincite.models.manifest import manifest
from pincite.train.verifier import CLASSES, STAGES, network

if TYPE_CHECKING:
    import numpy as np
    import torch
    from numpy.typing import NDArray

__all__ = ["export", "exported_weights", "write_calibration", "write_reader"]

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
    out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        exact = Path(folder) / "exact.onnx"
        _write_exact(model, exact)
        quantize_dynamic(
            exact,
            out / "model.onnx",
            weight_type=QuantType.QInt8,
            per_channel=True,
            reduce_range=True,
        )
    shutil.copyfile(backbone / "tokenizer.json", out / "tokenizer.json")
    _write(
        out,
        {
            "name": "pincite-verifier/1",
            "classes": [label.value for label in CLASSES],
            "languages": ["en"],
            "window": max(stage.longest for stage in STAGES),
            "model_sha256": sha256_bytes((out / "model.onnx").read_bytes()),
            "calibration": {},
        },
    )


def _write_exact(model: torch.nn.Module, path: Path) -> None:
    import torch

    model.eval()
    sample = torch.ones(1, 16, dtype=torch.long)
    names = ["input_ids", "attention_mask", "token_type_ids"]
    torch.onnx.export(
        model,
        (sample, sample, torch.zeros_like(sample)),
        str(path),
        input_names=names,
        output_names=["logits"],
        dynamic_axes={name: {0: "batch", 1: "tokens"} for name in names},
        opset_version=_OPSET,
        dynamo=False,
    )


def exported_weights(folder: Path, backbone: Path) -> dict[str, torch.Tensor]:
    """The weights of an exported verifier as floats, to train on from; their rounding stays.

    Args:
        folder: With `model.onnx`.
        backbone: The folder that it was trained from.
    """
    import onnx
    import torch
    from onnx.numpy_helper import to_array

    model = network(backbone)
    for parameter in model.parameters():
        torch.nn.init.normal_(parameter)  # tensors that are equal would be written once
    with tempfile.TemporaryDirectory() as scratch:
        exact = Path(scratch) / "exact.onnx"
        _write_exact(model, exact)
        names = _names(model, {x.name: to_array(x) for x in onnx.load(exact).graph.initializer})
    stored = {x.name: to_array(x) for x in onnx.load(folder / "model.onnx").graph.initializer}
    found = {}
    for parameter, (name, turned) in names.items():
        value = stored[name] if name in stored else _whole(stored, name)
        found[parameter] = torch.tensor(value.T.copy() if turned else value)
    return {**model.state_dict(), **found}


def _whole(stored: Mapping[str, NDArray[np.float32]], name: str) -> NDArray[np.float32]:
    """An eight-bit tensor as floats, the way it stood before."""
    import numpy as np

    turned = f"{name}_Transposed_quantized" in stored
    stem = f"{name}_Transposed" if turned else name
    zero = stored[f"{stem}_zero_point"].astype(np.float32)
    value = (stored[f"{stem}_quantized"].astype(np.float32) - zero) * stored[f"{stem}_scale"]
    return np.asarray(value.T if turned else value, dtype=np.float32)


def _names(
    model: torch.nn.Module, exact: Mapping[str, NDArray[np.float32]]
) -> dict[str, tuple[str, bool]]:
    """Parameter → name of the tensor with its values, and whether that stands turned."""
    import numpy as np

    found = {}
    for parameter, tensor in model.named_parameters():
        value = tensor.detach().numpy()
        if parameter in exact:
            found[parameter] = (parameter, False)
            continue
        found[parameter] = next(
            (name, True)
            for name, other in exact.items()
            if other.shape == value.T.shape and np.array_equal(other, value.T)
        )
    return found


def write_calibration(folder: Path, calibration: Mapping[str, float]) -> None:
    """Puts a calibration into the manifest of an exported verifier."""
    _write(folder, {**manifest(folder), "calibration": dict(calibration)})


def write_reader(folder: Path, reader: str, calibration: Mapping[str, float]) -> None:
    """Writes a `manifest.json` that combines a verifier of that name with the checks."""
    folder.mkdir(parents=True, exist_ok=True)
    _write(folder, {"reader": reader, "calibration": dict(calibration)})


def _write(folder: Path, values: Mapping[str, object]) -> None:
    text = json.dumps(values, indent=2, sort_keys=True)
    (folder / "manifest.json").write_text(text + "\n", encoding="utf-8")
