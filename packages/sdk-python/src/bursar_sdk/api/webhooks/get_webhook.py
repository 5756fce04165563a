"""GET /webhooks/{webhook_endpoint_id}"""

from typing import Any
from uuid import UUID

import httpx

from ...models.webhook import Webhook
from ...requests import OperationKey, path_segment

PATH = "/webhooks/{webhook_endpoint_id}"
KEY: OperationKey = None


def request(
    webhook_endpoint_id: UUID,
) -> dict[str, Any]:

    _kwargs: dict[str, Any] = {
        "operation": f"GET {PATH}",
        "method": "GET",
        "url": PATH.format(
            webhook_endpoint_id=path_segment(webhook_endpoint_id),
        ),
    }

    return _kwargs


def parse(response: httpx.Response) -> Webhook:
    response_200 = Webhook.from_dict(response.json())

    return response_200
