"""A causal model of transformers, run in this process; held to markers of the pack by llguidance.

The model is loaded on the first question and kept.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from pincite.errors import CallerError, ExtraError, GeneratorError, TokenLimitError, WindowError
from pincite.grammar import lark
from pincite.models.chat import chat_messages
from pincite.models.constraint import rules_of
from pincite.records import Library, Passage, Prompt

if TYPE_CHECKING:
    import torch
    from llguidance import LLTokenizer
    from transformers import PreTrainedModel, PreTrainedTokenizerBase

__all__ = ["GrammarMask", "Transformers"]


class GrammarMask:
    """A logits processor that leaves the tokens a grammar allows next; for a batch of one.

    Args:
        written: The grammar, as `pincite.grammar.lark` writes it.
        tokenizer: Of the model, as llguidance takes it.
        prompt_tokens: How many tokens stand before the answer.
    """

    def __init__(self, written: str, tokenizer: LLTokenizer, prompt_tokens: int) -> None:
        from llguidance import LLMatcher

        self._matcher = LLMatcher(tokenizer, LLMatcher.grammar_from_lark(written))
        if self._matcher.is_error():
            raise ValueError(self._matcher.get_error())
        self._read = prompt_tokens

    def __call__(self, tokens: torch.Tensor, scores: torch.Tensor) -> torch.Tensor:
        """Scores `(1, vocabulary)` with minus infinity for every token that may not come."""
        import torch

        fresh = tokens[0, self._read :].tolist()
        self._read += len(fresh)
        if fresh and not self._matcher.consume_tokens(fresh):
            raise ValueError(f"the grammar does not allow what was written: {fresh}")
        allowed = torch.frombuffer(bytearray(self._matcher.compute_logit_bias()), dtype=torch.uint8)
        wide = torch.zeros(scores.shape[-1], dtype=torch.bool)
        wide[: min(len(allowed), len(wide))] = allowed[: len(wide)] > 0
        return scores.masked_fill(~wide.to(scores.device), float("-inf"))


@dataclass(slots=True)
class Transformers:
    """Answers with a chat model in a folder, or of a name that transformers knows.

    Attributes:
        path: Folder or name.
        gguf_file: A GGUF file in that folder to read the weights from; empty for safetensors.
        max_tokens: Most tokens of an answer.
        temperature: Of sampling; 0 takes the likeliest token.
        seed: Of sampling.
        constrained: Hold the model to markers of the pack.
        name: The path's last part.
    """

    path: str
    gguf_file: str = ""
    max_tokens: int = 1024
    temperature: float = 0.0
    seed: int = 0
    constrained: bool = True
    name: str = field(init=False)
    _loaded: _Loaded | None = field(default=None, init=False, repr=False)

    def __post_init__(self) -> None:
        self.name = f"hf:{self.path.rstrip('/').rpartition('/')[2]}"

    def window_tokens(self) -> int | None:
        """Tokens of prompt and answer together, as the model's settings say."""
        window = getattr(self._load().model.config, "max_position_embeddings", None)
        return window if isinstance(window, int) else None

    def generate(
        self, prompt: Prompt, library: Library, passages: Sequence[Passage]
    ) -> Iterator[str]:
        """The answer in pieces, as they come; closing it stops the model.

        Raises:
            CallerError: When there is no such model.
            ExtraError: When transformers, torch or llguidance is not installed.
            WindowError: When the prompt is longer than the window.
            GeneratorError: When the answer stops at its limit of tokens.
        """
        from transformers import StoppingCriteriaList, TextIteratorStreamer

        loaded = self._load()
        asked = loaded.tokenizer.apply_chat_template(
            chat_messages(prompt),
            add_generation_prompt=True,
            return_tensors="pt",
            return_dict=True,
        )
        length = int(asked["input_ids"].shape[-1])
        window = self.window_tokens()
        if window is not None and length + self.max_tokens > window:
            raise WindowError(
                f"{length} tokens and an answer of {self.max_tokens} are more than the window of "
                f"{self.name}: {window}",
                window_tokens=max(1, window - self.max_tokens),
                prompt_tokens=length,
            )
        streamer = TextIteratorStreamer(
            loaded.tokenizer, skip_prompt=True, skip_special_tokens=True
        )
        stop = threading.Event()
        masks = []
        if self.constrained and prompt.pack_id:
            written = lark(rules_of(prompt, library, passages))
            masks.append(GrammarMask(written, loaded.guide(), length))
        run = _Run(loaded.model, self.seed, streamer)
        settings = {
            **asked,
            "streamer": streamer,
            "logits_processor": masks,
            "max_new_tokens": self.max_tokens,
            "stopping_criteria": StoppingCriteriaList([lambda *_, **__: stop.is_set()]),
            "do_sample": self.temperature > 0,
            **({"temperature": self.temperature, "top_k": 0} if self.temperature > 0 else {}),
        }
        thread = threading.Thread(target=run, args=(settings,), daemon=True)
        thread.start()
        try:
            yield from (piece for piece in streamer if piece)
        finally:
            stop.set()
            thread.join()
        run.check(self.name, length + self.max_tokens)

    def _load(self) -> _Loaded:
        if self._loaded is None:
            self._loaded = _Loaded.of(self.path, self.gguf_file)
        return self._loaded


class _Run:
    """One call of a model, in a thread."""

    def __init__(self, model: PreTrainedModel, seed: int, streamer: object) -> None:
        self._model = model
        self._seed = seed
        self._streamer = streamer
        self._failure: Exception | None = None
        self._length = 0

    def __call__(self, settings: Mapping[str, object]) -> None:
        import torch

        try:
            torch.manual_seed(self._seed)
            self._length = int(self._model.generate(**settings).shape[-1])
        except Exception as error:
            self._failure = error
            self._streamer.end()  # type: ignore[attr-defined]

    def check(self, name: str, most: int) -> None:
        if self._failure is not None:
            raise GeneratorError(f"{name} failed: {self._failure}", retryable=False)
        if self._length >= most:
            raise TokenLimitError(name)


class _Loaded:
    """A model with its tokenizer."""

    def __init__(self, model: PreTrainedModel, tokenizer: PreTrainedTokenizerBase) -> None:
        self.model = model
        self.tokenizer = tokenizer
        self._guide: LLTokenizer | None = None

    @classmethod
    def of(cls, path: str, gguf_file: str) -> _Loaded:
        try:
            from transformers import AutoModelForCausalLM, AutoTokenizer
        except ImportError as error:
            raise ExtraError("a model of transformers", extra="hf") from error
        more = {"gguf_file": gguf_file} if gguf_file else {}
        try:
            tokenizer = AutoTokenizer.from_pretrained(path, **more)
            model = AutoModelForCausalLM.from_pretrained(path, **more)
        except (OSError, ValueError) as error:
            raise CallerError(
                f"{path!r} cannot be loaded: {error}", remedy="give the folder of a model"
            ) from error
        return cls(model.eval(), tokenizer)

    def guide(self) -> LLTokenizer:
        """The tokenizer as llguidance takes it."""
        if self._guide is None:
            try:
                from llguidance.hf import from_tokenizer
            except ImportError as error:
                raise ExtraError("constrained decoding", extra="hf") from error
            self._guide = from_tokenizer(self.tokenizer)
        return self._guide
