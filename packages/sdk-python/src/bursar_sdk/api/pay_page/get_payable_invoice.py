"""GET /payable-invoices/{slug}"""

from typing import Any

import httpx

from ...models.payable_invoice import PayableInvoice
from ...requests import OperationKey, path_segment

PATH = "/payable-invoices/{slug}"
KEY: OperationKey = None


def request(
    slug: str,
) -> dict[str, Any]:

    _kwargs: dict[str, Any] = {
        "operation": f"GET {PATH}",
        "method": "GET",
        "url": PATH.format(
            slug=path_segment(slug),
        ),
    }

    return _kwargs


def parse(response: httpx.Response) -> PayableInvoice:
    response_200 = PayableInvoice.from_dict(response.json())

    return response_200
