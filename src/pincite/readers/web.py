"""One page from an http(s) address: bounded, every hop checked, private addresses refused.

A name is resolved once per hop; the connection goes to the very address that was checked, so that
a name server cannot answer differently the second time.
"""

from __future__ import annotations

import http.client
import ipaddress
import socket
import ssl
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from urllib.parse import SplitResult, quote, urljoin, urlsplit, urlunsplit

from pincite.errors import DocumentError, LimitError, WorldError
from pincite.readers.limits import check_bytes
from pincite.readers.settings import ReadSettings

__all__ = ["Page", "get", "is_public"]

_REDIRECTS = (301, 302, 303, 307, 308)
_CHUNK = 1 << 16
_URL_SAFE = "%/?&=:;@!$'()*+,~-._[]"
_HEADERS = {"User-Agent": "pincite", "Accept": "*/*", "Accept-Encoding": "identity"}
_NAT64 = ipaddress.ip_network("64:ff9b::/96")

IPAddress = ipaddress.IPv4Address | ipaddress.IPv6Address


@dataclass(frozen=True, slots=True)
class Page:
    """What an address answered.

    Attributes:
        data: The body.
        address: The last of the redirects.
        media_type: The header `Content-Type`.
    """

    data: bytes
    address: str
    media_type: str | None


def get(
    address: str, *, settings: ReadSettings, allowed: Callable[[IPAddress], bool] | None = None
) -> Page:
    """Get a page.

    Args:
        address: http or https.
        settings: `max_bytes`, `max_redirects`, `timeout_s`.
        allowed: Which addresses may be connected to; None means `is_public`.

    Raises:
        DocumentError: With reason `missing` on 404 and 410, and on an address that is refused.
        LimitError: On more than `max_bytes` or `max_redirects`.
        WorldError: When the server does not answer, or with an error; `retryable` says whether
            another try may help.
    """
    deadline = time.monotonic() + settings.timeout_s
    here = address
    for _ in range(settings.max_redirects + 1):
        answer = _hop(here, settings, deadline, allowed or is_public)
        if isinstance(answer, Page):
            return answer
        here = urljoin(here, answer)
    raise LimitError(
        f"{address!r} redirects more than {settings.max_redirects} times",
        limit="max_redirects",
        value=settings.max_redirects + 1,
        maximum=settings.max_redirects,
    )


def _hop(
    address: str, settings: ReadSettings, deadline: float, allowed: Callable[[IPAddress], bool]
) -> Page | str:
    """The page, or where it redirects to."""
    parts = _split(address)
    try:
        host = _resolve(parts, address, allowed)
        with _connected(parts, host, _left(address, deadline)) as connection:
            target = urlunsplit(("", "", parts.path or "/", parts.query, ""))
            connection.request("GET", quote(target, safe=_URL_SAFE), headers=_HEADERS)
            with connection.getresponse() as response:
                location = response.getheader("Location")
                if response.status in _REDIRECTS and location:
                    return location
                _check_answer(response, address)
                data = _body(response, settings.max_bytes)
                _left(address, deadline)
                return Page(data, address, response.getheader("Content-Type"))
    except (OSError, http.client.HTTPException) as error:
        _left(address, deadline)
        raise WorldError(
            f"{address!r} does not answer: {error}",
            retryable=not isinstance(error, ssl.SSLCertVerificationError),
            remedy="check the address and the network, or save the page and give the file",
        ) from error


def _split(address: str) -> SplitResult:
    try:
        parts = urlsplit(address)
        port = parts.port
    except ValueError:
        parts, port = SplitResult("", "", "", "", ""), None
    if parts.scheme not in ("http", "https") or not parts.hostname or port == 0:
        raise _refused(address, "is not an http or https address")
    return parts


def _refused(address: str, why: str) -> DocumentError:
    return DocumentError(
        f"{address!r} {why}",
        name=address,
        reason="missing",
        remedy="save the page and give the file",
    )


def _resolve(parts: SplitResult, address: str, allowed: Callable[[IPAddress], bool]) -> str:
    found = socket.getaddrinfo(parts.hostname, parts.port or parts.scheme, type=socket.SOCK_STREAM)
    hosts = [str(entry[4][0]) for entry in found]
    for host in hosts:
        if not allowed(ipaddress.ip_address(host.partition("%")[0])):
            raise _refused(address, f"leads to {host}, which is not a public address")
    return hosts[0]


def is_public(address: IPAddress) -> bool:
    """Whether an address is one of the open internet, also inside an IPv6 wrapping."""
    if isinstance(address, ipaddress.IPv6Address):
        inner = address.ipv4_mapped or address.sixtofour
        if inner is None and address.teredo:
            inner = address.teredo[1]
        if inner is None and address in _NAT64:
            inner = ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)
        if inner is not None:
            return is_public(inner)
    return address.is_global and not address.is_multicast and not address.is_reserved


@contextmanager
def _connected(
    parts: SplitResult, host: str, timeout_s: float
) -> Iterator[http.client.HTTPConnection]:
    """A connection to the address that was checked, cut when its time is over."""
    name = parts.hostname or host
    port = parts.port or (443 if parts.scheme == "https" else 80)
    connection = http.client.HTTPConnection(name, port)
    connection.default_port = {"https": 443}.get(parts.scheme, 80)
    stream = socket.create_connection((host, port), timeout_s)
    handle = stream.dup()
    timer = threading.Timer(timeout_s, _cut, (handle,))
    timer.daemon = True
    timer.start()
    try:
        connection.sock = stream
        if parts.scheme == "https":
            context = ssl.create_default_context()
            connection.sock = context.wrap_socket(stream, server_hostname=name)
        yield connection
    finally:
        timer.cancel()
        connection.close()
        stream.close()
        handle.close()


def _cut(handle: socket.socket) -> None:
    with suppress(OSError):
        handle.shutdown(socket.SHUT_RDWR)


def _left(address: str, deadline: float) -> float:
    left = deadline - time.monotonic()
    if left <= 0:
        raise WorldError(
            f"{address!r} took longer than the time allowed",
            retryable=True,
            remedy="raise the setting 'timeout_s', or save the page and give the file",
        )
    return left


def _check_answer(response: http.client.HTTPResponse, address: str) -> None:
    status, coding = response.status, response.getheader("Content-Encoding", "identity")
    if status in (404, 410):
        raise _refused(address, f"does not exist (HTTP status {status})")
    if status != http.HTTPStatus.OK:
        raise WorldError(
            f"{address!r} answered with the HTTP status {status}",
            retryable=status in (408, 425, 429) or status >= 500,
            remedy="open it in a browser, save the page and give the file",
        )
    if coding.lower() != "identity":
        raise WorldError(
            f"{address!r} answered in the encoding {coding!r}, which was not asked for",
            retryable=False,
            remedy="save the page and give the file",
        )


def _body(response: http.client.HTTPResponse, max_bytes: int) -> bytes:
    declared = response.length
    check_bytes(declared or 0, max_bytes)
    data = bytearray()
    while piece := response.read(_CHUNK):
        data += piece
        check_bytes(len(data), max_bytes)
    if declared is not None and len(data) < declared:
        raise http.client.IncompleteRead(bytes(data), declared - len(data))
    return bytes(data)
