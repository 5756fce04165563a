"""GET /ar/customers/{customer_id}"""

from typing import Any
from uuid import UUID

import httpx

from ...models.invoice_customer import InvoiceCustomer
from ...requests import OperationKey, path_segment

PATH = "/ar/customers/{customer_id}"
KEY: OperationKey = None


def request(
    customer_id: UUID,
) -> dict[str, Any]:

    _kwargs: dict[str, Any] = {
        "operation": f"GET {PATH}",
        "method": "GET",
        "url": PATH.format(
            customer_id=path_segment(customer_id),
        ),
    }

    return _kwargs


def parse(response: httpx.Response) -> InvoiceCustomer:
    response_200 = InvoiceCustomer.from_dict(response.json())

    return response_200
