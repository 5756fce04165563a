"""GET /sandbox/clock"""

from typing import Any

import httpx

from ...models.sandbox_clock import SandboxClock
from ...requests import OperationKey

PATH = "/sandbox/clock"
KEY: OperationKey = None


def request() -> dict[str, Any]:

    _kwargs: dict[str, Any] = {
        "operation": f"GET {PATH}",
        "method": "GET",
        "url": PATH,
    }

    return _kwargs


def parse(response: httpx.Response) -> SandboxClock:
    response_200 = SandboxClock.from_dict(response.json())

    return response_200
