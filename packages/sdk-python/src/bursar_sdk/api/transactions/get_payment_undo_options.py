"""GET /transaction/{transaction_id}/undo"""

from typing import Any
from uuid import UUID

import httpx

from ...models.payment_undo_options import PaymentUndoOptions
from ...requests import OperationKey, path_segment

PATH = "/transaction/{transaction_id}/undo"
KEY: OperationKey = None


def request(
    transaction_id: UUID,
) -> dict[str, Any]:

    _kwargs: dict[str, Any] = {
        "operation": f"GET {PATH}",
        "method": "GET",
        "url": PATH.format(
            transaction_id=path_segment(transaction_id),
        ),
    }

    return _kwargs


def parse(response: httpx.Response) -> PaymentUndoOptions:
    response_200 = PaymentUndoOptions.from_dict(response.json())

    return response_200
