"""POST /ar/invoices"""

from typing import Any

import httpx

from ...models.create_invoice_request import CreateInvoiceRequest
from ...models.invoice import Invoice
from ...requests import OperationKey
from ...types import UNSET, Unset

PATH = "/ar/invoices"
KEY: OperationKey = "header"


def request(
    *,
    body: CreateInvoiceRequest,
    idempotency_key: str | Unset = UNSET,
) -> dict[str, Any]:
    headers: dict[str, Any] = {}
    if not isinstance(idempotency_key, Unset):
        headers["Idempotency-Key"] = idempotency_key

    _kwargs: dict[str, Any] = {
        "operation": f"POST {PATH}",
        "method": "POST",
        "url": PATH,
    }

    _kwargs["json"] = body.to_dict()

    headers["Content-Type"] = "application/json"
    _kwargs["headers"] = headers
    return _kwargs


def parse(response: httpx.Response) -> Invoice:
    response_200 = Invoice.from_dict(response.json())

    return response_200
