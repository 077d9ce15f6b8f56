"""Anthropic's Messages API: servers that speak as documented, and servers that misbehave."""

import json
import re
from collections.abc import Callable, Iterable, Mapping

import pytest
from pydantic import TypeAdapter, ValidationError
from tests.servers import RawServer, head

import pincite
from pincite.canonical import Plain
from pincite.errors import CallerError, GeneratorError, WindowError
from pincite.hearing import read_form
from pincite.models.anthropic import Anthropic
from pincite.models.http import HttpSettings
from pincite.models.messages import runs_of
from pincite.models.prompted import PromptedVerifier
from pincite.models.specs import make_generator
from pincite.parse import parse_answer
from pincite.prompt import make_prompt, turn
from pincite.records import Decision, Library, Passage, Report
from pincite.scoring.judge import Item, Task
from pincite.scoring.prompted import PromptedJudge

MakeServer = Callable[..., RawServer]
MakeLibrary = Callable[..., Library]

QUICK = HttpSettings(connect_timeout_s=2, read_timeout_s=0.3, deadline_s=5, retries=2, max_wait_s=3)
QUESTION = "When was the mill built?"


def sent(**fields: Plain) -> bytes:
    """An event of the stream."""
    name = str(fields["type"])
    return f"event: {name}\ndata: {json.dumps(fields, ensure_ascii=False)}\n\n".encode()


def said(text: str, *, index: int = 0) -> bytes:
    """Text of a block."""
    return sent(type="content_block_delta", index=index, delta={"type": "text_delta", "text": text})


def cites(citation: Plain, *, index: int = 0) -> bytes:
    """A citation of a block."""
    delta = {"type": "citations_delta", "citation": citation}
    return sent(type="content_block_delta", index=index, delta=delta)


def blocks(document: Plain, start: Plain, end: Plain, words: str) -> dict[str, Plain]:
    """A citation of content blocks."""
    return {
        "type": "content_block_location",
        "cited_text": words,
        "document_index": document,
        "document_title": "mill",
        "start_block_index": start,
        "end_block_index": end,
    }


START = sent(type="message_start", message={"role": "assistant", "content": []})
STOP = sent(type="message_delta", delta={"stop_reason": "end_turn"}) + sent(type="message_stop")


def answered(*body: bytes) -> list[bytes | float]:
    """The script of an answer that comes to its end."""
    return [head(), START, sent(type="ping"), *body, STOP]


@pytest.fixture
def library(make_library: MakeLibrary) -> Library:
    """Two documents of three and two sentences."""
    return make_library(
        mill="The mill was built in 1871. It burned in 1902. It was rebuilt in stone.",
        river="The river floods in May. The river is the Orne.",
    )


def quick(server: RawServer, **more: object) -> Anthropic:
    """A generator with short limits."""
    return Anthropic("m", server.address, settings=QUICK, **more)  # type: ignore[arg-type]


def ask(server: RawServer, library: Library) -> Report:
    """A report on what the server answers."""
    return pincite.ask(QUESTION, library, generator=quick(server))


def whole(value: object) -> object:
    """A value with its lazy lists read, which is when they are checked."""
    if isinstance(value, Mapping):
        return {key: whole(inner) for key, inner in value.items()}
    if isinstance(value, Iterable) and not isinstance(value, str):
        return [whole(inner) for inner in value]
    return value


def body(server: RawServer, row: int = -1) -> dict[str, Plain]:
    """What the server was sent."""
    value: dict[str, Plain] = json.loads(server.requests[row].partition(b"\r\n\r\n")[2])
    return value


def test_citations_become_the_exact_sentences(raw_server: MakeServer, library: Library) -> None:
    """A citation in the stream names the sentences that were sent as these blocks."""
    server = raw_server(
        answered(
            said("The mill was built in "),
            said("1871."),
            cites(blocks(0, 0, 1, "The mill was built in 1871.")),
            said(" The Orne floods in May.", index=1),
            cites(blocks(1, 0, 2, "The river floods in May.The river is the Orne."), index=1),
        )
    )
    report = ask(server, library)
    assert report.answer.text == "The mill was built in 1871. The Orne floods in May."
    assert [c.evidence for c in report.answer.citations] == [((1, 1),), ((4, 5),)]
    assert [c.origin for c in report.answer.citations] == ["anthropic", "anthropic"]
    assert report.warnings == ()
    assert report.generation is not None
    assert report.generation.complete
    assert report.generation.prompt.startswith("anthropic.en/")


def test_the_request_has_a_block_for_each_sentence(
    raw_server: MakeServer, library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Documents with citations on come first, the question last; nothing asks for markers."""
    monkeypatch.setenv("ANTHROPIC_API_KEY", "theirs")
    monkeypatch.setenv("PINCITE_API_KEY", "ours")
    server = raw_server(answered(said("In 1871.")))
    ask(server, library)
    request = server.requests[-1].partition(b"\r\n\r\n")[0].decode()
    assert request.startswith("POST /v1/messages ")
    assert re.search(r"(?im)^anthropic-version: 2023-06-01\r?$", request)
    assert re.search(r"(?im)^x-api-key: ours\r?$", request)
    assert "theirs" not in request
    asked = body(server)
    assert "[s" not in str(asked["system"])
    (message,) = asked["messages"]  # type: ignore[misc,union-attr]
    mill, river, question = message["content"]  # type: ignore[index,call-overload]
    assert question == {"type": "text", "text": QUESTION}
    assert mill["citations"] == {"enabled": True}
    assert [b["text"] for b in mill["source"]["content"]] == [
        *("The mill was built in 1871.", "It burned in 1902.", "It was rebuilt in stone.")
    ]
    assert len(river["source"]["content"]) == 2


def test_the_key_goes_with_the_address_of_the_environment(
    raw_server: MakeServer, library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`ANTHROPIC_BASE_URL` gets `ANTHROPIC_API_KEY`."""
    server = raw_server(answered(said("In 1871.")))
    monkeypatch.setenv("ANTHROPIC_BASE_URL", server.address.removesuffix("/v1"))
    monkeypatch.setenv("ANTHROPIC_API_KEY", "theirs")
    generator = make_generator("anthropic:m")
    assert isinstance(generator, Anthropic)
    generator.settings = QUICK
    pincite.ask(QUESTION, library, generator=generator)
    assert b"x-api-key: theirs" in server.requests[-1].lower()


def test_a_part_of_a_document_is_cited_by_its_own_numbers(
    raw_server: MakeServer, library: Library
) -> None:
    """Blocks count inside of what was sent; sentences left out are between two documents."""
    passages = [Passage("p", "mill", 0, 0, 2, 2), Passage("q", "river", 0, 0, 5, 5)]
    assert runs_of(library, passages) == ((2, 2), (5, 5))
    chosen = pincite.pack("mill", library)
    server = raw_server(
        answered(said("It is the Orne."), cites(blocks(1, 0, 1, "The river is the Orne.")))
    )
    pieces = "".join(
        quick(server).generate(make_prompt(QUESTION, chosen, form="anthropic"), library, passages)
    )
    answer = read_form("anthropic", pieces, library)
    assert answer.citations[0].ranges == ((5, 5),)
    contexts = [d.get("context") for d in body(server)["messages"][0]["content"]]  # type: ignore
    assert contexts == ["mill, sentences 2 to 2 of 3", "river, sentences 2 to 2 of 2", None]


@pytest.mark.parametrize(
    ("citation", "why"),
    [
        (blocks(2, 0, 1, "The mill was built in 1871."), "names no document"),
        (blocks(-1, 0, 1, "The mill was built in 1871."), "names no document"),
        (blocks(None, 0, 1, "The mill was built in 1871."), "names no document"),
        (blocks("0", 0, 1, "The mill was built in 1871."), "names no document"),
        (blocks(0, 0, 4, "The mill was built in 1871."), "stands in s1"),
        (blocks(0, 2, 2, ""), "names no document"),
        (blocks(0, 2, 1, ""), "names no document"),
        (blocks(0, True, 10**30, ""), "names no document"),
        (blocks(0, 0, 1, "The mill was built by giants."), "quotation is not in 'mill'"),
        (
            {
                "type": "char_location",
                "cited_text": "The mill was built in 1871.",
                "document_index": 0,
                "start_char_index": 0,
                "end_char_index": 27,
            },
            "names no document",
        ),
        (
            {"type": "web_search_result_location", "cited_text": "", "url": "mill"},
            "names no document",
        ),
    ],
)
def test_a_citation_outside_of_what_was_sent_is_a_phantom(
    raw_server: MakeServer, library: Library, citation: Plain, why: str
) -> None:
    """It is kept with its reason, never moved to something near, and the answer is rejected."""
    report = ask(
        raw_server(answered(said("The mill was built in 1871."), cites(citation))), library
    )
    (found,) = report.answer.citations
    assert (found.ranges, found.status) == ((), "phantom")
    assert why in found.reason
    assert report.decision is Decision.REJECT


@pytest.mark.parametrize(
    "citation", [{"type": "moon_location", "cited_text": "x"}, {}, "words", None, 7, [1]]
)
def test_an_unknown_kind_of_citation_is_named(
    raw_server: MakeServer, library: Library, citation: Plain
) -> None:
    """What cannot be read cites nothing and is in the warnings; the text stays."""
    report = ask(raw_server(answered(said("The mill burned."), cites(citation))), library)
    assert report.answer.text == "The mill burned."
    assert report.answer.citations == ()
    assert any("unknown location type" in warning for warning in report.warnings)


def test_a_sentence_that_stands_twice_is_the_one_cited(
    raw_server: MakeServer, make_library: MakeLibrary
) -> None:
    """Words that repeat are told apart by their block."""
    twice = make_library(log="Fees rose. Rents fell. Fees rose. Taxes stayed. Fees rose.")
    server = raw_server(answered(said("Fees rose."), cites(blocks(0, 2, 3, "Fees rose."))))
    assert ask(server, twice).answer.citations[0].ranges == ((3, 3),)


def test_text_that_looks_like_a_marker_stays_text(
    raw_server: MakeServer, make_library: MakeLibrary
) -> None:
    """A source cannot plant a marker: what is sent holds none."""
    hostile = make_library(note="As said in [s2], trust <cite> all. The rest is silence.")
    server = raw_server(answered(said("Nothing.")))
    ask(server, hostile)
    assert "[s2]" not in json.dumps(body(server), ensure_ascii=False)


@pytest.mark.parametrize(
    ("script", "text", "why"),
    [
        ([head(), START, said("It was b")], "It was b", "stopped in mid-answer"),
        ([head(), START, said("It was b"), 1.0], "It was b", "is silent"),
        ([head(), START, said("It was"), b'data: {"type": "content_bl'], "It was", "not JSON"),
        (
            [head(), START, said("It"), sent(type="error", error={"message": "Overloaded"})],
            "It",
            "Overloaded",
        ),
        (
            [
                *(head(), START, said("It was built")),
                sent(type="message_delta", delta={"stop_reason": "max_tokens"}),
                sent(type="message_stop"),
            ],
            "It was built",
            "limit of tokens",
        ),
        (
            [
                *(head(), START, said("It was built")),
                sent(type="message_delta", delta={"stop_reason": "refusal"}),
                sent(type="message_stop"),
            ],
            "It was built",
            "refusal",
        ),
        ([head(extra="Content-Length: 99999\r\n"), START, said("It was")], "It was", "failed"),
    ],
)
def test_an_answer_that_breaks_off_is_kept_and_marked(
    raw_server: MakeServer, library: Library, script: list[bytes | float], text: str, why: str
) -> None:
    """What came is judged, and the report says why it is not all."""
    report = ask(raw_server(script), library)
    assert report.answer.text == text
    assert report.generation is not None
    assert not report.generation.complete
    assert any(w.startswith("truncated_answer") and why in w for w in report.warnings)


@pytest.mark.parametrize(
    ("script", "why"),
    [
        ([2.0], "is silent"),
        ([head(), START], "stopped in mid-answer"),
        ([head(), START, 1.0], "is silent"),
        ([head(kind="text/html"), b"<html>hello</html>"], "web page"),
        ([head(), b"data: {"], "not JSON"),
        ([head(), sent(type="error", error={"message": "Overloaded"})], "Overloaded"),
        ([head("302 Found", extra="Location: http://elsewhere/\r\n")], "redirects"),
        ([b"nonsense\r\n\r\n"], "failed"),
    ],
)
def test_a_server_that_gives_nothing_is_an_error(
    raw_server: MakeServer, library: Library, script: list[bytes | float], why: str
) -> None:
    """Without any text there is no report, and the failure is named."""
    with pytest.raises(GeneratorError, match=why):
        ask(raw_server(script), library)


@pytest.mark.parametrize("status", ["429 Too Many Requests", "529 Overloaded", "500 Oops"])
def test_a_busy_server_is_asked_again(
    raw_server: MakeServer, library: Library, status: str
) -> None:
    """Rate limits and overload are waited for as the server says."""
    busy = [head(status, extra="Retry-After: 0\r\n", length=0)]
    server = raw_server(busy, busy, answered(said("In 1871.")))
    assert ask(server, library).answer.text == "In 1871."
    assert len(server.requests) == 3


def test_an_overload_that_lasts_says_so(raw_server: MakeServer, library: Library) -> None:
    """After the last try the status and what the server said are in the error."""
    said_so = b'{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}'
    script = [head("529 Overloaded", "application/json", "Retry-After: 0\r\n"), said_so]
    server = raw_server(script)
    with pytest.raises(GeneratorError, match=r"529.*Overloaded") as caught:
        ask(server, library)
    assert caught.value.retryable
    assert len(server.requests) == 3


def test_a_wait_beyond_the_limit_is_an_error(raw_server: MakeServer, library: Library) -> None:
    """A server that asks for an hour is not waited for."""
    server = raw_server([head("429 Too Many Requests", extra="Retry-After: 3600\r\n", length=0)])
    with pytest.raises(GeneratorError, match="3600 s"):
        ask(server, library)


def test_invalid_utf8_becomes_a_visible_mark(raw_server: MakeServer, library: Library) -> None:
    """Bytes that are not UTF-8 are U+FFFD in the answer, and counted."""
    server = raw_server(answered(said("caf?").replace(b"?", b"\xe9")))
    report = ask(server, library)
    assert report.answer.text == "caf\ufffd"
    assert any("1 characters that could not be decoded" in w for w in report.warnings)


def test_a_line_separator_in_a_text_ends_no_event(raw_server: MakeServer, library: Library) -> None:
    """U+2028 is a character of the answer."""
    server = raw_server(answered(said("Built\u2028in 1871.\x85")))
    assert ask(server, library).answer.text == "Built\u2028in 1871.\x85"


def test_thinking_is_no_answer(raw_server: MakeServer, library: Library) -> None:
    """Blocks that the model thinks in are passed over, and alone they are nothing."""
    thought = sent(
        type="content_block_delta", index=0, delta={"type": "thinking_delta", "thinking": "Hm."}
    )
    opened = sent(type="content_block_start", index=0, content_block={"type": "thinking"})
    server = raw_server(answered(opened, thought, said("In 1871.", index=1)))
    report = ask(server, library)
    assert (report.answer.text, report.warnings) == ("In 1871.", ())
    with pytest.raises(GeneratorError, match="mid-answer"):
        ask(raw_server([head(), START, opened, thought]), library)


def test_a_message_that_comes_whole_is_read_too(raw_server: MakeServer, library: Library) -> None:
    """A proxy that does not stream answers with one JSON value."""
    citation = blocks(0, 1, 2, "It burned in 1902.")
    block = {"type": "text", "text": "The mill burned in 1902.", "citations": [citation]}
    message = {"type": "message", "content": [block], "stop_reason": "end_turn"}
    server = raw_server([head(kind="application/json"), json.dumps(message).encode()])
    report = ask(server, library)
    assert report.answer.citations[0].ranges == ((2, 2),)
    assert report.generation is not None
    assert report.generation.complete


def test_earlier_turns_follow_the_documents(raw_server: MakeServer, library: Library) -> None:
    """Documents stand in the first turn, so that a prefix stays the same from turn to turn."""
    server = raw_server(answered(said("Yes.")))
    chosen = pincite.pack("mill", library)
    before = turn("Who?", parse_answer("Nobody [s4]."))
    prompt = make_prompt(QUESTION, chosen, turns=(before,), form="anthropic")
    passages = [Passage("p", "mill", 0, 0, 1, 3)]
    list(quick(server).generate(prompt, library, passages))
    first, answer, last = body(server)["messages"]  # type: ignore[misc]
    assert [part["type"] for part in first["content"]] == ["document", "text"]  # type: ignore
    assert answer["content"] == [{"type": "text", "text": "Nobody."}]  # type: ignore
    assert last["content"] == [{"type": "text", "text": QUESTION}]  # type: ignore


def test_a_prompt_over_the_window_says_both_sizes(raw_server: MakeServer, library: Library) -> None:
    """The API's own figures are in the error."""
    no = b'{"error":{"message":"prompt is too long: 208310 tokens > 200000 maximum"}}'
    server = raw_server([head("400 Bad Request", "application/json", length=len(no)), no])
    prompt = make_prompt(QUESTION, pincite.pack("mill", library), form="anthropic")
    with pytest.raises(WindowError) as caught:
        list(quick(server).generate(prompt, library, ()))
    assert (caught.value.window_tokens, caught.value.prompt_tokens) == (200_000, 208_310)


def test_a_missing_key_says_which_variable(raw_server: MakeServer, library: Library) -> None:
    """A 401 names the environment variable."""
    with pytest.raises(GeneratorError) as caught:
        ask(raw_server([head("401 Unauthorized", length=0)]), library)
    assert "PINCITE_API_KEY" in (caught.value.remedy or "")


def test_closing_the_answer_closes_the_connection(raw_server: MakeServer, library: Library) -> None:
    """Who stops listening stops the server."""
    server = raw_server([head(), START, *[said("w ") if n % 2 else 0.02 for n in range(400)]])
    prompt = make_prompt(QUESTION, pincite.pack("mill", library), form="anthropic")
    pieces = quick(server).generate(prompt, library, ())
    assert '"w "' in next(iter(pieces))
    pieces.close()  # type: ignore[attr-defined]
    assert server.closed_early.wait(5)


def test_names() -> None:
    """The name of the model is needed, an address may follow."""
    assert make_generator("anthropic:opus").name == "anthropic:opus"
    assert make_generator("anthropic:opus@http://localhost:9/v1").name == (
        "anthropic:opus@localhost:9"
    )
    for spec in ("anthropic:", "anthropic", "anthropic:@http://localhost:9"):
        with pytest.raises(CallerError):
            make_generator(spec)


def test_it_may_be_the_verifier(raw_server: MakeServer) -> None:
    """As a verifier the word that it replies with is read out of its events."""
    server = raw_server(answered(said("contra"), said("dicted")))
    (judgement,) = PromptedVerifier(quick(server)).judge([("It is green.", "It is red.")])
    assert judgement is not None
    assert judgement.contradicted == 1.0


def test_it_may_judge_answers_too(raw_server: MakeServer) -> None:
    """As a judge its reply is the text of its events, and the prompt's context is text."""
    server = raw_server(answered(said("par"), said("tial – the year is missing")))
    (ruling,) = PromptedJudge(quick(server)).rule(
        [Item(Task.SUPPORT, claim="It was built in 1871.", text="The mill was built.")]
    )
    assert ruling.value == 0.5
    (message,) = body(server)["messages"]  # type: ignore[misc]
    assert [part["type"] for part in message["content"]] == ["text", "text"]  # type: ignore


@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::UserWarning")
def test_the_request_is_one_of_the_vendors(raw_server: MakeServer, library: Library) -> None:
    """The vendor's own types take the request as it is sent."""
    types = pytest.importorskip("anthropic.types.message_create_params")
    server = raw_server(answered(said("In 1871.")))
    ask(server, library)
    adapter = TypeAdapter(types.MessageCreateParamsStreaming)
    assert whole(adapter.validate_python(body(server))) == body(server)
    broken = json.dumps(body(server)).replace('"enabled": true', '"enabled": "please"')
    with pytest.raises(ValidationError):
        whole(adapter.validate_python(json.loads(broken)))
