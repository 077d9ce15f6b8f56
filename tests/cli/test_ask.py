"""`pincite ask`: how sentences are shown to a model, and answers in another API's form."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from tests.servers import RawServer, event, head

from pincite.cli.ask import command

MakeServer = Callable[..., RawServer]
DONE = b"data: [DONE]\n\n"


@pytest.fixture
def mill(tmp_path: Path) -> Path:
    """A document of two sentences."""
    path = tmp_path / "mill.txt"
    path.write_text("The mill was built in 1871. It burned in 1902.", encoding="utf-8")
    return path


def ask(mill: Path, *arguments: str) -> Result:
    """The command's result."""
    return CliRunner().invoke(command, ["When?", str(mill), "--json", *arguments])


@pytest.mark.parametrize(
    ("style", "shown"),
    [
        ("line", "\ns1 The mill was built in 1871."),
        ("open", "\n<s1> The mill was built in 1871.\n"),
        ("tagged", "\n<s1> The mill was built in 1871. </s1>"),
        ("passage", "\n[mill:p"),
    ],
)
def test_the_style_is_the_one_asked_for(
    raw_server: MakeServer, mill: Path, style: str, shown: str
) -> None:
    """What the model reads, and what it is told to write, follow the style."""
    server = raw_server([head(), event("It was built in 1871 [s1].", "stop"), DONE])
    result = ask(mill, "--style", style, "--model", f"openai:m@{server.address}")
    sent = json.loads(server.requests[-1].partition(b"\r\n\r\n")[2])
    system = sent["messages"][0]["content"]
    assert shown in system
    assert ("[bridges:p0a1b2c3d]" in system) == (style == "passage")
    report = json.loads(result.stdout)
    assert report["answer"] == "It was built in 1871 [s1]."


def test_a_passage_is_cited_by_its_id(raw_server: MakeServer, mill: Path) -> None:
    """In style `passage` the marker that was shown resolves to the passage's sentences."""
    listening = raw_server([head(), event("Never.", "stop"), DONE])
    ask(mill, "--style", "passage", "--model", f"openai:m@{listening.address}")
    sent = json.loads(listening.requests[-1].partition(b"\r\n\r\n")[2])
    marker = sent["messages"][0]["content"].rpartition("\n[")[2].partition("]")[0]
    server = raw_server([head(), event(f"It burned in 1902 [{marker}].", "stop"), DONE])
    result = ask(mill, "--style", "passage", "--model", f"openai:m@{server.address}")
    (citation,) = json.loads(result.stdout)["citations"]
    assert citation["status"] == "ok"
    assert citation["evidence"][0]["source_id"] == "mill"


def test_a_style_that_is_not_known_is_refused(mill: Path) -> None:
    """`longcite` is for the models that read it, which are asked in it by themselves."""
    result = ask(mill, "--style", "longcite")
    assert result.exit_code == 2
    assert "tagged" in result.stderr


def test_a_longcite_model_is_asked_in_its_own_style(raw_server: MakeServer, mill: Path) -> None:
    """Whatever style is asked for, the model reads its own, and its answer is read in its form."""
    text = "<statement>It burned in 1902.<cite>[1-1]</cite></statement>"
    server = raw_server([head(), event(text, "stop"), DONE])
    result = ask(mill, "--style", "tagged", "--model", f"longcite:m@{server.address}")
    assert b"<C1>It burned in 1902." in server.requests[-1]
    report = json.loads(result.stdout)
    assert report["answer"] == "It burned in 1902."
    assert report["citations"][0]["ranges"] == [[2, 2]]
