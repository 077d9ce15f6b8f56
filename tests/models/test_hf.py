"""Models of transformers: a real one, tiny and random, held to a pack's markers."""

import json
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

import pincite
from pincite.errors import CallerError, GeneratorError, WindowError
from pincite.parse import parse_answer
from pincite.pipeline import best_first
from pincite.prompt import make_prompt
from pincite.records import Library

torch = pytest.importorskip("torch")
transformers = pytest.importorskip("transformers")
pytest.importorskip("llguidance")
tokenizers = pytest.importorskip("tokenizers")

from pincite.models.hf import Transformers  # noqa: E402

MakeLibrary = Callable[..., Library]

TEXT = "The mill stands. " * 12
TEMPLATE = "{% for message in messages %}{{ message.content }}\n{% endfor %}"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A Llama of one layer with random weights, whose tokens are bytes and pieces of markers."""
    path = tmp_path_factory.mktemp("model")
    inner = tokenizers.Tokenizer(tokenizers.models.BPE())
    inner.pre_tokenizer = tokenizers.pre_tokenizers.ByteLevel(add_prefix_space=False)
    inner.decoder = tokenizers.decoders.ByteLevel()
    trainer = tokenizers.trainers.BpeTrainer(
        vocab_size=400,
        special_tokens=["<end>"],
        initial_alphabet=tokenizers.pre_tokenizers.ByteLevel.alphabet(),
    )
    inner.train_from_iterator(['[s1] [s12-s13, s9] [1] {"a": "b [s4]"}'] * 50, trainer)
    tokenizer = transformers.PreTrainedTokenizerFast(tokenizer_object=inner, eos_token="<end>")
    tokenizer.chat_template = TEMPLATE
    tokenizer.save_pretrained(path)
    torch.manual_seed(1)
    settings = transformers.LlamaConfig(
        vocab_size=len(tokenizer),
        hidden_size=16,
        intermediate_size=16,
        num_hidden_layers=1,
        num_attention_heads=2,
        max_position_embeddings=6144,
        eos_token_id=tokenizer.eos_token_id,
        pad_token_id=tokenizer.eos_token_id,
    )
    transformers.LlamaForCausalLM(settings).save_pretrained(path)
    return str(path)


def wild(folder: str, library: Library, *, constrained: bool, seed: int) -> str:
    """What the model writes at a high temperature, to its end or its limit of tokens."""
    model = Transformers(
        folder, max_tokens=300, temperature=3.0, seed=seed, constrained=constrained
    )
    pack = pincite.pack("mill", library)
    pieces: list[str] = []
    with suppress(GeneratorError):
        pieces.extend(model.generate(make_prompt("Mill?", pack), library, best_first(pack)))
    return "".join(pieces)


def test_no_marker_of_nothing_can_be_written(folder: str, make_library: MakeLibrary) -> None:
    """Held, every `[` opens a marker of the pack; left alone the same model opens others."""
    library = make_library(mill=TEXT)
    held = [wild(folder, library, constrained=True, seed=seed) for seed in range(8)]
    cited = [pair for text in held for c in parse_answer(text).citations for pair in c.ranges]
    assert len(cited) >= 10
    assert all(1 <= number <= 12 for pair in cited for number in pair)
    for text in held:
        opened = text.count("[") - len(parse_answer(text).citations)
        assert opened <= 1, "only the last marker may break off"
    free = [wild(folder, library, constrained=False, seed=seed) for seed in range(8)]
    assert sum(t.count("[") - len(parse_answer(t).citations) for t in free) > 8


def test_an_answer_as_json_breaks_off_as_json(folder: str, make_library: MakeLibrary) -> None:
    """Held to a schema even a random model writes its JSON; what came is kept and marked."""
    schema = {
        "type": "object",
        "properties": {"kind": {"enum": ["mill", "inn"]}, "open": {"type": "boolean"}},
        "required": ["kind", "open"],
    }
    model = Transformers(folder, max_tokens=80, temperature=3.0)
    report = pincite.ask("Mill?", make_library(mill=TEXT), generator=model, schema=schema)  # type: ignore[arg-type]
    value = json.loads(report.answer.text)
    assert value["kind"] in ("mill", "inn")
    assert isinstance(value["open"], bool)


def test_a_prompt_over_the_window_is_said(folder: str, make_library: MakeLibrary) -> None:
    """The window is that of the model's settings, and nothing is cut."""
    library = make_library(mill=TEXT * 40)
    pack = pincite.pack("mill", library, budget_tokens=5000)
    model = Transformers(folder)
    with pytest.raises(WindowError) as caught:
        list(model.generate(make_prompt("Mill?", pack), library, best_first(pack)))
    assert caught.value.window_tokens == 6144 - model.max_tokens


def test_a_folder_without_a_model_is_named(tmp_path: Path) -> None:
    """What is no model is an error that says which path."""
    with pytest.raises(CallerError, match="cannot be loaded"):
        Transformers(str(tmp_path)).window_tokens()
