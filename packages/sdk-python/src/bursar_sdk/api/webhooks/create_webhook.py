"""POST /webhooks"""

from typing import Any

import httpx

from ...models.create_webhook_request import CreateWebhookRequest
from ...models.webhook import Webhook
from ...requests import OperationKey
from ...types import UNSET, Unset

PATH = "/webhooks"
KEY: OperationKey = "header"


def request(
    *,
    body: CreateWebhookRequest,
    idempotency_key: str | Unset = UNSET,
) -> dict[str, Any]:
    headers: dict[str, Any] = {}
    if not isinstance(idempotency_key, Unset):
        headers["Idempotency-Key"] = idempotency_key

    _kwargs: dict[str, Any] = {
        "operation": f"POST {PATH}",
        "method": "POST",
        "url": PATH,
    }

    _kwargs["json"] = body.to_dict()

    headers["Content-Type"] = "application/json"
    _kwargs["headers"] = headers
    return _kwargs


def parse(response: httpx.Response) -> Webhook:
    response_200 = Webhook.from_dict(response.json())

    return response_200
