"""POST /webhooks/{webhook_endpoint_id}/rotate-secret"""

from typing import Any
from uuid import UUID

import httpx

from ...models.idempotency_key_request import IdempotencyKeyRequest
from ...models.webhook import Webhook
from ...requests import OperationKey, path_segment
from ...types import UNSET, Unset

PATH = "/webhooks/{webhook_endpoint_id}/rotate-secret"
KEY: OperationKey = "header"


def request(
    webhook_endpoint_id: UUID,
    *,
    body: IdempotencyKeyRequest | None | Unset = UNSET,
    idempotency_key: str | Unset = UNSET,
) -> dict[str, Any]:
    headers: dict[str, Any] = {}
    if not isinstance(idempotency_key, Unset):
        headers["Idempotency-Key"] = idempotency_key

    _kwargs: dict[str, Any] = {
        "operation": f"POST {PATH}",
        "method": "POST",
        "url": PATH.format(
            webhook_endpoint_id=path_segment(webhook_endpoint_id),
        ),
    }

    if isinstance(body, IdempotencyKeyRequest):
        _kwargs["json"] = body.to_dict()
    else:
        _kwargs["json"] = body

    headers["Content-Type"] = "application/json"
    _kwargs["headers"] = headers
    return _kwargs


def parse(response: httpx.Response) -> Webhook:
    response_200 = Webhook.from_dict(response.json())

    return response_200
