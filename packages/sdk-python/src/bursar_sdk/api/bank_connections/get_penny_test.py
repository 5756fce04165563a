"""GET /bank-connections/{bank_connection_id}/penny-test"""

from typing import Any
from uuid import UUID

import httpx

from ...models.penny_test import PennyTest
from ...requests import OperationKey, path_segment

PATH = "/bank-connections/{bank_connection_id}/penny-test"
KEY: OperationKey = None


def request(
    bank_connection_id: UUID,
) -> dict[str, Any]:

    _kwargs: dict[str, Any] = {
        "operation": f"GET {PATH}",
        "method": "GET",
        "url": PATH.format(
            bank_connection_id=path_segment(bank_connection_id),
        ),
    }

    return _kwargs


def parse(response: httpx.Response) -> PennyTest:
    response_200 = PennyTest.from_dict(response.json())

    return response_200
