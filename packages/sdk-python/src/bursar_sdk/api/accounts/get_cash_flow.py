"""GET /cash-flow"""

from typing import Any
from uuid import UUID

import httpx

from ...models.cash_flow import CashFlow
from ...requests import OperationKey
from ...types import UNSET, Unset

PATH = "/cash-flow"
KEY: OperationKey = None


def request(
    *,
    months: int | Unset = UNSET,
    account_id: UUID | Unset = UNSET,
) -> dict[str, Any]:

    params: dict[str, Any] = {}

    params["months"] = months

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


def parse(response: httpx.Response) -> CashFlow:
    response_200 = CashFlow.from_dict(response.json())

    return response_200
