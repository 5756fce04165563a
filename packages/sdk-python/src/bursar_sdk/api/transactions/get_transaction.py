"""GET /account/{account_id}/transaction/{transaction_id}"""

from typing import Any
from uuid import UUID

import httpx

from ...models.transaction import Transaction
from ...requests import OperationKey, path_segment

PATH = "/account/{account_id}/transaction/{transaction_id}"
KEY: OperationKey = None


def request(
    account_id: UUID,
    transaction_id: UUID,
) -> dict[str, Any]:

    _kwargs: dict[str, Any] = {
        "operation": f"GET {PATH}",
        "method": "GET",
        "url": PATH.format(
            account_id=path_segment(account_id),
            transaction_id=path_segment(transaction_id),
        ),
    }

    return _kwargs


def parse(response: httpx.Response) -> Transaction:
    response_200 = Transaction.from_dict(response.json())

    return response_200
