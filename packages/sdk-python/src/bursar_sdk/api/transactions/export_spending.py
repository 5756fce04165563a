"""GET /spending/export"""

from typing import Any
from uuid import UUID

import httpx

from ...models.money_direction import MoneyDirection
from ...requests import OperationKey
from ...types import UNSET, Unset

PATH = "/spending/export"
KEY: OperationKey = None


def request(
    *,
    start: str | Unset = UNSET,
    end: str | Unset = UNSET,
    account_id: list[UUID] | Unset = UNSET,
    direction: MoneyDirection | Unset = UNSET,
) -> dict[str, Any]:

    params: dict[str, Any] = {}

    params["start"] = start

    params["end"] = end

    json_account_id: list[str] | Unset = UNSET
    if not isinstance(account_id, Unset):
        json_account_id = []
        for account_id_item_data in account_id:
            account_id_item = str(account_id_item_data)
            json_account_id.append(account_id_item)

    params["accountId"] = json_account_id

    json_direction: str | Unset = UNSET
    if not isinstance(direction, Unset):
        json_direction = direction

    params["direction"] = json_direction

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs: dict[str, Any] = {
        "operation": f"GET {PATH}",
        "method": "GET",
        "url": PATH,
        "params": params,
    }

    return _kwargs


def parse(response: httpx.Response) -> str:
    return response.text
