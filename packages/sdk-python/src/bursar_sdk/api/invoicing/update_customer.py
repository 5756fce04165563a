"""POST /ar/customers/{customer_id}"""

from typing import Any
from uuid import UUID

import httpx

from ...models.invoice_customer import InvoiceCustomer
from ...models.update_invoice_customer_request import UpdateInvoiceCustomerRequest
from ...requests import OperationKey, path_segment
from ...types import UNSET, Unset

PATH = "/ar/customers/{customer_id}"
KEY: OperationKey = "header"


def request(
    customer_id: UUID,
    *,
    body: UpdateInvoiceCustomerRequest,
    idempotency_key: str | Unset = UNSET,
) -> dict[str, Any]:
    headers: dict[str, Any] = {}
    if not isinstance(idempotency_key, Unset):
        headers["Idempotency-Key"] = idempotency_key

    _kwargs: dict[str, Any] = {
        "operation": f"POST {PATH}",
        "method": "POST",
        "url": PATH.format(
            customer_id=path_segment(customer_id),
        ),
    }

    _kwargs["json"] = body.to_dict()

    headers["Content-Type"] = "application/json"
    _kwargs["headers"] = headers
    return _kwargs


def parse(response: httpx.Response) -> InvoiceCustomer:
    response_200 = InvoiceCustomer.from_dict(response.json())

    return response_200
