"""POST /transaction/{transaction_id}/undo"""

from typing import Any
from uuid import UUID

import httpx

from ...models.payment_undo import PaymentUndo
from ...models.request_payment_undo_request import RequestPaymentUndoRequest
from ...requests import OperationKey, path_segment
from ...types import UNSET, Unset

PATH = "/transaction/{transaction_id}/undo"
KEY: OperationKey = "header"


def request(
    transaction_id: UUID,
    *,
    body: RequestPaymentUndoRequest,
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

    _kwargs["json"] = body.to_dict()

    headers["Content-Type"] = "application/json"
    _kwargs["headers"] = headers
    return _kwargs


def parse(response: httpx.Response) -> PaymentUndo:
    response_200 = PaymentUndo.from_dict(response.json())

    return response_200
