"""The service that the tests call, and what stands between it and them."""

from __future__ import annotations

import itertools
import json
import os
import secrets
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import httpx
import pytest

from bursar_sdk import Bursar, transport

# In what tests look for, so that they can be repeated with one service.
THIS_RUN = secrets.token_hex(3)
_CENTS = itertools.count(100 + time.time_ns() // 1_000_000 % 90_000)


def new_amount() -> float:
    """Dollars that no other payment has, because the service refuses what looks like a duplicate."""
    return next(_CENTS) / 100


@dataclass(frozen=True)
class Service:
    """The line that `bursar serve --ephemeral` prints."""

    base_url: str
    token: str
    request_only_token: str
    read_only_token: str
    account_id: str
    recipient_id: str


@pytest.fixture(scope="session")
def service() -> Service:
    line = os.environ.get("BURSAR_TEST_SERVICE")
    if line is None:
        pytest.exit("Start `npx bursar serve --ephemeral`, and set BURSAR_TEST_SERVICE to the line that it prints.", 2)
    ready = json.loads(line)
    checking = next(account for account in ready["accounts"] if account["kind"] == "checking")
    recipient = next(recipient for recipient in ready["recipients"] if "ach" in recipient["methods"])
    return Service(
        base_url=ready["baseUrl"],
        token=ready["tokens"]["readWrite"],
        request_only_token=ready["tokens"]["requestOnly"],
        read_only_token=ready["tokens"]["readOnly"],
        account_id=checking["id"],
        recipient_id=recipient["id"],
    )


@pytest.fixture
def bursar(service: Service) -> Iterator[Bursar]:
    with Bursar(base_url=service.base_url, token=service.token) as client:
        yield client


@pytest.fixture(autouse=True)
def short_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    """Retries come at once; that pauses grow is tested with their numbers."""
    monkeypatch.setattr(transport, "_FIRST_PAUSE_SECONDS", 0.01)


Fault = Callable[["Passing"], bool]
"""Handles a request itself, and returns True; or leaves it alone."""


class Passing(BaseHTTPRequestHandler):
    """One request on its way to the service."""

    protocol_version = "HTTP/1.1"
    server: PassingServer

    def log_message(self, format: str, *args: object) -> None:
        """Says nothing."""

    def _pass(self) -> None:
        length = int(self.headers.get("content-length", 0))
        body = self.rfile.read(length)
        self.server.network.requests.append((self.command, self.path, dict(self.headers.items()), body))
        faults = self.server.network.faults
        fault = faults.pop(0) if faults else None
        if fault is None or not fault(self):
            self.send(self.forward())

    do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = _pass

    def forward(self) -> httpx.Response:
        network = self.server.network
        method, path, headers, body = network.requests[-1]
        kept = {name: value for name, value in headers.items() if name.lower() not in ("host", "connection")}
        return httpx.request(method, network.target + path, headers=kept, content=body, timeout=60)

    def send(self, response: httpx.Response) -> None:
        self.answer(response.status_code, response.content, {"content-type": response.headers.get("content-type", "")})

    def answer(self, status: int, body: bytes = b"", headers: dict[str, str] | None = None) -> None:
        self.send_response(status)
        for name, value in {**(headers or {}), "content-length": str(len(body))}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def cut(self) -> None:
        self.close_connection = True
        self.connection.close()


class PassingServer(ThreadingHTTPServer):
    network: Network


@dataclass
class Network:
    """A network between client and service, with the faults that are to come, one for each request."""

    target: str
    base_url: str = ""
    faults: list[Fault | None] = field(default_factory=list)
    requests: list[tuple[str, str, dict[str, str], bytes]] = field(default_factory=list)

    def headers_of(self, name: str) -> list[str | None]:
        return [
            next((value for key, value in headers.items() if key.lower() == name), None)
            for _, _, headers, _ in self.requests
        ]


@pytest.fixture
def network(service: Service) -> Iterator[Network]:
    server = PassingServer(("127.0.0.1", 0), Passing)
    origin = service.base_url.removesuffix("/api/v1")
    server.network = Network(target=origin, base_url=f"http://127.0.0.1:{server.server_address[1]}")
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield server.network
    server.shutdown()
    server.server_close()


@pytest.fixture
def through_network(service: Service, network: Network) -> Iterator[Bursar]:
    with Bursar(base_url=network.base_url, token=service.token, timeout=20) as client:
        yield client


def lose_answer(passing: Passing) -> bool:
    """The service carries the request out, and its answer is lost."""
    passing.forward()
    passing.cut()
    return True


def lose_request(passing: Passing) -> bool:
    """The request never arrives."""
    passing.cut()
    return True


def answer(status: int, headers: dict[str, str] | None = None, **errors: Any) -> Fault:
    """Answers in place of the service."""

    def fault(passing: Passing) -> bool:
        body = json.dumps({"errors": errors, "message": errors.get("message", "")}).encode() if errors else b"proxy"
        passing.answer(status, body, {"content-type": "application/json", **(headers or {})})
        return True

    return fault
