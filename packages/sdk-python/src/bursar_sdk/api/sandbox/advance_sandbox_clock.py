"""POST /sandbox/clock/advance"""

from typing import Any

import httpx

from ...models.advance_sandbox_clock_request import AdvanceSandboxClockRequest
from ...models.advanced_sandbox_clock import AdvancedSandboxClock
from ...requests import OperationKey

PATH = "/sandbox/clock/advance"
KEY: OperationKey = None


def request(
    *,
    body: AdvanceSandboxClockRequest,
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


def parse(response: httpx.Response) -> AdvancedSandboxClock:
    response_200 = AdvancedSandboxClock.from_dict(response.json())

    return response_200
