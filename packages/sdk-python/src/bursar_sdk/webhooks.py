"""Verifies deliveries of webhooks, signed in either of two ways: Mercury's, and Standard Webhooks."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import time
from collections.abc import Iterable, Mapping, Sequence

from .models import Event

_PREFIX = "whsec_"


class WebhookVerificationError(Exception):
    """The delivery is not from your service, or too old: answer with a status of 400, and do nothing else."""


def verify(
    body: bytes | str,
    headers: Mapping[str, str],
    secrets: str | Sequence[str],
    *,
    tolerance: float = 300,
    now: float | None = None,
) -> Event:
    """Returns the event of a delivery, or raises `WebhookVerificationError`.

    `body` is the body as it arrived, before it is parsed. `secrets` is the endpoint's secret, or two of them during a
    rotation. Signatures more than `tolerance` seconds from `now` (seconds since 1970) are rejected. Deliveries are
    repeated: ignore an event whose `id` you have handled.
    """
    payload = body.encode() if isinstance(body, str) else body
    given = {name.lower(): value for name, value in headers.items()}
    keys = [secrets] if isinstance(secrets, str) else list(secrets)
    if not keys or any(not key.startswith(_PREFIX) for key in keys):
        raise ValueError("A webhook secret begins with whsec_.")
    candidates = [candidate for candidate in (_mercury(given), _standard(given)) if candidate is not None]
    if not candidates:
        raise WebhookVerificationError("The delivery has no signature.")
    # Both families are signed at the same moment, so either one decides.
    fresh = [candidate for candidate in candidates if abs((now or time.time()) - candidate.timestamp) <= tolerance]
    if not fresh:
        raise WebhookVerificationError("The signature is too old, or its time is in the future. Check this clock.")
    if not any(candidate.matches(payload, key) for candidate in fresh for key in keys):
        raise WebhookVerificationError(
            "No signature matches the body. Check the secret, and use the body as it arrived."
        )
    try:
        return Event.from_dict(json.loads(payload))
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise WebhookVerificationError("The body is signed, but it is not an event.") from error


class _Signed:
    """What one family signed: a text before the body, and the signatures."""

    def __init__(self, timestamp: str, start: str, signatures: Iterable[bytes], *, is_mercury: bool) -> None:
        self.timestamp = int(timestamp)
        self._start = start.encode()
        self._signatures = list(signatures)
        self._is_mercury = is_mercury

    def matches(self, payload: bytes, secret: str) -> bool:
        expected = hmac.digest(self._key(secret), self._start + payload, hashlib.sha256)
        # All of them, so that the time does not say which one matches.
        return any([hmac.compare_digest(expected, signature) for signature in self._signatures])

    def _key(self, secret: str) -> bytes:
        """Mercury's family uses the whole text; the other one the bytes that it encodes."""
        if self._is_mercury:
            return secret.encode()
        try:
            return base64.b64decode(secret.removeprefix(_PREFIX), validate=True)
        except binascii.Error as error:
            raise ValueError("A webhook secret is whsec_ and base64.") from error


def _mercury(headers: Mapping[str, str]) -> _Signed | None:
    """`t=1763650800,v1=<hex>`, with a second `v1` during a rotation."""
    parts = [part.strip().partition("=") for part in headers.get("mercury-signature", "").split(",")]
    times = [value for name, _, value in parts if name == "t"]
    if len(times) != 1 or not _is_timestamp(times[0]):
        return None
    signatures = [decoded for name, _, value in parts if name == "v1" and (decoded := _unhex(value))]
    return _Signed(times[0], f"{times[0]}.", signatures, is_mercury=True)


def _standard(headers: Mapping[str, str]) -> _Signed | None:
    """`v1,<base64>`, with a second one after a space during a rotation."""
    event_id, timestamp = headers.get("webhook-id", ""), headers.get("webhook-timestamp", "")
    if not event_id or not _is_timestamp(timestamp):
        return None
    parts = [part.partition(",") for part in headers.get("webhook-signature", "").split(" ")]
    signatures = [decoded for version, _, value in parts if version == "v1" and (decoded := _unbase64(value))]
    return _Signed(timestamp, f"{event_id}.{timestamp}.", signatures, is_mercury=False)


def _is_timestamp(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= 12


def _unhex(text: str) -> bytes | None:
    try:
        return bytes.fromhex(text)
    except ValueError:
        return None


def _unbase64(text: str) -> bytes | None:
    try:
        return base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        return None
