"""GET /reconciliation"""

from typing import Any

import httpx

from ...models.reconciliation import Reconciliation
from ...requests import OperationKey

PATH = "/reconciliation"
KEY: OperationKey = None


def request() -> dict[str, Any]:

    _kwargs: dict[str, Any] = {
        "operation": f"GET {PATH}",
        "method": "GET",
        "url": PATH,
    }

    return _kwargs


def parse(response: httpx.Response) -> Reconciliation:
    response_200 = Reconciliation.from_dict(response.json())

    return response_200
