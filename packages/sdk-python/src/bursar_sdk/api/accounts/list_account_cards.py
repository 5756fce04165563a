"""GET /account/{account_id}/cards"""

from typing import Any
from uuid import UUID

import httpx

from ...models.account_card_list import AccountCardList
from ...requests import OperationKey, path_segment

PATH = "/account/{account_id}/cards"
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


def parse(response: httpx.Response) -> AccountCardList:
    response_200 = AccountCardList.from_dict(response.json())

    return response_200
