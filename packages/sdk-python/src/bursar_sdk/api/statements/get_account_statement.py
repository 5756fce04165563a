"""GET /account/{account_id}/statement"""

import datetime
from typing import Any
from uuid import UUID

import httpx

from ...models.sort_order import SortOrder
from ...models.statement_kind import StatementKind
from ...models.statement_list import StatementList
from ...requests import OperationKey, path_segment
from ...types import UNSET, Unset

PATH = "/account/{account_id}/statement"
KEY: OperationKey = None


def request(
    account_id: UUID,
    *,
    limit: int | Unset = UNSET,
    order: SortOrder | Unset = UNSET,
    start_after: UUID | Unset = UNSET,
    end_before: UUID | Unset = UNSET,
    start: datetime.date | Unset = UNSET,
    end: datetime.date | Unset = UNSET,
    kind: list[StatementKind] | Unset = UNSET,
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

    json_start: str | Unset = UNSET
    if not isinstance(start, Unset):
        json_start = start.isoformat()
    params["start"] = json_start

    json_end: str | Unset = UNSET
    if not isinstance(end, Unset):
        json_end = end.isoformat()
    params["end"] = json_end

    json_kind: list[str] | Unset = UNSET
    if not isinstance(kind, Unset):
        json_kind = []
        for kind_item_data in kind:
            kind_item: str = kind_item_data
            json_kind.append(kind_item)

    params["kind"] = json_kind

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


def parse(response: httpx.Response) -> StatementList:
    response_200 = StatementList.from_dict(response.json())

    return response_200
