"""GET /readyz"""

from typing import Any

import httpx

from ...models.readiness import Readiness
from ...requests import OperationKey

PATH = "/readyz"
KEY: OperationKey = None


def request() -> dict[str, Any]:

    _kwargs: dict[str, Any] = {
        "operation": f"GET {PATH}",
        "method": "GET",
        "url": PATH,
    }

    return _kwargs


def parse(response: httpx.Response) -> Readiness:
    response_200 = Readiness.from_dict(response.json())

    return response_200
