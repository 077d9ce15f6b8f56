"""One POST to a model server, streamed by lines: timeouts, retries, rate limits, cancellation.

Closing the iterator closes the connection, which tells a server to stop writing. Knows no API.
"""

from __future__ import annotations

import codecs
import random
import re
import time
from collections.abc import Callable, Generator, Iterator, Mapping
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING

from pincite.canonical import Plain
from pincite.errors import GeneratorError

if TYPE_CHECKING:
    import httpx

__all__ = ["PROBE", "HttpSettings", "RefusedError", "Server", "retry_after_s"]

_RETRIED = (408, 409, 425, 429)
_MOST_OF_AN_ERROR = 1 << 16
_DURATION = re.compile(r"(?:(\d++)h)?(?:(\d++)m(?!s))?(?:(\d++(?:\.\d++)?)s)?(?:(\d++)ms)?")


@dataclass(frozen=True, slots=True)
class HttpSettings:
    """Limits of a call to a model server.

    Attributes:
        connect_timeout_s: For the connection.
        read_timeout_s: Longest silence, from the request to the first piece and between pieces.
        deadline_s: For the whole answer, waits included.
        retries: How often a call that gave nothing yet is tried again.
        max_wait_s: Longest wait before a retry; a server that wants more is an error.
        max_bytes: Most bytes of an answer.
    """

    connect_timeout_s: float = 10.0
    read_timeout_s: float = 120.0
    deadline_s: float = 900.0
    retries: int = 3
    max_wait_s: float = 60.0
    max_bytes: int = 1 << 26


PROBE = HttpSettings(connect_timeout_s=3, read_timeout_s=10, deadline_s=15, retries=0)
"""Limits of asking a server what it is."""


class RefusedError(Exception):
    """A status of 400 and above that another try does not mend.

    Attributes:
        status: Of HTTP.
        body: The first 64 KiB, decoded.
    """

    def __init__(self, status: int, body: str) -> None:
        super().__init__(f"HTTP status {status}")
        self.status = status
        self.body = body


class Server:
    """A model server at an address.

    Args:
        address: Such as `http://localhost:8080/v1`; paths are appended.
        headers: Sent with every call.
        settings: Limits.
        sleep: Waits a number of seconds.
        jitter: Gives a number from 0 to 1 that spreads retries.
    """

    def __init__(
        self,
        address: str,
        headers: Mapping[str, str],
        settings: HttpSettings | None = None,
        *,
        sleep: Callable[[float], None] = time.sleep,
        jitter: Callable[[], float] = random.random,
    ) -> None:
        self.address = address.rstrip("/")
        scheme, _, place = self.address.partition("://")
        self.shown = f"{scheme}://{place.rpartition('@')[2]}"
        self.settings = settings or HttpSettings()
        self._headers = {"User-Agent": "pincite", **headers}
        self._sleep = sleep
        self._jitter = jitter

    def post(self, path: str, body: Mapping[str, Plain]) -> Generator[str]:
        """The lines of what a call answers, with their endings, as they come.

        Raises:
            GeneratorError: When the server cannot be reached, is silent too long, refuses every
                try, sends a web page, or stops in mid-answer.
            RefusedError: On another status of 400 and above.
        """
        yield from self._lines("POST", path, body, self.settings)

    def get(self, path: str, settings: HttpSettings | None = None) -> str:
        """The whole text of a page; raises as `post` does."""
        return "".join(self._lines("GET", path, None, settings or self.settings))

    def _lines(
        self, method: str, path: str, body: Mapping[str, Plain] | None, settings: HttpSettings
    ) -> Iterator[str]:
        import httpx

        deadline = time.monotonic() + settings.deadline_s
        timeout = httpx.Timeout(settings.read_timeout_s, connect=settings.connect_timeout_s)
        try:
            with httpx.Client(timeout=timeout, headers=self._headers) as client:
                for attempt in range(settings.retries + 1):
                    last = attempt == settings.retries
                    try:
                        with client.stream(method, self.address + path, json=body) as response:
                            wait = self._checked(response, settings, attempt, last=last)
                            if wait is None:
                                yield from self._decoded(response, settings, deadline)
                                return
                    except (httpx.ConnectError, httpx.ConnectTimeout):
                        if last:
                            raise
                        wait = self._backoff(attempt)
                    self._pause(wait, settings, deadline)
        except httpx.InvalidURL as error:
            raise self._failed(f"is no address: {error}", retryable=False) from error
        except httpx.TimeoutException as error:
            what = "cannot be reached" if isinstance(error, httpx.ConnectTimeout) else "is silent"
            raise self._failed(f"{what}: no answer in time", retryable=True) from error
        except httpx.HTTPError as error:
            raise self._failed(
                f"failed: {error or type(error).__name__}", retryable=True
            ) from error

    def _checked(
        self, response: httpx.Response, settings: HttpSettings, attempt: int, *, last: bool
    ) -> float | None:
        """None where the answer can be read, else how long to wait before the next try."""
        status = response.status_code
        if status < 300:
            if "html" in response.headers.get("content-type", ""):
                raise self._failed(
                    "answered with a web page",
                    retryable=False,
                    remedy="give the address of the API, which often ends in /v1",
                )
            return None
        if status < 400:
            raise self._failed(
                f"redirects to {response.headers.get('location', '?')!r}", retryable=False
            )
        text = self._beginning(response)
        if status not in _RETRIED and status < 500:
            raise RefusedError(status, text)
        asked = retry_after_s(response.headers)
        if last or (asked or 0) > settings.max_wait_s:
            until = f" and asks to wait {asked:.0f} s" if asked else ""
            said = "" if "<" in text[:64] else f": {text[:200].strip()}"
            raise self._failed(f"answered with the status {status}{until}{said}", retryable=True)
        return self._backoff(attempt) if asked is None else asked + self._jitter()

    def _backoff(self, attempt: int) -> float:
        return float(2**attempt) * (0.25 + self._jitter() / 2)

    def _pause(self, wait: float, settings: HttpSettings, deadline: float) -> None:
        if time.monotonic() + wait >= deadline:
            raise self._failed(f"did not answer within {settings.deadline_s:.0f} s", retryable=True)
        self._sleep(wait)

    def _decoded(
        self, response: httpx.Response, settings: HttpSettings, deadline: float
    ) -> Iterator[str]:
        """Lines of UTF-8; what is not UTF-8 becomes U+FFFD."""
        decoder = codecs.getincrementaldecoder("utf-8")("replace")
        rest, taken = "", 0
        for data in response.iter_bytes():
            taken += len(data)
            if taken > settings.max_bytes:
                raise self._failed(f"sent more than {settings.max_bytes} bytes", retryable=False)
            if time.monotonic() > deadline:
                raise self._failed(
                    f"was not done within {settings.deadline_s:.0f} s", retryable=True
                )
            head, newline, tail = decoder.decode(data).rpartition("\n")
            if newline:
                yield from (f"{line}\n" for line in (rest + head).split("\n"))
                rest = tail
            else:
                rest += tail
        rest += decoder.decode(b"", final=True)
        if rest:
            yield rest

    def _beginning(self, response: httpx.Response) -> str:
        data = bytearray()
        for piece in response.iter_bytes():
            data += piece
            if len(data) >= _MOST_OF_AN_ERROR:
                break
        return bytes(data[:_MOST_OF_AN_ERROR]).decode("utf-8", "replace")

    def _failed(self, what: str, *, retryable: bool, remedy: str | None = None) -> GeneratorError:
        return GeneratorError(
            f"{self.shown} {what}",
            retryable=retryable,
            remedy=remedy or "check that the server runs and the address is right",
        )


def retry_after_s(headers: Mapping[str, str]) -> float | None:
    """The seconds that a server asks to wait, None where it does not say.

    Reads `retry-after-ms`, `retry-after` (seconds or a date), and `x-ratelimit-reset-requests` or
    `-tokens` (such as `1m30s`) where what remains is zero.

    Example:
        >>> retry_after_s({"retry-after": "7"})
        7.0
        >>> retry_after_s({"x-ratelimit-remaining-tokens": "0",
        ...                "x-ratelimit-reset-tokens": "1m2s"})
        62.0
    """
    if (value := _number(headers.get("retry-after-ms"))) is not None:
        return value / 1000
    asked = headers.get("retry-after", "")
    if (value := _number(asked)) is not None:
        return value
    if asked:
        try:
            return max(0.0, parsedate_to_datetime(asked).timestamp() - time.time())
        except (ValueError, OverflowError):
            return None
    for kind in ("requests", "tokens"):
        match = _DURATION.fullmatch(headers.get(f"x-ratelimit-reset-{kind}", ""))
        if match and match[0] and headers.get(f"x-ratelimit-remaining-{kind}") == "0":
            hours, minutes, seconds, millis = (float(part or 0) for part in match.groups())
            return hours * 3600 + minutes * 60 + seconds + millis / 1000
    return None


def _number(text: str | None) -> float | None:
    try:
        value = float(text) if text else None
    except ValueError:
        return None
    return value if value is not None and 0 <= value < 1e9 else None
