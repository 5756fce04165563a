"""GET /healthz"""

from typing import Any

import httpx

from ...models.health import Health
from ...requests import OperationKey

PATH = "/healthz"
KEY: OperationKey = None


def request() -> dict[str, Any]:

    _kwargs: dict[str, Any] = {
        "operation": f"GET {PATH}",
        "method": "GET",
        "url": PATH,
    }

    return _kwargs


def parse(response: httpx.Response) -> Health:
    response_200 = Health.from_dict(response.json())

    return response_200
