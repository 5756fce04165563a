"""POST /transaction/{transaction_id}/cancel"""

from typing import Any
from uuid import UUID

import httpx

from ...models.idempotency_key_request import IdempotencyKeyRequest
from ...models.transaction import Transaction
from ...requests import OperationKey, path_segment
from ...types import UNSET, Unset

PATH = "/transaction/{transaction_id}/cancel"
KEY: OperationKey = "header"


def request(
    transaction_id: UUID,
    *,
    body: IdempotencyKeyRequest | None | Unset = UNSET,
    idempotency_key: str | Unset = UNSET,
) -> dict[str, Any]:
    headers: dict[str, Any] = {}
    if not isinstance(idempotency_key, Unset):
        headers["Idempotency-Key"] = idempotency_key

    _kwargs: dict[str, Any] = {
        "operation": f"POST {PATH}",
        "method": "POST",
        "url": PATH.format(
            transaction_id=path_segment(transaction_id),
        ),
    }

    if isinstance(body, IdempotencyKeyRequest):
        _kwargs["json"] = body.to_dict()
    else:
        _kwargs["json"] = body

    headers["Content-Type"] = "application/json"
    _kwargs["headers"] = headers
    return _kwargs


def parse(response: httpx.Response) -> Transaction:
    response_200 = Transaction.from_dict(response.json())

    return response_200
