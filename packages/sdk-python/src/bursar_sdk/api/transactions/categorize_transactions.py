"""POST /transactions/categorize"""

from typing import Any

import httpx

from ...models.categorize_transactions_request import CategorizeTransactionsRequest
from ...models.categorized_transactions import CategorizedTransactions
from ...requests import OperationKey
from ...types import UNSET, Unset

PATH = "/transactions/categorize"
KEY: OperationKey = "header"


def request(
    *,
    body: CategorizeTransactionsRequest,
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


def parse(response: httpx.Response) -> CategorizedTransactions:
    response_200 = CategorizedTransactions.from_dict(response.json())

    return response_200
