"""POST /payable-invoices/{slug}/debit"""

from typing import Any

import httpx

from ...models.authorize_debit_request import AuthorizeDebitRequest
from ...models.payable_invoice import PayableInvoice
from ...requests import OperationKey, path_segment

PATH = "/payable-invoices/{slug}/debit"
KEY: OperationKey = None


def request(
    slug: str,
    *,
    body: AuthorizeDebitRequest,
) -> dict[str, Any]:
    headers: dict[str, Any] = {}

    _kwargs: dict[str, Any] = {
        "operation": f"POST {PATH}",
        "method": "POST",
        "url": PATH.format(
            slug=path_segment(slug),
        ),
    }

    _kwargs["json"] = body.to_dict()

    headers["Content-Type"] = "application/json"
    _kwargs["headers"] = headers
    return _kwargs


def parse(response: httpx.Response) -> PayableInvoice:
    response_200 = PayableInvoice.from_dict(response.json())

    return response_200
