"""GET /reconciliation/{account_id}/movements"""

from typing import Any
from uuid import UUID

import httpx

from ...models.bank_movement_list import BankMovementList
from ...models.list_bank_movements_state import ListBankMovementsState
from ...models.sort_order import SortOrder
from ...requests import OperationKey, path_segment
from ...types import UNSET, Unset

PATH = "/reconciliation/{account_id}/movements"
KEY: OperationKey = None


def request(
    account_id: UUID,
    *,
    limit: int | Unset = UNSET,
    order: SortOrder | Unset = UNSET,
    start_after: UUID | Unset = UNSET,
    end_before: UUID | Unset = UNSET,
    state: ListBankMovementsState | Unset = UNSET,
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

    json_state: str | Unset = UNSET
    if not isinstance(state, Unset):
        json_state = state

    params["state"] = json_state

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs: dict[str, Any] = {
        "operation": f"GET {PATH}",
        "method": "GET",
        "url": PATH.format(
            account_id=path_segment(account_id),
        ),
        "params": params,
    }

    return _kwargs


def parse(response: httpx.Response) -> BankMovementList:
    response_200 = BankMovementList.from_dict(response.json())

    return response_200
