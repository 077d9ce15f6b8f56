"""Names of metrics → fresh metrics; one that has two modes gives both."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from pincite.measure.longbench import Mode
from pincite.ports import Tokenizer
from pincite.scoring.alce import AlceMetric
from pincite.scoring.factual import FactualMetric
from pincite.scoring.gold import Gold
from pincite.scoring.judge import Judge
from pincite.scoring.longbench import LongBenchMetric
from pincite.scoring.retention import EvidenceMetric
from pincite.scoring.run import Metric

__all__ = ["make_metrics"]


def make_metrics(
    names: Sequence[str],
    judge: Judge,
    tokenizer: Tokenizer,
    *,
    gold: Gold,
    plain: Mapping[str, str],
) -> list[Metric]:
    """The metrics of some names, in their order.

    Args:
        names: `citation-on-fact`, `longbench-cite`, `alce`, `evidence`.
        judge: Says what is supported.
        tokenizer: Counts.
        gold: What people say.
        plain: Answers without citations by id.

    Raises:
        KeyError: When there is no such metric.
    """
    references = {name: record.answers for name, record in gold.records.items()}
    makers: dict[str, Callable[[], list[Metric]]] = {
        "citation-on-fact": lambda: [FactualMetric(judge)],
        "longbench-cite": lambda: [
            LongBenchMetric(judge, mode, tokenizer, references=references, plain=plain)
            for mode in Mode
        ],
        "alce": lambda: [AlceMetric(judge, mode) for mode in Mode],
        "evidence": lambda: [EvidenceMetric(gold.records.get, tokenizer)],
    }
    return [metric for name in names for metric in makers[name]()]
