"""`pincite models`: what can answer here, and whether a server is there."""

import json
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

import pytest
from click.testing import CliRunner
from tests.servers import JsonServer, RawServer

from pincite.cli.models import command

SPECS = {
    *("extractive", "openai:NAME", "openai:NAME@URL", "anthropic:NAME", "longcite:NAME@URL"),
    *("gguf:PATH", "hf:PATH"),
}


def run(*arguments: str, **variables: str | None) -> tuple[int, list[dict[str, object]]]:
    """The exit status and the rows of the JSON."""
    unset = {"PINCITE_MODEL": None, "OPENAI_API_KEY": None, "ANTHROPIC_API_KEY": None}
    result = CliRunner().invoke(command, [*arguments, "--json"], env={**unset, **variables})
    return result.exit_code, json.loads(result.stdout)["models"]


def test_everything_that_can_answer_is_listed() -> None:
    """Without a name all kinds are listed with what they want, and that is no failure."""
    status, rows = run(OPENAI_API_KEY="k")
    assert status == 0
    assert {row["model"] for row in rows} >= SPECS
    by_name = {row["model"]: row for row in rows}
    assert by_name["openai:NAME"]["ok"]
    assert by_name["anthropic:NAME"] == {
        "model": "anthropic:NAME",
        "ok": False,
        "detail": "no ANTHROPIC_API_KEY",
    }


def test_a_server_says_what_it_serves(json_server: Callable[..., JsonServer]) -> None:
    """A model that the server lists is there, one that it does not list is not."""
    listed = {"data": [{"id": "qwen", "owned_by": "vllm", "max_model_len": 4096}]}
    server = json_server({"/v1/models": listed})
    status, rows = run(f"openai:qwen@{server.address}/v1")
    assert (status, rows[0]["ok"]) == (0, True)
    assert "vllm; window 4096 tokens; markers held" in str(rows[0]["detail"])
    status, rows = run(f"longcite:qwen@{server.address}/v1")
    assert (status, rows[0]["ok"]) == (0, True)
    assert "its own citations" in str(rows[0]["detail"])
    status, rows = run(f"openai:other@{server.address}/v1")
    assert (status, rows[0]["ok"]) == (1, False)
    assert "serves qwen" in str(rows[0]["detail"])


def test_anthropic_is_asked_for_its_model(json_server: Callable[..., JsonServer]) -> None:
    """The list of models is asked with the key; a model that is not on it is not there."""
    server = json_server({"/v1/models/opus": {"id": "opus", "max_input_tokens": 200000}})
    name = f"anthropic:opus@{server.address}"
    status, rows = run(name, PINCITE_API_KEY="ours")
    assert (status, rows[0]["ok"]) == (0, True)
    assert "window 200000 tokens" in str(rows[0]["detail"])
    assert server.headers[-1]["x-api-key"] == "ours"
    status, rows = run(f"anthropic:nobody@{server.address}")
    assert (status, rows[0]["detail"]) == (1, "the server does not know this model")


def test_the_configured_model_is_checked(json_server: Callable[..., JsonServer]) -> None:
    """`PINCITE_MODEL` is what is checked where nothing is named."""
    server = json_server({"/v1/models": {"data": [{"id": "qwen"}]}})
    name = f"openai:qwen@{server.address}/v1"
    status, rows = run(PINCITE_MODEL=name)
    assert (status, [row["model"] for row in rows]) == (0, [name])


@pytest.mark.parametrize("spec", ["openai:m@http://127.0.0.1:9/v1", "nothing:m"])
def test_what_is_not_there_fails(spec: str) -> None:
    """A server that is not there, and a name of no kind, are told apart by their text."""
    status, rows = run(spec, "extractive")
    assert status == 1
    assert [row["ok"] for row in rows] == [False, True]
    assert "127.0.0.1:9" in str(rows[0]["detail"]) or "no generator" in str(rows[0]["detail"])


def test_a_file_that_is_not_there_fails(tmp_path: Path) -> None:
    """A GGUF file is looked for, without loading it; so is what runs it."""
    status, rows = run(f"gguf:{tmp_path / 'none.gguf'}")
    assert status == 1
    assert rows[0]["model"] == f"gguf:{tmp_path / 'none.gguf'}"
    missing = find_spec("xllamacpp") is None
    assert ("pip install" if missing else "there is no file") in str(rows[0]["detail"])


def test_a_refused_key_is_named(raw_server: Callable[..., RawServer]) -> None:
    """A 401 from the list of models says which variable holds the key."""
    server = raw_server([b"HTTP/1.1 401 No\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"])
    status, rows = run(f"anthropic:m@{server.address.replace('/v1', '/proxy')}")
    assert status == 1
    assert "401" in str(rows[0]["detail"])


def test_text_is_one_line_a_model() -> None:
    """Without --json each model is a line that begins with ok or no."""
    result = CliRunner().invoke(command, ["extractive"])
    assert result.stdout.splitlines()[0].startswith("ok  extractive  ")
