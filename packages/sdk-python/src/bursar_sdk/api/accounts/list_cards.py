"""GET /cards"""

from typing import Any

import httpx

from ...models.card_list import CardList
from ...requests import OperationKey

PATH = "/cards"
KEY: OperationKey = None


def request() -> dict[str, Any]:

    _kwargs: dict[str, Any] = {
        "operation": f"GET {PATH}",
        "method": "GET",
        "url": PATH,
    }

    return _kwargs


def parse(response: httpx.Response) -> CardList:
    response_200 = CardList.from_dict(response.json())

    return response_200
