"""GET /request-transfer"""

from typing import Any
from uuid import UUID

import httpx

from ...models.approval_request_status_filter import ApprovalRequestStatusFilter
from ...models.sort_order import SortOrder
from ...models.transfer_approval_request_list import TransferApprovalRequestList
from ...requests import OperationKey
from ...types import UNSET, Unset

PATH = "/request-transfer"
KEY: OperationKey = None


def request(
    *,
    source_account_id: UUID | Unset = UNSET,
    destination_account_id: UUID | Unset = UNSET,
    status: ApprovalRequestStatusFilter | Unset = UNSET,
    start_at: UUID | Unset = UNSET,
    limit: int | Unset = UNSET,
    order: SortOrder | Unset = UNSET,
    start_after: UUID | Unset = UNSET,
    end_before: UUID | Unset = UNSET,
) -> dict[str, Any]:

    params: dict[str, Any] = {}

    json_source_account_id: str | Unset = UNSET
    if not isinstance(source_account_id, Unset):
        json_source_account_id = str(source_account_id)
    params["sourceAccountId"] = json_source_account_id

    json_destination_account_id: str | Unset = UNSET
    if not isinstance(destination_account_id, Unset):
        json_destination_account_id = str(destination_account_id)
    params["destinationAccountId"] = json_destination_account_id

    json_status: str | Unset = UNSET
    if not isinstance(status, Unset):
        json_status = status

    params["status"] = json_status

    json_start_at: str | Unset = UNSET
    if not isinstance(start_at, Unset):
        json_start_at = str(start_at)
    params["start_at"] = json_start_at

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

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs: dict[str, Any] = {
        "operation": f"GET {PATH}",
        "method": "GET",
        "url": PATH,
        "params": params,
    }

    return _kwargs


def parse(response: httpx.Response) -> TransferApprovalRequestList:
    response_200 = TransferApprovalRequestList.from_dict(response.json())

    return response_200
