"""Other systems' shapes on the command line."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from pincite.cli.report import command as report_command
from pincite.cli.verify import command as verify_command
from pincite.cli.watch import command as watch_command
from pincite.exchange import FORMATS

MILL = "The mill was built in 1840. It was sold in 1902.\n\nThe inn never closed.\n"
GOOD = "The mill was built in 1840 [s1]."
BAD = "The mill was built in 1850 [s1].\n\nIt burnt down [s9]."


@pytest.fixture
def mill(tmp_path: Path) -> Path:
    """A document of three sentences."""
    path = tmp_path / "mill.txt"
    path.write_text(MILL, encoding="utf-8")
    return path


def verify(answer: str, mill: Path, *options: str) -> Result:
    """`pincite verify -` on an answer."""
    return CliRunner().invoke(verify_command, ["-", "-s", str(mill), *options], input=answer)


@pytest.mark.parametrize("name", FORMATS)
def test_every_format(name: str, mill: Path) -> None:
    """Each prints its shape and nothing else on standard output, with the usual exit status."""
    done = verify(BAD, mill, "--format", name)
    assert done.exit_code == 1, done.output
    if name.endswith("-events"):
        assert all(json.loads(line) for line in done.stdout.splitlines())
    elif name not in ("csv", "footnotes", "fragments", "github", "longcite"):
        json.loads(done.stdout)


def test_one_shape_at_a_time(mill: Path) -> None:
    """Two answers to what is printed are a mistake of usage."""
    assert verify(GOOD, mill, "--json", "--format", "csv").exit_code == 2
    assert verify(GOOD, mill, "--annotations", "--format", "csv").exit_code == 2


def test_annotations(mill: Path, tmp_path: Path) -> None:
    """Findings are workflow commands that name the answer's file and line."""
    answer = tmp_path / "docs.md"
    answer.write_text(BAD, encoding="utf-8")
    arguments = [str(answer), "-s", str(mill), "--annotations"]
    done = CliRunner().invoke(verify_command, arguments)
    lines = done.stdout.splitlines()
    assert [line.split(" ")[0] for line in lines] == ["::error", "::error"]
    assert f"file={answer}" in lines[1].replace("%3A", ":")
    assert ",line=3," in lines[1]


def test_from_another_api_and_back(mill: Path, tmp_path: Path) -> None:
    """An API's answer is judged, and its stored report shows the same again."""
    message = verify(GOOD, mill, "--format", "anthropic").stdout
    done = verify(message, mill, "--from", "anthropic", "--json")
    assert done.exit_code == 0, done.output
    stored = json.loads(done.stdout)
    assert stored["answer"] == "The mill was built in 1840."
    assert stored["citations"][0]["origin"] == "anthropic"
    path = tmp_path / "report.json"
    path.write_text(done.stdout, encoding="utf-8")
    again = CliRunner().invoke(report_command, [str(path), "-s", str(mill), "--json"])
    assert json.loads(again.stdout) == stored


def test_from_events(mill: Path) -> None:
    """Events are read as JSONL and as SSE; a line that is no JSON is a warning."""
    lines = verify(GOOD, mill, "--format", "anthropic-events").stdout.splitlines()
    sse = "".join(f"event: x\ndata: {line}\n\n" for line in lines)
    broken = "\n".join(["{oops", *lines])
    for text, warned in (("\n".join(lines), 0), (sse, 0), (broken, 1)):
        done = verify(text, mill, "--from", "anthropic", "--json")
        assert done.exit_code == 0, done.output
        assert len(json.loads(done.stdout)["warnings"]) == warned
    assert verify("no JSON", mill, "--from", "anthropic").exit_code != 0


def watch(stream: str, mill: Path, *options: str) -> tuple[int, list[dict[str, object]]]:
    """`pincite watch -`: its exit status and its lines."""
    done = CliRunner().invoke(watch_command, ["-", "-s", str(mill), *options], input=stream)
    return done.exit_code, [json.loads(line) for line in done.stdout.splitlines()]


def test_watch_lines(mill: Path) -> None:
    """Texts and objects get a verdict each; what cannot be read gets an error and stops nothing."""
    stream = "\n".join(
        [json.dumps(GOOD), json.dumps({"id": "a7", "answer": BAD}), "{oops", '{"x": 1}', ""]
    )
    status, lines = watch(stream, mill)
    assert status == 1
    assert [line.get("decision") for line in lines] == ["accept", "reject", None, None]
    assert [line["number"] for line in lines] == [1, 2, 3, 4]
    assert lines[1]["id"] == "a7"
    assert "error" in lines[2]
    assert "error" in lines[3]
    assert watch(json.dumps(GOOD), mill)[0] == 0


@pytest.mark.parametrize("name", ["anthropic", "bedrock", "cohere", "openai", "gemini"])
def test_watch_events(name: str, mill: Path) -> None:
    """Events of several answers, and whole answers between them, are told apart."""
    form = name if name == "gemini" else f"{name}-events"
    lines = verify(GOOD, mill, "--format", form).stdout.splitlines()
    events = [json.dumps(json.loads("\n".join(lines)))] if name == "gemini" else lines
    whole = json.dumps(json.loads(verify(GOOD, mill, "--format", name).stdout))
    sse = [f"data: {event}\n" for event in events]
    stream = "\n".join([*sse, *events, whole, "data: [DONE]", *events])
    status, found = watch(stream, mill, "--from", name)
    assert [line["answer"] for line in found] == [found[0]["answer"]] * 4
    assert [line["decision"] for line in found] == [found[0]["decision"]] * 4
    assert status == 0


def test_watch_is_unbuffered(mill: Path) -> None:
    """A verdict is there before the next answer comes."""
    command = [sys.executable, "-m", "pincite", "watch", "-", "-s", str(mill)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for text in (GOOD, BAD):
            process.stdin.write(json.dumps(text).encode() + b"\n")
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["answer"] == text
        process.stdin.close()
        assert process.wait(timeout=60) == 1
