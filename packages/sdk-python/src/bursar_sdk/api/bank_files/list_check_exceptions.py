"""GET /check-exceptions"""

from typing import Any

import httpx

from ...models.check_exception_list import CheckExceptionList
from ...requests import OperationKey

PATH = "/check-exceptions"
KEY: OperationKey = None


def request() -> dict[str, Any]:

    _kwargs: dict[str, Any] = {
        "operation": f"GET {PATH}",
        "method": "GET",
        "url": PATH,
    }

    return _kwargs


def parse(response: httpx.Response) -> CheckExceptionList:
    response_200 = CheckExceptionList.from_dict(response.json())

    return response_200
