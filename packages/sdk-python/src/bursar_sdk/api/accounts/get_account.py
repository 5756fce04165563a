"""GET /account/{account_id}"""

from typing import Any
from uuid import UUID

import httpx

from ...models.account import Account
from ...requests import OperationKey, path_segment

PATH = "/account/{account_id}"
KEY: OperationKey = None


def request(
    account_id: UUID,
) -> dict[str, Any]:

    _kwargs: dict[str, Any] = {
        "operation": f"GET {PATH}",
        "method": "GET",
        "url": PATH.format(
            account_id=path_segment(account_id),
        ),
    }

    return _kwargs


def parse(response: httpx.Response) -> Account:
    response_200 = Account.from_dict(response.json())

    return response_200
