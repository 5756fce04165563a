"""GET /credit"""

from typing import Any

import httpx

from ...models.credit_account_list import CreditAccountList
from ...requests import OperationKey

PATH = "/credit"
KEY: OperationKey = None


def request() -> dict[str, Any]:

    _kwargs: dict[str, Any] = {
        "operation": f"GET {PATH}",
        "method": "GET",
        "url": PATH,
    }

    return _kwargs


def parse(response: httpx.Response) -> CreditAccountList:
    response_200 = CreditAccountList.from_dict(response.json())

    return response_200
