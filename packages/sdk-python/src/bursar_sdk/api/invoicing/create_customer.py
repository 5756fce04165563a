"""POST /ar/customers"""

from typing import Any

import httpx

from ...models.create_invoice_customer_request import CreateInvoiceCustomerRequest
from ...models.invoice_customer import InvoiceCustomer
from ...requests import OperationKey
from ...types import UNSET, Unset

PATH = "/ar/customers"
KEY: OperationKey = "header"


def request(
    *,
    body: CreateInvoiceCustomerRequest,
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


def parse(response: httpx.Response) -> InvoiceCustomer:
    response_200 = InvoiceCustomer.from_dict(response.json())

    return response_200
