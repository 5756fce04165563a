"""GET /balance-history"""

from typing import Any
from uuid import UUID

import httpx

from ...models.balance_history import BalanceHistory
from ...requests import OperationKey
from ...types import UNSET, Unset

PATH = "/balance-history"
KEY: OperationKey = None


def request(
    *,
    days: int | Unset = UNSET,
    account_id: UUID | Unset = UNSET,
) -> dict[str, Any]:

    params: dict[str, Any] = {}

    params["days"] = days

    json_account_id: str | Unset = UNSET
    if not isinstance(account_id, Unset):
        json_account_id = str(account_id)
    params["accountId"] = json_account_id

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs: dict[str, Any] = {
        "operation": f"GET {PATH}",
        "method": "GET",
        "url": PATH,
        "params": params,
    }

    return _kwargs


def parse(response: httpx.Response) -> BalanceHistory:
    response_200 = BalanceHistory.from_dict(response.json())

    return response_200
