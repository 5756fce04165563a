"""GET /token"""

from typing import Any

import httpx

from ...models.token_info import TokenInfo
from ...requests import OperationKey

PATH = "/token"
KEY: OperationKey = None


def request() -> dict[str, Any]:

    _kwargs: dict[str, Any] = {
        "operation": f"GET {PATH}",
        "method": "GET",
        "url": PATH,
    }

    return _kwargs


def parse(response: httpx.Response) -> TokenInfo:
    response_200 = TokenInfo.from_dict(response.json())

    return response_200
