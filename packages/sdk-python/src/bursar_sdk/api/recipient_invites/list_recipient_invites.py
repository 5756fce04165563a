"""GET /recipients/invites"""

from typing import Any

import httpx

from ...models.recipient_invite_list import RecipientInviteList
from ...models.recipient_invite_status import RecipientInviteStatus
from ...models.sort_order import SortOrder
from ...requests import OperationKey
from ...types import UNSET, Unset

PATH = "/recipients/invites"
KEY: OperationKey = None


def request(
    *,
    limit: int | Unset = UNSET,
    order: SortOrder | Unset = UNSET,
    start_after: str | Unset = UNSET,
    end_before: str | Unset = UNSET,
    status: RecipientInviteStatus | Unset = UNSET,
) -> dict[str, Any]:

    params: dict[str, Any] = {}

    params["limit"] = limit

    json_order: str | Unset = UNSET
    if not isinstance(order, Unset):
        json_order = order

    params["order"] = json_order

    params["start_after"] = start_after

    params["end_before"] = end_before

    json_status: str | Unset = UNSET
    if not isinstance(status, Unset):
        json_status = status

    params["status"] = json_status

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs: dict[str, Any] = {
        "operation": f"GET {PATH}",
        "method": "GET",
        "url": PATH,
        "params": params,
    }

    return _kwargs


def parse(response: httpx.Response) -> RecipientInviteList:
    response_200 = RecipientInviteList.from_dict(response.json())

    return response_200
