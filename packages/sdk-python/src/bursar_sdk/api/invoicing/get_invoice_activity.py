"""GET /ar/invoices/{invoice_id}/activity"""

from typing import Any
from uuid import UUID

import httpx

from ...models.invoice_activity import InvoiceActivity
from ...requests import OperationKey, path_segment

PATH = "/ar/invoices/{invoice_id}/activity"
KEY: OperationKey = None


def request(
    invoice_id: UUID,
) -> dict[str, Any]:

    _kwargs: dict[str, Any] = {
        "operation": f"GET {PATH}",
        "method": "GET",
        "url": PATH.format(
            invoice_id=path_segment(invoice_id),
        ),
    }

    return _kwargs


def parse(response: httpx.Response) -> InvoiceActivity:
    response_200 = InvoiceActivity.from_dict(response.json())

    return response_200
