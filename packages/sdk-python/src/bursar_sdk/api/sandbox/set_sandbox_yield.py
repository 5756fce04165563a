"""POST /sandbox/treasury/yield"""

from typing import Any

import httpx

from ...models.sandbox_yield import SandboxYield
from ...models.sandbox_yield_request import SandboxYieldRequest
from ...requests import OperationKey

PATH = "/sandbox/treasury/yield"
KEY: OperationKey = None


def request(
    *,
    body: SandboxYieldRequest,
) -> dict[str, Any]:
    headers: dict[str, Any] = {}

    _kwargs: dict[str, Any] = {
        "operation": f"POST {PATH}",
        "method": "POST",
        "url": PATH,
    }

    _kwargs["json"] = body.to_dict()

    headers["Content-Type"] = "application/json"
    _kwargs["headers"] = headers
    return _kwargs


def parse(response: httpx.Response) -> SandboxYield:
    response_200 = SandboxYield.from_dict(response.json())

    return response_200
