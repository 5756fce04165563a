"""GET /banks/{routing_number}"""

from typing import Any

import httpx

from ...models.bank import Bank
from ...requests import OperationKey, path_segment

PATH = "/banks/{routing_number}"
KEY: OperationKey = None


def request(
    routing_number: str,
) -> dict[str, Any]:

    _kwargs: dict[str, Any] = {
        "operation": f"GET {PATH}",
        "method": "GET",
        "url": PATH.format(
            routing_number=path_segment(routing_number),
        ),
    }

    return _kwargs


def parse(response: httpx.Response) -> Bank:
    response_200 = Bank.from_dict(response.json())

    return response_200
