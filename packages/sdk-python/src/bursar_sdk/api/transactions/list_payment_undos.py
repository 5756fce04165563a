"""GET /payment-undos"""

from typing import Any

import httpx

from ...models.payment_undo_list import PaymentUndoList
from ...requests import OperationKey

PATH = "/payment-undos"
KEY: OperationKey = None


def request() -> dict[str, Any]:

    _kwargs: dict[str, Any] = {
        "operation": f"GET {PATH}",
        "method": "GET",
        "url": PATH,
    }

    return _kwargs


def parse(response: httpx.Response) -> PaymentUndoList:
    response_200 = PaymentUndoList.from_dict(response.json())

    return response_200
