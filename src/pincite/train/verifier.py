"""The verifier: a cross-encoder (claim, evidence) → supported, partial, unsupported, contradicted.

Reads top to bottom: pairs to token ids, batches by length, the model, the loop. A run is a list of
stages; after each stage, and every few minutes, everything that is needed to go on is in one file,
and the same command goes on from there. Needs torch and transformers.
"""

from __future__ import annotations

import json
import math
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from pincite.datasets import Label
from pincite.errors import CallerError
from pincite.models.crossencoder import CLAIM_TOKENS
from pincite.models.focus import focus
from pincite.train.pairs import Pair

if TYPE_CHECKING:
    import torch
    from tokenizers import Tokenizer

__all__ = ["CLASSES", "FURTHER", "STAGES", "Example", "Stage", "examples", "train"]

CLASSES = (Label.SUPPORTED, Label.PARTIAL, Label.UNSUPPORTED, Label.CONTRADICTED)
"""In the order of the model's outputs."""

_CLAIM = 48
"""Tokens of a pair that are kept for its claim; one with a longer claim is for longer stages."""
_SAVE_S = 240.0
_DEEPER = 0.85
"""Learning rate of a layer beside that of the one above it."""


@dataclass(frozen=True, slots=True)
class Stage:
    """One stretch of a run.

    Attributes:
        name: Of the stage.
        longest: Tokens of claim and evidence together; longer pairs are left to later stages.
        passes: Over the pairs.
        rate: Highest learning rate, reached after a tenth of the stage, then falling to `last`.
        last: Share of the highest rate at the end.
        batch_tokens: Of a batch, padding included.
        whole: Only pairs of which nothing had to be left out.
        shortest: Tokens of a pair, at least.
        made: Share of the pairs that were made, not labelled by people, that is used.
        frozen: Lowest layers, with the embeddings, that no longer learn; none if 0.
    """

    name: str
    longest: int
    passes: float
    rate: float
    last: float = 0.1
    batch_tokens: int = 1536
    whole: bool = False
    shortest: int = 0
    made: float = 1.0
    frozen: int = 0


STAGES = (
    Stage("short", longest=96, passes=1, rate=2e-4, last=0.5, whole=True),
    Stage(
        "all",
        longest=208,
        passes=0.7,
        rate=1e-4,
        last=0.02,
        batch_tokens=2048,
        shortest=56,
        made=0.35,
        frozen=2,
    ),
)
"""From an encoder that has never seen a pair."""

FURTHER = (
    Stage(
        "further",
        longest=208,
        passes=2,
        rate=1e-4,
        last=0.02,
        batch_tokens=2048,
        made=0.35,
        frozen=1,
    ),
)
"""From a verifier."""


@dataclass(frozen=True, slots=True)
class Example:
    """A pair as token ids.

    Attributes:
        ids: Claim and evidence with their separators.
        claim: How many of the ids belong to the claim with its first and last mark.
        labels: Rows of the classes that are right.
        whole: Whether nothing was left out.
        made: Whether it was made, not labelled by people.
    """

    ids: tuple[int, ...]
    claim: int
    labels: tuple[int, ...]
    whole: bool
    made: bool


def examples(pairs: Sequence[Pair], tokenizer: Tokenizer, budget: int) -> list[Example]:
    """Pairs as token ids, long evidence brought down to what matters for the claim.

    Args:
        pairs: Any.
        tokenizer: Of the backbone, without truncation.
        budget: Tokens of evidence.
    """

    def count(texts: Sequence[str]) -> list[int]:
        encoded = tokenizer.encode_batch(list(texts), add_special_tokens=False)
        return [len(item.ids) for item in encoded]

    first, last = tokenizer.token_to_id("[CLS]"), tokenizer.token_to_id("[SEP]")
    if first is None or last is None:
        raise CallerError("the tokenizer has no [CLS] and [SEP]", remedy="use a BERT-like encoder")
    found = []
    for pair in pairs:
        claim = tokenizer.encode(pair.claim, add_special_tokens=False).ids[:CLAIM_TOKENS]
        seen = focus(pair.claim, pair.evidence, budget, count)
        evidence = tokenizer.encode(seen.text, add_special_tokens=False).ids[:budget]
        ids = (first, *claim, last, *evidence, last)
        labels = tuple(row for row, label in enumerate(CLASSES) if label in pair.labels)
        found.append(
            Example(ids, len(claim) + 2, labels, whole=not seen.truncated, made="+" in pair.source)
        )
    return found


def batches(examples: Sequence[Example], tokens: int, chance: Random) -> Iterator[list[Example]]:
    """Batches of examples of like length, in random order; each fits into so many tokens."""
    rows = sorted(range(len(examples)), key=lambda row: (len(examples[row].ids), chance.random()))
    groups: list[list[Example]] = [[]]
    for row in rows:
        example = examples[row]
        if groups[-1] and (len(groups[-1]) + 1) * len(example.ids) > tokens:
            groups.append([])
        groups[-1].append(example)
    chance.shuffle(groups)
    return iter(groups)


def tensors(batch: Sequence[Example]) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """Ids, attention mask and token types of a batch, each `(batch, tokens)`."""
    import torch

    width = max(len(example.ids) for example in batch)
    ids = torch.zeros(len(batch), width, dtype=torch.long)
    mask = torch.zeros_like(ids)
    types = torch.zeros_like(ids)
    for row, example in enumerate(batch):
        ids[row, : len(example.ids)] = torch.tensor(example.ids)
        mask[row, : len(example.ids)] = 1
        types[row, example.claim : len(example.ids)] = 1
    return ids, mask, types


def network(backbone: Path) -> torch.nn.Module:
    """The encoder with a head of four classes over its first token and the mean of the claim."""
    import torch
    from transformers import AutoModel

    class CrossEncoder(torch.nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.encoder = AutoModel.from_pretrained(str(backbone), add_pooling_layer=False)
            width = self.encoder.config.hidden_size
            self.hidden = torch.nn.Linear(2 * width, width)
            self.out = torch.nn.Linear(width, len(CLASSES))
            self.drop = torch.nn.Dropout(0.1)

        def forward(
            self,
            input_ids: torch.Tensor,
            attention_mask: torch.Tensor,
            token_type_ids: torch.Tensor,
        ) -> torch.Tensor:
            states = self.encoder(
                input_ids=input_ids, attention_mask=attention_mask, token_type_ids=token_type_ids
            ).last_hidden_state
            claim = (attention_mask * (1 - token_type_ids)).unsqueeze(-1).to(states.dtype)
            mean = (states * claim).sum(1) / claim.sum(1)
            joined = torch.cat([states[:, 0], mean], dim=1)
            return self.out(self.drop(torch.nn.functional.gelu(self.hidden(joined))))

    return CrossEncoder()


def loss_of(logits: torch.Tensor, batch: Sequence[Example]) -> torch.Tensor:
    """Mean of −log of the probability that the right labels share, `(batch, classes)` → scalar."""
    import torch

    right = torch.full(logits.shape, -math.inf)
    for row, example in enumerate(batch):
        right[row, list(example.labels)] = 0.0
    log = torch.log_softmax(logits, dim=1)
    return -(torch.logsumexp(log + right, dim=1)).mean()


def train(
    pairs: Sequence[Pair],
    backbone: Path,
    out: Path,
    *,
    stages: Sequence[Stage] = STAGES,
    start: Mapping[str, torch.Tensor] | None = None,
    seed: int = 0,
    minutes: float = math.inf,
) -> bool:
    """Trains from where the folder's checkpoint stands; whether all stages are done.

    Args:
        pairs: As `pincite.train.pairs.pairs` gives them.
        backbone: A folder with a BERT-like encoder and its `tokenizer.json`.
        out: Gets `checkpoint.pt`, `curve.jsonl` and, at the end, `verifier.pt`.
        stages: In order.
        start: Weights of a verifier to go on from, in place of the backbone's.
        seed: Of all that is drawn.
        minutes: When to stop, at most; the next call goes on.
    """
    import torch
    from tokenizers import Tokenizer

    torch.manual_seed(seed)
    out.mkdir(parents=True, exist_ok=True)
    tokenizer = Tokenizer.from_file(str(backbone / "tokenizer.json"))
    tokenizer.no_truncation()
    tokenizer.no_padding()
    model = network(backbone)
    if start is not None:
        model.load_state_dict(start)
    optimizer = torch.optim.AdamW(_groups(model), lr=1.0, weight_decay=0.01)
    saved = out / "checkpoint.pt"
    at, done = _resumed(saved, model, optimizer)
    stop = time.monotonic() + 60 * minutes
    budget = max(stage.longest for stage in stages) - _CLAIM
    known = examples(pairs, tokenizer, budget)
    for number, stage in enumerate(stages):
        if number < at:
            continue
        chosen = _chosen(known, stage, Random(f"{seed} {stage.name} made"))
        _freeze(model, stage.frozen)
        plan = _plan(chosen, stage, Random(f"{seed} {stage.name}"))
        log = _Log(out / "curve.jsonl", stage, len(plan))
        last = time.monotonic()
        for row in range(done, len(plan)):
            _set_rate(optimizer, _rate(stage, row / len(plan)))
            log.add(row, _step(model, optimizer, plan[row]), len(plan[row]))
            now = time.monotonic()
            if now - last > _SAVE_S or now > stop:
                _save(saved, model, optimizer, number, row + 1)
                last = now
            if now > stop:
                return False
        done = 0
        _save(saved, model, optimizer, number + 1, 0)
        torch.save(model.state_dict(), out / f"{stage.name}.pt")
    torch.save(model.state_dict(), out / "verifier.pt")
    return True


def _resumed(
    saved: Path, model: torch.nn.Module, optimizer: torch.optim.Optimizer
) -> tuple[int, int]:
    """The stage and batch that a checkpoint stands at, after taking it over; 0, 0 without one."""
    import torch

    if not saved.exists():
        return 0, 0
    state = torch.load(saved, weights_only=True)
    model.load_state_dict(state["model"])
    optimizer.load_state_dict(state["optimizer"])
    torch.set_rng_state(state["chance"])
    return state["stage"], state["batch"]


def _step(
    model: torch.nn.Module, optimizer: torch.optim.Optimizer, batch: Sequence[Example]
) -> float:
    """Learn from a batch; its loss."""
    import torch

    model.train()
    loss = loss_of(model(*tensors(batch)), batch)
    loss.backward()
    torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
    optimizer.step()
    optimizer.zero_grad(set_to_none=True)
    return float(loss.detach())


def _chosen(known: Sequence[Example], stage: Stage, chance: Random) -> list[Example]:
    return [
        example
        for example in known
        if stage.shortest <= len(example.ids) <= stage.longest
        and (example.whole or not stage.whole)
        and (not example.made or chance.random() < stage.made)
    ]


def _freeze(model: torch.nn.Module, layers: int) -> None:
    frozen = [f"encoder.encoder.layer.{row}." for row in range(layers)]
    if layers:
        frozen.append("encoder.embeddings.")
    for name, parameter in model.named_parameters():
        parameter.requires_grad_(not name.startswith(tuple(frozen)))


def _plan(chosen: Sequence[Example], stage: Stage, chance: Random) -> list[list[Example]]:
    plan: list[list[Example]] = []
    for _ in range(math.ceil(stage.passes)):
        plan.extend(batches(chosen, stage.batch_tokens, chance))
    return plan[: round(len(plan) * stage.passes / math.ceil(stage.passes))]


def _groups(model: torch.nn.Module) -> list[dict[str, object]]:
    """Parameters by depth: each layer learns a little slower than the one above it."""
    layers = len(model.encoder.encoder.layer)
    groups: dict[int, list[torch.nn.Parameter]] = {}
    for name, parameter in model.named_parameters():
        depth = layers + 1
        if name.startswith("encoder.embeddings"):
            depth = 0
        elif name.startswith("encoder.encoder.layer."):
            depth = 1 + int(name.split(".")[3])
        groups.setdefault(depth, []).append(parameter)
    return [
        {"params": groups[depth], "scale": _DEEPER ** (layers + 1 - depth)}
        for depth in sorted(groups)
    ]


def _set_rate(optimizer: torch.optim.Optimizer, rate: float) -> None:
    for group in optimizer.param_groups:
        group["lr"] = rate * group["scale"]


def _rate(stage: Stage, share: float) -> float:
    if share < 0.1:
        return stage.rate * share / 0.1
    return stage.rate * (1 - (1 - stage.last) * (share - 0.1) / 0.9)


def _save(
    path: Path, model: torch.nn.Module, optimizer: torch.optim.Optimizer, stage: int, batch: int
) -> None:
    import torch

    fresh = path.with_suffix(".new")
    torch.save(
        {
            "model": model.state_dict(),
            "optimizer": optimizer.state_dict(),
            "chance": torch.get_rng_state(),
            "stage": stage,
            "batch": batch,
        },
        fresh,
    )
    fresh.replace(path)


class _Log:
    """Appends mean loss and speed to a file, a line every hundred batches."""

    def __init__(self, path: Path, stage: Stage, batches: int) -> None:
        self._path, self._stage, self._batches = path, stage, batches
        self._losses: list[float] = []
        self._pairs, self._since = 0, time.monotonic()

    def add(self, row: int, loss: float, pairs: int) -> None:
        self._losses.append(loss)
        self._pairs += pairs
        if len(self._losses) < 100:
            return
        seconds = time.monotonic() - self._since
        line = {
            "stage": asdict(self._stage)["name"],
            "batch": row + 1,
            "batches": self._batches,
            "loss": round(sum(self._losses) / len(self._losses), 4),
            "pairs_per_s": round(self._pairs / seconds, 1),
        }
        with self._path.open("a") as file:
            file.write(json.dumps(line) + "\n")
        self._losses, self._pairs, self._since = [], 0, time.monotonic()
