"""POST /bank-connections/{bank_connection_id}/test"""

from typing import Any
from uuid import UUID

import httpx

from ...models.bank_connection_test import BankConnectionTest
from ...models.idempotency_key_request import IdempotencyKeyRequest
from ...requests import OperationKey, path_segment
from ...types import UNSET, Unset

PATH = "/bank-connections/{bank_connection_id}/test"
KEY: OperationKey = "header"


def request(
    bank_connection_id: UUID,
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
            bank_connection_id=path_segment(bank_connection_id),
        ),
    }

    if isinstance(body, IdempotencyKeyRequest):
        _kwargs["json"] = body.to_dict()
    else:
        _kwargs["json"] = body

    headers["Content-Type"] = "application/json"
    _kwargs["headers"] = headers
    return _kwargs


def parse(response: httpx.Response) -> BankConnectionTest:
    response_200 = BankConnectionTest.from_dict(response.json())

    return response_200
