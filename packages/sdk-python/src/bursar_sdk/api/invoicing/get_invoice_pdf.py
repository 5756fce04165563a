"""GET /ar/invoices/{invoice_id}/pdf"""

from typing import Any

import httpx

from ...requests import OperationKey, path_segment

PATH = "/ar/invoices/{invoice_id}/pdf"
KEY: OperationKey = None


def request(
    invoice_id: str,
) -> dict[str, Any]:

    _kwargs: dict[str, Any] = {
        "operation": f"GET {PATH}",
        "method": "GET",
        "url": PATH.format(
            invoice_id=path_segment(invoice_id),
        ),
    }

    return _kwargs


def parse(response: httpx.Response) -> bytes:
    return response.content
