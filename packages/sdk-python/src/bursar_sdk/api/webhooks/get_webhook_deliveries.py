"""GET /webhooks/{webhook_endpoint_id}/deliveries"""

from typing import Any
from uuid import UUID

import httpx

from ...models.sort_order import SortOrder
from ...models.webhook_delivery_list import WebhookDeliveryList
from ...models.webhook_delivery_state import WebhookDeliveryState
from ...requests import OperationKey, path_segment
from ...types import UNSET, Unset

PATH = "/webhooks/{webhook_endpoint_id}/deliveries"
KEY: OperationKey = None


def request(
    webhook_endpoint_id: UUID,
    *,
    limit: int | Unset = UNSET,
    order: SortOrder | Unset = UNSET,
    start_after: UUID | Unset = UNSET,
    end_before: UUID | Unset = UNSET,
    state: list[WebhookDeliveryState] | Unset = UNSET,
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

    json_state: list[str] | Unset = UNSET
    if not isinstance(state, Unset):
        json_state = []
        for state_item_data in state:
            state_item: str = state_item_data
            json_state.append(state_item)

    params["state"] = json_state

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs: dict[str, Any] = {
        "operation": f"GET {PATH}",
        "method": "GET",
        "url": PATH.format(
            webhook_endpoint_id=path_segment(webhook_endpoint_id),
        ),
        "params": params,
    }

    return _kwargs


def parse(response: httpx.Response) -> WebhookDeliveryList:
    response_200 = WebhookDeliveryList.from_dict(response.json())

    return response_200
