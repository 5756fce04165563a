"""GET /recipient/{recipient_id}"""

from typing import Any
from uuid import UUID

import httpx

from ...models.recipient import Recipient
from ...requests import OperationKey, path_segment

PATH = "/recipient/{recipient_id}"
KEY: OperationKey = None


def request(
    recipient_id: UUID,
) -> dict[str, Any]:

    _kwargs: dict[str, Any] = {
        "operation": f"GET {PATH}",
        "method": "GET",
        "url": PATH.format(
            recipient_id=path_segment(recipient_id),
        ),
    }

    return _kwargs


def parse(response: httpx.Response) -> Recipient:
    response_200 = Recipient.from_dict(response.json())

    return response_200
