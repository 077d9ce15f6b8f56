"""Training and exporting a verifier, with an encoder of a few hundred weights."""

import json
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from pincite.datasets import Label
from pincite.errors import CallerError
from pincite.models.crossencoder import CrossEncoder
from pincite.train.calibrate import calibrate
from pincite.train.export import export, exported_weights
from pincite.train.pairs import Pair
from pincite.train.verifier import Stage, train

torch = pytest.importorskip("torch")
transformers = pytest.importorskip("transformers")
pytest.importorskip("onnx")

STAGES = (
    Stage("short", longest=60, passes=1, rate=1e-2, batch_tokens=128),
    Stage("long", longest=60, passes=2, rate=5e-3, batch_tokens=128, frozen=1),
)


@pytest.fixture(scope="module")
def backbone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a BERT of two tiny layers and a real vocabulary."""
    folder = tmp_path_factory.mktemp("backbone")
    torch.manual_seed(0)
    config = transformers.BertConfig(
        hidden_size=16, num_hidden_layers=2, num_attention_heads=2, intermediate_size=16
    )
    transformers.BertModel(config).save_pretrained(folder)
    words = Path(str(files(pytest.importorskip("pincite_verifier")))) / "tokenizer.json"
    (folder / "tokenizer.json").write_bytes(words.read_bytes())
    return folder


def sample() -> list[Pair]:
    """Claims that repeat their evidence, and claims of something else."""
    things = ["mill", "weir", "quay", "barn", "lock", "kiln", "well", "mast"]
    pairs = []
    for row in range(64):
        thing, other = things[row % 8], things[(row + 3) % 8]
        label = Label.SUPPORTED if row % 2 else Label.UNSUPPORTED
        said = thing if row % 2 else other
        pairs.append(Pair(f"The {said} is old.", f"It is old: {thing}.", frozenset({label}), "own"))
    return pairs


def weights(folder: Path) -> dict[str, Any]:
    """What a run ended with."""
    found: dict[str, Any] = torch.load(folder / "verifier.pt", weights_only=True)
    return found


def test_a_run_that_was_stopped_goes_on_to_the_same_end(backbone: Path, tmp_path: Path) -> None:
    """Stopped after every batch it takes many calls, and ends with the same weights."""
    whole, parts = tmp_path / "whole", tmp_path / "parts"
    assert train(sample(), backbone, whole, stages=STAGES)
    calls = 1
    while not train(sample(), backbone, parts, stages=STAGES, minutes=0):
        calls += 1
    assert calls > 5
    one, other = weights(whole), weights(parts)
    assert all(torch.equal(one[name], other[name]) for name in one)


def test_frozen_layers_stay(backbone: Path, tmp_path: Path) -> None:
    """A stage that freezes the lowest layer changes the one above it."""
    train(sample(), backbone, tmp_path, stages=STAGES)
    before = torch.load(tmp_path / "short.pt", weights_only=True)
    after = weights(tmp_path)
    names = [f"encoder.encoder.layer.{row}.attention.self.query.weight" for row in range(2)]
    assert torch.equal(before[names[0]], after[names[0]])
    assert not torch.equal(before[names[1]], after[names[1]])


@pytest.mark.filterwarnings("ignore")
def test_an_exported_verifier_reads_and_trains_on(backbone: Path, tmp_path: Path) -> None:
    """The ONNX file judges, and its weights, but for their rounding, are those that went in."""
    train(sample(), backbone, tmp_path, stages=STAGES)
    folder = tmp_path / "exported"
    export(tmp_path / "verifier.pt", backbone, folder)
    (read,) = CrossEncoder(folder).judge([("The mill is old.", "It is old: mill.")])
    assert read is not None
    back = exported_weights(folder, backbone)
    for name, value in weights(tmp_path).items():
        step = value.abs().max() / 63
        assert torch.allclose(back[name], value, atol=float(step)), name
    assert train(sample(), backbone, tmp_path / "on", stages=STAGES[:1], start=back)


def test_only_an_exported_verifier_is_calibrated_in_place(tmp_path: Path) -> None:
    """Another model's folder is left alone; it is named instead."""
    (tmp_path / "config.json").write_text(json.dumps({"id2label": {"0": "entailment"}}))
    with pytest.raises(CallerError, match=r"manifest\.json") as caught:
        calibrate(tmp_path, tmp_path)
    assert "--verifier" in str(caught.value.remedy)
