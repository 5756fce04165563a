"""GET /ar/payments"""

from typing import Any
from uuid import UUID

import httpx

from ...models.incoming_payment_list import IncomingPaymentList
from ...models.list_incoming_payments_status import ListIncomingPaymentsStatus
from ...models.sort_order import SortOrder
from ...requests import OperationKey
from ...types import UNSET, Unset

PATH = "/ar/payments"
KEY: OperationKey = None


def request(
    *,
    limit: int | Unset = UNSET,
    order: SortOrder | Unset = UNSET,
    start_after: UUID | Unset = UNSET,
    end_before: UUID | Unset = UNSET,
    status: ListIncomingPaymentsStatus | Unset = UNSET,
    suggestions: bool | Unset = UNSET,
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

    json_status: str | Unset = UNSET
    if not isinstance(status, Unset):
        json_status = status

    params["status"] = json_status

    params["suggestions"] = suggestions

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs: dict[str, Any] = {
        "operation": f"GET {PATH}",
        "method": "GET",
        "url": PATH,
        "params": params,
    }

    return _kwargs


def parse(response: httpx.Response) -> IncomingPaymentList:
    response_200 = IncomingPaymentList.from_dict(response.json())

    return response_200
