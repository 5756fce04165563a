"""POST /sandbox/accounts"""

from typing import Any

import httpx

from ...models.open_sandbox_account_request import OpenSandboxAccountRequest
from ...models.opened_sandbox_account import OpenedSandboxAccount
from ...requests import OperationKey
from ...types import UNSET, Unset

PATH = "/sandbox/accounts"
KEY: OperationKey = "header"


def request(
    *,
    body: OpenSandboxAccountRequest,
    idempotency_key: str | Unset = UNSET,
) -> dict[str, Any]:
    headers: dict[str, Any] = {}
    if not isinstance(idempotency_key, Unset):
        headers["Idempotency-Key"] = idempotency_key

    _kwargs: dict[str, Any] = {
        "operation": f"POST {PATH}",
        "method": "POST",
        "url": PATH,
    }

    _kwargs["json"] = body.to_dict()

    headers["Content-Type"] = "application/json"
    _kwargs["headers"] = headers
    return _kwargs


def parse(response: httpx.Response) -> OpenedSandboxAccount:
    response_200 = OpenedSandboxAccount.from_dict(response.json())

    return response_200
