"""PATCH /transaction/{transaction_id}"""

from typing import Any
from uuid import UUID

import httpx

from ...models.transaction import Transaction
from ...models.update_transaction_request import UpdateTransactionRequest
from ...requests import OperationKey, path_segment

PATH = "/transaction/{transaction_id}"
KEY: OperationKey = None


def request(
    transaction_id: UUID,
    *,
    body: UpdateTransactionRequest,
) -> dict[str, Any]:
    headers: dict[str, Any] = {}

    _kwargs: dict[str, Any] = {
        "operation": f"PATCH {PATH}",
        "method": "PATCH",
        "url": PATH.format(
            transaction_id=path_segment(transaction_id),
        ),
    }

    _kwargs["json"] = body.to_dict()

    headers["Content-Type"] = "application/json"
    _kwargs["headers"] = headers
    return _kwargs


def parse(response: httpx.Response) -> Transaction:
    response_200 = Transaction.from_dict(response.json())

    return response_200
