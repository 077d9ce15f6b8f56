"""Haystack: a component that numbers documents for a prompt, and one that verifies the answer.

Tested with haystack-ai 3.4.
"""

from __future__ import annotations

from haystack import Document, component

from pincite.codec import report_to_json
from pincite.integrations.texts import Text, context, judge, numbered, refusals
from pincite.records import Decision, Library

__all__ = ["CitationContext", "CitationVerifier"]


@component
class CitationContext:
    """Documents → their sentences, numbered, for a prompt."""

    @component.output_types(context=str)
    def run(self, documents: list[Document]) -> dict[str, object]:
        """The context of documents in their order."""
        return {"context": context(_library(documents))}


@component
class CitationVerifier:
    """An answer and the documents that its prompt showed → a report.

    Outputs: `accepted`; `decision`; `refusals`, what to put right; `report`, as JSON values.
    """

    @component.output_types(accepted=bool, decision=str, refusals=str, report=dict[str, object])
    def run(self, answer: str, documents: list[Document]) -> dict[str, object]:
        """Judge an answer; the documents in the order in which `CitationContext` got them."""
        report = judge(answer, _library(documents))
        return {
            "accepted": report.decision is Decision.ACCEPT,
            "decision": report.decision.value,
            "refusals": refusals(report, worst=Decision.REVIEW),
            "report": report_to_json(report),
        }


def _library(documents: list[Document]) -> Library:
    return numbered(
        Text(d.content or "", str(d.meta.get("file_path", "")), str(d.meta.get("title", "")))
        for d in documents
    )
