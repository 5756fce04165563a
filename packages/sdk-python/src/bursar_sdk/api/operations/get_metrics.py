"""GET /metrics"""

from typing import Any

import httpx

from ...requests import OperationKey

PATH = "/metrics"
KEY: OperationKey = None


def request() -> dict[str, Any]:

    _kwargs: dict[str, Any] = {
        "operation": f"GET {PATH}",
        "method": "GET",
        "url": PATH,
    }

    return _kwargs


def parse(response: httpx.Response) -> str:
    return response.text
