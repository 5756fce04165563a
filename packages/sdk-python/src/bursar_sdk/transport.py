"""Sends requests: tokens, idempotency keys, request IDs, and retries.

A request is sent again if that is safe: because it changes nothing, because the service carries out requests with the
same key once, or because the service did not receive it. All attempts send the same bytes with the same key and ID.
"""

from __future__ import annotations

import asyncio
import email.utils
import ipaddress
import os
import random
import secrets
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from importlib.metadata import version
from typing import Any, TypeVar

import httpx

from .errors import APIError, BursarError, ConnectionFailedError, FailedRequest, RequestTimeoutError, api_error
from .pages import AsyncPage, Page
from .requests import OperationKey
from .types import UNSET, Unset

R = TypeVar("R")
Answer = httpx.Response | httpx.TransportError

_API = "/api/v1"
_AGENT = f"bursar-sdk-python/{version('bursar-sdk')}"
_FIRST_PAUSE_SECONDS = 0.5
_LONGEST_PAUSE_SECONDS = 8.0
# A service that requests a longer pause gets no retry: the caller decides.
_LONGEST_REQUESTED_SECONDS = 60.0
# Of `Retry-After`, so that clients that were refused together do not come back together.
_JITTER = 0.1
# The service did not handle the request.
_UNHANDLED_STATUSES = frozenset({429})
# It may have, or a proxy answered.
_UNCLEAR_STATUSES = frozenset({408, 500, 502, 503, 504})


@dataclass(frozen=True)
class Settings:
    """Where requests go, as whom, and how often they are sent again."""

    api_url: str
    token: str
    timeout: float
    max_retries: int

    @staticmethod
    def read(*, base_url: str | None, token: str | None, timeout: float, max_retries: int) -> Settings:
        url = base_url or os.environ.get("BURSAR_URL", "")
        secret = token or os.environ.get("BURSAR_TOKEN", "")
        if not url:
            raise ValueError("Pass base_url, or set BURSAR_URL, to the address of the service.")
        if not secret:
            raise ValueError("Pass token, or set BURSAR_TOKEN, to an API token.")
        # Never repeated in the message: it may be a secret of another kind.
        if any(not "!" <= character <= "~" for character in secret):
            raise ValueError("The token must be one line of letters, digits, and punctuation.")
        return Settings(_api_url(url), secret, timeout, max_retries)


def _api_url(text: str) -> str:
    """The address that paths are appended to. A token must not cross a network unencrypted."""
    url = httpx.URL(text)
    if url.scheme != "https" and not (url.scheme == "http" and _is_local(url.host)):
        raise ValueError(f"The base URL must be an https:// address, or http:// on this machine, not {text!r}.")
    path = url.path.rstrip("/")
    return str(url.copy_with(path=path if path.endswith(_API) else path + _API, query=None, fragment=None))


def _is_local(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


class _Call:
    """One request with its attempts."""

    def __init__(
        self, settings: Settings, request: dict[str, Any], key: OperationKey, max_retries: int | None = None
    ) -> None:
        headers = dict(request.get("headers", {}))
        self._settings = settings
        self._max_retries = settings.max_retries if max_retries is None else max_retries
        self._request = {
            **request,
            "url": settings.api_url + request["url"],
            "headers": headers,
            "timeout": settings.timeout,
        }
        if headers.get("Content-Type") == "application/json":
            # An optional body that was left out.
            given = request.get("json", UNSET)
            self._request["json"] = {} if isinstance(given, Unset) else given
        self._is_read = request["method"] == "GET"
        self.failed = FailedRequest(
            operation=self._request.pop("operation"),
            request_id=secrets.token_hex(16),
            idempotency_key=None if key is None else self._add_key(key),
        )
        self._is_repeatable = request["method"] != "POST" or key is not None
        self._retries = 0
        headers |= {
            "Accept": "application/json",
            "Authorization": f"Bearer {settings.token}",
            "User-Agent": _AGENT,
            "X-Request-Id": self.failed.request_id,
        }

    def _add_key(self, key: OperationKey) -> str:
        """The key in the body counts, so that the header never contradicts it."""
        if key == "form":
            files = self._request["files"]
            given = [part[1].decode() for name, part in files if name == "idempotencyKey"]
            fields = [entry for entry in files if entry[1][0] is None and entry[0] != "idempotencyKey"]
            chosen = (given[0] if given else "") or secrets.token_hex(16)
            # The service reads the fields before the files.
            uploads = [entry for entry in files if entry[1][0] is not None]
            self._request["files"] = [("idempotencyKey", (None, chosen.encode(), "text/plain")), *fields, *uploads]
            return chosen
        body = self._request.get("json")
        in_body = body.get("idempotencyKey") if isinstance(body, dict) else None
        in_header = self._request["headers"].get("Idempotency-Key")
        if in_body and in_header and in_body != in_header:
            raise ValueError("The body and the argument have different idempotency keys. Give only one.")
        chosen = in_body or in_header or secrets.token_hex(16)
        self._request["headers"]["Idempotency-Key"] = chosen
        return str(chosen)

    def built(self, client: httpx.Client | httpx.AsyncClient) -> httpx.Request:
        """The request with its whole body, so that every attempt sends the same bytes."""
        request = client.build_request(**self._request)
        request.read()
        return request

    def pause_seconds(self, answer: Answer) -> float | None:
        """How long to wait before the next attempt; None if this one is the last."""
        if not self._is_read and _is_unclear(answer):
            self.failed = self.failed.unclear()
        if self._retries >= self._max_retries or not self._may_retry(answer):
            return None
        requested = _retry_after_seconds(answer) if isinstance(answer, httpx.Response) else None
        doubled: float = _FIRST_PAUSE_SECONDS * 2**self._retries
        pause = min(doubled, _LONGEST_PAUSE_SECONDS) * random.uniform(0.5, 1)
        self._retries += 1
        if requested is None:
            return pause
        return None if requested > _LONGEST_REQUESTED_SECONDS else requested * random.uniform(1, 1 + _JITTER)

    def _may_retry(self, answer: Answer) -> bool:
        if isinstance(answer, httpx.Response):
            if answer.headers.get("x-should-retry") == "false":
                return False
            if answer.status_code in _UNHANDLED_STATUSES:
                return True
            return self._is_repeatable and answer.status_code in _UNCLEAR_STATUSES
        return self._is_repeatable or isinstance(answer, httpx.ConnectError | httpx.ConnectTimeout)

    def result(self, answer: Answer, parse: Callable[[httpx.Response], R]) -> R:
        """The content of an answer, or its error."""
        if isinstance(answer, httpx.TransportError):
            kind = RequestTimeoutError if isinstance(answer, httpx.TimeoutException) else ConnectionFailedError
            raise kind(f"No answer from {self._settings.api_url}: {_reason(answer)}.", self.failed) from answer
        if 300 <= answer.status_code < 400:
            raise self._not_bursar("redirects to another address")
        if answer.status_code >= 400:
            raise self._api_error(answer)
        try:
            return parse(answer)
        except (ValueError, TypeError, KeyError, AttributeError) as error:
            raise self._not_bursar("did not answer as Bursar does") from error

    def _api_error(self, response: httpx.Response) -> APIError:
        return api_error(
            self.failed,
            status=response.status_code,
            details=_details(response),
            retry_after=_retry_after_seconds(response),
        )

    def _not_bursar(self, what: str) -> BursarError:
        request = self.failed if self._is_read else self.failed.unclear()
        return ConnectionFailedError(f"{self._settings.api_url} {what}. Check the base URL and any proxy.", request)


def _is_unclear(answer: Answer) -> bool:
    """Whether the request may have had its effect."""
    if isinstance(answer, httpx.Response):
        return answer.status_code in _UNCLEAR_STATUSES
    return not isinstance(answer, httpx.ConnectError | httpx.ConnectTimeout)


def _reason(error: httpx.TransportError) -> str:
    return (str(error) or type(error).__name__).rstrip(".")


def _details(response: httpx.Response) -> dict[str, Any]:
    try:
        body = response.json()
    except ValueError:
        return {}
    errors = body.get("errors") if isinstance(body, dict) else None
    return errors if isinstance(errors, dict) else {}


def _retry_after_seconds(response: httpx.Response) -> float | None:
    """`Retry-After` is a number of seconds or a date (RFC 9110 §10.2.3)."""
    text = response.headers.get("retry-after", "").strip()
    if text.isascii() and text.isdigit():
        return float(text)
    try:
        return max(0.0, email.utils.parsedate_to_datetime(text).timestamp() - time.time())
    except ValueError:
        return None


class Transport:
    """Sends the requests of `Bursar`."""

    def __init__(self, settings: Settings, client: httpx.Client | None) -> None:
        self._settings = settings
        self._client = client or httpx.Client()

    def call(
        self,
        request: dict[str, Any],
        parse: Callable[[httpx.Response], R],
        *,
        key: OperationKey,
        max_retries: int | None = None,
        stop: threading.Event | None = None,
    ) -> R:
        """`stop` ends a pause before a retry, but not a request that was sent: its outcome is worth waiting for."""
        call = _Call(self._settings, request, key, max_retries)
        built = call.built(self._client)
        stop = stop or threading.Event()
        while True:
            answer = self._attempt(built)
            pause = call.pause_seconds(answer)
            if pause is None or stop.wait(pause):
                return call.result(answer, parse)

    def page(
        self,
        request: Callable[..., dict[str, Any]],
        parse: Callable[[httpx.Response], Any],
        arguments: dict[str, Any],
        *,
        items: str,
    ) -> Page[Any, Any]:
        def fetch(changed: dict[str, Any]) -> Page[Any, Any]:
            response = self.call(request(**changed), parse, key=None)
            return Page(response, getattr(response, items), changed, fetch)

        return fetch(arguments)

    def _attempt(self, request: httpx.Request) -> Answer:
        try:
            return self._client.send(request, follow_redirects=False)
        except httpx.TransportError as error:
            return error

    def close(self) -> None:
        self._client.close()


class AsyncTransport:
    """Sends the requests of `AsyncBursar`."""

    def __init__(self, settings: Settings, client: httpx.AsyncClient | None) -> None:
        self._settings = settings
        self._client = client or httpx.AsyncClient()

    async def call(self, request: dict[str, Any], parse: Callable[[httpx.Response], R], *, key: OperationKey) -> R:
        call = _Call(self._settings, request, key)
        built = call.built(self._client)
        while True:
            answer = await self._attempt(built)
            pause = call.pause_seconds(answer)
            if pause is None:
                return call.result(answer, parse)
            await asyncio.sleep(pause)

    async def page(
        self,
        request: Callable[..., dict[str, Any]],
        parse: Callable[[httpx.Response], Any],
        arguments: dict[str, Any],
        *,
        items: str,
    ) -> AsyncPage[Any, Any]:
        async def fetch(changed: dict[str, Any]) -> AsyncPage[Any, Any]:
            response = await self.call(request(**changed), parse, key=None)
            return AsyncPage(response, getattr(response, items), changed, fetch)

        return await fetch(arguments)

    async def _attempt(self, request: httpx.Request) -> Answer:
        try:
            return await self._client.send(request, follow_redirects=False)
        except httpx.TransportError as error:
            return error

    async def aclose(self) -> None:
        await self._client.aclose()
