"""`pincite score` with a model behind a real HTTP server as the judge."""

from __future__ import annotations

import json
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from click.testing import CliRunner

from pincite.cli.score import command

DOCUMENTS = [{"id": "note", "text": "Fees rose in June. Costs fell. The board met."}]
ANSWER = "Fees rose [s1]. Costs fell [s3]. Costs sank [s2]. So far the news."
REPLIES = {"Fees rose": "full", "Costs fell": "none", "Costs sank": "perhaps", "So far": "no"}


class Model(ThreadingHTTPServer):
    """A chat endpoint that judges by a table; `asked` has what it was asked."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.asked: list[str] = []
        self.url = f"http://127.0.0.1:{self.server_address[1]}/v1"


class _Handler(BaseHTTPRequestHandler):
    server: Model

    def do_POST(self) -> None:
        """One reply, as a stream of events."""
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        said = "\n".join(message["content"] for message in body["messages"])
        self.server.asked.append(said)
        claim = said[said.rindex("<statement>" if "<statement>" in said else "<sentence>") :]
        reply = next(reply for words, reply in REPLIES.items() if words in claim)
        chunk = {"choices": [{"index": 0, "delta": {"content": reply}, "finish_reason": "stop"}]}
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.end_headers()
        self.wfile.write(f"data: {json.dumps(chunk)}\n\ndata: [DONE]\n\n".encode())

    def log_message(self, format: str, *args: Any) -> None:
        """Nothing."""


@pytest.fixture
def model() -> Iterator[Model]:
    """A running endpoint."""
    server = Model()
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield server
    server.shutdown()
    server.server_close()
    thread.join()


def test_a_model_judges_once(tmp_path: Path, model: Model) -> None:
    """One right claim of three cited ones, the reply that says nothing is a failed judgement.

    Precision 1/3, recall 1/3 (the last sentence needs no citation). The second run asks again only
    what failed.
    """
    answers = tmp_path / "answers.jsonl"
    answers.write_text(json.dumps({"id": "a", "answer": ANSWER, "documents": DOCUMENTS}))
    ledger = tmp_path / "ledger.jsonl"
    words = [str(answers), "--judge", f"openai:m@{model.url}", "--ledger", str(ledger), "--json"]
    dry = CliRunner().invoke(command, [*words, "--dry-run", "--prices", "1,1"])
    assert json.loads(dry.stdout)["estimate"]["judgements"] == 4
    assert model.asked == []
    done = CliRunner().invoke(command, words)
    found = json.loads(done.stdout)
    scores = found["metrics"]["citation-on-fact"]["scores"]
    assert (scores["precision"]["successes"], scores["precision"]["total"]) == (1, 3)
    assert (scores["recall"]["successes"], scores["recall"]["total"]) == (1, 3)
    assert found["metrics"]["citation-on-fact"]["failed_judgements"] == 1
    assert found["judge"]["name"].startswith("openai:m@127.0.0.1")
    assert len(model.asked) == 4
    again = CliRunner().invoke(command, words)
    assert len(model.asked) == 5
    assert json.loads(again.stdout)["metrics"] == found["metrics"]
