"""GET /treasury/{treasury_id}/transactions"""

from typing import Any
from uuid import UUID

import httpx

from ...models.sort_order import SortOrder
from ...models.treasury_transaction_list import TreasuryTransactionList
from ...requests import OperationKey, path_segment
from ...types import UNSET, Unset

PATH = "/treasury/{treasury_id}/transactions"
KEY: OperationKey = None


def request(
    treasury_id: UUID,
    *,
    limit: int | Unset = UNSET,
    order: SortOrder | Unset = UNSET,
    cursor: int | Unset = UNSET,
) -> dict[str, Any]:

    params: dict[str, Any] = {}

    params["limit"] = limit

    json_order: str | Unset = UNSET
    if not isinstance(order, Unset):
        json_order = order

    params["order"] = json_order

    params["cursor"] = cursor

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs: dict[str, Any] = {
        "operation": f"GET {PATH}",
        "method": "GET",
        "url": PATH.format(
            treasury_id=path_segment(treasury_id),
        ),
        "params": params,
    }

    return _kwargs


def parse(response: httpx.Response) -> TreasuryTransactionList:
    response_200 = TreasuryTransactionList.from_dict(response.json())

    return response_200
