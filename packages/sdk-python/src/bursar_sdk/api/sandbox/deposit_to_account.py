"""POST /sandbox/accounts/{account_id}/deposit"""

from typing import Any
from uuid import UUID

import httpx

from ...models.sandbox_deposit_request import SandboxDepositRequest
from ...models.transaction import Transaction
from ...requests import OperationKey, path_segment
from ...types import UNSET, Unset

PATH = "/sandbox/accounts/{account_id}/deposit"
KEY: OperationKey = "header"


def request(
    account_id: UUID,
    *,
    body: SandboxDepositRequest,
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


def parse(response: httpx.Response) -> Transaction:
    response_200 = Transaction.from_dict(response.json())

    return response_200
