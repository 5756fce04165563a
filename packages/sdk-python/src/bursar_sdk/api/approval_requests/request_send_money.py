"""POST /account/{account_id}/request-send-money"""

from typing import Any
from uuid import UUID

import httpx

from ...models.create_send_money_approval_request import CreateSendMoneyApprovalRequest
from ...models.send_money_approval_request import SendMoneyApprovalRequest
from ...requests import OperationKey, path_segment
from ...types import UNSET, Unset

PATH = "/account/{account_id}/request-send-money"
KEY: OperationKey = "header"


def request(
    account_id: UUID,
    *,
    body: CreateSendMoneyApprovalRequest,
    idempotency_key: str | Unset = UNSET,
) -> dict[str, Any]:
    headers: dict[str, Any] = {}
    if not isinstance(idempotency_key, Unset):
        headers["Idempotency-Key"] = idempotency_key

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


def parse(response: httpx.Response) -> SendMoneyApprovalRequest:
    response_200 = SendMoneyApprovalRequest.from_dict(response.json())

    return response_200
