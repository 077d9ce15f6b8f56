"""OpenAI-compatible endpoints: a real llama.cpp server, and servers that misbehave."""

import json
import re
from collections.abc import Callable
from dataclasses import replace

import pytest
from tests.servers import RawServer, event, head

import pincite
from pincite.errors import GeneratorError, WindowError
from pincite.models.http import HttpSettings, retry_after_s
from pincite.models.openai import OpenAICompatible, ServerKind
from pincite.records import Library, Prompt, Turn
from pincite.split import split

MakeServer = Callable[..., RawServer]

PROMPT = Prompt("Answer.", "s1 The mill stands.", "What stands?", "sha256:0")
QUICK = HttpSettings(connect_timeout_s=2, read_timeout_s=0.3, deadline_s=5, retries=2, max_wait_s=3)
DONE = b"data: [DONE]\n\n"


def take(generator: OpenAICompatible, prompt: Prompt = PROMPT) -> tuple[list[str], str]:
    """The pieces that came, and the message of the error after them, empty where there is none."""
    pieces: list[str] = []
    try:
        for piece in generator.generate(prompt, split([]), ()):
            pieces.append(piece)
    except GeneratorError as error:
        return pieces, error.message
    return pieces, ""


def quick(server: RawServer, **more: object) -> OpenAICompatible:
    """An endpoint with short limits."""
    return OpenAICompatible("m", server.address, settings=QUICK, **more)  # type: ignore[arg-type]


def test_a_real_server_answers_in_pieces(llama_server: str) -> None:
    """Llama.cpp with SmolLM2 streams an answer to its end."""
    generator = OpenAICompatible("", llama_server, max_tokens=12)
    pieces, error = take(generator)
    assert len(pieces) > 1
    assert error == "" or "limit of tokens" in error


def test_a_real_server_describes_itself(llama_server: str) -> None:
    """The window is the one that the server was started with."""
    described = OpenAICompatible("", llama_server).describe()
    assert described.kind is ServerKind.LLAMA_CPP
    assert described.window_tokens == 1024
    assert len(described.models) == 1


def test_a_real_server_refuses_what_its_window_does_not_hold(llama_server: str) -> None:
    """A prompt over the window is an error with both sizes, and nothing is cut in silence."""
    long = Prompt("Answer.", "s1 The mill stands. " * 200, "What stands?", "sha256:0")
    generator = OpenAICompatible("", llama_server)
    with pytest.raises(WindowError) as caught:
        list(generator.generate(long, split([]), ()))
    assert caught.value.window_tokens == 1024
    assert (caught.value.prompt_tokens or 0) > 1024


def test_ask_through_a_real_server_packs_to_the_window(
    llama_server: str, make_library: Callable[..., Library]
) -> None:
    """A library over the window is packed to what the window holds, and the report says so."""
    library = make_library(mill=" ".join(f"The mill ground {n} sacks." for n in range(200)))
    generator = OpenAICompatible("", llama_server, max_tokens=16)
    report = pincite.ask("How many sacks?", library, generator=generator)
    assert report.pack is not None
    assert report.pack.boundary.output_tokens < 800
    assert any("window" in warning for warning in report.warnings)
    assert report.generation is not None
    assert re.fullmatch(r"sha256:[0-9a-f]{64}", report.generation.prompt_sha256)


def test_the_question_comes_last_and_the_key_from_the_environment(
    raw_server: MakeServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Documents come first so that a prefix cache hits; another host never gets OpenAI's key."""
    monkeypatch.setenv("OPENAI_API_KEY", "theirs")
    monkeypatch.setenv("PINCITE_API_KEY", "ours")
    server = raw_server([head(), event("Yes [s1].", "stop"), DONE])
    prompt = Prompt("Be brief.", "s1 It stands.", "Now?", "p", turns=(Turn("Before?", "No."),))
    assert take(quick(server, seed=7), prompt) == (["Yes [s1]."], "")
    request, _, body = server.requests[0].partition(b"\r\n\r\n")
    assert b"Bearer ours" in request
    assert b"theirs" not in request
    sent = json.loads(body)
    assert [m["role"] for m in sent["messages"]] == ["system", "user", "assistant", "user"]
    assert sent["messages"][0]["content"].endswith("s1 It stands.")
    assert sent["messages"][-1]["content"] == "Now?"
    assert sent["seed"] == 7


def test_an_answer_at_once_is_read_too(raw_server: MakeServer) -> None:
    """A server that does not stream answers with one JSON value."""
    message = {
        "message": {"role": "assistant", "content": "It stands [s1]."},
        "finish_reason": "stop",
    }
    body = json.dumps({"choices": [message]}).encode()
    server = raw_server([head(kind="application/json"), body])
    assert take(quick(server)) == (["It stands [s1]."], "")


@pytest.mark.parametrize(
    ("script", "pieces", "said"),
    [
        ([head(), event("It st")], ["It st"], "stopped in mid-answer"),
        ([head(), event("It st"), 1.0], ["It st"], "is silent"),
        ([2.0], [], "is silent"),
        ([head(kind="text/html"), b"<html>hello</html>"], [], "web page"),
        ([head(), event("A"), b'data: {"choices": [{"del'], ["A"], "not JSON"),
        (
            [head(), event("A"), b'data: {"error": {"message": "no memory"}}\n\n'],
            ["A"],
            "no memory",
        ),
        ([head(), event("A b", "length"), DONE], ["A b"], "limit of tokens"),
        ([head(), event("A", "content_filter"), DONE], ["A"], "content_filter"),
        ([head(extra="Content-Length: 9999\r\n"), event("A")], ["A"], "failed"),
        ([b"nonsense\r\n\r\n"], [], "failed"),
        ([head("302 Found", extra="Location: http://elsewhere/\r\n")], [], "redirects"),
    ],
)
def test_a_server_that_misbehaves_keeps_what_came(
    raw_server: MakeServer, script: list[bytes | float], pieces: list[str], said: str
) -> None:
    """Each failure is named, and the pieces before it stand."""
    found, error = take(quick(raw_server(script)))
    assert found == pieces
    assert said in error


def test_invalid_utf8_becomes_a_visible_mark(raw_server: MakeServer) -> None:
    """Bytes that are not UTF-8 are U+FFFD in the answer, never dropped."""
    piece = event("x", "stop").replace(b"x", b"caf\xe9 [s1]")
    server = raw_server([head(), piece[:20], piece[20:], DONE])
    assert take(quick(server)) == (["caf\ufffd [s1]"], "")


def test_a_character_cut_by_the_network_is_whole(raw_server: MakeServer) -> None:
    """A character whose bytes come in two pieces is read as one."""
    piece = event("x", "stop").replace(b"x", "Gleß".encode())
    cut = piece.index("ß".encode()) + 1
    server = raw_server([head(), piece[:cut], 0.05, piece[cut:], DONE])
    assert take(quick(server)) == (["Gleß"], "")


def test_a_rate_limit_is_waited_for(raw_server: MakeServer) -> None:
    """A 429 with Retry-After is tried again after that time."""
    busy = [head("429 Too Many Requests", extra="Retry-After: 0\r\n", length=0)]
    server = raw_server(busy, busy, [head(), event("Yes.", "stop"), DONE])
    assert take(quick(server)) == (["Yes."], "")
    assert len(server.requests) == 3


def test_a_wait_beyond_the_limit_is_an_error(raw_server: MakeServer) -> None:
    """A server that asks for more than the longest wait is not waited for."""
    server = raw_server([head("429 Too Many Requests", extra="Retry-After: 3600\r\n", length=0)])
    _, error = take(quick(server))
    assert "3600 s" in error
    assert len(server.requests) == 1


def test_an_answer_that_began_is_not_asked_for_again(raw_server: MakeServer) -> None:
    """Only a call that gave nothing is retried, so that no text comes twice."""
    server = raw_server([head(), event("It st")])
    take(quick(server))
    assert len(server.requests) == 1


def test_settings_that_a_server_does_not_know_are_left_out(raw_server: MakeServer) -> None:
    """`max_tokens` becomes `max_completion_tokens`, and a temperature that is refused goes."""
    first = b'{"error":{"message":"Unsupported parameter: use \'max_completion_tokens\'"}}'
    second = b'{"error":{"message":"Unsupported value: \'temperature\' does not support 0"}}'
    server = raw_server(
        [head("400 Bad Request", "application/json", length=len(first)), first],
        [head("400 Bad Request", "application/json", length=len(second)), second],
        [head(), event("Yes.", "stop"), DONE],
    )
    assert take(quick(server)) == (["Yes."], "")
    sent = json.loads(server.requests[-1].partition(b"\r\n\r\n")[2])
    assert sent["max_completion_tokens"] == 1024
    assert "temperature" not in sent


def test_a_schema_goes_to_servers_without_grammars_too(raw_server: MakeServer) -> None:
    """As `response_format`; a server that does not know it is asked without."""
    refusal = b'{"error":{"message":"response_format json_schema is not supported"}}'
    server = raw_server(
        [head("400 Bad Request", "application/json", length=len(refusal)), refusal],
        [head(), event('{"mill": "It stands [s1]."}', "stop"), DONE],
    )
    asked = replace(PROMPT, schema='{"type": "object", "properties": {}}')
    assert take(quick(server), asked) == (['{"mill": "It stands [s1]."}'], "")
    first, second = (json.loads(r.partition(b"\r\n\r\n")[2]) for r in server.requests)
    assert first["response_format"]["type"] == "json_schema"
    assert first["response_format"]["json_schema"]["schema"] == json.loads(asked.schema)
    assert "response_format" not in second


def test_a_real_server_fills_a_schema_with_markers(
    llama_server: str, make_library: Callable[..., Library]
) -> None:
    """llama.cpp with SmolLM2 writes JSON of the schema, and cites nothing that was not shown."""
    library = make_library(mill="The mill stands. The weir is of granite. The inn is closed.")
    schema = {
        "type": "object",
        "properties": {"mill": {"type": "string"}, "open": {"type": "boolean"}},
        "required": ["open"],
    }
    generator = OpenAICompatible("", llama_server, max_tokens=60, temperature=1.0, seed=2)
    report = pincite.ask("Is it open?", library, generator=generator, schema=schema)  # type: ignore[arg-type]
    assert report.answer.form == "json"
    assert report.answer.text.startswith("{")
    assert all(1 <= n <= 3 for c in report.answer.citations for pair in c.ranges for n in pair)


def test_a_missing_key_says_which_variable(raw_server: MakeServer) -> None:
    """A 401 names the environment variable."""
    server = raw_server([head("401 Unauthorized", length=0)])
    with pytest.raises(GeneratorError) as caught:
        list(quick(server).generate(PROMPT, split([]), ()))
    assert "PINCITE_API_KEY" in (caught.value.remedy or "")


def test_closing_the_answer_closes_the_connection(raw_server: MakeServer) -> None:
    """Who stops listening stops the server: its next write fails."""
    server = raw_server([head(), *[event("word ") if n % 2 else 0.02 for n in range(400)]])
    pieces = quick(server).generate(PROMPT, split([]), ())
    assert next(iter(pieces)) == "word "
    pieces.close()  # type: ignore[attr-defined]
    assert server.closed_early.wait(5)


def test_a_dying_server_leaves_a_marked_answer(
    raw_server: MakeServer, make_library: Callable[..., Library]
) -> None:
    """The part of an answer that came is judged, and the report says that it broke off."""
    library = make_library(mill="The mill stands by the river.")
    server = raw_server([head(), event("The mill stands by the river [s1]. It was b")])
    report = pincite.ask("Where does the mill stand?", library, generator=quick(server))
    assert report.answer.claims[0].text == "The mill stands by the river."
    assert report.generation is not None
    assert not report.generation.complete
    assert any(warning.startswith("truncated_answer") for warning in report.warnings)


def test_rate_limit_headers_are_read() -> None:
    """Every form that servers use gives seconds; what cannot be read gives none."""
    assert retry_after_s({"retry-after-ms": "1500"}) == 1.5
    assert retry_after_s({"retry-after": "Mon, 01 Jan 2001 00:00:00 GMT"}) == 0
    assert retry_after_s({"retry-after": "soon"}) is None
    assert retry_after_s({"retry-after": "nan"}) is None
    reset = {"x-ratelimit-remaining-requests": "0", "x-ratelimit-reset-requests": "6m0s"}
    assert retry_after_s(reset) == 360
    assert retry_after_s({}) is None
