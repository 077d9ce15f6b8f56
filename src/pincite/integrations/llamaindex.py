"""LlamaIndex: a postprocessor that keeps the best passages, and an evaluator of responses.

Tested with llama-index-core 0.14.
"""

from __future__ import annotations

from collections.abc import Sequence

from llama_index.core.evaluation import BaseEvaluator, EvaluationResult
from llama_index.core.postprocessor.types import BaseNodePostprocessor
from llama_index.core.schema import MetadataMode, NodeWithScore, QueryBundle, TextNode

from pincite.checks import Policy
from pincite.integrations.texts import Text, chosen, judge, numbered, refusals
from pincite.records import Decision

__all__ = ["CitationEvaluator", "PassagePostprocessor"]


class PassagePostprocessor(BaseNodePostprocessor):
    """Keeps the passages of retrieved nodes that are best for the query, in reading order.

    Attributes:
        budget_tokens: Most tokens that the kept passages have together, numbers included.
    """

    budget_tokens: int = 4_000

    @classmethod
    def class_name(cls) -> str:
        """The name under which LlamaIndex stores it."""
        return "PassagePostprocessor"

    def _postprocess_nodes(
        self, nodes: list[NodeWithScore], query_bundle: QueryBundle | None = None
    ) -> list[NodeWithScore]:
        if query_bundle is None:
            return nodes
        read = [node.node.get_content(MetadataMode.NONE) for node in nodes]
        texts = [Text(words, node.node.node_id) for words, node in zip(read, nodes, strict=True)]
        owners = [node for words, node in zip(read, nodes, strict=True) if words.strip()]
        documents = numbered(texts).documents
        named = {d.source_id: node for d, node in zip(documents, owners, strict=True)}
        kept = []
        for words, passage in chosen(texts, query_bundle.query_str, self.budget_tokens):
            origin = named[passage.source_id]
            metadata = {
                **origin.node.metadata,
                "passage_id": passage.passage_id,
                "start": passage.start,
                "end": passage.end,
            }
            node = TextNode(text=words, metadata=metadata)
            kept.append(NodeWithScore(node=node, score=origin.score))
        return kept


class CitationEvaluator(BaseEvaluator):
    """Passes a response whose markers prove it against its contexts, numbered as they come.

    The score is 1 where it is accepted, 0.5 where it goes to review, 0 where it is rejected; the
    feedback says what was found. It calls no model.

    Args:
        policy: Turns findings into decisions.
    """

    def __init__(self, policy: Policy | None = None) -> None:
        self._policy = policy

    def _get_prompts(self) -> dict[str, object]:
        return {}

    def _update_prompts(self, prompts: dict[str, object]) -> None:
        del prompts

    async def aevaluate(
        self,
        query: str | None = None,
        response: str | None = None,
        contexts: Sequence[str] | None = None,
        **_: object,
    ) -> EvaluationResult:
        """Judge a response against its contexts."""
        if response is None or not contexts:
            return EvaluationResult(
                query=query,
                response=response,
                invalid_result=True,
                invalid_reason="a response and its contexts are needed",
            )
        report = judge(response, numbered(Text(words) for words in contexts), self._policy)
        return EvaluationResult(
            query=query,
            contexts=contexts,
            response=response,
            passing=report.decision is Decision.ACCEPT,
            score={Decision.ACCEPT: 1.0, Decision.REVIEW: 0.5, Decision.REJECT: 0.0}[
                report.decision
            ],
            feedback=refusals(report, worst=Decision.REVIEW) or report.decision.value,
        )
