"""POST /verifications/{secret}"""

from typing import Any

import httpx

from ...models.verify_deposits_request import VerifyDepositsRequest
from ...requests import OperationKey, path_segment

PATH = "/verifications/{secret}"
KEY: OperationKey = None


def request(
    secret: str,
    *,
    body: VerifyDepositsRequest,
) -> dict[str, Any]:
    headers: dict[str, Any] = {}

    _kwargs: dict[str, Any] = {
        "operation": f"POST {PATH}",
        "method": "POST",
        "url": PATH.format(
            secret=path_segment(secret),
        ),
    }

    _kwargs["json"] = body.to_dict()

    headers["Content-Type"] = "application/json"
    _kwargs["headers"] = headers
    return _kwargs


def parse(response: httpx.Response) -> None:
    return None
