"""POST /webhooks/{webhook_endpoint_id}/verify"""

from typing import Any
from uuid import UUID

import httpx

from ...models.verify_webhook_request import VerifyWebhookRequest
from ...requests import OperationKey, path_segment
from ...types import UNSET, Unset

PATH = "/webhooks/{webhook_endpoint_id}/verify"
KEY: OperationKey = "header"


def request(
    webhook_endpoint_id: UUID,
    *,
    body: None | Unset | VerifyWebhookRequest = UNSET,
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

    if isinstance(body, VerifyWebhookRequest):
        _kwargs["json"] = body.to_dict()
    else:
        _kwargs["json"] = body

    headers["Content-Type"] = "application/json"
    _kwargs["headers"] = headers
    return _kwargs


def parse(response: httpx.Response) -> None:
    return None
