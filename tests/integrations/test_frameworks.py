"""Each framework's module against the framework itself; those not installed are skipped."""

import asyncio

import pytest

import pincite
from pincite.records import Library, Report

pytestmark = pytest.mark.filterwarnings("ignore")

CLAY = "Clay was dug by hand. The kiln held 400 tiles. Wages rose in 1911."
PEAT = "Peat was cut in May. It dried until August. The kiln burned it."
GOOD = "The kiln held 400 tiles [s2]."
BAD = "The kiln held 500 tiles [s2]. It burned coal [s99]."


@pytest.fixture
def library() -> Library:
    """Two texts, s1 to s6."""
    from pincite.integrations.texts import Text, numbered

    return numbered([Text(CLAY, "clay"), Text("  "), Text(PEAT, "clay")])


def test_texts(library: Library) -> None:
    """Texts are numbered in order; a source that comes twice has two ids; refusals say why."""
    from pincite.integrations.texts import context, judge, refusals

    assert [d.source_id for d in library.documents] == ["clay", "clay-2"]
    assert "s4 Peat was cut in May." in context(library)
    assert refusals(judge(GOOD, library)) == ""
    assert "the library ends at s6" in refusals(judge(BAD, library))


def test_langchain() -> None:
    """Passages are kept with their metadata; numbering and verifying make a chain."""
    pytest.importorskip("langchain_core")
    from langchain_core.documents import Document
    from langchain_core.language_models import FakeListChatModel
    from langchain_core.runnables import RunnableLambda, RunnablePassthrough

    from pincite.errors import CallerError
    from pincite.integrations.langchain import PassageCompressor, number, verify

    documents = [
        Document(
            page_content=CLAY + "\n\n" + "Nothing else happened. " * 40,
            metadata={"source": "a.txt", "year": 1},
        ),
        Document(page_content=PEAT, metadata={"source": "b.txt"}),
    ]
    kept = PassageCompressor(budget_tokens=120).compress_documents(documents, "kiln tiles")
    assert kept
    assert sum(len(d.page_content) for d in kept) < len(documents[0].page_content)
    for document in kept:
        origin = next(d for d in documents if d.metadata["source"] == document.metadata["source"])
        span = slice(document.metadata["start"], document.metadata["end"])
        assert origin.page_content[span] == document.page_content

    model = FakeListChatModel(responses=[GOOD])
    prompt = RunnableLambda(lambda given: f"{given['context']}\nHow many tiles?")
    chain = number() | RunnablePassthrough.assign(answer=prompt | model) | verify()
    report = chain.invoke(documents)
    assert isinstance(report, Report)
    assert report.decision == "accept"
    with pytest.raises(CallerError, match="needs `answer`"):
        verify().invoke({"answer": "x"})


def test_llamaindex() -> None:
    """Nodes become passages; a response is evaluated without a model."""
    pytest.importorskip("llama_index.core")
    from llama_index.core.schema import NodeWithScore, QueryBundle, TextNode

    from pincite.integrations.llamaindex import CitationEvaluator, PassagePostprocessor

    nodes = [
        NodeWithScore(node=TextNode(text=CLAY, metadata={"file": "a"}), score=0.5),
        NodeWithScore(node=TextNode(text=" "), score=0.4),
        NodeWithScore(node=TextNode(text=PEAT, metadata={"file": "b"}), score=0.3),
    ]
    kept = PassagePostprocessor(budget_tokens=200).postprocess_nodes(nodes, QueryBundle("kiln"))
    assert {node.node.metadata["file"] for node in kept} == {"a", "b"}
    assert {node.score for node in kept} == {0.5, 0.3}

    evaluator = CitationEvaluator()
    good = evaluator.evaluate(query="q", response=GOOD, contexts=[CLAY, PEAT])
    assert (good.passing, good.score) == (True, 1.0)
    bad = asyncio.run(evaluator.aevaluate(response=BAD, contexts=[CLAY, PEAT]))
    assert (bad.passing, bad.score) == (False, 0.0)
    assert "the library ends at s6" in bad.feedback
    assert evaluator.evaluate(response=GOOD).invalid_result


def test_haystack() -> None:
    """The two components run in a pipeline."""
    pytest.importorskip("haystack")
    from haystack import Document, Pipeline

    from pincite.integrations.haystack import CitationContext, CitationVerifier

    documents = [Document(content=CLAY, meta={"file_path": "a.txt"}), Document(content=PEAT)]
    pipeline = Pipeline()
    pipeline.add_component("context", CitationContext())
    pipeline.add_component("verifier", CitationVerifier())
    given = {
        "context": {"documents": documents},
        "verifier": {"documents": documents, "answer": BAD},
    }
    done = pipeline.run(given)
    assert "s2 The kiln held 400 tiles." in done["context"]["context"]
    assert done["verifier"]["accepted"] is False
    assert done["verifier"]["report"]["decision"] == "reject"
    stored, trusted = pipeline.dumps(), ["pincite.integrations.haystack"]
    assert Pipeline.loads(stored, allowed_modules=trusted).run(given) == done


def test_dspy(library: Library) -> None:
    """`BestOfN` takes the first answer whose citations hold."""
    dspy = pytest.importorskip("dspy")
    from pincite.integrations.dspy import reward

    class Answerer(dspy.Module):  # type: ignore[misc]
        def __init__(self) -> None:
            super().__init__()
            self.predict = dspy.Predict("question -> answer")

        def forward(self, question: str) -> object:
            return self.predict(question=question)

    answers = [{"answer": BAD}, {"answer": GOOD}, {"answer": BAD}]
    with dspy.context(lm=dspy.utils.DummyLM(answers)):
        best = dspy.BestOfN(Answerer(), N=3, reward_fn=reward(library), threshold=1.0)
        assert best(question="How many tiles?").answer == GOOD


def test_pydantic_ai(library: Library) -> None:
    """The model is asked again with what was refused, until it holds."""
    pytest.importorskip("pydantic_ai")
    from pydantic_ai import Agent
    from pydantic_ai.messages import ModelMessage, ModelResponse, TextPart
    from pydantic_ai.models.function import AgentInfo, FunctionModel

    from pincite.integrations.pydantic_ai import citations

    heard: list[str] = []

    def model(messages: list[ModelMessage], _: AgentInfo) -> ModelResponse:
        heard.append(str(messages[-1]))
        return ModelResponse(parts=[TextPart(BAD if len(heard) == 1 else GOOD)])

    agent = Agent(FunctionModel(model))
    agent.output_validator(citations(library))
    assert agent.run_sync("How many tiles?").output == GOOD
    assert len(heard) == 2
    assert "the library ends at s6" in heard[1]


def test_deepeval() -> None:
    """The metric scores the share of accepted claims."""
    pytest.importorskip("deepeval")
    from deepeval.test_case import LLMTestCase

    from pincite.integrations.deepeval import CitationMetric

    metric = CitationMetric()
    case = LLMTestCase(
        input="q", actual_output=GOOD + " It burned coal [s99].", retrieval_context=[CLAY, PEAT]
    )
    assert metric.measure(case) == 0.5
    assert not metric.is_successful()
    assert "s99" in (metric.reason or "")
    assert (
        asyncio.run(
            metric.a_measure(LLMTestCase(input="q", actual_output=GOOD, retrieval_context=[CLAY]))
        )
        == 1
    )
    assert metric.is_successful()


def test_ragas() -> None:
    """The metric scores the share of accepted claims."""
    pytest.importorskip("ragas")
    from ragas.dataset_schema import SingleTurnSample

    from pincite.integrations.ragas import AcceptedClaims

    sample = SingleTurnSample(
        response=GOOD + " It burned coal [s99].", retrieved_contexts=[CLAY, PEAT]
    )
    assert AcceptedClaims().single_turn_score(sample) == 0.5


def test_notebook(library: Library) -> None:
    """A report that is a cell's value shows itself, in a frame that nothing leaves."""
    pytest.importorskip("IPython")
    from IPython.core.interactiveshell import InteractiveShell

    from pincite.report.notebook import show_reports

    shell = InteractiveShell.instance()
    try:
        assert show_reports()
        report = pincite.verify(GOOD, library)
        shown, _ = shell.display_formatter.format(report)
        assert shown["text/html"].startswith('<iframe srcdoc="&lt;!doctype html&gt;')
        assert 'sandbox="allow-scripts"' in shown["text/html"]
    finally:
        InteractiveShell.clear_instance()


def test_no_notebook() -> None:
    """Outside of a notebook nothing is registered."""
    from pincite.report.notebook import show_reports

    assert show_reports() is False
