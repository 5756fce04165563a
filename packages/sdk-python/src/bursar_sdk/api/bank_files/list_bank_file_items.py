"""GET /bank-file-items"""

from typing import Any
from uuid import UUID

import httpx

from ...models.bank_file_item_list import BankFileItemList
from ...models.list_bank_file_items_open import ListBankFileItemsOpen
from ...models.sort_order import SortOrder
from ...requests import OperationKey
from ...types import UNSET, Unset

PATH = "/bank-file-items"
KEY: OperationKey = None


def request(
    *,
    limit: int | Unset = UNSET,
    order: SortOrder | Unset = UNSET,
    start_after: UUID | Unset = UNSET,
    end_before: UUID | Unset = UNSET,
    open_: ListBankFileItemsOpen | Unset = UNSET,
    file_id: UUID | Unset = UNSET,
) -> dict[str, Any]:

    params: dict[str, Any] = {}

    params["limit"] = limit

    json_order: str | Unset = UNSET
    if not isinstance(order, Unset):
        json_order = order

    params["order"] = json_order

    json_start_after: str | Unset = UNSET
    if not isinstance(start_after, Unset):
        json_start_after = str(start_after)
    params["start_after"] = json_start_after

    json_end_before: str | Unset = UNSET
    if not isinstance(end_before, Unset):
        json_end_before = str(end_before)
    params["end_before"] = json_end_before

    json_open_: str | Unset = UNSET
    if not isinstance(open_, Unset):
        json_open_ = open_

    params["open"] = json_open_

    json_file_id: str | Unset = UNSET
    if not isinstance(file_id, Unset):
        json_file_id = str(file_id)
    params["fileId"] = json_file_id

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs: dict[str, Any] = {
        "operation": f"GET {PATH}",
        "method": "GET",
        "url": PATH,
        "params": params,
    }

    return _kwargs


def parse(response: httpx.Response) -> BankFileItemList:
    response_200 = BankFileItemList.from_dict(response.json())

    return response_200
