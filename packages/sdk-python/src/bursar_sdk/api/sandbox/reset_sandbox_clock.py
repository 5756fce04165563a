"""POST /sandbox/clock/reset"""

from typing import Any

import httpx

from ...models.empty_request import EmptyRequest
from ...models.sandbox_clock import SandboxClock
from ...requests import OperationKey
from ...types import UNSET, Unset

PATH = "/sandbox/clock/reset"
KEY: OperationKey = None


def request(
    *,
    body: EmptyRequest | None | Unset = UNSET,
) -> dict[str, Any]:
    headers: dict[str, Any] = {}

    _kwargs: dict[str, Any] = {
        "operation": f"POST {PATH}",
        "method": "POST",
        "url": PATH,
    }

    if isinstance(body, EmptyRequest):
        _kwargs["json"] = body.to_dict()
    else:
        _kwargs["json"] = body

    headers["Content-Type"] = "application/json"
    _kwargs["headers"] = headers
    return _kwargs


def parse(response: httpx.Response) -> SandboxClock:
    response_200 = SandboxClock.from_dict(response.json())

    return response_200
