"""GET /request-send-money/{request_id}"""

from typing import Any
from uuid import UUID

import httpx

from ...models.send_money_approval_request import SendMoneyApprovalRequest
from ...requests import OperationKey, path_segment

PATH = "/request-send-money/{request_id}"
KEY: OperationKey = None


def request(
    request_id: UUID,
) -> dict[str, Any]:

    _kwargs: dict[str, Any] = {
        "operation": f"GET {PATH}",
        "method": "GET",
        "url": PATH.format(
            request_id=path_segment(request_id),
        ),
    }

    return _kwargs


def parse(response: httpx.Response) -> SendMoneyApprovalRequest:
    response_200 = SendMoneyApprovalRequest.from_dict(response.json())

    return response_200
