"""GET /ar/settings"""

from typing import Any

import httpx

from ...models.invoice_settings import InvoiceSettings
from ...requests import OperationKey

PATH = "/ar/settings"
KEY: OperationKey = None


def request() -> dict[str, Any]:

    _kwargs: dict[str, Any] = {
        "operation": f"GET {PATH}",
        "method": "GET",
        "url": PATH,
    }

    return _kwargs


def parse(response: httpx.Response) -> InvoiceSettings:
    response_200 = InvoiceSettings.from_dict(response.json())

    return response_200
