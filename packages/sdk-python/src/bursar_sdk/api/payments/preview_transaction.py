"""POST /account/{account_id}/transactions/preview"""

from typing import Any
from uuid import UUID

import httpx

from ...models.send_money_preview import SendMoneyPreview
from ...models.send_money_request import SendMoneyRequest
from ...requests import OperationKey, path_segment

PATH = "/account/{account_id}/transactions/preview"
KEY: OperationKey = None


def request(
    account_id: UUID,
    *,
    body: SendMoneyRequest,
) -> dict[str, Any]:
    headers: dict[str, Any] = {}

    _kwargs: dict[str, Any] = {
        "operation": f"POST {PATH}",
        "method": "POST",
        "url": PATH.format(
            account_id=path_segment(account_id),
        ),
    }

    _kwargs["json"] = body.to_dict()

    headers["Content-Type"] = "application/json"
    _kwargs["headers"] = headers
    return _kwargs


def parse(response: httpx.Response) -> SendMoneyPreview:
    response_200 = SendMoneyPreview.from_dict(response.json())

    return response_200
