"""DELETE /webhooks/{webhook_endpoint_id}"""

from typing import Any
from uuid import UUID

import httpx

from ...requests import OperationKey, path_segment

PATH = "/webhooks/{webhook_endpoint_id}"
KEY: OperationKey = None


def request(
    webhook_endpoint_id: UUID,
) -> dict[str, Any]:

    _kwargs: dict[str, Any] = {
        "operation": f"DELETE {PATH}",
        "method": "DELETE",
        "url": PATH.format(
            webhook_endpoint_id=path_segment(webhook_endpoint_id),
        ),
    }

    return _kwargs


def parse(response: httpx.Response) -> None:
    return None
