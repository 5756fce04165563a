"""POST /request-transfer"""

from typing import Any

import httpx

from ...models.transfer_approval_request import TransferApprovalRequest
from ...models.transfer_request import TransferRequest
from ...requests import OperationKey
from ...types import UNSET, Unset

PATH = "/request-transfer"
KEY: OperationKey = "header"


def request(
    *,
    body: TransferRequest,
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


def parse(response: httpx.Response) -> TransferApprovalRequest:
    response_200 = TransferApprovalRequest.from_dict(response.json())

    return response_200
