"""Deliveries: forged, old, rotated, and real."""

from __future__ import annotations

import base64
import hashlib
import hmac
import threading
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, HTTPServer
from queue import Queue
from uuid import UUID

import pytest
from conftest import Service, new_amount

from bursar_sdk import Bursar, models, webhooks

SECRET = "whsec_" + base64.b64encode(bytes([7] * 32)).decode()
OTHER = "whsec_" + base64.b64encode(bytes([8] * 32)).decode()
ID = "0199a1b2-0000-7000-8000-000000000001"
BODY = (
    '{"id":"' + ID + '","resourceType":"transaction","resourceId":"0199a1b2-0000-7000-8000-000000000002",'
    '"operationType":"create","resourceVersion":1,"occurredAt":"2026-11-21T10:00:00.000Z","changedPaths":["note"],'
    '"mergePatch":{"note":"café €"},"previousValues":null}'
).encode()
NOW = 1_700_000_000

Headers = dict[str, str]


def mercury(secret: str = SECRET, body: bytes = BODY, at: int = NOW) -> Headers:
    signature = hmac.new(secret.encode(), f"{at}.".encode() + body, hashlib.sha256).hexdigest()
    return {"Mercury-Signature": f"t={at},v1={signature}"}


def standard(secret: str = SECRET, body: bytes = BODY, at: int = NOW) -> Headers:
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signature = base64.b64encode(hmac.digest(key, f"{ID}.{at}.".encode() + body, "sha256")).decode()
    return {"webhook-id": ID, "webhook-timestamp": str(at), "webhook-signature": f"v1,{signature}"}


families = pytest.mark.parametrize("sign", [mercury, standard])
Sign = Callable[..., Headers]


def test_the_signature_is_that_of_openssl() -> None:
    # printf '%s' '1700000000.{"a":1}' | openssl dgst -sha256 -hmac "$secret"
    header = "t=1700000000,v1=6c2dcaec1f0675c07dc66bf76c085ca6f4b6d7ff9d1f0c0a630b61d817d17097"
    assert mercury(body=b'{"a":1}') == {"Mercury-Signature": header}


@families
def test_either_family_is_accepted(sign: Sign) -> None:
    event = webhooks.verify(BODY, sign(), SECRET, now=NOW)
    assert str(event.id) == ID
    assert event.merge_patch["note"] == "café €"
    assert webhooks.verify(BODY.decode(), {k.upper(): v for k, v in sign().items()}, [SECRET], now=NOW).id == event.id


@families
def test_one_changed_byte_is_refused(sign: Sign) -> None:
    for index in range(0, len(BODY), 7):
        changed = bytearray(BODY)
        changed[index] ^= 1
        with pytest.raises(webhooks.WebhookVerificationError, match="No signature matches"):
            webhooks.verify(bytes(changed), sign(), SECRET, now=NOW)


@families
def test_another_secret_is_refused_and_two_secrets_are_tried(sign: Sign) -> None:
    with pytest.raises(webhooks.WebhookVerificationError):
        webhooks.verify(BODY, sign(OTHER), SECRET, now=NOW)
    assert webhooks.verify(BODY, sign(OTHER), [SECRET, OTHER], now=NOW)


def test_two_signatures_of_a_rotation_are_tried() -> None:
    both = mercury(OTHER)["Mercury-Signature"] + "," + mercury()["Mercury-Signature"].split(",")[1]
    assert webhooks.verify(BODY, {"mercury-signature": both}, SECRET, now=NOW)
    headers = standard()
    headers["webhook-signature"] = standard(OTHER)["webhook-signature"] + " " + headers["webhook-signature"]
    assert webhooks.verify(BODY, headers, SECRET, now=NOW)


@families
def test_the_time_of_a_signature_counts(sign: Sign) -> None:
    assert webhooks.verify(BODY, sign(at=NOW - 300), SECRET, now=NOW)
    for at in (NOW - 301, NOW + 301):
        with pytest.raises(webhooks.WebhookVerificationError, match="too old"):
            webhooks.verify(BODY, sign(at=at), SECRET, now=NOW)
    assert webhooks.verify(BODY, sign(at=NOW - 900), SECRET, now=NOW, tolerance=901)
    with pytest.raises(webhooks.WebhookVerificationError, match="too old"):
        webhooks.verify(BODY, sign(), SECRET)


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"mercury-signature": ""},
        {"mercury-signature": "v1=00"},
        {"mercury-signature": "t=1e9,v1=00"},
        {"mercury-signature": f"t={NOW},t={NOW},v1=00"},
        {"webhook-id": ID, "webhook-timestamp": str(NOW)},
        {"webhook-id": ID, "webhook-timestamp": "-1", "webhook-signature": "v1,AA=="},
        {"webhook-timestamp": str(NOW), "webhook-signature": "v1,AA=="},
        {"mercury-signature": f"t={NOW},v1=zz"},
        {"mercury-signature": f"t={NOW},v0=" + "0" * 64},
    ],
)
def test_headers_without_a_signature_are_refused(headers: Headers) -> None:
    with pytest.raises(webhooks.WebhookVerificationError):
        webhooks.verify(BODY, headers, SECRET, now=NOW)


@pytest.mark.parametrize("secrets", [[], "", "hunter2", ["whsec_***"]])
def test_a_secret_that_cannot_be_one_is_a_mistake_of_the_program(secrets: list[str] | str) -> None:
    with pytest.raises(ValueError, match="whsec_"):
        webhooks.verify(BODY, standard(), secrets, now=NOW)


def test_a_real_delivery_is_verified(bursar: Bursar, service: Service) -> None:
    received: Queue[tuple[bytes, Headers]] = Queue()

    class Receiver(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            received.put((body, dict(self.headers.items())))
            self.send_response(204)
            self.end_headers()

        def log_message(self, format: str, *args: object) -> None:
            """Says nothing."""

    server = HTTPServer(("127.0.0.1", 0), Receiver)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        url = f"http://127.0.0.1:{server.server_address[1]}/"
        endpoint = bursar.webhooks.create(body=models.CreateWebhookRequest(url=url))
        body = models.SendMoneyRequest(UUID(service.recipient_id), new_amount(), "ach")
        made = bursar.payments.create_transaction(UUID(service.account_id), body=body)
        secret = endpoint.secret
        assert isinstance(secret, str)
        while True:
            content, headers = received.get(timeout=60)
            event = webhooks.verify(content, headers, secret)
            if event.resource_id == made.id:
                break
        assert event.operation_type == "create"
        only = {name: value for name, value in headers.items() if name.lower() != "mercury-signature"}
        assert webhooks.verify(content, only, [OTHER, secret]).id == event.id
        bursar.webhooks.delete(endpoint.id)
    finally:
        server.shutdown()
        server.server_close()
