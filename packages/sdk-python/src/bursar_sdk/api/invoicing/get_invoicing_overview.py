"""GET /ar/overview"""

from typing import Any
from uuid import UUID

import httpx

from ...models.invoicing_overview import InvoicingOverview
from ...requests import OperationKey
from ...types import UNSET, Unset

PATH = "/ar/overview"
KEY: OperationKey = None


def request(
    *,
    customer_id: UUID | Unset = UNSET,
) -> dict[str, Any]:

    params: dict[str, Any] = {}

    json_customer_id: str | Unset = UNSET
    if not isinstance(customer_id, Unset):
        json_customer_id = str(customer_id)
    params["customerId"] = json_customer_id

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs: dict[str, Any] = {
        "operation": f"GET {PATH}",
        "method": "GET",
        "url": PATH,
        "params": params,
    }

    return _kwargs


def parse(response: httpx.Response) -> InvoicingOverview:
    response_200 = InvoicingOverview.from_dict(response.json())

    return response_200
