"""GET /sandbox/magic-numbers"""

from typing import Any

import httpx

from ...models.magic_number_list import MagicNumberList
from ...requests import OperationKey

PATH = "/sandbox/magic-numbers"
KEY: OperationKey = None


def request() -> dict[str, Any]:

    _kwargs: dict[str, Any] = {
        "operation": f"GET {PATH}",
        "method": "GET",
        "url": PATH,
    }

    return _kwargs


def parse(response: httpx.Response) -> MagicNumberList:
    response_200 = MagicNumberList.from_dict(response.json())

    return response_200
