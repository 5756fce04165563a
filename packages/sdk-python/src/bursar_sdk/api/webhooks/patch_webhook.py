"""PATCH /webhooks/{webhook_endpoint_id}"""

from typing import Any
from uuid import UUID

import httpx

from ...models.update_webhook_request import UpdateWebhookRequest
from ...models.webhook import Webhook
from ...requests import OperationKey, path_segment
from ...types import UNSET, Unset

PATH = "/webhooks/{webhook_endpoint_id}"
KEY: OperationKey = "header"


def request(
    webhook_endpoint_id: UUID,
    *,
    body: UpdateWebhookRequest,
    idempotency_key: str | Unset = UNSET,
) -> dict[str, Any]:
    headers: dict[str, Any] = {}
    if not isinstance(idempotency_key, Unset):
        headers["Idempotency-Key"] = idempotency_key

    _kwargs: dict[str, Any] = {
        "operation": f"PATCH {PATH}",
        "method": "PATCH",
        "url": PATH.format(
            webhook_endpoint_id=path_segment(webhook_endpoint_id),
        ),
    }

    _kwargs["json"] = body.to_dict()

    headers["Content-Type"] = "application/json"
    _kwargs["headers"] = headers
    return _kwargs


def parse(response: httpx.Response) -> Webhook:
    response_200 = Webhook.from_dict(response.json())

    return response_200
