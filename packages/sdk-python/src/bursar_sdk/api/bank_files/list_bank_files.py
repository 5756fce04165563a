"""GET /bank-files"""

from typing import Any
from uuid import UUID

import httpx

from ...models.bank_file_direction import BankFileDirection
from ...models.bank_file_format import BankFileFormat
from ...models.bank_file_list import BankFileList
from ...models.bank_file_state import BankFileState
from ...models.bank_rail import BankRail
from ...models.list_bank_files_attention import ListBankFilesAttention
from ...models.sort_order import SortOrder
from ...requests import OperationKey
from ...types import UNSET, Unset

PATH = "/bank-files"
KEY: OperationKey = None


def request(
    *,
    limit: int | Unset = UNSET,
    order: SortOrder | Unset = UNSET,
    start_after: UUID | Unset = UNSET,
    end_before: UUID | Unset = UNSET,
    direction: BankFileDirection | Unset = UNSET,
    state: BankFileState | Unset = UNSET,
    rail: BankRail | Unset = UNSET,
    format_: BankFileFormat | Unset = UNSET,
    connection_id: UUID | Unset = UNSET,
    attention: ListBankFilesAttention | Unset = UNSET,
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

    json_direction: str | Unset = UNSET
    if not isinstance(direction, Unset):
        json_direction = direction

    params["direction"] = json_direction

    json_state: str | Unset = UNSET
    if not isinstance(state, Unset):
        json_state = state

    params["state"] = json_state

    json_rail: str | Unset = UNSET
    if not isinstance(rail, Unset):
        json_rail = rail

    params["rail"] = json_rail

    json_format_: str | Unset = UNSET
    if not isinstance(format_, Unset):
        json_format_ = format_

    params["format"] = json_format_

    json_connection_id: str | Unset = UNSET
    if not isinstance(connection_id, Unset):
        json_connection_id = str(connection_id)
    params["connectionId"] = json_connection_id

    json_attention: str | Unset = UNSET
    if not isinstance(attention, Unset):
        json_attention = attention

    params["attention"] = json_attention

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs: dict[str, Any] = {
        "operation": f"GET {PATH}",
        "method": "GET",
        "url": PATH,
        "params": params,
    }

    return _kwargs


def parse(response: httpx.Response) -> BankFileList:
    response_200 = BankFileList.from_dict(response.json())

    return response_200
