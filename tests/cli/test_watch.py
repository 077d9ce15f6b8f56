"""`pincite watch` beside an application that streams slowly, over real HTTP."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import IO, ClassVar

import pytest
from click.testing import CliRunner

from pincite.cli.verify import command as verify_command

MILL = "The mill was built in 1840. It was sold in 1902.\n\nThe inn never closed.\n"
TEXT = "🛶 The mill was built in 1840 [s1]."


class _Dripping(BaseHTTPRequestHandler):
    """Streams what it has in small pieces, and the rest when it is told to go on."""

    pieces: ClassVar[list[bytes]]
    rest: ClassVar[list[bytes]]
    go: ClassVar[threading.Event]

    def do_GET(self) -> None:
        """The stream; the connection closes at its end."""
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.end_headers()
        for piece in self.pieces:
            self.wfile.write(piece)
            self.wfile.flush()
        self.go.wait(timeout=60)
        for piece in self.rest:
            self.wfile.write(piece)
            self.wfile.flush()

    def log_message(self, *_: object) -> None:
        """Says nothing."""


@contextmanager
def served(handler: type[BaseHTTPRequestHandler]) -> Iterator[str]:
    """A server on this machine, and its address."""
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_address[1]}/"
        finally:
            server.shutdown()
            thread.join(timeout=60)


def dripped(events: list[str], *, end: str, size: int) -> list[bytes]:
    """An SSE stream cut anywhere, also inside of letters and line ends, with idle lines in it."""
    data = "".join(f"event: e{end}data: {event}{end}{end}: idle{end}" for event in events).encode()
    return [data[at : at + size] for at in range(0, len(data), size)]


def relay(address: str, pipe: IO[bytes]) -> None:
    """Hand on what a server sends as it comes, as `curl -N` does."""
    with urllib.request.urlopen(address) as response:
        while piece := response.read1(1024):
            pipe.write(piece)
            pipe.flush()
    pipe.close()


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("origin", ["anthropic", "openai", "cohere", "bedrock"])
def test_a_slow_stream_is_judged_as_it_comes(origin: str, end: str, tmp_path: Path) -> None:
    """The first verdict is there while the application still owes the second answer.

    A third answer breaks off; it is judged as far as it came, and that is named.
    """
    mill = tmp_path / "mill.txt"
    mill.write_text(MILL, encoding="utf-8")
    options = ["-", "-s", str(mill), "--format", f"{origin}-events"]
    events = CliRunner().invoke(verify_command, options, input=TEXT).stdout.splitlines()
    handler = type(
        "Handler",
        (_Dripping,),
        {
            "pieces": dripped(events, end=end, size=7),
            "rest": dripped([*events, *events[: len(events) // 2]], end=end, size=5),
            "go": threading.Event(),
        },
    )
    command = [sys.executable, "-m", "pincite", "watch", "-", "-s", str(mill), "--from", origin]
    with (
        served(handler) as address,
        subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process,
    ):
        assert process.stdin is not None
        assert process.stdout is not None
        thread = threading.Thread(target=relay, args=(address, process.stdin))
        thread.start()
        first = json.loads(process.stdout.readline())
        handler.go.set()
        second, *broken = [json.loads(line) for line in process.stdout]
        thread.join(timeout=60)
        process.wait(timeout=60)
    assert first["answer"].startswith("🛶 The mill was built in 1840")
    assert first["decision"] == "accept"
    assert {**second, "number": 1} == first
    assert [line["number"] for line in broken] == [3] * len(broken)
    assert any("truncated_stream" in note for line in broken for note in line["answer_warnings"])
