"""GET /safes"""

from typing import Any, cast

import httpx

from ...requests import OperationKey

PATH = "/safes"
KEY: OperationKey = None


def request() -> dict[str, Any]:

    _kwargs: dict[str, Any] = {
        "operation": f"GET {PATH}",
        "method": "GET",
        "url": PATH,
    }

    return _kwargs


def parse(response: httpx.Response) -> list[Any]:
    response_200 = cast(list[Any], response.json())

    return response_200
