"""POST /webhooks/{webhook_endpoint_id}/resend"""

from typing import Any
from uuid import UUID

import httpx

from ...models.resend_webhook_events_request import ResendWebhookEventsRequest
from ...models.resent_webhook_events import ResentWebhookEvents
from ...requests import OperationKey, path_segment
from ...types import UNSET, Unset

PATH = "/webhooks/{webhook_endpoint_id}/resend"
KEY: OperationKey = "header"


def request(
    webhook_endpoint_id: UUID,
    *,
    body: ResendWebhookEventsRequest,
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

    _kwargs["json"] = body.to_dict()

    headers["Content-Type"] = "application/json"
    _kwargs["headers"] = headers
    return _kwargs


def parse(response: httpx.Response) -> ResentWebhookEvents:
    response_200 = ResentWebhookEvents.from_dict(response.json())

    return response_200
