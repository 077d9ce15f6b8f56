"""LangChain: a compressor that keeps the best passages, and runnables that number and verify.

    retriever → PassageCompressor → number() → prompt and model → verify()

Tested with langchain-core 1.8.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from langchain_core.callbacks import Callbacks
from langchain_core.documents import Document
from langchain_core.documents.compressor import BaseDocumentCompressor
from langchain_core.messages import BaseMessage
from langchain_core.runnables import RunnableLambda

from pincite.checks import Policy
from pincite.errors import CallerError
from pincite.integrations.texts import Text, chosen, context, judge, numbered
from pincite.records import Library, Report

__all__ = ["PassageCompressor", "number", "verify"]


class PassageCompressor(BaseDocumentCompressor):
    """Keeps the passages of retrieved documents that are best for the query, in reading order.

    Attributes:
        budget_tokens: Most tokens that the kept passages have together, numbers included.
    """

    budget_tokens: int = 4_000

    def compress_documents(
        self, documents: Sequence[Document], query: str, callbacks: Callbacks = None
    ) -> Sequence[Document]:
        """One document a passage: its metadata, with `passage_id`, `start` and `end` in it."""
        del callbacks
        texts = [_text(document) for document in documents]
        named = {
            made.source_id: document
            for made, document in zip(
                numbered(texts).documents,
                [d for d in documents if d.page_content.strip()],
                strict=True,
            )
        }
        kept = []
        for words, passage in chosen(texts, query, self.budget_tokens):
            metadata = {
                **named[passage.source_id].metadata,
                "passage_id": passage.passage_id,
                "start": passage.start,
                "end": passage.end,
            }
            kept.append(Document(page_content=words, metadata=metadata))
        return kept


def number() -> RunnableLambda[Sequence[Document], Mapping[str, object]]:
    """A runnable: documents → `{"context": numbered sentences, "library": what they mean}`."""

    def run(documents: Sequence[Document]) -> Mapping[str, object]:
        library = numbered(_text(document) for document in documents)
        return {"context": context(library), "library": library}

    return RunnableLambda(run, name="pincite_number")


def verify(policy: Policy | None = None) -> RunnableLambda[Mapping[str, object], Report]:
    """A runnable: `{"answer": text or message, "library": from number()}` → a report.

    Args:
        policy: Turns findings into decisions.
    """

    def run(given: Mapping[str, object]) -> Report:
        answer, library = given.get("answer"), given.get("library")
        if isinstance(answer, BaseMessage):
            answer = answer.text
        if not isinstance(answer, str) or not isinstance(library, Library):
            raise CallerError(
                "verify() needs `answer`, a text or message, and `library`",
                remedy="hand on the `library` that number() gave",
            )
        return judge(str(answer), library, policy)

    return RunnableLambda(run, name="pincite_verify")


def _text(document: Document) -> Text:
    source = str(document.metadata.get("source", "") or document.id or "")
    return Text(document.page_content, source, str(document.metadata.get("title", "") or source))
