"""Pages come from real servers, every hop checked, within their limits."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from ipaddress import ip_address

import pytest

from pincite.errors import DocumentError, LimitError, WorldError
from pincite.readers import ReadSettings, read_document
from pincite.readers.web import IPAddress, get, is_public


class _Handler(BaseHTTPRequestHandler):
    """Answers by path; ends slow answers when the test is over."""

    def do_GET(self) -> None:
        """Answer."""
        if self.path.startswith("/to/"):
            self.send_response(302)
            self.send_header("Location", self.path[4:])
            self.end_headers()
        elif self.path == "/slow":
            self.send_response(200)
            self.end_headers()
            for _ in range(100):
                try:
                    self.wfile.write(b"x")
                    self.wfile.flush()
                except OSError:
                    return
                time.sleep(0.05)
        elif self.path == "/short":
            self.send_response(200)
            self.send_header("Content-Length", "100")
            self.end_headers()
            self.wfile.write(b"cut")
        elif self.path.isdigit() or self.path == "/missing":
            self.send_error(404)
        elif self.path == "/busy":
            self.send_error(503)
        else:
            body = "<title>Page</title><p>Café</p>".encode("latin-1")
            self.send_response(200)
            self.send_header("Content-Type", "text/html; charset=iso-8859-1")
            self.end_headers()
            self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.fixture
def server() -> Iterator[str]:
    """The address of a running server."""
    running = ThreadingHTTPServer(("127.0.0.1", 0), _Handler)
    thread = threading.Thread(target=running.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{running.server_port}"
    running.shutdown()
    running.server_close()
    thread.join()


def local(address: IPAddress) -> bool:
    """Only the server's own address."""
    return str(address) == "127.0.0.1"


def test_a_page_and_its_redirects(server: str) -> None:
    """A page is got through redirects; its address is the last one."""
    page = get(f"{server}/to//to//page.html", settings=ReadSettings(), allowed=local)
    assert page.address == f"{server}/page.html"
    document = read_document(page.data, name="p", media_type=page.media_type)
    assert (document.text, document.title) == ("Café", "Page")


def test_private_addresses_are_refused(server: str) -> None:
    """The library's own entry refuses an address of this machine, however it is written."""
    port = server.rpartition(":")[2]
    for host in ("127.0.0.1", "localhost", "[::1]", "[::ffff:127.0.0.1]", "0.0.0.0", "2130706433"):
        with pytest.raises(DocumentError, match="not a public address"):
            read_document(f"http://{host}:{port}/")


def test_every_hop_is_checked(server: str) -> None:
    """A redirect to an address or a scheme that is not allowed is refused."""
    for target in ("http://127.0.0.2:80/", "http://169.254.169.254/latest", "file:///etc/passwd"):
        with pytest.raises(DocumentError):
            get(f"{server}/to/{target}", settings=ReadSettings(), allowed=local)


def test_limits(server: str) -> None:
    """Too many redirects and too many bytes are errors that name their limit."""
    with pytest.raises(LimitError) as caught:
        get(f"{server}/to//to//to//x", settings=ReadSettings(max_redirects=2), allowed=local)
    assert caught.value.limit == "max_redirects"
    with pytest.raises(LimitError) as caught:
        get(f"{server}/x", settings=ReadSettings(max_bytes=10), allowed=local)
    assert caught.value.limit == "max_bytes"


def test_a_slow_answer_ends(server: str) -> None:
    """A server that sends a byte now and then does not hold the reader beyond its time."""
    with pytest.raises(WorldError, match="longer than the time allowed") as caught:
        get(f"{server}/slow", settings=ReadSettings(timeout_s=0.3), allowed=local)
    assert caught.value.retryable


@pytest.mark.parametrize(("path", "retryable"), [("/busy", True), ("/short", True)])
def test_failures_of_the_world(server: str, path: str, retryable: bool) -> None:
    """An error of the server and a cut answer are the world's failures."""
    with pytest.raises(WorldError) as caught:
        get(server + path, settings=ReadSettings(), allowed=local)
    assert caught.value.retryable is retryable


def test_missing_pages(server: str) -> None:
    """A page that does not exist is a missing document."""
    with pytest.raises(DocumentError) as caught:
        get(f"{server}/missing", settings=ReadSettings(), allowed=local)
    assert caught.value.reason == "missing"


@pytest.mark.parametrize(
    ("address", "public"),
    [
        ("93.184.215.14", True),
        ("2606:2800:21f:cb07:6820:80da:af6b:8b2c", True),
        ("10.0.0.1", False),
        ("100.64.0.1", False),
        ("169.254.1.1", False),
        ("224.0.0.1", False),
        ("255.255.255.255", False),
        ("fe80::1", False),
        ("fc00::1", False),
        ("::ffff:10.0.0.1", False),
        ("64:ff9b::a00:1", False),
        ("2002:a00:1::", False),
    ],
)
def test_public_addresses(address: str, public: bool) -> None:
    """Addresses of the open internet are public, private ones in any wrapping are not."""
    assert is_public(ip_address(address)) is public
