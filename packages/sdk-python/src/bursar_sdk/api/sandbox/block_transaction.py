"""POST /sandbox/transactions/{transaction_id}/block"""

from typing import Any
from uuid import UUID

import httpx

from ...models.sandbox_answer_request import SandboxAnswerRequest
from ...models.transaction import Transaction
from ...requests import OperationKey, path_segment
from ...types import UNSET, Unset

PATH = "/sandbox/transactions/{transaction_id}/block"
KEY: OperationKey = None


def request(
    transaction_id: UUID,
    *,
    body: None | SandboxAnswerRequest | Unset = UNSET,
) -> dict[str, Any]:
    headers: dict[str, Any] = {}

    _kwargs: dict[str, Any] = {
        "operation": f"POST {PATH}",
        "method": "POST",
        "url": PATH.format(
            transaction_id=path_segment(transaction_id),
        ),
    }

    if isinstance(body, SandboxAnswerRequest):
        _kwargs["json"] = body.to_dict()
    else:
        _kwargs["json"] = body

    headers["Content-Type"] = "application/json"
    _kwargs["headers"] = headers
    return _kwargs


def parse(response: httpx.Response) -> Transaction:
    response_200 = Transaction.from_dict(response.json())

    return response_200
