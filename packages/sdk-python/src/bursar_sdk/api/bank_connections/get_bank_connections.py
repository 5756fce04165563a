"""GET /bank-connections"""

from typing import Any

import httpx

from ...models.bank_connection_list import BankConnectionList
from ...requests import OperationKey

PATH = "/bank-connections"
KEY: OperationKey = None


def request() -> dict[str, Any]:

    _kwargs: dict[str, Any] = {
        "operation": f"GET {PATH}",
        "method": "GET",
        "url": PATH,
    }

    return _kwargs


def parse(response: httpx.Response) -> BankConnectionList:
    response_200 = BankConnectionList.from_dict(response.json())

    return response_200
