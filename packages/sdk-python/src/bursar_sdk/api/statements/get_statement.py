"""GET /account/{account_id}/statement/{statement_id}"""

from typing import Any
from uuid import UUID

import httpx

from ...models.statement import Statement
from ...requests import OperationKey, path_segment

PATH = "/account/{account_id}/statement/{statement_id}"
KEY: OperationKey = None


def request(
    account_id: UUID,
    statement_id: UUID,
) -> dict[str, Any]:

    _kwargs: dict[str, Any] = {
        "operation": f"GET {PATH}",
        "method": "GET",
        "url": PATH.format(
            account_id=path_segment(account_id),
            statement_id=path_segment(statement_id),
        ),
    }

    return _kwargs


def parse(response: httpx.Response) -> Statement:
    response_200 = Statement.from_dict(response.json())

    return response_200
