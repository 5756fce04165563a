"""POST /ar/invoices/{invoice_id}"""

from typing import Any
from uuid import UUID

import httpx

from ...models.invoice import Invoice
from ...models.update_invoice_request import UpdateInvoiceRequest
from ...requests import OperationKey, path_segment
from ...types import UNSET, Unset

PATH = "/ar/invoices/{invoice_id}"
KEY: OperationKey = "header"


def request(
    invoice_id: UUID,
    *,
    body: UpdateInvoiceRequest,
    idempotency_key: str | Unset = UNSET,
) -> dict[str, Any]:
    headers: dict[str, Any] = {}
    if not isinstance(idempotency_key, Unset):
        headers["Idempotency-Key"] = idempotency_key

    _kwargs: dict[str, Any] = {
        "operation": f"POST {PATH}",
        "method": "POST",
        "url": PATH.format(
            invoice_id=path_segment(invoice_id),
        ),
    }

    _kwargs["json"] = body.to_dict()

    headers["Content-Type"] = "application/json"
    _kwargs["headers"] = headers
    return _kwargs


def parse(response: httpx.Response) -> Invoice:
    response_200 = Invoice.from_dict(response.json())

    return response_200
